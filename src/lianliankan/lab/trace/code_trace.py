"""A search with its code: which line ran at each step, and what waited to be continued from."""

import sys
from collections.abc import Iterable, Sequence
from types import FrameType
from typing import Any, NamedTuple, SupportsIndex

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.lab.finders.board_probe import BoardProbe
from lianliankan.lab.finders.finder import Finder, Frontier, Search
from lianliankan.lab.finders.source import FINDER_PACKAGES, module_file
from lianliankan.lab.finders.steps import Step
from lianliankan.override import override


class LongTrace(Exception):
    """A trace of more steps than it may have."""


class CodePlace(NamedTuple):
    """The position of a finder at a step.

    - `file`, `line`: the line that ran, in the finder's own code.
    - `waiting`: the cells from which the search will continue, in the order in which their turn comes as far as it is
      known; for a stack, the last one is on top. None if the finder has no such list.
    """

    file: str
    line: int
    waiting: tuple[Cell, ...] | None


class CodeTrace(NamedTuple):
    """A search, and where its code was at each of its steps.

    >>> search, places = trace_code(llk.FINDERS["bfs"], llk.Board.parse("A.A"), llk.Cell(0, 0), llk.Cell(0, 2))
    >>> len(places) == len(search.trace), places[0].file, [str(cell) for cell in places[3].waiting]
    (True, 'algorithms/bfs.py', ['1,2'])
    """

    search: Search
    places: tuple[CodePlace, ...]


def trace_code(finder: Finder, board: Board, a: Cell, b: Cell, *, max_steps: int | None = None) -> CodeTrace:
    """Search for a path between two tiles and note the code; raises LongTrace, and what `Finder.search` raises."""
    if board[a] != board[b]:
        return CodeTrace(finder.search(board, a, b), (CodePlace("", 0, None),))
    finder.limits.check(finder.name, board)
    probe = BoardProbe(board, a, b)
    probe.trace = noted = _NotedSteps(finder.frontier, max_steps)
    search = finder.search_with(probe)
    return CodeTrace(search, tuple(noted.places))


class _NotedSteps(list[Step]):
    """The steps of a trace; whenever one is appended, the place in the code is noted."""

    def __init__(self, frontier: Frontier | None, max_steps: int | None) -> None:
        super().__init__()
        self._frontier, self._max_steps = frontier, max_steps
        self.places: list[CodePlace] = []

    @override
    def append(self, step: Step, /) -> None:
        if self._max_steps is not None and len(self) >= self._max_steps:
            raise LongTrace
        super().append(step)
        frame = _finder_frame(sys._getframe(1))
        if frame is not None:
            self.places.append(CodePlace(_file(frame), frame.f_lineno, self._waiting(frame)))
        else:  # the path, which the algorithm has returned
            self.places.append(self.places[-1] if self.places else CodePlace("", 0, None))

    def _waiting(self, frame: FrameType | None) -> tuple[Cell, ...] | None:
        """Return the cells that wait, as the variable of the innermost function that has it holds them."""
        if self._frontier is None:
            return None
        kind, name = self._frontier
        while frame is not None:
            if name in frame.f_code.co_varnames:
                held: Iterable[Any] = frame.f_locals.get(name, ())
                return tuple(map(_cell_in, sorted(held) if kind == "heap" else held))
            frame = _finder_frame(frame.f_back)
        return None


def _finder_frame(frame: FrameType | None) -> FrameType | None:
    """Return the innermost frame that runs code of a finder."""
    while frame is not None and not str(frame.f_globals.get("__name__")).startswith(FINDER_PACKAGES):
        frame = frame.f_back
    return frame


def _file(frame: FrameType) -> str:
    return module_file(str(frame.f_globals["__name__"]))


def _cell_in(held: Sequence[Any] | SupportsIndex) -> Cell:
    """Return the cell that an entry is about: a cell, a connection, which leads to its end, or a tuple with either.

    >>> _cell_in((1, 4, (Cell(0, 0), Cell(0, 1)), (Cell(0, 0), Cell(0, 0))))
    Cell(row=0, col=1)
    """
    if isinstance(held, Cell):
        return held
    assert isinstance(held, tuple), "an entry is a cell or a tuple"
    if all(isinstance(part, Cell) for part in held):
        return _cell_in(held[-1])
    return _cell_in(next(part for part in held if isinstance(part, tuple)))
