"""Shrink a board, as long as a question about it is still answered wrongly."""

from collections.abc import Iterator

from lianliankan.lab.check.question import BoardQuestion, Rows


def one_step_smaller_board(question: BoardQuestion) -> Iterator[BoardQuestion]:
    """Yield every board one step smaller: with fewer rows, columns or tiles, or with its kinds numbered as they come.

    >>> [step.rows for step in one_step_smaller_board(BoardQuestion(((7, 3),)))]
    [((3,),), ((7,),), ((0, 0),), ((0, 3),), ((7, 0),), ((1, 2),), ((1, 3),), ((7, 1),)]
    """
    yield from map(BoardQuestion, _shorter(question.rows))
    yield from (BoardQuestion(_turned(rows)) for rows in _shorter(_turned(question.rows)))
    yield from map(BoardQuestion, _cleared(question.rows))
    yield from map(BoardQuestion, _renamed(question.rows))


def _shorter(rows: Rows) -> Iterator[Rows]:
    """Remove rows, many at a time, then each in turn."""
    gone = len(rows) // 2
    while gone:
        for first in range(0, len(rows) - gone + 1, gone):
            yield rows[:first] + rows[first + gone :]
        gone //= 2


def _turned(rows: Rows) -> Rows:
    return tuple(zip(*rows, strict=True))


def _cleared(rows: Rows) -> Iterator[Rows]:
    """Remove tiles, many at a time, then each in turn."""
    cells = [(r, c) for r, row in enumerate(rows) for c, number in enumerate(row) if number]
    gone = len(cells)
    while gone:
        for first in range(0, len(cells), gone):
            away = set(cells[first : first + gone])
            yield tuple(
                tuple(0 if (r, c) in away else number for c, number in enumerate(row)) for r, row in enumerate(rows)
            )
        gone //= 2


def _renamed(rows: Rows) -> Iterator[Rows]:
    """Yield the board with all kinds numbered as they come, or with one kind renumbered."""
    kinds = list(dict.fromkeys(number for row in rows for number in row if number > 0))
    if kinds != list(range(1, len(kinds) + 1)):
        yield _with(rows, {kind: place for place, kind in enumerate(kinds, 1)})
    for kind in kinds:
        plain = next(number for number in range(1, len(kinds) + 2) if number not in kinds or number == kind)
        if plain < kind:
            yield _with(rows, {kind: plain})


def _with(rows: Rows, names: dict[int, int]) -> Rows:
    return tuple(tuple(names.get(number, number) for number in row) for row in rows)
