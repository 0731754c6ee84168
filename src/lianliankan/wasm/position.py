"""Positions."""

from typing import Self

from lianliankan.board.move import Move
from lianliankan.wasm.addresses import LayoutAddress
from lianliankan.wasm.board import WasmBoard, make_board
from lianliankan.wasm.bridge import NOTHING_TO_UNDO, ask, call, check, read
from lianliankan.wasm.layouts import Layout
from lianliankan.wasm.values import make_moves, pack


class WasmPosition(Layout):
    """The kernel's part of lianliankan.Position."""

    __slots__ = ("_board_type", "_key")

    _board_type: type[WasmBoard]
    _key: tuple[int, bool, bool, int]

    def __init__(self, board: WasmBoard) -> None:
        if not isinstance(board, WasmBoard):
            raise TypeError(f"expected a Board, not {board!r}")
        self._address = LayoutAddress(check(call.make_position(board._address)))
        self._rows, self._cols, self._key, self._board_type = board._rows, board._cols, board._key, type(board)

    @property
    def _board(self) -> WasmBoard:
        return make_board(
            self._board_type, check(call.position_board(self._address)), self._rows, self._cols, self._key
        )

    @property
    def depth(self) -> int:
        """The number of moves played."""
        depth: int = call.position_depth(self._address)
        return depth

    @property
    def is_stuck(self) -> bool:
        """Whether tiles are left but no move is."""
        return self.move_count == 0 and not self.is_clear

    @property
    def move_count(self) -> int:
        """The number of legal moves."""
        count: int = call.position_move_count(self._address)
        return count

    def moves(self) -> list[Move]:
        """Return every legal move, as Board.moves() does."""
        return make_moves(read("position_moves", self._address))

    def play(self, *ends: object) -> None:
        """Play a move in place. Raises IllegalMove if the two cells do not link."""
        (a, b), given = self._read_move(ends)
        self._check_move(call.position_play(self._address, pack(a), pack(b)), (a, b), given)

    def undo(self) -> Move:
        """Undo the last move and return it. Raises IllegalMove if there is none."""
        result, move = ask("position_undo", self._address)
        if result == NOTHING_TO_UNDO:
            from lianliankan.board.kernel_errors import nothing_to_undo

            raise nothing_to_undo()
        check(result)
        return make_moves(move)[0]

    def copy(self) -> Self:
        """Return an independent copy, with the same moves to undo."""
        made = type(self).__new__(type(self))
        made._address = LayoutAddress(check(call.copy_position(self._address)))
        made._rows, made._cols, made._key, made._board_type = self._rows, self._cols, self._key, self._board_type
        return made
