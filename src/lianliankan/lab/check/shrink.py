"""Shrink a question as long as it is still answered wrongly."""

from collections.abc import Callable, Iterator

from lianliankan.board.cell import Cell
from lianliankan.lab.check.answer import Answer
from lianliankan.lab.check.judge import Fault
from lianliankan.lab.check.learner import Learner
from lianliankan.lab.check.question import OTHER, PAIR, Question, Rows

__all__ = ["one_step_smaller", "shrink"]


def shrink(fault: Fault, learner: Learner, find: Callable[[Question, Answer], Fault | None]) -> Iterator[Fault]:
    """Yield faults on smaller and smaller boards; `find` decides what counts. The last one cannot be shrunk further."""
    found: Fault | None = fault
    while found:
        yield found
        found = learner.first(one_step_smaller(found.question), find)


def one_step_smaller(question: Question) -> Iterator[Question]:
    """Yield every question one step smaller: without a row or column, without a tile, or with a plainer tile.

    >>> [step.rows for step in one_step_smaller(Question(((1, 3, 1),), Cell(0, 0), Cell(0, 2)))]
    [((1, 1),), ((1, 1),), ((1, 1),), ((1, 0, 1),), ((1, 2, 1),)]
    """
    yield from _shorter(question)
    for turned in _shorter(_turned(question)):
        yield _turned(turned)
    for r, row in enumerate(question.rows):
        for c, number in enumerate(row):
            if number and Cell(r, c) not in (question.a, question.b):
                yield _with(question, Cell(r, c), 0)
                if number != OTHER:
                    yield _with(question, Cell(r, c), OTHER)


def _shorter(question: Question) -> Iterator[Question]:
    """Remove each row in turn; if it held one of the two tiles, that tile moves to the next row, or to the last."""
    for gone in range(len(question.rows) if len(question.rows) > 1 else 0):
        rows = question.rows[:gone] + question.rows[gone + 1 :]
        a, b = (Cell(min(cell.row - (cell.row > gone), len(rows) - 1), cell.col) for cell in (question.a, question.b))
        if a != b:
            yield _with(_with(Question(rows, a, b), a, PAIR), b, PAIR)


def _turned(question: Question) -> Question:
    """Swap rows and columns."""
    rows: Rows = tuple(zip(*question.rows, strict=True))
    return Question(rows, Cell(question.a.col, question.a.row), Cell(question.b.col, question.b.row))


def _with(question: Question, cell: Cell, number: int) -> Question:
    row = question.rows[cell.row]
    changed = (*row[: cell.col], number, *row[cell.col + 1 :])
    return question._replace(rows=(*question.rows[: cell.row], changed, *question.rows[cell.row + 1 :]))
