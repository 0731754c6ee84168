"""Where the cursor goes: from tile to tile, never through long rows of empty cells."""

from collections.abc import Iterable, Sequence
from typing import Literal

from lianliankan.board.cell import Cell

__all__ = ["Direction", "first_tile", "next_alike", "step"]

Direction = Literal["up", "down", "left", "right"]

_WAYS: dict[Direction, tuple[int, int]] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
_ASIDE = 3  # how much further a cell counts that lies aside, so that the cursor goes as straight as it can


def step(rows: Sequence[Sequence[int]], cell: Cell, direction: Direction) -> Cell:
    """Give the next tile in a direction: the nearest in the same line, else the nearest a little aside; else stay.

    >>> step([[1, 0, 2], [0, 3, 0]], Cell(0, 0), "right"), step([[1, 0, 2], [0, 3, 0]], Cell(0, 0), "down")
    (Cell(row=0, col=2), Cell(row=1, col=1))
    """
    down, across = _WAYS[direction]

    def distance(tile: Cell) -> tuple[bool, int, Cell]:
        ahead = (tile.row - cell.row) * down + (tile.col - cell.col) * across
        aside = abs((tile.row - cell.row) * across) + abs((tile.col - cell.col) * down)
        return aside > 0, ahead + _ASIDE * aside, tile

    before = (tile for tile in _tiles(rows) if (tile.row - cell.row) * down + (tile.col - cell.col) * across > 0)
    return min(before, key=distance, default=cell)


def first_tile(rows: Sequence[Sequence[int]], cell: Cell | None) -> Cell | None:
    """Give the tile nearest to a cell, or to the middle of the board where there is none; None on an empty board.

    >>> first_tile([[1, 0], [0, 2]], Cell(1, 0)), first_tile([[0]], None)
    (Cell(row=0, col=0), None)
    """
    row, col = cell or (len(rows) // 2, len(rows[0]) // 2)
    return min(_tiles(rows), key=lambda tile: (abs(tile.row - row) + abs(tile.col - col), tile), default=None)


def next_alike(rows: Sequence[Sequence[int]], cell: Cell, kind: int) -> Cell:
    """Give the next tile of a kind after a cell in reading order, beginning again at the end.

    >>> next_alike([[1, 2], [1, 2]], Cell(1, 0), 1)
    Cell(row=0, col=0)
    """
    alike = [tile for tile in _tiles(rows) if rows[tile.row][tile.col] == kind]
    return next((tile for tile in alike if tile > cell), alike[0] if alike else cell)


def _tiles(rows: Sequence[Sequence[int]]) -> Iterable[Cell]:
    return (Cell(r, c) for r, row in enumerate(rows) for c, number in enumerate(row) if number > 0)
