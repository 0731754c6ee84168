"""The input file of the programming course: size, matrix, and two points counted from 1.

2 3
1 0 1
2 2 0
1 1
1 3
"""

import re
from itertools import islice
from typing import NamedTuple, Self

from lianliankan.board.board import MAX_SIDE, Board
from lianliankan.board.cell import Cell
from lianliankan.board.notation import TextSpan, read_cells, split_lines, split_words
from lianliankan.text import count, shorten


class CourseFile(NamedTuple):
    r"""A board and the two cells to link.

    >>> file = CourseFile.parse("1 3\n1 0 1\n1 1\n1 3")
    >>> file.a, file.b, file.board.linkable(file.a, file.b)
    (Cell(row=0, col=0), Cell(row=0, col=2), True)
    >>> CourseFile.parse(str(file)) == file
    True
    """

    board: Board
    a: Cell
    b: Cell

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the file; a ParseError says what is wrong and where. Blank lines are ignored."""
        lines = split_lines(text)
        end = TextSpan("", text.count("\n") + 1, 1)
        first = next(lines, None)
        if first is None:
            raise end.error("the file is empty; expected the number of rows and columns on the first line")
        size = _two_numbers(first, "the number of rows and columns on the first line")
        for number, word in size:
            if not 1 <= number <= MAX_SIDE:
                raise word.error(f"a board has 1 to {MAX_SIDE} rows and columns, not {number}")
        (rows, _), (cols, _) = size
        following = list(islice(lines, rows + 3))
        if len(following) < rows + 2:
            raise end.error(f"the file ends too early; expected {count(rows, 'row')} and two points")
        board = Board([_row(line, cols) for line in following[:rows]])
        a, b = (_point(line, board) for line in following[rows : rows + 2])
        if len(following) > rows + 2:
            raise following[-1].error("unexpected text after the two points")
        return cls(board, a, b)

    def __str__(self) -> str:
        signs = {-1: "#", -2: "_"}
        rows = [" ".join(signs.get(number) or str(number) for number in row) for row in self.board.to_rows()]
        points = [f"{cell.row + 1} {cell.col + 1}" for cell in (self.a, self.b)]
        return "\n".join([f"{self.board.rows} {self.board.cols}", *rows, *points])


def _row(line: TextSpan, cols: int) -> list[int]:
    cells = read_cells(line)
    if len(cells) != cols:
        raise list(split_words(line))[-1].error(f"this row has {count(len(cells), 'cell')}; the first line says {cols}")
    return cells


def _point(line: TextSpan, board: Board) -> Cell:
    (row, first), (col, _) = _two_numbers(line, "a row and a column, counted from 1")
    if not (1 <= row <= board.rows and 1 <= col <= board.cols):
        raise first.error(
            f"the point {row},{col} is off the board of {count(board.rows, 'row')} and {count(board.cols, 'column')}"
        )
    return Cell(row - 1, col - 1)


def _two_numbers(line: TextSpan, expected: str) -> list[tuple[int, TextSpan]]:
    """Parse two numbers with a space or a comma between them, each with its position."""
    parts = [
        TextSpan(found.group(), line.line, line.column + found.start())
        for found in islice(re.finditer(r"[^\s,]+", line.text), 3)
    ]
    if len(parts) != 2:
        raise line.error(f"expected {expected}: two numbers, not {'more' if len(parts) > 2 else len(parts)}")
    for part in parts:
        if not (part.text.isascii() and part.text.isdigit() and len(part.text) <= 6):
            raise part.error(f"expected {expected}; {shorten(part.text)} is not a number of up to 6 digits")
    return [(int(part.text), part) for part in parts]
