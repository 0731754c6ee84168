"""A place on the board."""

from typing import NamedTuple, Self

from lianliankan.errors import ParseError
from lianliankan.text import check_text, shorten

EMPTY = 0
"""The number of a cell without a tile."""

WALL = -1
"""The number of a wall."""

VOID = -2
"""The number of a cell that is not part of the board: a wall that is not drawn."""

_MAX_DIGITS = 6  # more than any board needs


class Cell(NamedTuple):
    """A place on the board: `(row, col)`, counted from 0; the ring around it is row or column -1 and R or C.

    As text it is counted from 1, so that the ring is 0 and R+1.

    >>> llk.Cell(0, 3) == (0, 3)
    True
    >>> str(llk.Cell(0, 3)), llk.Cell.parse("1,4")
    ('1,4', Cell(row=0, col=3))
    """

    row: int
    col: int

    def __str__(self) -> str:
        return f"{self.row + 1},{self.col + 1}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a cell written as `row,col`, counted from 1."""
        check_text(text, "Cell.parse")
        row, comma, col = text.partition(",")
        if not comma:
            raise ParseError(f"{shorten(text)} is not a cell; expected row,col counted from 1, e.g. 3,2")
        return cls(_coordinate(row, text, 0), _coordinate(col, text, len(row) + 1))


def _coordinate(number: str, text: str, begin: int) -> int:
    digits = number.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS):
        column = begin + len(number) - len(number.lstrip()) + 1
        raise ParseError(
            f"{shorten(text)} is not a cell; {shorten(digits)} is not a row or column number", column=column
        )
    return int(digits) - 1


def parse_cells(text: str, separator: str = "-") -> list[Cell]:
    """Parse cells with a separator between them; an error points at its own column."""
    cells = []
    begin = 0
    for part in text.split(separator):
        try:
            cells.append(Cell.parse(part))
        except ParseError as error:
            raise ParseError(error.problem, column=begin + error.column) from None
        begin += len(part) + len(separator)
    return cells
