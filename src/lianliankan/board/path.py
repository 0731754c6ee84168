"""The path that joins two tiles."""

from collections.abc import Iterable
from itertools import pairwise
from operator import index
from typing import Self, TypedDict

from lianliankan._kernel import MAX_SIDE
from lianliankan.board.cell import Cell, parse_cells
from lianliankan.board.json_text import format_json, parse_json
from lianliankan.errors import BadPath, ParseError
from lianliankan.text import shorten

__all__ = ["Path"]


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
        if len(path) < 2:
            raise BadPath("a path has at least two corners")
        before = None
        for here, there in pairwise(path):
            if (here.row == there.row) == (here.col == there.col):
                raise BadPath(f"{tuple(here)} and {tuple(there)} are not on one straight line")
            across = here.row == there.row
            if across == before:
                raise BadPath(f"the path does not turn at {tuple(here)}")
            before = across
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
        """Parse a path written as its corners, counted from 1, with dashes or arrows between them."""
        corners = parse_cells(text.replace("→", "-"))
        try:
            return cls(corners)
        except BadPath as problem:
            raise ParseError(f"{shorten(text)} is not a path: {problem}") from None

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
    """What the JSON of a path must have."""

    corners: list[tuple[int, int]]


def _corner(corner: tuple[int, int]) -> Cell:
    """Check a corner; none can be further out than the ring of the largest board."""
    try:
        row, col = corner
        cell = Cell(index(row), index(col))
    except (TypeError, ValueError):
        raise BadPath(f"a corner is a pair (row, col) of integers, not {corner!r}") from None
    if not all(-1 <= number <= MAX_SIDE for number in cell):
        raise BadPath(f"the corner {tuple(cell)} is outside the largest board")
    return cell
