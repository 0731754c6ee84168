"""The path that joins two tiles."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from operator import index
from typing import Self, TypedDict

from lianliankan._kernel import MAX_SIDE
from lianliankan.board.cell import Cell, parse_cells
from lianliankan.board.json_text import format_json, parse_json
from lianliankan.errors import BadPath, ParseError
from lianliankan.text import check_text, shorten


class Path(tuple[Cell, ...]):
    """A path is its corners, both ends included, in order.

    >>> path = llk.Path([(0, 0), (2, 0), (2, 1)])
    >>> path.turns, path.steps, str(path)
    (1, 3, '1,1-3,1-3,2')
    >>> path.cells
    (Cell(row=0, col=0), Cell(row=1, col=0), Cell(row=2, col=0), Cell(row=2, col=1))
    >>> llk.Path.parse("1,1-3,1-3,2") == path
    True
    """

    __slots__ = ()

    def __new__(cls, corners: Iterable[tuple[int, int]]) -> Self:
        """Make a path from its corners; raise BadPath if two in a row share no line, or one is not a corner."""
        path = super().__new__(cls, (_corner(corner) for corner in corners))
        if found := _find_mistake(path, lambda cell: str(tuple(cell))):
            raise BadPath(found[1])
        return path

    @property
    def corners(self) -> tuple[Cell, ...]:
        """The cells where the path starts, turns and ends."""
        return tuple(self)

    @property
    def turns(self) -> int:
        """The number of turns."""
        return len(self) - 2

    @property
    def steps(self) -> int:
        """The length of the path in cells moved."""
        return sum(abs(a.row - b.row) + abs(a.col - b.col) for a, b in pairwise(self))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells of the path in order, both ends included."""
        cells = [self[0]]
        for here, there in pairwise(self):
            down = (there.row > here.row) - (there.row < here.row)
            across = (there.col > here.col) - (there.col < here.col)
            while cells[-1] != there:
                cells.append(Cell(cells[-1].row + down, cells[-1].col + across))
        return tuple(cells)

    def __str__(self) -> str:
        return "-".join(map(str, self))

    def __repr__(self) -> str:
        return f"Path({[tuple(corner) for corner in self]})"

    def __getnewargs__(self) -> tuple[tuple[Cell, ...]]:
        return (tuple(self),)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a path written as its corners, counted from 1, with dashes or arrows between them.

        >>> llk.Path.parse("1,1-3,1-4,2")
        Traceback (most recent call last):
        lianliankan.errors.ParseError: line 1, column 9: '1,1-3,1-4,2' is not a path: 3,1 and 4,2 are not on one ...
        """
        check_text(text, "Path.parse")
        corners = parse_cells(text.replace("→", "-"))
        if found := _find_mistake(corners, str):
            number, mistake = found
            column = [0, *(at.end() for at in re.finditer("[-→]", text))][number] + 1
            raise ParseError(f"{shorten(text)} is not a path: {mistake}", column=column)
        return cls(corners)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Parse a path from its JSON: the `corners`, counted from 0.

        >>> llk.Path.from_json('{"corners": [[0, 0], [0, 3]]}')
        Path([(0, 0), (0, 3)])
        """
        return parse_json(text, _PathFields, lambda given: cls(given["corners"]))

    def to_json(self) -> str:
        """Return the path as JSON, as in `llk link --json`.

        >>> llk.Path([(0, 0), (0, 3)]).to_json()
        '{"turns": 0, "steps": 3, "corners": [[0, 0], [0, 3]]}'
        """
        return format_json(self._json_fields)

    @property
    def _json_fields(self) -> dict[str, object]:
        return {"turns": self.turns, "steps": self.steps, "corners": self.corners}


class _PathFields(TypedDict):
    """The required fields of the JSON of a path."""

    corners: list[tuple[int, int]]


def _corner(corner: tuple[int, int]) -> Cell:
    """Return a corner as a cell."""
    try:
        row, col = corner
        cell = Cell(index(row), index(col))
    except (TypeError, ValueError):
        raise BadPath(f"a corner is a pair (row, col) of integers, not {corner!r}") from None
    return cell


def _find_mistake(corners: Sequence[Cell], name: Callable[[Cell], str]) -> tuple[int, str] | None:
    """Return the first corner that cannot be where it is, by its place, and why; cells get the names of the caller."""
    for number, corner in enumerate(corners):
        if not all(-1 <= coordinate <= MAX_SIDE for coordinate in corner):
            return number, f"the corner {name(corner)} is outside the largest board"
    if len(corners) < 2:
        return 0, "a path has at least two corners"
    before = None
    for number, (here, there) in enumerate(pairwise(corners)):
        if (here.row == there.row) == (here.col == there.col):
            return number + 1, f"{name(here)} and {name(there)} are not on one straight line"
        across = here.row == there.row
        if across == before:
            return number, f"the path does not turn at {name(here)}"
        before = across
    return None
