"""A move: two tiles to remove."""

from typing import NamedTuple, Self

from lianliankan.board.cell import Cell, parse_cells
from lianliankan.errors import ParseError
from lianliankan.text import check_text, shorten


class Move(NamedTuple):
    """Two equal tiles that link: `(a, b)`, a before b in reading order.

    >>> move = llk.Move.parse("1,1-1,4")
    >>> move
    Move(a=Cell(row=0, col=0), b=Cell(row=0, col=3))
    >>> str(move)
    '1,1-1,4'
    """

    a: Cell
    b: Cell

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a move written as two cells, counted from 1, with a dash between them, in either order."""
        check_text(text, "Move.parse")
        ends = parse_cells(text) if text.count("-") == 1 else []
        if len(ends) != 2:
            raise ParseError(f"{shorten(text)} is not a move; expected row,col-row,col, e.g. 1,1-3,2")
        a, b = sorted(ends)
        if a == b:
            raise ParseError(f"{shorten(text)} is not a move; it names the cell {a} twice", column=text.index("-") + 2)
        return cls(a, b)

    def __str__(self) -> str:
        return f"{Cell(*self.a)}-{Cell(*self.b)}"
