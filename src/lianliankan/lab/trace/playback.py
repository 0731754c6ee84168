"""A search played forwards and backwards: what a screen needs to draw it after any number of steps."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Literal, NamedTuple

from lianliankan.board.cell import Cell
from lianliankan.lab.finders import Link, Look, Queue, Read, Reject, Search, Step, Try, Visit
from lianliankan.override import override


class SearchReplay:
    """A search with a current position, which can step forwards and backwards.

    - `number`: the number of steps done.

    >>> replay = SearchReplay(llk.find("bfs", llk.Board.parse("A.A"), (0, 0), (0, 2)))
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
        self._examined = 0
        self.number = 0

    def __len__(self) -> int:
        return len(self._trace)

    @property
    def step(self) -> Step | None:
        """The last step done; None at the start."""
        return self._trace[self.number - 1] if self.number else None

    @property
    def looks(self) -> Mapping[Cell, int]:
        """How often each cell has been looked at so far."""
        return MappingProxyType(self._looks)

    @property
    def layers(self) -> Mapping[Cell, int]:
        """The layer of each cell reached so far."""
        return {cell: _best(ways).layer for cell, ways in self._reached.items()}

    @property
    def lines(self) -> tuple[tuple[Cell, ...], ...]:
        """The lines by which cells were reached so far, the best one for each cell."""
        return tuple(_best(ways).line for ways in self._reached.values())

    @property
    def link(self) -> tuple[Cell, ...]:
        """The corners of the path, once it has been found."""
        return self.step.line if isinstance(self.step, Link) else ()

    def forward(self) -> bool:
        """Do the next step; return False at the end."""
        if self.number == len(self):
            return False
        step = self._trace[self.number]
        self.number += 1
        for cell in _looked_at(step):
            self._examined += 1
            self._looks[cell] = self._looks.get(cell, 0) + 1
        if isinstance(step, Queue):
            self._reached.setdefault(step.cell, []).append(step)
        return True

    def back(self) -> bool:
        """Undo the last step; return False at the start."""
        step = self.step
        if step is None:
            return False
        self.number -= 1
        for cell in _looked_at(step):
            self._examined -= 1
            self._looks[cell] -= 1
            if not self._looks[cell]:
                del self._looks[cell]
        if isinstance(step, Queue):
            self._reached[step.cell].pop()
            if not self._reached[step.cell]:
                del self._reached[step.cell]
        return True

    def go(self, number: int) -> None:
        """Go to the position after `number` steps, within the search."""
        while self.number < number and self.forward():
            pass
        while self.number > number and self.back():
            pass


MarkKind = Literal["looked", "blocked", "reached", "visited", "dropped"]
"""The latest thing a search did with a cell: it looked at it and found it open, or blocked; it reached the cell and may
continue from it; it continued from it; it rejected it."""


class Mark(NamedTuple):
    """The latest thing done with a cell, and the layer of the search at that time."""

    kind: MarkKind
    layer: int


class _Before(NamedTuple):
    """The state before a step, as far as the step changed it."""

    marks: dict[Cell, Mark | None]
    here: Cell | None
    line: tuple[Cell, ...]


class TracePlayer(SearchReplay):
    """A replay that also marks cells, so that a screen draws marks and needs to know neither finders nor steps.

    - `here`: the cell from which the search continues now, or None.
    - `line`: the corners of the line being tested, or empty.

    The cost of a step in either direction depends only on what it changes, so long searches play smoothly.

    >>> player = TracePlayer(llk.find("layers", llk.Board.parse("A.A"), (0, 0), (0, 2)))
    >>> player.go(3)
    >>> player.step.name, player.marks[llk.Cell(0, 1)], player.examined
    ('queue', Mark(kind='reached', layer=1), 1)
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
        """The current mark of each cell."""
        return MappingProxyType(self._marks)

    @property
    def examined(self) -> int:
        """The number of cells examined so far."""
        return self._examined

    @property
    def changed(self) -> Mapping[Cell, Mark]:
        """The cells that the last step marked, with their marks."""
        return {cell: self._marks[cell] for cell in self._before[-1].marks} if self._before else {}

    @property
    def last_layer(self) -> int:
        """The outermost layer of the whole search."""
        return max((step.layer for step in self._trace if isinstance(step, Queue | Visit)), default=0)

    @override
    def forward(self) -> bool:
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

    @override
    def back(self) -> bool:
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
        """Step to the next cell from which the search continues, or to the end."""
        while self.forward() and not isinstance(self.step, Visit):
            pass

    def go_back(self) -> None:
        """Step back to the previous cell from which the search continued, or to the start."""
        while self.back() and not isinstance(self.step, Visit):
            pass

    def _marked_by(self, step: Step) -> Iterable[tuple[Cell, Mark]]:
        """Yield the cells that a step marks; a look never replaces an earlier mark on an open cell."""
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
        """Return the lowest layer in which a cell was reached; a finder may reach it again from another side."""
        known = self._marks.get(step.cell)
        return min(step.layer, known.layer) if known and known.kind in ("reached", "visited") else step.layer


def cells_on(line: Sequence[Cell]) -> set[Cell]:
    """Return all cells on a line through corners; of two corners not in one row or column, just those two.

    >>> sorted(map(str, cells_on([Cell(0, 2), Cell(0, 0), Cell(1, 0)])))
    ['1,1', '1,2', '1,3', '2,1']
    """
    cells = set(line)
    for a, b in pairwise(line):
        if a.row == b.row or a.col == b.col:
            cells.update(along(*sorted((a, b))))
    return cells


def _best(ways: Sequence[Step]) -> Step:
    """Return the latest of the steps that reached a cell in its lowest layer; `edges` takes worse paths too."""
    return min(reversed(ways), key=lambda way: way.layer)


def _looked_at(step: Step) -> tuple[Cell, ...]:
    """Return the cells that a step examines: one, or a whole line."""
    if isinstance(step, Look):
        return step.line
    return along(*step.line) if isinstance(step, Read) else ()


def along(first: Cell, last: Cell) -> tuple[Cell, ...]:
    """Return the cells of a straight line, both ends included.

    >>> along(Cell(0, 2), Cell(2, 2))
    (Cell(row=0, col=2), Cell(row=1, col=2), Cell(row=2, col=2))
    """
    rows = range(first.row, last.row + 1)
    return tuple(Cell(row, col) for row in rows for col in range(first.col, last.col + 1))
