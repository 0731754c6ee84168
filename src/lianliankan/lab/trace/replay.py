"""Stepping through a search, forwards and backwards: what is to be seen after each step."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.finder import Search
from lianliankan.lab.finders.steps import Link, Look, Queue, Read, Step

__all__ = ["Replay"]


class Replay:
    """A search with a place in it. A screen draws what is to be seen there, and steps on or back as it likes.

    - `number`: how many steps are done.

    >>> import lianliankan as llk
    >>> replay = Replay(llk.find("bfs", llk.Board.parse("A.A"), (0, 0), (0, 2)))
    >>> replay.go(len(replay))
    >>> replay.looks[0, 1], replay.layers[0, 1], replay.link
    (1, 1, (Cell(row=0, col=0), Cell(row=0, col=2)))
    >>> while replay.back():
    ...     pass
    >>> replay.number, dict(replay.looks), replay.link
    (0, {}, ())
    """

    def __init__(self, search: Search) -> None:
        self._trace = search.trace
        self._looks: dict[Cell, int] = {}
        self._reached: dict[Cell, list[Step]] = {}
        self.number = 0

    def __len__(self) -> int:
        return len(self._trace)

    @property
    def step(self) -> Step | None:
        """The step that was done last; None at the beginning."""
        return self._trace[self.number - 1] if self.number else None

    @property
    def looks(self) -> Mapping[Cell, int]:
        """How often each cell was looked at so far."""
        return MappingProxyType(self._looks)

    @property
    def layers(self) -> Mapping[Cell, int]:
        """The layer of each cell that the search has reached so far."""
        return {cell: _best(ways).layer for cell, ways in self._reached.items()}

    @property
    def lines(self) -> tuple[tuple[Cell, ...], ...]:
        """The lines by which the search has reached cells so far, the best for each."""
        return tuple(_best(ways).line for ways in self._reached.values())

    @property
    def link(self) -> tuple[Cell, ...]:
        """The corners of the path, once it is found."""
        return self.step.line if isinstance(self.step, Link) else ()

    def forward(self) -> bool:
        """Do the next step; False at the end, where there is none."""
        if self.number == len(self):
            return False
        step = self._trace[self.number]
        self.number += 1
        for cell in _looked_at(step):
            self._looks[cell] = self._looks.get(cell, 0) + 1
        if isinstance(step, Queue):
            self._reached.setdefault(step.cell, []).append(step)
        return True

    def back(self) -> bool:
        """Take the last step back; False at the beginning, where there is none."""
        step = self.step
        if step is None:
            return False
        self.number -= 1
        for cell in _looked_at(step):
            self._looks[cell] -= 1
            if not self._looks[cell]:
                del self._looks[cell]
        if isinstance(step, Queue):
            self._reached[step.cell].pop()
            if not self._reached[step.cell]:
                del self._reached[step.cell]
        return True

    def go(self, number: int) -> None:
        """Step to where so many steps are done; no further than the search goes."""
        while self.number < number and self.forward():
            pass
        while self.number > number and self.back():
            pass


def _best(ways: Sequence[Step]) -> Step:
    """Give the way to a cell in the least layer, of several the latest; `edges` comes to cells by worse ways too."""
    return min(reversed(ways), key=lambda way: way.layer)


def _looked_at(step: Step) -> tuple[Cell, ...]:
    """Give the cells that a step asks about: one, or all from one end of a line to the other."""
    if isinstance(step, Look):
        return step.line
    return along(*step.line) if isinstance(step, Read) else ()


def along(first: Cell, last: Cell) -> tuple[Cell, ...]:
    """Give the cells of a straight line, both ends included.

    >>> along(Cell(0, 2), Cell(2, 2))
    (Cell(row=0, col=2), Cell(row=1, col=2), Cell(row=2, col=2))
    """
    rows = range(first.row, last.row + 1)
    return tuple(Cell(row, col) for row in rows for col in range(first.col, last.col + 1))
