"""Shrink a question as long as it is still answered wrongly."""

from collections.abc import Iterator
from itertools import product

from lianliankan.board.cell import Cell
from lianliankan.lab.check.question import OTHER, PAIR, LinkQuestion, Rows

_ROUND = (*range(1, 13), 16, 20, 32, 50, 64, 100, 128, 255, 256, 257, 500, 512, 1000, 1024, 10_000, 32_768, 65_536)


def one_step_smaller(question: LinkQuestion) -> Iterator[LinkQuestion]:
    """Yield every question one step smaller: with fewer rows, columns or tiles, or with plainer or smaller numbers.

    >>> [step.rows for step in one_step_smaller(LinkQuestion(((1, 3, 1),), Cell(0, 0), Cell(0, 2)))]
    [((1, 1),), ((1, 1),), ((1, 1),), ((1, 0, 1),), ((1, 2, 1),)]
    """
    yield from _shorter(question)
    for turned in _shorter(_turned(question)):
        yield _turned(turned)
    yield from _narrower(question)
    others = [
        (Cell(r, c), number)
        for r, row in enumerate(question.rows)
        for c, number in enumerate(row)
        if number and Cell(r, c) not in (question.a, question.b)
    ]
    yield from _cleared(question, [cell for cell, _ in others])
    for number in _smaller(question.kind):
        yield _renamed(question, question.kind, number)
    plain = PAIR if question.kind == OTHER else OTHER
    for cell, number in others:
        if number != plain:
            yield _with(question, cell, plain)
        for smaller in _smaller(number):
            if smaller > plain and smaller != question.kind != number:
                yield _with(question, cell, smaller)


def _smaller(number: int) -> list[int]:
    """Return some smaller numbers of tiles, the smallest first."""
    tries = (*_ROUND, number // 2, number - number // 4, number - number // 32, number - 1)
    return sorted({smaller for smaller in tries if 0 < smaller < number})


def _cleared(question: LinkQuestion, cells: list[Cell]) -> Iterator[LinkQuestion]:
    """Remove tiles, many at a time, then each in turn."""
    gone = len(cells)
    while gone:
        for first in range(0, len(cells), gone):
            away = set(cells[first : first + gone])
            rows = (
                tuple(0 if (r, c) in away else number for c, number in enumerate(row))
                for r, row in enumerate(question.rows)
            )
            yield question._replace(rows=tuple(rows))
        gone //= 2


def _shorter(question: LinkQuestion) -> Iterator[LinkQuestion]:
    """Remove rows, many at a time, then each in turn."""
    height = len(question.rows)
    gone = height // 2
    while gone:
        for first in range(0, height - gone + 1, gone):
            yield from _without(question, first, gone)
        gone //= 2


def _narrower(question: LinkQuestion) -> Iterator[LinkQuestion]:
    """Remove a row and a column at a corner, as for a fault that shows on square boards only."""
    height, width = len(question.rows), len(question.rows[0])
    if min(height, width) > 1:
        for row, col in product((0, height - 1), (0, width - 1)):
            for shorter in _without(question, row, 1):
                yield from map(_turned, _without(_turned(shorter), col, 1))


def _without(question: LinkQuestion, first: int, gone: int) -> Iterator[LinkQuestion]:
    """Remove some rows; if one of the two tiles was in them, it moves to the next row, or to the last.

    Yields nothing if both tiles would be on one cell.
    """
    rows = question.rows[:first] + question.rows[first + gone :]
    a, b = (
        Cell(min(cell.row - min(max(cell.row - first, 0), gone), len(rows) - 1), cell.col)
        for cell in (question.a, question.b)
    )
    if a != b:
        yield _with(_with(LinkQuestion(rows, a, b), a, question.kind), b, question.kind)


def _turned(question: LinkQuestion) -> LinkQuestion:
    """Swap rows and columns."""
    rows: Rows = tuple(zip(*question.rows, strict=True))
    return LinkQuestion(rows, Cell(question.a.col, question.a.row), Cell(question.b.col, question.b.row))


def _renamed(question: LinkQuestion, old: int, new: int) -> LinkQuestion:
    """Swap two numbers of tiles."""
    names = {old: new, new: old}
    return question._replace(rows=tuple(tuple(names.get(number, number) for number in row) for row in question.rows))


def _with(question: LinkQuestion, cell: Cell, number: int) -> LinkQuestion:
    row = question.rows[cell.row]
    changed = (*row[: cell.col], number, *row[cell.col + 1 :])
    return question._replace(rows=(*question.rows[: cell.row], changed, *question.rows[cell.row + 1 :]))
