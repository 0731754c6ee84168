"""
The compiled kernel of lianliankan. Use the names of the package itself.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Self

import numpy
import numpy.typing

import lianliankan.board.cell
import lianliankan.board.move
import lianliankan.board.path

MAX_SIDE: int = 4096

MAX_KIND: int = 2000000000

class Board:
    """The compiled part of lianliankan.Board."""

    def __init__(
        self,
        rows: int,
        cols: int,
        numbers: Sequence[int],
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
        """How many tiles are left."""

    @property
    def zobrist(self) -> int:
        """The hash of the position: 64 bits, the same on every machine."""

    @property
    def is_stuck(self) -> bool:
        """Whether tiles are left and no move is."""

    @property
    def is_clear(self) -> bool:
        """Whether no tile is left."""

    @property
    def _rules(self, /) -> tuple[int, bool, bool, int]: ...
    @property
    def _phase(self) -> int: ...
    def linkable(self, a: tuple[int, int], b: tuple[int, int], /) -> bool:
        """
        Whether the tiles on two cells link.

        >>> import lianliankan as llk
        >>> board = llk.Board.parse('1 2 2 1 / . 3 3 .')
        >>> board.linkable((0, 0), (0, 3)), board.linkable((0, 0), (0, 1))
        (True, False)
        """

    def link(self, a: tuple[int, int], b: tuple[int, int], /) -> lianliankan.board.path.Path | None:
        """
        The best path between the tiles on two cells: fewest turns, then fewest steps; None where no link is.

        Of several such paths it is the one whose corners come first in reading order, read from the tile that
        comes first in reading order; so link(b, a) is link(a, b) walked backwards.

        >>> import lianliankan as llk
        >>> board = llk.Board.parse('1 2 2 1 / . 3 3 .')
        >>> path = board.link((0, 0), (0, 3))
        >>> str(path), path.turns, path.steps
        ('1,1-0,1-0,4-1,4', 2, 5)
        """

    def moves(self) -> list[lianliankan.board.move.Move]:
        """
        Every linkable pair of equal tiles, once, in reading order.

        >>> import lianliankan as llk
        >>> [str(move) for move in llk.Board.parse('1 2 2 1 / . 3 3 .').moves()]
        ['1,1-1,4', '1,2-1,3', '2,2-2,3']
        """

    def play(self, move: tuple[tuple[int, int], tuple[int, int]], /) -> Self:
        """
        The board after a move: its two tiles are gone, and what the gravity moves has moved.

        Raises IllegalMove where the two cells do not link.

        >>> import lianliankan as llk
        >>> print(llk.Board.parse('1 2 2 1 / . 3 3 .').play(((0, 0), (0, 3))))
        . 2 2 .
        . 3 3 .
        """

    def to_rows(self) -> list[list[int]]:
        """
        The cells as lists: a kind, 0 for empty, -1 for a wall, -2 for no part of the board.
        """

    def to_array(self) -> numpy.typing.NDArray[numpy.int32]:
        """The cells as a NumPy array, with the numbers of to_rows()."""

    def moves_array(self) -> numpy.typing.NDArray[numpy.int16]:
        """
        The moves as a NumPy array, a line (row, col, row, col) each, in the order of moves().
        """

    def _linkable_pairs(self, pairs: numpy.typing.NDArray[numpy.int32], /) -> numpy.typing.NDArray[numpy.uint8]: ...
    def _perft(self, depth: int) -> int: ...
    def _play_randomly(self, seed: int) -> list[lianliankan.board.move.Move]:
        """The moves of a game by chance, until no move is left."""

    def _play_out(self, games: int, seed: int, threads: int) -> list[int]:
        """How many tiles each of many games by chance leaves."""

    def _find_origins(
        self, moves: Sequence[tuple[tuple[int, int], tuple[int, int]]]
    ) -> list[lianliankan.board.move.Move]:
        """For legal moves one after the other, where their tiles stand now."""

    def __getitem__(self, cell: tuple[int, int], /) -> int: ...
    def __sizeof__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

class Position:
    """The compiled part of lianliankan.Position."""

    def __init__(self, board: Board) -> None: ...
    @property
    def _board(self, /) -> Board: ...
    @property
    def depth(self) -> int:
        """How many moves have been played."""

    @property
    def tile_count(self) -> int:
        """How many tiles are left."""

    @property
    def zobrist(self) -> int:
        """The hash of the position."""

    @property
    def move_count(self) -> int:
        """How many moves there are."""

    def moves(self) -> list[lianliankan.board.move.Move]:
        """Every move there is, as Board.moves() has it."""

    def play(self, move: tuple[tuple[int, int], tuple[int, int]], /) -> None:
        """
        Plays a move, in place. Raises IllegalMove where the two cells do not link.
        """

    def undo(self) -> lianliankan.board.move.Move:
        """
        Takes the last move back and gives it. Raises IllegalMove where there is none.
        """

    def copy(self) -> Self:
        """Another position that starts where this one stands."""

class Solver:
    """The compiled part of solve(), advise() and blame()."""

    def __init__(self, board: Board, seed: int, by_moves: bool = False) -> None: ...
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
        After these moves: winnable, a win, nodes, why it is lost, the tiles that show it, blocked sets.
        """

    @property
    def bytes(self) -> int:
        """Bytes in use now."""

def scatter(places: int, kinds: int, seed: int) -> list[int]:
    """The uniform deal over a number of places."""

def shuffle(values: Iterable[Any], seed: int) -> list[Any]:
    """The same values in an order by chance."""

def mix(a: int, b: int) -> int:
    """A seed made of two numbers."""

class Bench:
    """
    Times the kernel's work on many boards of one size, one pass at a time.
    """

    def __init__(self, boards: Sequence[Board], seed: int) -> None: ...
    def time(self, work: str) -> tuple[float, int]:
        """
        Nanoseconds for one unit of the work, and a number that changes only with behaviour.
        """
