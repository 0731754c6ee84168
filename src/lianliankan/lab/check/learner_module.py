"""Import a learner's program and find the function in it.

Like `learner_call.py`, it also runs in the process of the learner's function, so it imports nothing from the package.
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, ModuleType

from .function_lookup import NoFunctionError
from .learner_call import OUT_OF_MEMORY, describe_problem

IMPORT_HINT = "; put the code that starts your program under if __name__ == '__main__':"
"""Advice for files that run their program when imported."""

_PLAIN = dict(zip("\u3000\xa0。、“”‘’【】", "  .,\"\"''[]", strict=True))
"""The intended characters for those that Python does not accept, apart from full-width ones."""


def import_program(
    file: Path, source: str | None = None, *, name: str = "", on_code: Callable[[CodeType], None] = lambda code: None
) -> ModuleType:
    """Import the learner's file, or the source that stands for it; raises NoFunctionError.

    `name` is that of the module, by default the file's; `on_code` is called with the code before it is executed.
    """
    module = ModuleType(name or file.stem)
    module.__file__ = str(file)
    try:
        code = compile(file.read_bytes() if source is None else source, str(file), "exec", dont_inherit=True)
    except SyntaxError as problem:
        place = f", line {problem.lineno}" if problem.lineno else ""
        text = f"{file.name}{place}: {type(problem).__name__}: {problem.msg}{_character_hint(problem.msg)}"
        raise NoFunctionError(text, line=problem.lineno or 0) from None
    except (ValueError, OSError, RecursionError, MemoryError) as problem:
        raise NoFunctionError(f"{file.name}: {getattr(problem, 'strerror', None) or problem}") from None
    on_code(code)
    sys.modules[module.__name__] = module
    try:
        exec(code, vars(module))
    except BaseException as problem:
        raise _cannot_import(problem, file) from None
    return module


def _character_hint(message: str) -> str:
    """Return advice about a character that a Chinese keyboard, or a text program, writes for one of Python's."""
    found = re.search(r"^invalid .*character.* \(?U\+([0-9A-F]+)", message)
    character = chr(int(found[1], 16)) if found else ""
    plain = _PLAIN.get(character) or (chr(ord(character) - 0xFEE0) if "！" <= character <= "～" else "")
    name = "a space" if plain == " " else plain
    return f"; write {name} instead, with the keyboard set to English" if plain else ""


def _cannot_import(problem: BaseException, file: Path) -> NoFunctionError:
    raised = describe_problem(problem, file)
    place = f" ({raised['trace'][-1]})" if raised["trace"] else ""
    hint = IMPORT_HINT if isinstance(problem, (EOFError, SystemExit, KeyboardInterrupt)) else ""
    if raised["said"] == "memory":
        hint = f"; {OUT_OF_MEMORY}"
    if isinstance(problem, ModuleNotFoundError) and sys.platform == "emscripten":
        hint = "; in the browser, there is only Python's standard library, and no other file"
    if "relative import" in raised["shown"]:
        hint = "; the file is not part of a package: write import neighbour, not from . import neighbour"
    line = raised["trace"][-1].partition("line ")[2].partition(",")[0] if raised["trace"] else ""
    text = f"{file.name} cannot be imported: {raised['shown']}{place}{hint}"
    return NoFunctionError(text, line=int(line) if line.isdigit() else 0)
