"""What the oracle tells a game while somebody waits: whether it can be won, and a move that keeps it so."""

from lianliankan.board.board import Board
from lianliankan.board.move import Move
from lianliankan.solver.solve import solve
from lianliankan.solver.verdict import Budget

__all__ = ["HINT_NODES", "can_be_won", "safe_move"]

HINT_NODES = 500_000
"""What a hint may take: a second at most, and nearly always a thousandth of it."""

_DOOM_NODES = 200_000  # asked after every move, so less
_HEAVIER = 10  # a node takes so much longer where tiles move and nothing is found


def can_be_won(board: Board) -> bool | None:
    """Say whether a position can be won, or None where that would take too long to find out.

    >>> import lianliankan as llk
    >>> can_be_won(llk.Board.parse("AAB/ABA")), can_be_won(llk.Board.parse("AB/BA"))
    (True, False)
    """
    return solve(board, _budget(board, _DOOM_NODES)).winnable


def safe_move(board: Board) -> tuple[Move, bool | None]:
    """Give a move, one after which the game can be won if that is found, and whether it can.

    >>> import lianliankan as llk
    >>> move, safe = safe_move(llk.Board.parse("AA/AB/BA"))
    >>> safe, llk.solve(llk.Board.parse("AA/AB/BA").play(move)).winnable
    (True, True)
    """
    verdict = solve(board, _budget(board, HINT_NODES))
    return (verdict.moves[0] if verdict.winnable else board.moves()[0]), verdict.winnable


def _budget(board: Board, nodes: int) -> Budget:
    return Budget(nodes=nodes if board.rules.gravity == "still" else nodes // _HEAVIER)
