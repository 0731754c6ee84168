"""Uses everything that a page can ask about a learner's program, so that every module which that needs is imported."""

import json
from importlib import import_module

from lianliankan.board.board import Board
from lianliankan.lab.check.exercises import EXERCISES
from lianliankan.records.share import to_share
from lianliankan.web.lab.learner import answer

# What programs may import: of the standard library, whatever has to do with algorithms and data.
_FOR_LEARNERS = (
    *("abc", "array", "bisect", "cmath", "collections", "contextlib", "copy", "dataclasses", "datetime", "decimal"),
    *("enum", "fractions", "functools", "graphlib", "heapq", "io", "itertools", "json", "math", "numbers", "operator"),
    *(
        "os",
        "pprint",
        "queue",
        "random",
        "re",
        "statistics",
        "string",
        "struct",
        "sys",
        "textwrap",
        "threading",
        "time",
    ),
    *("timeit", "traceback", "types", "typing", "warnings", "weakref"),
)
_RIGHT = """from lianliankan import Board

def linkable(grid, a, b):
    return Board(grid).link(a, b) is not None
"""
_PROGRAMS = (
    _RIGHT,
    "\n".join(exercise.template for exercise in EXERCISES),
    "def {}(*given): return True",
    "def {}(*given): print(1); return given[5]",
    "def {}(:",
)
_SECONDS = 0.5  # for a check


def use_learner() -> None:
    """Have programs checked, right and wrong ones, and traced, and raced."""
    for name in _FOR_LEARNERS:
        import_module(name)
    share = to_share(Board.parse("1 2 2 1/. 3 3 ."))
    for language in ("en", "zh"):
        for exercise in EXERCISES:
            for program in _PROGRAMS:
                source = program.replace("{}", exercise.function)
                _ask(type="check", source=source, exercise=exercise.name, language=language, seconds=_SECONDS)
        for program in _PROGRAMS:
            about = {"source": program.replace("{}", "linkable"), "function": "linkable", "share": share}
            cells = {"a": (0, 0), "b": (0, 3), "language": language}
            _ask(type="trace", **about, **cells)
            _ask(type="race", finders=["layers", "bfs"], **about, **cells)


def _ask(**request: object) -> None:
    answer(json.dumps(request), lambda _: None)
