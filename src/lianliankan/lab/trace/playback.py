"""A search played like a film, forwards and backwards: what a screen needs to draw it after any number of steps."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Literal, NamedTuple

from lianliankan.board.cell import Cell
from lianliankan.lab.finders import Link, Look, Queue, Read, Reject, Search, Step, Try, Visit
from lianliankan.lab.trace.replay import Replay, along

__all__ = ["Mark", "Player", "Sort", "cells_on"]

Sort = Literal["looked", "blocked", "reached", "visited", "dropped"]
"""The latest thing that a search has done with a cell: it looked and the cell was open, or in the way; it reached the
cell and may go on from it; it went on from it; it gave it up."""


class Mark(NamedTuple):
    """The latest thing done with a cell, and how far out the search was then."""

    sort: Sort
    layer: int


class _Before(NamedTuple):
    """What a step changed, as it was before."""

    marks: dict[Cell, Mark | None]
    here: Cell | None
    line: tuple[Cell, ...]


class Player(Replay):
    """A replay that also knows how to mark cells, so that a screen draws marks and knows neither finders nor steps.

    - `here`: the cell from which the search goes on now, or None.
    - `line`: the corners of the way that it is testing, or none.

    A step costs what it changes, in both directions, so that long searches play as smoothly as short ones.

    >>> import lianliankan as llk
    >>> player = Player(llk.find("layers", llk.Board.parse("A.A"), (0, 0), (0, 2)))
    >>> player.go(3)
    >>> player.step.name, player.marks[llk.Cell(0, 1)], player.examined
    ('queue', Mark(sort='reached', layer=1), 1)
    >>> player.go(0)
    >>> len(player.marks), player.step, len(player)
    (0, None, 11)
    """

    def __init__(self, search: Search) -> None:
        super().__init__(search)
        self._before: list[_Before] = []
        self._marks: dict[Cell, Mark] = {}
        self.here: Cell | None = None
        self.line: tuple[Cell, ...] = ()

    @property
    def marks(self) -> Mapping[Cell, Mark]:
        """The latest thing that was done with each cell."""
        return MappingProxyType(self._marks)

    @property
    def examined(self) -> int:
        """How many cells the search has asked about so far."""
        return sum(self.looks.values())

    @property
    def last_layer(self) -> int:
        """The layer that is furthest out in the whole search."""
        return max((step.layer for step in self._trace if isinstance(step, Queue | Visit)), default=0)

    def forward(self) -> bool:
        """Do the next step; False at the end, where there is none."""
        if not super().forward():
            return False
        step = self.step
        assert step is not None, "one was just done"
        changed: dict[Cell, Mark | None] = {}
        self._before.append(_Before(changed, self.here, self.line))
        for cell, mark in self._marked_by(step):
            changed[cell] = self._marks.get(cell)
            self._marks[cell] = mark
        match step:
            case Visit():
                self.here, self.line = step.cell, ()
            case Try():
                self.line = step.line
            case Reject():
                self.line = ()
            case Link():
                self.here, self.line = None, ()
        return True

    def back(self) -> bool:
        """Take the last step back; False at the beginning, where there is none."""
        if not super().back():
            return False
        marks, self.here, self.line = self._before.pop()
        for cell, mark in marks.items():
            if mark is None:
                del self._marks[cell]
            else:
                self._marks[cell] = mark
        return True

    def go_on(self) -> None:
        """Step to the next cell from which the search goes on, else to the end."""
        while self.forward() and not isinstance(self.step, Visit):
            pass

    def go_back(self) -> None:
        """Step back to the last cell from which the search went on before this, else to the beginning."""
        while self.back() and not isinstance(self.step, Visit):
            pass

    def _marked_by(self, step: Step) -> Iterable[tuple[Cell, Mark]]:
        """Say which cells a step marks; a look never hides what the search has done with an open cell."""
        match step:
            case Look(found="blocked"):
                yield step.cell, Mark("blocked", step.layer)
            case Look() | Read():
                yield from ((cell, Mark("looked", step.layer)) for cell in cells_on(step.line) - self._marks.keys())
            case Queue():
                yield step.cell, Mark("reached", self._nearest(step))
            case Visit():
                yield step.cell, Mark("visited", self._nearest(step))
            case Reject(line=(cell,)):
                yield cell, Mark("dropped", step.layer)

    def _nearest(self, step: Step) -> int:
        """Give the least layer in which a cell was reached: a finder may come to it again from another side."""
        known = self._marks.get(step.cell)
        return min(step.layer, known.layer) if known and known.sort in ("reached", "visited") else step.layer


def cells_on(line: Sequence[Cell]) -> set[Cell]:
    """Give all cells on a line through corners, both ends included; where two share no row or column, just the two.

    >>> sorted(map(str, cells_on([Cell(0, 2), Cell(0, 0), Cell(1, 0)])))
    ['1,1', '1,2', '1,3', '2,1']
    """
    cells = set(line)
    for a, b in pairwise(line):
        if a.row == b.row or a.col == b.col:
            cells.update(along(*sorted((a, b))))
    return cells
