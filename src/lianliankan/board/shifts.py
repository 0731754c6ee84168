"""Where gravity moves the tiles after a move."""

from typing import NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell

__all__ = ["TileShift", "shifts"]


class TileShift(NamedTuple):
    """A tile moved by gravity: from `start` to `end`."""

    start: Cell
    end: Cell


def shifts(board: Board, move: tuple[tuple[int, int], tuple[int, int]]) -> tuple[TileShift, ...]:
    """Return where gravity moves each tile after a move, in reading order of their start cells.

    >>> import lianliankan as llk
    >>> for shift in shifts(llk.Board.parse("1 3 / 2 2 / 3 1", rules=llk.Rules(gravity="down")), ((1, 0), (1, 1))):
    ...     print(shift.start, "to", shift.end)
    1,1 to 2,1
    1,2 to 2,2
    """
    if board.rules.gravity == "still":
        return ()
    # Give every tile its own kind to recognise it by, except for the two that are removed.
    number = iter(range(2, board.tile_count + 2))
    tagged = [[next(number) if kind > 0 else kind for kind in row] for row in board.to_rows()]
    for r, c in move:
        tagged[r][c] = 1
    before = _cells(tagged)
    after = _cells(Board(tagged, rules=board.rules, phase=board.phase).play(move).to_rows())
    return tuple(TileShift(start, after[kind]) for kind, start in before.items() if after[kind] != start)


def _cells(rows: list[list[int]]) -> dict[int, Cell]:
    return {kind: Cell(r, c) for r, row in enumerate(rows) for c, kind in enumerate(row) if kind > 1}
