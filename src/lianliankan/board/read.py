"""A position from whatever text there is: a board's own, or the course report's input file."""

from itertools import chain, islice
from typing import NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.course_file import Report
from lianliankan.board.notation import lines_of
from lianliankan.board.rules import Rules
from lianliankan.errors import ParseError

__all__ = ["Reading", "read"]


class Reading(NamedTuple):
    """A board, and the two cells that the course report's input file asks about."""

    board: Board
    points: tuple[Cell, Cell] | None


def read(text: str, *, rules: Rules | None = None, wants_points: bool = False) -> Reading:
    """Read either form; `rules`, where given, stand in for those of the text.

    A board of two columns can look like a report's file; it is taken for one only where points are wanted.

    >>> read("AB/BA").board.is_stuck
    True
    """
    try:
        board = Board.parse(text, rules=rules)
    except ParseError:
        if not _begins_like_report(text):
            raise
        return _of_report(Report.parse(text), rules)
    if wants_points:
        try:
            return _of_report(Report.parse(text), rules)
        except ParseError:
            pass
    return Reading(board, None)


def _of_report(report: Report, rules: Rules | None) -> Reading:
    board = Board(report.board.to_rows(), rules=rules) if rules else report.board
    return Reading(board, (report.a, report.b))


def _begins_like_report(text: str) -> bool:
    """Whether the first line is a size, and the second not another row of two cells."""
    first, second = islice(chain((line.text.split(None, 2) for line in lines_of(text)), ([], [])), 2)
    return len(first) == 2 and all(word.isdigit() for word in first) and len(second) != 2
