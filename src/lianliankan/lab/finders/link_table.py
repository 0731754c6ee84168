"""All links of a board, updated as tiles are removed instead of being searched again.

A textbook asks whether the links between all pairs can be kept up to date after each removal. Without gravity they can,
and the table of `allpairs` already does it: a removal opens two cells and closes none, and opening cells is how the
table is built. An update takes time quadratic in the number of cells; rebuilding the table is cubic.
"""

from collections import defaultdict
from itertools import combinations

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.board.path import Path
from lianliankan.errors import Unsupported
from lianliankan.lab.finders.algorithms import allpairs
from lianliankan.lab.finders.algorithms.allpairs import AllPairs, Cost
from lianliankan.lab.finders.board_probe import is_empty, path_ranges
from lianliankan.lab.finders.finder import straighten


class Links:
    """Every link of a board with the cost of its best path; `play` removes two tiles and updates the table.

    >>> links = Links(llk.Board.parse("ABBA/.CC."))
    >>> {str(move): cost.turns for move, cost in links.costs().items()}
    {'1,1-1,4': 2, '1,2-1,3': 0, '2,2-2,3': 0}
    >>> links.play(((1, 1), (1, 2)))
    >>> {str(move): cost.turns for move, cost in links.costs().items()}
    {'1,1-1,4': 2, '1,2-1,3': 0}
    >>> links.path(llk.Move.parse("1,1-1,4"))
    Path([(0, 0), (-1, 0), (-1, 3), (0, 3)])
    """

    def __init__(self, board: Board) -> None:
        allpairs.FINDER.limits.check("the table of all links", board)
        rows, cols = path_ranges(board)
        cells = [Cell(row, col) for row in rows for col in cols]
        self._board = board
        self._pairs = AllPairs(cells, adjacent=board.rules.adjacent)
        for cell in cells:
            if is_empty(board, cell):
                self._pairs.open(cell)

    @property
    def board(self) -> Board:
        """The current board."""
        return self._board

    def play(self, move: tuple[tuple[int, int], tuple[int, int]]) -> None:
        """Remove the tiles of a move. Raises IllegalMove if they do not link, and Unsupported under gravity."""
        gravity = self._board.rules.gravity
        if gravity != "still":
            raise Unsupported(f"links can only be updated without gravity ('still'), not with gravity {gravity!r}")
        self._board = self._board.play(move)
        for cell in move:
            self._pairs.open(Cell(*cell))

    def costs(self) -> dict[Move, Cost]:
        """Return every link in reading order, with the turns and steps of its best path."""
        tiles = defaultdict(list)
        for cell, kind in self._board.tiles():
            tiles[kind].append(cell)
        pairs = sorted(Move(a, b) for alike in tiles.values() for a, b in combinations(alike, 2))
        return {move: cost for move in pairs if (cost := self._cost(move)) is not None}

    def path(self, move: Move) -> Path | None:
        """Return a best path between two equal tiles, or None if they do not link."""
        return None if self._cost(move) is None else straighten(self._pairs.way(move.a, move.b))

    def _cost(self, move: Move) -> Cost | None:
        cost, limit = self._pairs.cost(*move), self._board.rules.max_turns
        return None if cost is None or (limit is not None and cost.turns > limit) else cost


def all_links(board: Board) -> dict[Move, Cost]:
    """Return every link of a board with the cost of its best path, from a newly built table.

    >>> all_links(llk.Board.parse("A.A"))
    {Move(a=Cell(row=0, col=0), b=Cell(row=0, col=2)): Cost(turns=0, steps=2)}
    """
    return Links(board).costs()
