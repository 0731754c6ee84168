"""Boards."""

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Self, TypeVar

from lianliankan.board.move import Move
from lianliankan.wasm.addresses import LayoutAddress
from lianliankan.wasm.bridge import BAD_NUMBER, ILLEGAL_MOVE, ask, call, check, read
from lianliankan.wasm.layouts import Layout, raise_for_pair
from lianliankan.wasm.timing import check_time
from lianliankan.wasm.values import make_cell, make_moves, make_shifts, pack, read_cell, read_moves, split, to_unsigned

if TYPE_CHECKING:
    from numpy import int16, int32, uint8
    from numpy.typing import NDArray

    from lianliankan.board.shifts import TileShift

SomeBoard = TypeVar("SomeBoard", bound="WasmBoard")


class WasmBoard(Layout):
    """The kernel's part of lianliankan.Board."""

    __slots__ = ("_key", "_numbers")

    _key: tuple[int, bool, bool, int]
    _numbers: "array[int] | None"

    def __init__(
        self,
        rows: int,
        cols: int,
        numbers: "array[int]",
        max_turns: int,
        outside: bool,
        adjacent: bool,
        gravity: int,
        phase: int,
    ) -> None:
        arguments = rows, cols, max_turns, outside, adjacent, gravity, phase
        result, output = ask("make_board", *arguments, numbers=numbers)
        if result == BAD_NUMBER:
            from lianliankan.board.kernel_errors import bad_number

            place = output[0]
            raise bad_number(numbers[place], place // cols, place % cols)
        self._address = LayoutAddress(check(result))
        self._rows, self._cols, self._numbers = rows, cols, numbers
        self._key = (max(max_turns, -1), outside, adjacent, gravity)

    def _after(self, address: int) -> Self:
        """Return a board that follows from this one, by its address."""
        return make_board(type(self), address, self._rows, self._cols, self._key)

    def __getitem__(self, cell: tuple[int, int], /) -> int:
        row, col = read_cell(cell)
        if 0 <= row < self._rows and 0 <= col < self._cols:
            return self._all_numbers()[row * self._cols + col]
        return super().__getitem__(cell)

    def _all_numbers(self) -> "array[int]":
        if self._numbers is None:
            self._numbers = read("numbers", self._address)
        return self._numbers

    @property
    def is_stuck(self) -> bool:
        """Whether tiles are left but no move is."""
        return not self.is_clear and not check(call.has_move(self._address))

    @property
    def move_count(self) -> int:
        """The number of moves: of pairs of matching tiles that link."""
        return check(call.move_count(self._address))

    @property
    def _rules(self) -> tuple[int, bool, bool, int]:
        return self._key

    @property
    def _phase(self) -> int:
        phase: int = call.phase(self._address)
        return phase

    def moves(self) -> list[Move]:
        """Return every pair of matching tiles that links, once each, in reading order."""
        return make_moves(read("moves", self._address))

    def play(self, *ends: object) -> Self:
        """Return the board after a move: without its two tiles, and after gravity has acted."""
        (a, b), given = self._read_move(ends)
        return self._after(self._check_move(call.play(self._address, pack(a), pack(b)), (a, b), given))

    def to_rows(self) -> list[list[int]]:
        """Return the cells as lists: a kind, 0 for empty, -1 for a wall, -2 for no part of the board."""
        check_time()
        numbers, cols = self._all_numbers(), self._cols
        return [numbers[start : start + cols].tolist() for start in range(0, len(numbers), cols)]

    def to_array(self) -> "NDArray[int32]":
        """Return the cells as a NumPy array, with the numbers of to_rows()."""
        import numpy as np

        return np.array(self._all_numbers(), dtype=np.int32).reshape(self._rows, self._cols)

    def moves_array(self) -> "NDArray[int16]":
        """Return the moves as a NumPy array with a line (row, col, row, col) each, in the order of moves()."""
        import numpy as np

        return np.frombuffer(bytearray(read("moves", self._address).tobytes()), dtype=np.int16).reshape(-1, 4)

    def _linkable_pairs(self, pairs: "NDArray[int32]", /) -> "NDArray[uint8]":
        import numpy as np

        result, answers = ask("linkable_pairs", self._address, numbers=array("i", pairs.tobytes()))
        right = check(result)
        if right < len(pairs):
            a, b, c, d = pairs[right].tolist()
            cells = read_cell((a, b)), read_cell((c, d))
            status = check(call.pair_status(self._address, pack(cells[0]), pack(cells[1])))
            raise_for_pair("pair_error", status, self, cells, ((a, b), (c, d)), right)
        return np.array(answers, dtype=np.uint8)

    def _perft(self, depth: int) -> int:
        low, high = read("perft", self._address, to_unsigned(depth, 32))
        return (low & 0xFFFFFFFF) | (high & 0xFFFFFFFF) << 32

    def _play_randomly(self, seed: int) -> list[Move]:
        """Return the moves of a random playout, until no move is left."""
        return make_moves(read("play_randomly", self._address, *split(seed)))

    def _play_out(self, games: int, seed: int, threads: int, first: int = 0) -> list[int]:
        """Return how many tiles each of many random playouts leaves, from the first; there is one thread."""
        return read("play_out", self._address, to_unsigned(first, 31), to_unsigned(games, 31), *split(seed)).tolist()

    def _shifts(self, move: object, /) -> "tuple[TileShift, ...]":
        """Return where gravity moves each tile after a move, in reading order."""
        (a, b), given = self._read_move((move,))
        result, cells = ask("shifts", self._address, pack(a), pack(b))
        self._check_move(result, (a, b), given)
        return make_shifts(cells)

    def _find_origins(self, moves: Sequence[object]) -> list[Move]:
        """Return, for each of a sequence of legal moves, where its tiles are on this board."""
        numbers = read_moves(moves)
        result, origins = ask("find_origins", self._address, numbers=numbers)
        check_moves(self, result, origins, numbers)
        return make_moves(origins)

    def __sizeof__(self) -> int:
        return object.__sizeof__(self) + int(call.board_bytes(self._address))

    def __hash__(self) -> int:
        return self.zobrist >> 3

    def __eq__(self, other: object, /) -> bool:
        if not isinstance(other, WasmBoard):
            return NotImplemented
        return bool(call.same(self._address, other._address))


def make_board(cls: type[SomeBoard], address: int, rows: int, cols: int, key: tuple[int, bool, bool, int]) -> SomeBoard:
    """Return the board at an address."""
    made = cls.__new__(cls)
    made._address, made._numbers = LayoutAddress(address), None
    made._rows, made._cols, made._key = rows, cols, key
    return made


def check_moves(board: WasmBoard, result: int, output: "array[int]", moves: "array[int]") -> None:
    """Raise the error of a call with a sequence of moves."""
    if result != ILLEGAL_MOVE:
        check(result)
        return
    place, status, address = output
    before = board._after(address) if address else board
    cells = tuple(make_cell(number) for number in moves[2 * place : 2 * place + 2])
    raise_for_pair("illegal_move", status, before, (cells[0], cells[1]), cells, place + 1)
