"""The process in which a learner's function runs: questions come in by one pipe, answers go out by another.

It is started as a file of its own and uses nothing of the package, so that it starts quickly and leaves the learner's
code nothing to stumble over. Questions and answers are lines of JSON; every answer goes out at once, so that whoever
waits knows on which question the function hangs or ends the process.
"""

import inspect
import io
import json
import os
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = ["IMPORT_HINT", "encode", "main"]

IMPORT_HINT = "; what is not for import belongs under if __name__ == '__main__':"
"""What helps when a file plays the game as soon as it is imported."""

_MEMORY = 2 << 30  # bytes
_SHOWN = 300  # characters of an answer
_PRINTED = 2000  # characters of what a function prints
_FRAMES = 3  # lines of the learner's code that lead to an exception

Function = Callable[[list[list[int]], tuple[int, int], tuple[int, int]], object]


class _NoFunctionError(Exception):
    """There is no function to be asked; the message says why."""


def main() -> None:
    """Answer questions until there are no more."""
    settings = json.loads(sys.argv[1])
    questions, answers = _take_pipes()
    _limit(settings["seconds"])
    file = Path(settings["file"])
    try:
        function = _function(_module(file), file.name, settings["function"])
    except _NoFunctionError as problem:
        os.write(answers, _line({"problem": str(problem)}))
        return
    os.write(answers, _line({"problem": ""}))
    own = os.getpid()
    for line in questions:
        grid, a, b = json.loads(line)
        answer = _answer(function, grid, tuple(a), tuple(b), file=file, verbose=settings["verbose"])
        if os.getpid() != own:  # the function has forked, and this is the child: its parent answers
            os._exit(0)
        os.write(answers, answer)


def encode(answer: object) -> dict[str, Any]:
    """Say in plain words what a function gave: yes, no, a path, or something that is no answer.

    >>> encode(True), encode(None), encode([(0, 0), (0, 2)])
    ({'said': 'yes'}, {'said': 'no'}, {'said': 'path', 'path': [(0, 0), (0, 2)]})
    >>> encode("yes")
    {'said': 'nonsense'}
    """
    if hasattr(answer, "tolist"):  # NumPy's own truth values and arrays
        answer = answer.tolist()
    if answer is None or (isinstance(answer, int) and answer == 0):
        return {"said": "no"}
    if isinstance(answer, int) and answer == 1:
        return {"said": "yes"}
    if isinstance(answer, (list, tuple, deque)):
        if not answer:
            return {"said": "no"}
        cells = [_cell(cell) for cell in answer]
        if None not in cells:
            return {"said": "path", "path": cells}
    return {"said": "nonsense"}


def _cell(cell: object) -> tuple[int, int] | None:
    if hasattr(cell, "tolist"):
        cell = cell.tolist()
    if not isinstance(cell, (list, tuple)) or len(cell) != 2:
        return None
    row, col = (number.tolist() if hasattr(number, "tolist") else number for number in cell)
    is_cell = isinstance(row, int) and isinstance(col, int) and abs(row) < 1 << 31 and abs(col) < 1 << 31
    return (int(row), int(col)) if is_cell else None


# ---- One answer ------------------------------------------------------------------------------------------------------


def _answer(
    function: Function, grid: list[list[int]], a: tuple[int, int], b: tuple[int, int], *, file: Path, verbose: bool
) -> bytes:
    """Ask the function; `tells` adds what is worth knowing about a single answer and too much for every one."""
    before = [row[:] for row in grid]
    printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="replace") if verbose else None
    usual = sys.stdout
    if printed:
        sys.stdout = printed
    try:
        given = function(grid, a, b)
        answer = encode(given)
        if verbose or answer["said"] == "nonsense":
            answer["shown"] = _shown(given)
    except BaseException as problem:  # whatever comes, sys.exit() too, is an answer
        answer = _raised(problem, file)
    finally:
        sys.stdout = usual
    if grid != before:
        answer["changed"] = _first_change(before, grid)
    if printed:
        answer["printed"] = _text(printed)
    if len(answer) == 1 and answer["said"] in ("yes", "no"):  # nearly all, and worth the short way
        return b"1\n" if answer["said"] == "yes" else b"0\n"
    return _line(answer)


def _text(printed: io.TextIOWrapper) -> str:
    try:
        printed.seek(0)
        return printed.read(_PRINTED)
    except ValueError:  # the function has closed it
        return ""


def _line(value: object) -> bytes:
    return json.dumps(value).encode() + b"\n"


def _shown(given: object) -> str:
    try:
        text = repr(given)
    except Exception as problem:
        return f"what cannot be shown ({type(problem).__name__})"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _raised(problem: BaseException, file: Path) -> dict[str, Any]:
    try:
        text = "".join(traceback.format_exception_only(problem)).strip().splitlines()[-1]
    except Exception:
        text = type(problem).__name__
    return {"said": "raised", "shown": text[:_SHOWN], "trace": list(_trace(problem, file))[-_FRAMES:]}


def _trace(problem: BaseException, file: Path) -> Iterator[str]:
    """Give the places in the learner's own files that led to an exception."""
    with suppress(Exception):
        for frame in deque(traceback.walk_tb(problem.__traceback__), maxlen=50):
            for place in traceback.StackSummary.extract([frame]):
                if Path(place.filename).parent == file.parent:
                    where = "" if Path(place.filename) == file else f"{Path(place.filename).name}, "
                    yield f"{where}line {place.lineno}, in {place.name}: {place.line}"


def _first_change(before: list[list[int]], after: list[list[int]]) -> str:
    """Name the first cell that differs."""
    with suppress(Exception):
        for r, row in enumerate(before):
            for c, number in enumerate(row):
                if after[r][c] != number:
                    return f"({r}, {c}) was {number} and is {_shown(after[r][c])}"
    return "its rows are no longer what they were"


# ---- Beginning -------------------------------------------------------------------------------------------------------


def _take_pipes() -> tuple[io.BufferedReader, int]:
    """Take the pipes for the protocol; what the learner's code reads and writes leads nowhere."""
    questions, answers = os.dup(0), os.dup(1)
    if hasattr(os, "register_at_fork"):  # a child that outlives us must not keep whoever waits for our end
        os.register_at_fork(after_in_child=lambda: os.close(answers))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    return open(questions, "rb"), answers  # noqa: PTH123  # a number, no path


def _limit(seconds: float) -> None:
    """Limit memory and time, where the system can; a process that nobody waits for any more ends by itself."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 10, int(seconds) + 20))


def _module(file: Path) -> ModuleType:
    """Read the learner's file, which may import its neighbours."""
    sys.path.insert(0, str(file.parent))
    sys.argv = [str(file)]
    module = ModuleType(file.stem)
    module.__file__ = str(file)
    try:
        code = compile(file.read_bytes(), str(file), "exec", dont_inherit=True)
    except SyntaxError as problem:
        place = f", line {problem.lineno}" if problem.lineno else ""
        raise _NoFunctionError(f"{file.name}{place}: {type(problem).__name__}: {problem.msg}") from None
    except (ValueError, OSError, RecursionError, MemoryError) as problem:
        raise _NoFunctionError(f"{file.name}: {getattr(problem, 'strerror', None) or problem}") from None
    sys.modules[file.stem] = module
    try:
        exec(code, vars(module))
    except BaseException as problem:
        told = _raised(problem, file)
        place = f" ({told['trace'][-1]})" if told["trace"] else ""
        hint = IMPORT_HINT if isinstance(problem, (EOFError, SystemExit, KeyboardInterrupt)) else ""
        if "relative import" in told["shown"]:
            hint = "; the file is imported alone: write import neighbour, not from . import neighbour"
        raise _NoFunctionError(f"{file.name} cannot be imported: {told['shown']}{place}{hint}") from None
    return module


def _function(module: ModuleType, file: str, name: str) -> Function:
    """Find the function; where there is none of that name, say which there are."""
    function = vars(module).get(name)
    if not callable(function):
        there = [
            found
            for found, value in vars(module).items()
            if inspect.isfunction(value) and value.__module__ == module.__name__ and _takes_three(value)
        ]
        what = f"{file} has no function {name}"
        if not there:
            raise _NoFunctionError(f"{what}, and no other that takes grid, a, b")
        raise _NoFunctionError(f"{what}; it has {', '.join(there)}: name one, as in {file}:{there[0]}")
    if not _takes_three(function):
        raise _NoFunctionError(f"{name} in {file} is called with grid, a, b, and does not take three arguments")
    found: Function = function
    return found


def _takes_three(function: Callable[..., object]) -> bool:
    try:
        inspect.signature(function).bind(None, None, None)
    except TypeError:
        return False
    except ValueError:  # it does not say
        return True
    return True


if __name__ == "__main__":
    main()
