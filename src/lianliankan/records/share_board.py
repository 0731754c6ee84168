"""The binary form of a board in a share text."""

from typing import NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.rules import GRAVITIES, PHASES, Rules
from lianliankan.errors import BadShare, TooLarge
from lianliankan.records.share_bits import BitReader, BitWriter

MAX_CELLS = 2**16
"""The largest board that can be shared: a few characters must not expand into a huge board."""


class SizeLimit(NamedTuple):
    """How many rows, columns and cells a board may have; it is checked before the board is read or dealt."""

    max_side: int | None = None
    max_cells: int | None = None

    def check(self, rows: int, cols: int) -> None:
        """Raise TooLarge for a larger board.

        >>> SizeLimit(62, 1024).check(2, 63)
        Traceback (most recent call last):
            ...
        lianliankan.errors.TooLarge: boards are limited to 62 rows and columns here, and this one has 2 and 63
        """
        if self.max_side is not None and max(rows, cols) > self.max_side:
            raise TooLarge(
                f"boards are limited to {self.max_side} rows and columns here, and this one has {rows} and {cols}"
            )
        if self.max_cells is not None and rows * cols > self.max_cells:
            raise TooLarge(f"boards are limited to {self.max_cells} cells here, and this one has {rows * cols}")


_ANY_SIZE = SizeLimit()


def write_board(writer: BitWriter, board: Board) -> None:
    """Write a board: its size, its rules, the kinds it has, and then the cells."""
    if board.rows * board.cols > MAX_CELLS:
        raise TooLarge(f"a board of more than {MAX_CELLS} cells has no share text; send str(board) instead")
    writer.write_number(board.rows - 1, 4)
    writer.write_number(board.cols - 1, 4)
    turns = board.rules.max_turns
    writer.write_number(0 if turns is None else turns + 1, 2)
    writer.write_bits(board.rules.outside, 1)
    writer.write_bits(board.rules.adjacent, 1)
    writer.write_bits(GRAVITIES.index(board.rules.gravity), 4)
    writer.write_bits(PHASES.index(board.phase), 2)
    rows = board.to_rows()
    numbers = sorted({number for row in rows for number in row})
    writer.write_number(len(numbers) - 1, 5)
    for before, number in zip([-3, *numbers], numbers, strict=False):
        writer.write_number(number - before - 1, 0)
    places = {number: place for place, number in enumerate(numbers)}
    _write_cells(writer, [[places[number] for number in row] for row in rows], len(numbers))


def read_board(reader: BitReader, limit: SizeLimit = _ANY_SIZE) -> Board:
    """Read a board written by `write_board`."""
    height, width = reader.read_number(4) + 1, reader.read_number(4) + 1
    limit.check(height, width)
    if height * width > MAX_CELLS:
        raise BadShare(f"it has more than {MAX_CELLS} cells")
    turns = reader.read_number(2)
    outside, adjacent, gravity, phase = (reader.read_bits(bits) for bits in (1, 1, 4, 2))
    if gravity >= len(GRAVITIES):
        raise BadShare("unknown gravity")
    count, number, numbers = reader.read_number(5) + 1, -3, []
    if count > height * width:
        raise BadShare("it has more kinds than cells")
    for _ in range(count):
        number += reader.read_number(0) + 1
        numbers.append(number)
    rows = [[numbers[place] for place in row] for row in _read_cells(reader, height, width, count)]
    rules = Rules(
        max_turns=turns - 1 if turns else None,
        outside=bool(outside),
        adjacent=bool(adjacent),
        gravity=GRAVITIES[gravity],
    )
    return Board(rows, rules=rules, phase=PHASES[phase])


def _write_cells(writer: BitWriter, rows: list[list[int]], count: int) -> None:
    """Write every row as one number in base `count`, or all rows compressed if that is shorter."""
    plain, packed = BitWriter(), BitWriter()
    bits = bit_width(count ** len(rows[0]))
    for row in rows:
        value = 0
        for place in row:
            value = value * count + place
        plain.write_bits(value, bits)
    packed.write_block(b"".join(place.to_bytes(_bytes_per_cell(count)) for row in rows for place in row))
    is_packed = len(packed) < len(plain)
    writer.write_bits(is_packed, 1)
    writer.append(packed if is_packed else plain)


def _read_cells(reader: BitReader, height: int, width: int, count: int) -> list[list[int]]:
    if reader.read_bits(1):
        size = _bytes_per_cell(count)
        data = reader.read_block(height * width * size)
        places = [int.from_bytes(data[start : start + size]) for start in range(0, len(data), size)]
        if len(data) != height * width * size or max(places) >= count:
            raise BadShare("invalid cells")
        return [places[start : start + width] for start in range(0, len(places), width)]
    rows, all_rows = [], count**width
    for _ in range(height):
        value = reader.read_bits(bit_width(all_rows))
        if value >= all_rows:
            raise BadShare("invalid cells")
        row = []
        for _ in range(width):
            value, place = divmod(value, count)
            row.append(place)
        rows.append(row[::-1])
    return rows


def bit_width(count: int) -> int:
    """Return the number of bits that tell `count` values apart.

    >>> bit_width(1), bit_width(8), bit_width(9)
    (0, 3, 4)
    """
    return (count - 1).bit_length()


def _bytes_per_cell(count: int) -> int:
    return 1 if count <= 2**8 else 2
