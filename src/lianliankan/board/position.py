"""A mutable position: play moves and undo them, for solvers and games."""

from collections.abc import Sequence
from typing import Self

from lianliankan import _kernel
from lianliankan.board.board import Board, check_board
from lianliankan.board.move import Move
from lianliankan.errors import Error
from lianliankan.text import check_integer


class Position(_kernel.Position):
    """A board to play on in place: play a move, undo it; the list of moves is kept up to date.

    On large boards without gravity (a thousand cells or more, plain paths) a step updates only what it changed, about
    twice as fast as listing all moves again; elsewhere it lists them again. A position must not be used by two threads
    at once.

    >>> position = llk.Position(llk.Board.parse("1 2 2 1 / . 3 3 ."))
    >>> position.play(position.moves()[0])
    >>> print(position.board)
    . 2 2 .
    . 3 3 .
    >>> position[0, 1], str(position.link((0, 1), (0, 2)))
    (2, '1,2-1,3')
    >>> str(position.undo()), position.depth
    ('1,1-1,4', 0)
    """

    __slots__ = ()

    def __init__(self, board: Board) -> None:
        check_board(board)
        super().__init__(board)

    @property
    def board(self) -> Board:
        """The position as an immutable board."""
        board = self._board
        assert isinstance(board, Board)
        return board

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.zobrist == other.zobrist and self.board == other.board

    __hash__ = None  # type: ignore[assignment]  # it changes; position.board does not

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        start = self.copy()
        moves = [start.undo() for _ in range(self.depth)]
        return _rebuild, (type(self), start.board, moves[::-1])

    def __repr__(self) -> str:
        return f"Position({self.board!r})"


def _rebuild(cls: type[Position], start: Board, moves: Sequence[Move]) -> Position:
    position = cls(start)
    for move in moves:
        position.play(move)
    return position


def perft(board: Board, depth: int) -> int:
    """Count the move sequences of a given length: the behaviour of the kernel in one number.

    Runs without the interpreter lock; Ctrl-C interrupts it.

    >>> board = llk.Board.parse("1 2 2 1 / . 3 3 .")
    >>> [llk.perft(board, depth) for depth in range(5)]
    [1, 3, 6, 6, 0]
    """
    check_board(board)
    if check_integer(depth, "depth") < 0:
        raise Error(f"depth must be 0 or more, not {depth}")
    return board._perft(min(depth, board.tile_count // 2 + 1))  # no game is longer
