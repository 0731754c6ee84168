"""The shifts of tiles by gravity after a move."""

from typing import NamedTuple

from lianliankan.board.board import Board, check_board
from lianliankan.board.cell import Cell


class TileShift(NamedTuple):
    """A tile moved by gravity: from `start` to `end`.

    >>> board = llk.Board.parse("A/B/B", rules=llk.Rules(gravity="down"))
    >>> llk.shifts(board, ((1, 0), (2, 0)))
    (TileShift(start=Cell(row=0, col=0), end=Cell(row=2, col=0)),)
    """

    start: Cell
    end: Cell


def shifts(board: Board, move: tuple[tuple[int, int], tuple[int, int]]) -> tuple[TileShift, ...]:
    """Return where gravity moves each tile after a move, in reading order of their start cells.

    Raises IllegalMove if the two cells do not link.

    >>> for shift in llk.shifts(llk.Board.parse("1 3 / 2 2 / 3 1", rules=llk.Rules(gravity="down")), ((1, 0), (1, 1))):
    ...     print(shift.start, "to", shift.end)
    1,1 to 2,1
    1,2 to 2,2
    """
    check_board(board)
    return board._shifts(move)
