"""Boards to measure on: thinned-out deals, and their tiles by kind and by pair."""

from itertools import combinations
from random import Random

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move


def thin_out(board: Board, fill: int) -> Board:
    """Remove random pairs of equal tiles until `fill` percent of the tiles are left.

    >>> from lianliankan.dealing.deal import scatter
    >>> thin_out(scatter(8, 8, kinds=16, seed=1), 25).tile_count
    16
    """
    rows = board.to_rows()
    random = Random(board.zobrist)
    pairs = []
    for _, cells in sorted(tiles_by_kind(board).items()):
        random.shuffle(cells)
        pairs += list(zip(cells[::2], cells[1::2], strict=True))
    random.shuffle(pairs)
    for pair in pairs[len(pairs) * fill // 100 :]:
        for r, c in pair:
            rows[r][c] = 0
    return Board(rows, rules=board.rules)


def equal_pairs(board: Board) -> list[Move]:
    """Return every pair of equal tiles, linked or not.

    >>> [str(move) for move in equal_pairs(Board.parse("AB/BA"))]
    ['1,1-2,2', '1,2-2,1']
    """
    return [Move(a, b) for tiles in tiles_by_kind(board).values() for a, b in combinations(tiles, 2)]


def tiles_by_kind(board: Board) -> dict[int, list[Cell]]:
    """Return the tiles of every kind in reading order, the kinds in the order in which they first appear.

    >>> {kind: [str(cell) for cell in tiles] for kind, tiles in tiles_by_kind(Board.parse("AB/BA")).items()}
    {1: ['1,1', '2,2'], 2: ['1,2', '2,1']}
    """
    kinds: dict[int, list[Cell]] = {}
    for row, numbers in enumerate(board.to_rows()):
        for col, kind in enumerate(numbers):
            if kind > 0:
                kinds.setdefault(kind, []).append(Cell(row, col))
    return kinds
