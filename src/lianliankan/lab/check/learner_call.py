"""A call of a learner's function: what it returned, raised, printed, changed and left behind.

It runs in the process of the learner's function, which starts quickly and does not interfere with the learner's code
because it imports nothing from the package; and in place, where there are no processes.
"""

import inspect
import io
import pickle
import sys
import traceback
import zlib
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from lianliankan.override import override

from .function_lookup import Function, functions

Task = Literal["link", "moves", "stuck"]
"""The answer of a function: whether two tiles link, which pairs do, or whether none does."""

TASK_ARGUMENTS: dict[str, tuple[str, ...]] = {"link": ("grid", "a", "b"), "moves": ("grid",), "stuck": ("grid",)}
"""The arguments of a call."""

MEMORY_GB = 0.5 if sys.platform == "emscripten" else 2
"""The memory that a process may take, in GB; a browser's worker has less, by `lock_down.js`."""

OUT_OF_MEMORY = (
    f"it needs more than {MEMORY_GB} GB of memory: does a list grow without end, or does it call itself without end?"
)
"""The message about a function that uses up its memory."""

_SHOWN, _PRINTED = 300, 2000  # characters of an answer, and of what a function prints
_NAMED, _FRAMES = 3, 3  # names of what is kept between calls, and lines of code that lead to an exception
_MAX_ITEMS = 100_000  # of a path or of a list of pairs; no board has as many
_KEPT = (list, dict, set, deque, tuple, int, float, str, type(None))


def call(
    function: Function,
    arguments: list[Any],
    *,
    task: str,
    module: ModuleType,
    file: Path,
    verbose: bool,
) -> dict[str, Any]:
    """Call the function with a grid, and cells; `verbose` adds details that are too expensive for every answer."""
    grid = arguments[0]
    before = [row[:] for row in grid]
    printed = CappedText() if verbose else None
    state = _state(module) if verbose else {}
    usual, sys.stdout = sys.stdout, printed or sys.stdout
    try:
        given = function(grid, *map(tuple, arguments[1:]))
        answer = encode(given, task)
        if verbose or answer["said"] == "nonsense":
            answer["shown"] = show(given)
    except BaseException as problem:  # even sys.exit() is an answer
        answer = describe_problem(problem, file)
        _release(problem)
    finally:
        sys.stdout = usual
    if grid != before:
        answer["changed"] = _first_change(before, grid)
    if printed:
        answer["printed"] = printed.text
        after = _state(module)
        answer["kept"] = [name for name, value in state.items() if after.get(name) != value][:_NAMED]
    if hasattr(function, "looks"):
        answer["looks"] = function.looks
    return answer


def encode(answer: object, task: str = "link") -> dict[str, Any]:
    """Classify what a function returned: yes, no, a path, pairs of cells, or nonsense.

    >>> encode(True), encode(None), encode([(0, 0), (0, 2)])
    ({'said': 'yes'}, {'said': 'no'}, {'said': 'path', 'path': [(0, 0), (0, 2)]})
    >>> encode("yes")
    {'said': 'nonsense'}
    >>> encode([((0, 0), (0, 2))], "moves"), encode([], "moves"), encode(None, "stuck")
    ({'said': 'pairs', 'pairs': [((0, 0), (0, 2))]}, {'said': 'pairs', 'pairs': []}, {'said': 'nonsense'})
    """
    if hasattr(answer, "tolist"):  # NumPy booleans and arrays
        answer = answer.tolist()
    if task == "moves":
        return _encode_pairs(answer)
    if (answer is None and task == "link") or (isinstance(answer, int) and answer == 0):
        return {"said": "no"}
    if isinstance(answer, int) and answer == 1:
        return {"said": "yes"}
    if task == "link" and isinstance(answer, (list, tuple, deque)) and len(answer) <= _MAX_ITEMS:
        if not answer:
            return {"said": "no"}
        cells = [_cell(cell) for cell in answer]
        if None not in cells:
            return {"said": "path", "path": cells}
    return {"said": "nonsense"}


def _encode_pairs(answer: object) -> dict[str, Any]:
    if isinstance(answer, (list, tuple, deque, set, frozenset)) and len(answer) <= _MAX_ITEMS:
        pairs = [
            tuple(map(_cell, pair)) if isinstance(pair, (list, tuple, frozenset)) and len(pair) == 2 else (None,)
            for pair in answer
        ]
        if all(None not in pair for pair in pairs):
            return {"said": "pairs", "pairs": pairs}
    return {"said": "nonsense"}


def _cell(cell: object) -> tuple[int, int] | None:
    if hasattr(cell, "tolist"):
        cell = cell.tolist()
    if not isinstance(cell, (list, tuple)) or len(cell) != 2:
        return None
    row, col = (number.tolist() if hasattr(number, "tolist") else number for number in cell)
    is_cell = isinstance(row, int) and isinstance(col, int) and abs(row) < 1 << 31 and abs(col) < 1 << 31
    return (int(row), int(col)) if is_cell else None


class CappedText(io.TextIOBase):
    """The output of a function, as far as it is shown; the rest is dropped.

    >>> text = CappedText()
    >>> _ = print("ab" * 5000, file=text), text.write("more")
    >>> len(text.text)
    2000
    """

    def __init__(self) -> None:
        self._text = ""

    @property
    def text(self) -> str:
        """The output, as text that can be encoded."""
        return self._text.encode("utf-8", "replace").decode("utf-8")

    @override
    def writable(self) -> bool:
        return True

    @override
    def write(self, text: str) -> int:
        """Keep the beginning of what is written."""
        if len(self._text) < _PRINTED:
            self._text += text[: _PRINTED - len(self._text)]
        return len(text)


def show(given: object) -> str:
    """Return the `repr` of a value, or the beginning of it."""
    if isinstance(given, (list, tuple, str, bytes)) and len(given) > _SHOWN:
        given = given[:_SHOWN]  # its whole repr could take long
    try:
        text = repr(given)
    except Exception as problem:
        return f"an object whose repr() raises {type(problem).__name__}"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def describe_problem(problem: BaseException, file: Path) -> dict[str, Any]:
    """Describe an exception: its type, its message, and the lines of the learner's own files that led to it."""
    text = type(problem).__name__
    try:
        first, *more = str(problem).strip().splitlines() or [""]
        text += (f": {first}" if first else "") + (" …" if more else "")
    except Exception:
        text += ": <exception str() failed>"
    said = "memory" if isinstance(problem, MemoryError) else "raised"
    return {"said": said, "shown": text[:_SHOWN], "trace": list(_trace(problem, file))[-_FRAMES:]}


def _release(problem: BaseException) -> None:
    """Forget the frames of an exception one by one: all at once, a deep recursion would overflow JavaScript's stack."""
    place, places = problem.__traceback__, []
    while place is not None:
        places.append(place)
        place = place.tb_next
    problem.__traceback__ = place = None
    while places:
        places.pop()
        if places:
            places[-1].tb_next = None


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
                    return f"({r}, {c}) was {number} and is now {show(after[r][c])}"
    return "its rows are not the same"


# ---- What a call leaves behind ---------------------------------------------------------------------------------------


def _state(module: ModuleType) -> dict[str, str]:
    """Return what a call may leave behind in a module, by name: global variables, default arguments and caches."""
    found = {}
    for name, value in list(vars(module).items()):
        if hasattr(value, "cache_info"):
            found[f"the cache of {name}"] = str(value.cache_info().currsize)
        elif isinstance(value, _KEPT) and not name.startswith("__"):
            found[f"the global {name}"] = _fingerprint(value)
    for name, function in functions(module):
        for argument in inspect.signature(function).parameters.values():
            if isinstance(argument.default, (list, dict, set, deque)):
                told = f"the default argument {argument.name} of {name} (made only once)"
                found[told] = _fingerprint(argument.default)
    return found


def _fingerprint(value: object) -> str:
    """Return a text that changes with a value; what the value shows would be long, and slow to make, for large ones."""
    with suppress(Exception):  # not everything can be pickled
        return str(zlib.crc32(pickle.dumps(value)))
    return show(value)
