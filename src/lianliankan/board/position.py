"""A mutable position: play moves and undo them, for solvers and games."""

from typing import Self

from lianliankan import _kernel
from lianliankan.board.board import Board

__all__ = ["Position", "perft"]


class Position(_kernel.Position):
    """A board to play on in place: play a move, undo it; the list of moves is kept up to date.

    On large boards without gravity (a thousand cells or more, plain paths) a step updates only what it changed, about
    twice as fast as listing all moves again; elsewhere it lists them again. A position must not be used by two threads
    at once.

    >>> import lianliankan as llk
    >>> position = llk.Position(llk.Board.parse("1 2 2 1 / . 3 3 ."))
    >>> position.play(position.moves()[0])
    >>> print(position.board)
    . 2 2 .
    . 3 3 .
    >>> str(position.undo()), position.depth
    ('1,1-1,4', 0)
    """

    __slots__ = ()

    def __init__(self, board: Board) -> None:
        super().__init__(board)

    @property
    def board(self) -> Board:
        """The position as an immutable board."""
        board = self._board
        assert isinstance(board, Board)
        return board

    @property
    def is_stuck(self) -> bool:
        """Whether tiles are left but no moves."""
        return self.tile_count > 0 and self.move_count == 0

    @property
    def is_clear(self) -> bool:
        """Whether no tiles are left."""
        return self.tile_count == 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.zobrist == other.zobrist and self.board == other.board

    __hash__ = None  # type: ignore[assignment]  # it changes; position.board does not

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __repr__(self) -> str:
        return f"Position({self.board!r})"


def perft(board: Board, depth: int) -> int:
    """Count the move sequences of a given length: the behaviour of the kernel in one number.

    Runs without the interpreter lock; Ctrl-C interrupts it.

    >>> import lianliankan as llk
    >>> board = llk.Board.parse("1 2 2 1 / . 3 3 .")
    >>> [llk.perft(board, depth) for depth in range(5)]
    [1, 3, 6, 6, 0]
    """
    if depth < 0:
        raise ValueError(f"depth must be 0 or more, not {depth}")
    return board._perft(min(depth, board.tile_count // 2 + 1))  # no game is longer
