"""Cells, moves and paths, to and from the kernel's numbers: a row in the low half, a column in the high half."""

from array import array
from collections.abc import Iterable, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.wasm.bridge import call

if TYPE_CHECKING:
    from lianliankan.board.path import Path
    from lianliankan.board.shifts import TileShift

_SHARED = 64  # cells of boards up to this side are made once
_cells: dict[int, Cell] = {}


def make_cell(number: int) -> Cell:
    """Return the cell of a number."""
    cell = _cells.get(number)
    if cell is None:
        row, col = number & 0xFFFF, number >> 16
        cell = Cell(row - 0x10000 if row & 0x8000 else row, col)
        if cell.row < _SHARED and cell.col < _SHARED:
            _cells[number] = cell
    return cell


def make_cells(numbers: Iterable[int]) -> tuple[Cell, ...]:
    """Return the cells of numbers."""
    return tuple(map(make_cell, numbers))


def make_moves(numbers: "array[int]") -> list[Move]:
    """Return the moves of pairs of numbers."""
    cells = map(make_cell, numbers)
    return [Move(a, b) for a, b in zip(cells, cells, strict=True)]


def make_path(numbers: Iterable[int]) -> "Path":
    """Return the path of the corners that the kernel found, which need no check."""
    from lianliankan.board.path import Path

    return tuple.__new__(Path, map(make_cell, numbers))


def make_shifts(numbers: Iterable[int]) -> "tuple[TileShift, ...]":
    """Return the shifts of pairs of numbers."""
    from lianliankan.board.shifts import TileShift

    cells = map(make_cell, numbers)
    return tuple(TileShift(start, end) for start, end in zip(cells, cells, strict=True))


# ---- From Python -----------------------------------------------------------------------------------------------------


def read_cell(given: object) -> tuple[int, int]:
    """Return the row and column of a cell, given as any sequence of two integers; one that no board has is -2."""
    items = sequence_of_two(given)
    if items is None:
        raise bad_cell(given)
    return _coordinate(items[0], given), _coordinate(items[1], given)


def _coordinate(number: object, given: object) -> int:
    if not isinstance(number, SupportsIndex):
        raise bad_cell(given)
    value = index(number)
    return value if -1 <= value <= MAX_SIDE else -2


def sequence_of_two(given: object) -> tuple[object, object] | None:
    """Return the items of any sequence of two; None if it is something else."""
    if type(given) is Cell:
        return given
    if isinstance(given, dict) or not hasattr(type(given), "__getitem__"):
        return None
    sequence: Any = given
    try:
        size = len(sequence)
    except Exception:
        return None
    return (sequence[0], sequence[1]) if size == 2 else None


def pack(cell: tuple[int, int]) -> int:
    """Return the number of a cell."""
    return (cell[0] & 0xFFFF) | (cell[1] << 16)


def read_ends(move: object) -> tuple[object, object]:
    """Return the two cells of a move, as they were given."""
    ends = sequence_of_two(move)
    if ends is None:
        from lianliankan.board.kernel_errors import bad_move

        raise bad_move(move)
    return ends


def read_moves(given: Sequence[object]) -> "array[int]":
    """Return the cells of moves as numbers, each move in reading order."""
    numbers = array("i")
    for move in given:
        a, b = read_ends(move)
        numbers.extend(map(pack, sorted((read_cell(a), read_cell(b)))))
    return numbers


def to_unsigned(number: object, bits: int = 64) -> int:
    """Return an integer of so many bits, or raise TypeError."""
    if not isinstance(number, int) or not 0 <= number < 1 << bits:
        raise TypeError(f"expected an integer from 0 to {2**bits - 1}, not {number!r}")
    return number


def split(number: int) -> tuple[int, int]:
    """Return the low and the high half of a 64-bit number."""
    to_unsigned(number)
    return number & 0xFFFFFFFF, number >> 32


def bad_cell(given: object) -> TypeError:
    """Return the error of a value that is not a cell."""
    from lianliankan.board import kernel_errors

    return kernel_errors.bad_cell(given)


MAX_SIDE: int = call.max_side()
