"""Moving the cursor from tile to tile, skipping empty cells."""

from collections.abc import Iterable, Sequence
from typing import Literal

from lianliankan.board.cell import Cell

Direction = Literal["up", "down", "left", "right"]

_STEPS: dict[Direction, tuple[int, int]] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
_SIDEWAYS_WEIGHT = 3  # sideways distance counts more, so that the cursor moves as straight as possible


def next_tile(rows: Sequence[Sequence[int]], cell: Cell, direction: Direction) -> Cell:
    """Return the next tile in a direction: the nearest in the same line, else the nearest to the side, else `cell`.

    >>> rows = [[1, 0, 2], [0, 3, 0]]
    >>> next_tile(rows, Cell(0, 0), "right"), next_tile(rows, Cell(0, 0), "down")
    (Cell(row=0, col=2), Cell(row=1, col=1))
    """
    down, across = _STEPS[direction]

    def distance(tile: Cell) -> tuple[bool, int, Cell]:
        forward = (tile.row - cell.row) * down + (tile.col - cell.col) * across
        sideways = abs((tile.row - cell.row) * across) + abs((tile.col - cell.col) * down)
        return sideways > 0, forward + _SIDEWAYS_WEIGHT * sideways, tile

    ahead = (tile for tile in _tiles(rows) if (tile.row - cell.row) * down + (tile.col - cell.col) * across > 0)
    return min(ahead, key=distance, default=cell)


def first_tile(rows: Sequence[Sequence[int]], cell: Cell | None) -> Cell | None:
    """Return the tile nearest to a cell, or to the middle of the board if `cell` is None; None on an empty board.

    >>> first_tile([[1, 0], [0, 2]], Cell(1, 0)), first_tile([[0]], None)
    (Cell(row=0, col=0), None)
    """
    row, col = cell or (len(rows) // 2, len(rows[0]) // 2)
    return min(_tiles(rows), key=lambda tile: (abs(tile.row - row) + abs(tile.col - col), tile), default=None)


def next_of_kind(rows: Sequence[Sequence[int]], cell: Cell, kind: int) -> Cell:
    """Return the next tile of a kind after a cell in reading order, wrapping around at the end.

    >>> next_of_kind([[1, 2], [1, 2]], Cell(1, 0), 1)
    Cell(row=0, col=0)
    """
    matching = [tile for tile in _tiles(rows) if rows[tile.row][tile.col] == kind]
    return next((tile for tile in matching if tile > cell), matching[0] if matching else cell)


def _tiles(rows: Sequence[Sequence[int]]) -> Iterable[Cell]:
    return (Cell(r, c) for r, row in enumerate(rows) for c, number in enumerate(row) if number > 0)
