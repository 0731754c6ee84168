"""How far paths from a tile come: the cells that they reach, by the number of turns."""

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell

_DIRECTIONS = ((-1, 0), (0, -1), (0, 1), (1, 0))


def find_reach(board: Board, start: tuple[int, int]) -> dict[Cell, int]:
    """Return the empty cells that paths from a cell reach within the rules, and the fewest turns that each takes.

    >>> reach = find_reach(llk.Board.parse("A . B / . . C"), (0, 0))
    >>> [reach[cell] for cell in ((0, 1), (1, 0), (1, 1), (-1, 2))]
    [0, 0, 1, 1]
    """
    rows, limit = board.to_rows(), board.rules.max_turns
    reach: dict[Cell, int] = {}
    layer, turns = [Cell(*start)], 0
    while layer and (limit is None or turns <= limit):
        before, layer = layer, []
        for cell in before:
            for down, right in _DIRECTIONS:
                ahead = Cell(cell.row + down, cell.col + right)
                while _is_free(board, rows, ahead):
                    if ahead not in reach:
                        reach[ahead] = turns
                        layer.append(ahead)
                    ahead = Cell(ahead.row + down, ahead.col + right)
        turns += 1
    return reach


def _is_free(board: Board, rows: list[list[int]], cell: Cell) -> bool:
    if 0 <= cell.row < board.rows and 0 <= cell.col < board.cols:
        return rows[cell.row][cell.col] == 0
    return board.rules.outside and -1 <= cell.row <= board.rows and -1 <= cell.col <= board.cols
