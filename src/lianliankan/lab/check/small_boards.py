"""Every small board as a question, up to the names of its tiles, in order of size."""

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations
from math import comb

from lianliankan.lab.check.question import BoardQuestion
from lianliankan.lab.check.small_questions import FILLED_CELLS, MAX_BELOW, board_widths

_FEW_KINDS = 2


def max_kinds(cells: int) -> int:
    """Return how many kinds boards of a size have: any number on the smallest, two where there would be too many."""
    return cells if cells <= FILLED_CELLS else _FEW_KINDS


def small_boards(cells: int, tiles: range) -> Iterator[BoardQuestion]:
    """Yield every board with a number of cells and a range of tile counts, fewest tiles first.

    Boards that differ only in the numbers of their kinds are one: kinds are numbered as they come.

    >>> [board.rows for board in small_boards(2, range(1, 3))][:4]
    [((1, 0),), ((0, 1),), ((1,), (0,)), ((0,), (1,))]
    >>> [board.rows for board in small_boards(2, range(2, 3))]
    [((1, 1),), ((1, 2),), ((1,), (1,)), ((1,), (2,))]
    """
    for count in tiles:
        for cols in board_widths(cells):
            for places in combinations(range(cells), count):
                for kinds in _namings(count, max_kinds(cells)):
                    numbers = [0] * cells
                    for place, kind in zip(places, kinds, strict=True):
                        numbers[place] = kind
                    yield BoardQuestion(tuple(tuple(numbers[begin : begin + cols]) for begin in range(0, cells, cols)))


def count_small_boards(cells: int, tiles: range) -> int:
    """Return how many boards `small_boards` yields.

    >>> count_small_boards(4, range(5)) == sum(1 for _ in small_boards(4, range(5)))
    True
    """
    ways = sum(comb(cells, count) * _count_namings(count, 0, max_kinds(cells)) for count in tiles)
    return len(board_widths(cells)) * ways


def smaller_boards(question: BoardQuestion, *, tried: int) -> Iterator[BoardQuestion] | None:
    """Yield all smaller boards, given that all of up to `tried` cells were asked.

    Return None if there are too many, or if the board has other numbers than the small ones.
    """
    size, found = question.size, [number for row in question.rows for number in row if number]
    if list(dict.fromkeys(found)) != list(range(1, 1 + len(set(found)))):
        return None
    has_few = len(set(found)) <= _FEW_KINDS
    first = tried + 1 if has_few else min(tried, FILLED_CELLS) + 1
    spans = [(cells, range(cells + 1)) for cells in range(first, size.cells)]
    if size.cells >= first:
        spans.append((size.cells, range(size.tiles)))
    is_covered = has_few or all(cells <= FILLED_CELLS for cells, _ in spans)
    if not is_covered or sum(count_small_boards(*span) for span in spans) > MAX_BELOW:
        return None
    return chain.from_iterable(small_boards(*span) for span in spans)


def _namings(count: int, kinds: int, used: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield every way to number tiles by kind, such that kinds are numbered as they come.

    >>> list(_namings(3, 2))
    [(1, 1, 1), (1, 1, 2), (1, 2, 1), (1, 2, 2)]
    """
    if count == 0:
        yield ()
        return
    for kind in range(1, min(used + 1, kinds) + 1):
        for rest in _namings(count - 1, kinds, max(used, kind)):
            yield kind, *rest


@cache
def _count_namings(count: int, used: int, kinds: int) -> int:
    if count == 0:
        return 1
    new = _count_namings(count - 1, used + 1, kinds) if used < kinds else 0
    return new + (used * _count_namings(count - 1, used, kinds) if used else 0)
