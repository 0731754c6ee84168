"""The course report's input file: size, matrix, two points counting from 1.

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
from lianliankan.text import shorten

__all__ = ["CourseFile"]


class CourseFile(NamedTuple):
    r"""A board and the two cells that the report asks about.

    >>> report = CourseFile.parse("1 3\n1 0 1\n1 1\n1 3")
    >>> report.a, report.b, report.board.linkable(report.a, report.b)
    (Cell(row=0, col=0), Cell(row=0, col=2), True)
    >>> CourseFile.parse(str(report)) == report
    True
    """

    board: Board
    a: Cell
    b: Cell

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the report's input file; a ParseError says what is wrong and where. Empty lines do not count."""
        lines = split_lines(text)
        end = TextSpan("", text.count("\n") + 1, 1)
        first = next(lines, None)
        if first is None:
            raise end.error("the file is empty: its first line says how many rows and columns there are")
        size = _two_numbers(first, "the first line says how many rows and columns there are")
        for count, word in size:
            if not 1 <= count <= MAX_SIDE:
                raise word.error(f"a board has from 1 to {MAX_SIDE} rows and columns, not {count}")
        (rows, _), (cols, _) = size
        following = list(islice(lines, rows + 3))
        if len(following) < rows + 2:
            raise end.error(f"the file ends too early: {rows} rows and two points were announced")
        board = Board([_row(line, cols) for line in following[:rows]])
        a, b = (_point(line, board) for line in following[rows : rows + 2])
        if len(following) > rows + 2:
            raise following[-1].error("nothing comes after the two points")
        return cls(board, a, b)

    def __str__(self) -> str:
        signs = {-1: "#", -2: "_"}
        rows = [" ".join(signs.get(number) or str(number) for number in row) for row in self.board.to_rows()]
        points = [f"{cell.row + 1} {cell.col + 1}" for cell in (self.a, self.b)]
        return "\n".join([f"{self.board.rows} {self.board.cols}", *rows, *points])


def _row(line: TextSpan, cols: int) -> list[int]:
    cells = read_cells(line)
    if len(cells) != cols:
        raise list(split_words(line))[-1].error(f"a row has {len(cells)} cells where {cols} were announced")
    return cells


def _point(line: TextSpan, board: Board) -> Cell:
    (row, first), (col, _) = _two_numbers(line, "a point is its row and its column, counting from 1")
    if not (1 <= row <= board.rows and 1 <= col <= board.cols):
        raise first.error(f"the point {row},{col} is not on the board of {board.rows} rows and {board.cols} columns")
    return Cell(row - 1, col - 1)


def _two_numbers(line: TextSpan, wanted: str) -> list[tuple[int, TextSpan]]:
    """Read two numbers with a space or a comma between them, each with its place."""
    parts = [
        TextSpan(found.group(), line.line, line.column + found.start())
        for found in islice(re.finditer(r"[^\s,]+", line.text), 3)
    ]
    if len(parts) != 2:
        raise line.error(f"{wanted}: two numbers, not {'more' if len(parts) > 2 else len(parts)}")
    for part in parts:
        if not (part.text.isascii() and part.text.isdigit() and len(part.text) <= 6):
            raise part.error(f"{wanted}; {shorten(part.text)} is no such number")
    return [(int(part.text), part) for part in parts]
