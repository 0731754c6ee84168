"""Board shapes: masks by name and size."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from lianliankan.board.rules import Gravity
from lianliankan.errors import BadDeal
from lianliankan.text import shorten

_MIN_TILES = 4


class _Place(NamedTuple):
    """A cell of a board of some size: `y` and `x` go from -1 to 1, `row` and `col` count cells."""

    row: int
    col: int
    rows: int
    cols: int

    @property
    def y(self) -> float:
        return 2 * self.row / (self.rows - 1) - 1 if self.rows > 1 else 0

    @property
    def x(self) -> float:
        return 2 * self.col / (self.cols - 1) - 1 if self.cols > 1 else 0


def _is_in_diamond(at: _Place) -> bool:
    """Whether the middle of a cell is in the diamond, with room for the cells at its four ends."""
    slack = abs(1 / at.rows - 1 / at.cols) + 0.001
    return abs(at.y) * (1 - 1 / at.rows) + abs(at.x) * (1 - 1 / at.cols) <= 1 + slack


_IS_TILE: Final[Mapping[str, Callable[[_Place], bool]]] = {
    "full": lambda at: True,
    "diamond": _is_in_diamond,
    "frame": lambda at: abs(at.y) >= 0.42 or abs(at.x) >= 0.5,
    "cross": lambda at: abs(at.y) < 0.42 or abs(at.x) < 0.36,
    "pyramid": lambda at: abs(at.x) <= max((at.y + 1.25) / 2.1, 1.5 / at.cols),
    "towers": lambda at: at.col % 4 < 2 or at.y > 0.1,
    "pillars": lambda at: at.row % 3 != 1 or at.col % 4 != 2,
    "gates": lambda at: at.col != at.cols // 2 or abs(at.y) <= max(0.3, 1.5 / at.rows),
}
_WALLED = ("pillars", "gates")  # the others have gaps where there is no tile

SHAPES: tuple[str, ...] = tuple(_IS_TILE)
"""The shapes of boards: "full" is the whole rectangle, "pillars" and "gates" have walls, the others have gaps."""


def shape_mask(name: str, rows: int, cols: int, gravity: Gravity = "still") -> str:
    """Return the mask of a shape: `A` for a tile, `#` for a wall, `.` for a gap; rows are separated by "/".

    Paths run through gaps. Under a gravity that moves tiles, all tiles would fall into the gaps at the first move and
    the shape would be gone, so gaps are then `_`: not part of the board. Pairs need an even number of tiles, so the
    last tile may be left out. Raises BadDeal for an unknown shape, or a size at which the shape cannot be seen.

    >>> shape_mask("diamond", 4, 4)
    '.AA./AAAA/AAAA/.AA.'
    >>> shape_mask("towers", 2, 4, "down")
    'AA__/AAAA'
    """
    if name not in _IS_TILE:
        raise BadDeal(f"unknown shape {shorten(str(name))} (choose from {', '.join(SHAPES)})")
    is_tile, other = _IS_TILE[name], "#" if name in _WALLED else "."
    cells = ["A" if is_tile(_Place(row, col, rows, cols)) else other for row in range(rows) for col in range(cols)]
    tiles = cells.count("A")
    if name != "full" and not _MIN_TILES <= tiles < rows * cols:
        raise BadDeal(
            f"{rows}x{cols} is too small for the shape {name!r}; every shape fits 3x3 and larger boards", "shape"
        )
    if tiles % 2:
        cells[max(place for place, cell in enumerate(cells) if cell == "A")] = "."
    mask = "/".join("".join(cells[start : start + cols]) for start in range(0, rows * cols, cols))
    return mask if gravity == "still" else mask.replace(".", "_")
