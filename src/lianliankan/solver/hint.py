"""Hints for a game in progress: a safe move, and whether the game can still be won."""

from lianliankan.board.board import Board
from lianliankan.board.move import Move
from lianliankan.solver.solve import solve
from lianliankan.solver.verdict import Budget

HINT_NODES = 500_000
"""The nodes of a hint: nearly always it takes a millisecond."""

_WINNABLE_NODES = 200_000  # less, since it is checked after every move
_GRAVITY_COST = 10  # how much longer a node takes with gravity if no win is found
_ORDINARY_TILES = 480  # of 16 × 30 cells


def can_be_won(board: Board) -> bool | None:
    """Return whether a position can be won, or None if deciding would take too long.

    >>> can_be_won(llk.Board.parse("AAB/ABA")), can_be_won(llk.Board.parse("AB/BA"))
    (True, False)
    """
    return solve(board, _budget(board, _WINNABLE_NODES)).winnable


def safe_move(board: Board) -> tuple[Move, bool | None]:
    """Return a move and whether it is known to be safe; a safe one if the solver finds it soon.

    >>> move, safe = safe_move(llk.Board.parse("AA/AB/BA"))
    >>> safe, llk.solve(llk.Board.parse("AA/AB/BA").play(move)).winnable
    (True, True)
    """
    verdict = solve(board, _budget(board, HINT_NODES))
    return (verdict.moves[0] if verdict.winnable else board.moves()[0]), verdict.winnable


def fit_nodes(board: Board, nodes: int) -> int:
    """Return the number of nodes, reduced for large boards, where each takes longer: a player is waiting.

    >>> fit_nodes(llk.scatter(8, 18, seed=1), 10_000), fit_nodes(llk.scatter(60, 60, seed=1), 10_000)
    (10000, 1333)
    """
    return nodes * _ORDINARY_TILES // max(board.tile_count, _ORDINARY_TILES)


def _budget(board: Board, nodes: int) -> Budget:
    return Budget(nodes=fit_nodes(board, nodes if board.rules.gravity == "still" else nodes // _GRAVITY_COST))
