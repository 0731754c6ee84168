"""The process in which a learner's function runs: questions come in through one pipe, answers go out through another.

It is run as a script and imports nothing from the package, so that it starts quickly and does not interfere with the
learner's code. Questions and answers are lines of JSON; every answer is written at once, so that the parent knows which
question made the function hang or crash.
"""

import difflib
import inspect
import io
import json
import os
import pickle
import runpy
import signal
import sys
import traceback
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any

__all__ = ["IMPORT_HINT", "OUT_OF_MEMORY", "encode", "main"]

IMPORT_HINT = "; put the code that starts your program under if __name__ == '__main__':"
"""Advice for files that run their program when imported."""

_MEMORY = 2  # GB
OUT_OF_MEMORY = (
    f"it needs more than {_MEMORY} GB of memory: does a list grow without end, or does it call itself without end?"
)
"""What is said of a function that uses up its memory."""

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
_SHOWN, _PRINTED = 300, 2000  # characters of an answer, and of what a function prints
_NAMED, _FRAMES = 3, 3  # names of what is kept between calls, and lines of code that lead to an exception
_USUAL = ["grid", "a", "b"]

Function = Callable[[list[list[int]], tuple[int, int], tuple[int, int]], object]


class _NoFunctionError(Exception):
    """There is no function to call; the message says why."""


def main() -> None:
    """Answer questions until the input ends."""
    settings = json.loads(sys.argv[1])
    questions, answers = _take_pipes()
    _limit(settings["seconds"])
    _adopt()
    if settings["alive"] is not None:
        Thread(target=_end_with, args=(settings["alive"],), daemon=True).start()
    file = Path(settings["file"])
    try:
        function = _function(_module(file), file.name, settings["function"])
        if settings.get("recorder"):
            function = runpy.run_path(settings["recorder"])["RecordedFunction"](function, str(file))
    except _NoFunctionError as problem:
        os.write(answers, _line({"problem": str(problem), "notes": []}))
        return
    os.write(answers, _line({"problem": "", "notes": list(_notes(function, settings["function"]))}))
    no_memory, own = _line({"said": "memory", "shown": "MemoryError"}), os.getpid()
    for line in questions:
        try:
            grid, a, b = json.loads(line)
            answer = _answer(function, grid, tuple(a), tuple(b), file=file, verbose=settings["verbose"])
        except MemoryError:  # none is left to describe it
            answer = no_memory
        if os.getpid() != own:  # the function has forked and this is the child: the parent answers
            os._exit(0)
        os.write(answers, answer)


def encode(answer: object) -> dict[str, Any]:
    """Classify what a function returned: yes, no, a path, or nonsense.

    >>> encode(True), encode(None), encode([(0, 0), (0, 2)])
    ({'said': 'yes'}, {'said': 'no'}, {'said': 'path', 'path': [(0, 0), (0, 2)]})
    >>> encode("yes")
    {'said': 'nonsense'}
    """
    if hasattr(answer, "tolist"):  # NumPy booleans and arrays
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
    """Call the function; `verbose` adds details that are too expensive for every answer."""
    before = [row[:] for row in grid]
    printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="replace") if verbose else None
    state = _state(sys.modules[file.stem]) if verbose else {}
    usual, sys.stdout = sys.stdout, printed or sys.stdout
    try:
        given = function(grid, a, b)
        answer = encode(given)
        if verbose or answer["said"] == "nonsense":
            answer["shown"] = _shown(given)
    except BaseException as problem:  # even sys.exit() is an answer
        answer = _raised(problem, file)
    finally:
        sys.stdout = usual
    if grid != before:
        answer["changed"] = _first_change(before, grid)
    if printed:
        answer["printed"] = _text(printed)
        after = _state(sys.modules[file.stem])
        answer["kept"] = [name for name, value in state.items() if after.get(name) != value][:_NAMED]
    if hasattr(function, "looks"):
        answer["looks"] = function.looks
    if len(answer) == 1 and answer["said"] in ("yes", "no"):  # fast path for nearly all answers
        return b"1\n" if answer["said"] == "yes" else b"0\n"
    return _line(answer)


def _text(printed: io.TextIOWrapper) -> str:
    with suppress(ValueError):  # the function has closed it
        printed.seek(0)
        return printed.read(_PRINTED)
    return ""


def _line(value: object) -> bytes:
    return json.dumps(value).encode() + b"\n"


def _shown(given: object) -> str:
    try:
        text = repr(given)
    except Exception as problem:
        return f"an object whose repr() raises {type(problem).__name__}"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _raised(problem: BaseException, file: Path) -> dict[str, Any]:
    text = type(problem).__name__
    try:
        first, *more = str(problem).strip().splitlines() or [""]
        text += (f": {first}" if first else "") + (" …" if more else "")
    except Exception:
        text += ": <exception str() failed>"
    said = "memory" if isinstance(problem, MemoryError) else "raised"
    return {"said": said, "shown": text[:_SHOWN], "trace": list(_trace(problem, file))[-_FRAMES:]}


def _trace(problem: BaseException, file: Path) -> Iterator[str]:
    """Yield the lines of the learner's own files that led to an exception."""
    with suppress(Exception):
        for frame in deque(traceback.walk_tb(problem.__traceback__), maxlen=50):
            for place in traceback.StackSummary.extract([frame]):
                if Path(place.filename).parent == file.parent:
                    where = "" if Path(place.filename) == file else f"{Path(place.filename).name}, "
                    yield f"{where}line {place.lineno}, in {place.name}: {place.line}"


def _first_change(before: list[list[int]], after: list[list[int]]) -> str:
    """Describe the first cell that differs, unless there are more or fewer rows."""
    if len(after) != len(before):
        return f"it now has {'more' if len(after) > len(before) else 'fewer'} rows"
    with suppress(Exception):
        for r, row in enumerate(before):
            for c, number in enumerate(row):
                if after[r][c] != number:
                    return f"({r}, {c}) was {number} and is now {_shown(after[r][c])}"
    return "its rows are not the same"


# ---- Starting --------------------------------------------------------------------------------------------------------


def _take_pipes() -> tuple[io.BufferedReader, int]:
    """Reserve the pipes for the protocol; the learner's code reads from and writes to the null device."""
    questions, answers = os.dup(0), os.dup(1)
    if hasattr(os, "register_at_fork"):  # a forked child must not hold the pipe open after this process ends
        os.register_at_fork(after_in_child=lambda: os.close(answers))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    return open(questions, "rb"), answers  # noqa: PTH123  # a number, no path


def _end_with(alive: int) -> None:
    """Wait until the process that asks is gone, then end this one and what it has started."""
    os.read(alive, 1)
    os.killpg(0, signal.SIGKILL)


def _adopt() -> None:
    """On Linux, become the parent of everything this process starts, even indirectly, so that it can be found."""
    if sys.platform == "linux":
        with suppress(ImportError, OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def _limit(seconds: float) -> None:
    """Limit memory and CPU time if the system can, so that an orphaned process ends on its own."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY << 30, _MEMORY << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 10, int(seconds) + 20))


def _module(file: Path) -> ModuleType:
    """Import the learner's file, which may import files next to it."""
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
        raised = _raised(problem, file)
        place = f" ({raised['trace'][-1]})" if raised["trace"] else ""
        hint = IMPORT_HINT if isinstance(problem, (EOFError, SystemExit, KeyboardInterrupt)) else ""
        if raised["said"] == "memory":
            hint = f"; {OUT_OF_MEMORY}"
        if "relative import" in raised["shown"]:
            hint = "; the file is not part of a package: write import neighbour, not from . import neighbour"
        raise _NoFunctionError(f"{file.name} cannot be imported: {raised['shown']}{place}{hint}") from None
    return module


def _state(module: ModuleType) -> dict[str, str]:
    """Return what a call may leave behind in a module, by name: global variables, default arguments and caches."""
    found = {}
    for name, value in list(vars(module).items()):
        if hasattr(value, "cache_info"):
            found[f"the cache of {name}"] = str(value.cache_info().currsize)
        elif isinstance(value, _KEPT) and not name.startswith("__"):
            found[f"the global {name}"] = _fingerprint(value)
    for name, function in _functions(module):
        for argument in inspect.signature(function).parameters.values():
            if isinstance(argument.default, (list, dict, set, deque)):
                told = f"the default argument {argument.name} of {name} (made only once)"
                found[told] = _fingerprint(argument.default)
    return found


def _fingerprint(value: object) -> str:
    """Return a text that changes with a value; what the value shows would be long, and slow to make, for large ones."""
    with suppress(Exception):  # not everything can be pickled
        return str(zlib.crc32(pickle.dumps(value)))
    return _shown(value)


_KEPT = (list, dict, set, deque, tuple, int, float, str, type(None))


# ---- The function ----------------------------------------------------------------------------------------------------


def _function(module: ModuleType, file: str, name: str) -> Function:
    """Return the function; if there is none of that name, the error lists the others."""
    function: Any = module
    for part in name.split("."):
        function = getattr(function, part, None)
    method = _method(module, name)
    if method and (not _takes(function, 3) or "." in name):
        raise _NoFunctionError(f"{method.rpartition('.')[2]} in {file} is {_method_hint(module, method)}")
    if not callable(function):
        there = {found: value for found, value in _functions(module) if _takes(value, 3)}
        what = f"{file} has no function {name}"
        if not there:
            other = next(_methods_of_three(module), None)
            hint = f"; {other} is {_method_hint(module, other)}" if other else ""
            raise _NoFunctionError(f"{what}, nor any other that takes grid, a, b{hint}")
        raise _NoFunctionError(f"{what} (it has {', '.join(there)}); name one, e.g. {file}:{_likely(there, name)}")
    if not _takes(function, 3):
        taken = ", ".join(inspect.signature(function).parameters) or "none"
        raise _NoFunctionError(
            f"{name} in {file} must take three arguments: grid, a, b (it takes {taken}); a and b are pairs (row, col), "
            "and arguments beyond these need default values"
        )
    found: Function = function
    return found


def _likely(there: dict[str, Function], name: str) -> str:
    """Return the function that is probably meant by a name: by its own name, else by its arguments."""
    lasts = {found.rpartition(".")[2].lower(): found for found in reversed(there)}
    close = difflib.get_close_matches(name.rpartition(".")[2].lower(), lasts, n=1)
    usual = (found for found, value in there.items() if list(inspect.signature(value).parameters)[:3] == _USUAL)
    return lasts[close[0]] if close else next(usual, next(iter(there)))


def _method(module: ModuleType, name: str) -> str | None:
    """Return Class.method if that is what is meant by a name, or by the part of it after the last dot."""
    owner, _, short = name.rpartition(".")
    if not owner and name in vars(module):
        return None
    for found, value in _classes(module):
        if owner in ("", found) and inspect.isfunction(inspect.getattr_static(value, short, None)):
            return f"{found}.{short}"
    return None


def _classes(module: ModuleType) -> Iterator[tuple[str, type]]:
    for name, value in vars(module).items():
        if inspect.isclass(value) and value.__module__ == module.__name__:
            yield name, value


def _functions(module: ModuleType) -> Iterator[tuple[str, Function]]:
    """Yield the functions of a module, then the static methods of its classes, by name."""
    for name, value in vars(module).items():
        if inspect.isfunction(value) and value.__module__ == module.__name__:
            yield name, value
    for owner, value in _classes(module):
        for name, each in vars(value).items():
            if isinstance(each, (staticmethod, classmethod)):
                yield f"{owner}.{name}", getattr(value, name)


def _methods_of_three(module: ModuleType) -> Iterator[str]:
    """Yield all Class.method with three arguments besides self."""
    for owner, value in _classes(module):
        for name, method in vars(value).items():
            if inspect.isfunction(method) and _takes(method, 4) and not name.startswith("__"):
                yield f"{owner}.{name}"


def _method_hint(module: ModuleType, method: str) -> str:
    """Say what to do about a method, which needs an object."""
    owner, _, name = method.rpartition(".")
    takes_three = _takes(getattr(getattr(module, owner), name), 4)
    made = f"return {owner}().{name}(grid, a, b)" if takes_three else f"return {owner}(grid).{name}(a, b)"
    return (
        f"a method of the class {owner}, and llk check calls a function; add one, e.g. def linkable(grid, a, b): {made}"
    )


def _notes(function: Function, name: str) -> Iterator[str]:
    """Yield what the learner should know about the call."""
    with suppress(TypeError, ValueError):
        taken = [each for each in inspect.signature(function).parameters.values() if each.kind in _BY_PLACE]
        named = [each for each in inspect.signature(function).parameters.values() if each.kind == each.KEYWORD_ONLY]
        more = ", ".join(f"{each.name}={_shown(each.default)}" for each in (*taken[3:], *named))
        if more:
            yield f"{name} is called with grid, a, b alone; by default {more}"
        names = [each.name for each in taken]
        if {"grid", "board", "matrix", "map"} & {each.lower() for each in names[1:3]}:
            yield f"{name} is called with grid, a, b in this order, but its arguments are {', '.join(names)}"


_BY_PLACE = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def _takes(function: Callable[..., object], count: int) -> bool:
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:  # it does not say
        pass
    return True


if __name__ == "__main__":
    main()
