"""Read a position from either kind of text: a board's text or a course file."""

from itertools import chain, islice
from typing import NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.course_file import CourseFile
from lianliankan.board.notation import split_lines
from lianliankan.board.rules import Rules
from lianliankan.errors import ParseError


class BoardInput(NamedTuple):
    """A board, and the two cells to link if it came from a course file."""

    board: Board
    points: tuple[Cell, Cell] | None


def read(text: str, *, rules: Rules | None = None, wants_points: bool = False) -> BoardInput:
    """Read either kind; `rules`, if given, override those of the text.

    A board of two columns can look like a course file; it is read as one only with `wants_points`.

    >>> read("AB/BA").board.is_stuck
    True
    """
    try:
        board = Board.parse(text, rules=rules)
    except ParseError:
        if not _begins_like_course_file(text):
            raise
        return _from_course_file(CourseFile.parse(text), rules)
    if wants_points:
        try:
            return _from_course_file(CourseFile.parse(text), rules)
        except ParseError:
            if _has_lines_of_course_file(text):
                raise
    return BoardInput(board, None)


def _from_course_file(file: CourseFile, rules: Rules | None) -> BoardInput:
    return BoardInput(file.board.with_rules(rules), (file.a, file.b))


def _has_lines_of_course_file(text: str) -> bool:
    """Whether the first line says that there are two columns, and so many rows that two points follow."""
    first, *others = (line.text.split() for line in split_lines(text))
    return len(first) == 2 and first[1] == "2" and first[0].isdigit() and first[0] == str(len(others) - 2)


def _begins_like_course_file(text: str) -> bool:
    """Whether the first line is a size and the second is not another row of two cells."""
    first, second = islice(chain((line.text.split(None, 2) for line in split_lines(text)), ([], [])), 2)
    return len(first) == 2 and all(word.isdigit() for word in first) and len(second) != 2
