"""Solvers."""

from collections.abc import Sequence

from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.wasm.addresses import SolverAddress
from lianliankan.wasm.board import WasmBoard, check_moves
from lianliankan.wasm.bridge import ask, call, check
from lianliankan.wasm.values import make_cells, make_moves, read_moves, split

_WINNABLE = (False, True, None)
_LOSSES = ("", "odd", "walled off", "blocked", "exhausted")
_HEAD = 7  # numbers before the moves


class Solver:
    """The kernel's part of solve(), advise() and blame()."""

    __slots__ = ("_address", "_solved")

    def __init__(self, board: WasmBoard, seed: int, by_moves: bool = False, threads: int = 1) -> None:
        """Make the solver of a board; there is one thread, whatever is asked for."""
        self._address = SolverAddress(check(call.make_solver(board._address, *split(seed), by_moves)))
        self._solved = board

    def solve(
        self, played: Sequence[tuple[tuple[int, int], tuple[int, int]]], nodes: int, seconds: float
    ) -> tuple[bool | None, tuple[Move, ...], int, str, tuple[Cell, ...], tuple[tuple[Cell, ...], ...]]:
        """Solve the board after these moves: winnable, a win, nodes, why it is lost, the tiles, the blocked sets."""
        moves = read_moves(played)
        arguments = self._address, self._solved._address, *split(nodes), float(seconds)
        result, numbers = ask("solve", *arguments, numbers=moves)
        check_moves(self._solved, result, numbers, moves)
        winnable, loss, low, high, win_size, tile_count, set_count = numbers[:_HEAD]
        tiles_from = _HEAD + 2 * win_size
        place = tiles_from + tile_count
        sets = []
        for _ in range(set_count):
            size = numbers[place]
            sets.append(make_cells(numbers[place + 1 : place + 1 + size]))
            place += 1 + size
        return (
            _WINNABLE[winnable],
            tuple(make_moves(numbers[_HEAD:tiles_from])),
            (low & 0xFFFFFFFF) | (high & 0xFFFFFFFF) << 32,
            _LOSSES[loss],
            make_cells(numbers[tiles_from : tiles_from + tile_count]),
            tuple(sets),
        )

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        used: int = call.solver_bytes(self._address)
        return used
