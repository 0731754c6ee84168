"""The course report's input file: size, matrix, two points counting from 1.

2 3
1 0 1
2 2 0
1 1
1 3
"""

import re
from typing import NamedTuple, Self

from lianliankan.board import MAX_SIDE, Board
from lianliankan.cell import Cell
from lianliankan.notation import Word, read_cells, shorten, words_of

__all__ = ["Report"]


class Report(NamedTuple):
    r"""A board and the two cells that the report asks about.

    >>> report = Report.parse("1 3\n1 0 1\n1 1\n1 3")
    >>> report.a, report.b, report.board.linkable(report.a, report.b)
    (Cell(row=0, col=0), Cell(row=0, col=2), True)
    >>> Report.parse(str(report)) == report
    True
    """

    board: Board
    a: Cell
    b: Cell

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the report's input file; a ParseError says what is wrong and where. Empty lines do not count."""
        lines = [words for number, line in enumerate(text.split("\n"), 1) if (words := words_of(line, number))]
        end = Word("", text.count("\n") + 1, 1)
        if not lines:
            raise end.error("the file is empty: its first line says how many rows and columns there are")
        (rows, first), (cols, second) = _two_numbers(
            lines[0], "the first line says how many rows and columns there are"
        )
        for count, word in ((rows, first), (cols, second)):
            if not 1 <= count <= MAX_SIDE:
                raise word.error(f"a board has from 1 to {MAX_SIDE} rows and columns, not {count}")
        if len(lines) < rows + 3:
            raise end.error(f"the file ends too early: {rows} rows and two points were announced")
        cells = [_row(words, cols) for words in lines[1 : rows + 1]]
        board = Board(cells)
        a, b = (_point(words, board) for words in lines[rows + 1 : rows + 3])
        if len(lines) > rows + 3:
            raise lines[rows + 3][0].error("nothing comes after the two points")
        return cls(board, a, b)

    def __str__(self) -> str:
        signs = {-1: "#", -2: "_"}
        rows = [" ".join(signs.get(number) or str(number) for number in row) for row in self.board.to_rows()]
        points = [f"{cell.row + 1} {cell.col + 1}" for cell in (self.a, self.b)]
        return "\n".join([f"{self.board.rows} {self.board.cols}", *rows, *points])


def _row(words: list[Word], cols: int) -> list[int]:
    cells = read_cells(words)
    if len(cells) != cols:
        raise words[-1].error(f"a row has {len(cells)} cells where {cols} were announced")
    return cells


def _point(words: list[Word], board: Board) -> Cell:
    (row, first), (col, _) = _two_numbers(words, "a point is its row and its column, counting from 1")
    if not (1 <= row <= board.rows and 1 <= col <= board.cols):
        raise first.error(f"the point {row},{col} is not on the board of {board.rows} rows and {board.cols} columns")
    return Cell(row - 1, col - 1)


def _two_numbers(words: list[Word], wanted: str) -> list[tuple[int, Word]]:
    """Read two numbers with a space or a comma between them, each with its place."""
    parts = [
        Word(found.group(), word.line, word.column + found.start())
        for word in words
        for found in re.finditer(r"[^,]+", word.text)
    ]
    if len(parts) != 2:
        raise words[0].error(f"{wanted}: two numbers, not {len(parts)}")
    for part in parts:
        if not (part.text.isascii() and part.text.isdigit() and len(part.text) <= 6):
            raise part.error(f"{wanted}; {shorten(part.text)} is no such number")
    return [(int(part.text), part) for part in parts]
