"""
The compiled kernel of lianliankan. Use the names of the package instead.
"""

import array
from collections.abc import Iterable, Sequence
from typing import Any, Self, overload

import numpy
import numpy.typing

import lianliankan.board.cell
import lianliankan.board.move
import lianliankan.board.path
import lianliankan.board.shifts

MAX_SIDE: int = 4096

MAX_KIND: int = 2000000000

class Board:
    """The compiled part of lianliankan.Board."""

    def __init__(
        self,
        rows: int,
        cols: int,
        numbers: array.array[int],
        max_turns: int,
        outside: bool,
        adjacent: bool,
        gravity: int,
        phase: int,
    ) -> None: ...
    @property
    def rows(self) -> int:
        """The number of rows."""

    @property
    def cols(self) -> int:
        """The number of columns."""

    @property
    def tile_count(self) -> int:
        """The number of tiles left."""

    @property
    def is_clear(self) -> bool:
        """Whether no tile is left."""

    @property
    def zobrist(self) -> int:
        """The hash of the position: 64 bits, the same on every machine."""

    def __getitem__(self, cell: tuple[int, int], /) -> int: ...
    def linkable(self, a: tuple[int, int], b: tuple[int, int], /) -> bool:
        """
        Return whether the tiles on two cells link.

        >>> import lianliankan as llk
        >>> board = llk.Board.parse('1 2 2 1 / . 3 3 .')
        >>> board.linkable((0, 0), (0, 3)), board.linkable((0, 0), (0, 1))
        (True, False)
        """

    def link(self, a: tuple[int, int], b: tuple[int, int], /) -> lianliankan.board.path.Path | None:
        """
        Return the best path between the tiles on two cells, or None if they do not link.

        The best path has the fewest turns, then the fewest steps. Ties go to the path whose corners, read from
        the tile that comes first in reading order, come first in reading order; so link(b, a) is link(a, b)
        reversed.

        >>> import lianliankan as llk
        >>> board = llk.Board.parse('1 2 2 1 / . 3 3 .')
        >>> path = board.link((0, 0), (0, 3))
        >>> str(path), path.turns, path.steps
        ('1,1-0,1-0,4-1,4', 2, 5)
        """

    @property
    def is_stuck(self) -> bool:
        """Whether tiles are left but no move is."""

    @property
    def move_count(self) -> int:
        """The number of moves: of pairs of matching tiles that link."""

    @property
    def _rules(self, /) -> tuple[int, bool, bool, int]: ...
    @property
    def _phase(self) -> int: ...
    def moves(self) -> list[lianliankan.board.move.Move]:
        """
        Return every pair of matching tiles that links, once each, in reading order.

        >>> import lianliankan as llk
        >>> [str(move) for move in llk.Board.parse('1 2 2 1 / . 3 3 .').moves()]
        ['1,1-1,4', '1,2-1,3', '2,2-2,3']
        """

    @overload
    def play(self, move: tuple[tuple[int, int], tuple[int, int]], /) -> Self:
        """
        Return the board after a move: without its two tiles, and after gravity has acted.

        Raises IllegalMove if the two cells do not link.

        >>> import lianliankan as llk
        >>> board = llk.Board.parse('1 2 2 1 / . 3 3 .')
        >>> print(board.play(((0, 0), (0, 3))))
        . 2 2 .
        . 3 3 .
        >>> board.play((0, 0), (0, 3)) == board.play(((0, 0), (0, 3)))
        True
        """

    @overload
    def play(self, a: tuple[int, int], b: tuple[int, int], /) -> Self: ...
    def to_rows(self) -> list[list[int]]:
        """
        Return the cells as lists: a kind, 0 for empty, -1 for a wall, -2 for no part of the board.
        """

    def to_array(self) -> numpy.typing.NDArray[numpy.int32]:
        """Return the cells as a NumPy array, with the numbers of to_rows()."""

    def moves_array(self) -> numpy.typing.NDArray[numpy.int16]:
        """
        Return the moves as a NumPy array with a line (row, col, row, col) each, in the order of moves().
        """

    def _linkable_pairs(self, pairs: numpy.typing.NDArray[numpy.int32], /) -> numpy.typing.NDArray[numpy.uint8]: ...
    def _perft(self, depth: int) -> int: ...
    def _play_randomly(self, seed: int) -> list[lianliankan.board.move.Move]:
        """Return the moves of a random playout, until no move is left."""

    def _play_out(self, games: int, seed: int, threads: int, first: int = 0) -> list[int]:
        """
        Return how many tiles each of many random playouts leaves, those of a seed from the first.
        """

    def _shifts(
        self, move: tuple[tuple[int, int], tuple[int, int]], /
    ) -> tuple[lianliankan.board.shifts.TileShift, ...]:
        """Return where gravity moves each tile after a move, in reading order."""

    def _find_origins(
        self, moves: Sequence[tuple[tuple[int, int], tuple[int, int]]]
    ) -> list[lianliankan.board.move.Move]:
        """
        Return, for each of a sequence of legal moves, where its tiles are on this board.
        """

    def __sizeof__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

class Position:
    """The compiled part of lianliankan.Position."""

    def __init__(self, board: Board) -> None: ...
    @property
    def rows(self) -> int:
        """The number of rows."""

    @property
    def cols(self) -> int:
        """The number of columns."""

    @property
    def tile_count(self) -> int:
        """The number of tiles left."""

    @property
    def is_clear(self) -> bool:
        """Whether no tile is left."""

    @property
    def zobrist(self) -> int:
        """The hash of the position: 64 bits, the same on every machine."""

    def __getitem__(self, cell: tuple[int, int], /) -> int: ...
    def linkable(self, a: tuple[int, int], b: tuple[int, int], /) -> bool:
        """
        Return whether the tiles on two cells link.

        >>> import lianliankan as llk
        >>> board = llk.Board.parse('1 2 2 1 / . 3 3 .')
        >>> board.linkable((0, 0), (0, 3)), board.linkable((0, 0), (0, 1))
        (True, False)
        """

    def link(self, a: tuple[int, int], b: tuple[int, int], /) -> lianliankan.board.path.Path | None:
        """
        Return the best path between the tiles on two cells, or None if they do not link.

        The best path has the fewest turns, then the fewest steps. Ties go to the path whose corners, read from
        the tile that comes first in reading order, come first in reading order; so link(b, a) is link(a, b)
        reversed.

        >>> import lianliankan as llk
        >>> board = llk.Board.parse('1 2 2 1 / . 3 3 .')
        >>> path = board.link((0, 0), (0, 3))
        >>> str(path), path.turns, path.steps
        ('1,1-0,1-0,4-1,4', 2, 5)
        """

    @property
    def _board(self, /) -> Board: ...
    @property
    def depth(self) -> int:
        """The number of moves played."""

    @property
    def is_stuck(self) -> bool:
        """Whether tiles are left but no move is."""

    @property
    def move_count(self) -> int:
        """The number of legal moves."""

    def moves(self) -> list[lianliankan.board.move.Move]:
        """Return every legal move, as Board.moves() does."""

    @overload
    def play(self, move: tuple[tuple[int, int], tuple[int, int]], /) -> None:
        """Play a move in place. Raises IllegalMove if the two cells do not link."""

    @overload
    def play(self, a: tuple[int, int], b: tuple[int, int], /) -> None: ...
    def undo(self) -> lianliankan.board.move.Move:
        """Undo the last move and return it. Raises IllegalMove if there is none."""

    def copy(self) -> Self:
        """Return an independent copy, with the same moves to undo."""

class Solver:
    """The compiled part of solve(), advise() and blame()."""

    def __init__(self, board: Board, seed: int, by_moves: bool = False, threads: int = 1) -> None: ...
    def solve(
        self, played: Sequence[tuple[tuple[int, int], tuple[int, int]]], nodes: int, seconds: float
    ) -> tuple[
        bool | None,
        tuple[lianliankan.board.move.Move, ...],
        int,
        str,
        tuple[lianliankan.board.cell.Cell, ...],
        tuple[tuple[lianliankan.board.cell.Cell, ...], ...],
    ]:
        """
        Solve the board after these moves: winnable, a win, nodes, why it is lost, the tiles, the blocked sets.
        """

    @property
    def bytes(self) -> int:
        """The bytes in use."""

def scatter(places: int, kinds: int, seed: int) -> list[int]:
    """Return a uniform deal over a number of places."""

def shuffle(values: Iterable[Any], seed: int) -> list[Any]:
    """Return the values in random order."""

def mix(a: int, b: int) -> int:
    """Return a seed made of two numbers."""

class Bench:
    """Times the kernel on many boards of one size, one pass at a time."""

    def __init__(self, boards: Sequence[Board], seed: int) -> None: ...
    def time(self, work: str) -> tuple[float, int]:
        """
        Return the nanoseconds of one unit of work, and a checksum that changes only with behaviour.
        """

def limit_time(seconds: float) -> int:
    """Limit the time of this thread, and return the deadline before."""

def restore_deadline(deadline: int) -> None:
    """Go back to the deadline before."""

def check_time() -> None:
    """Raise OutOfTime if the time of this thread is over."""
