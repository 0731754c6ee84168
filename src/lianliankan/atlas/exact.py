"""Exact counts: every board of up to twelve cells, up to renaming kinds, decided under every rule."""

from collections.abc import Iterator
from typing import NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.rules import Rules
from lianliankan.solver.solve import solve

__all__ = ["ExactCount", "count_exactly", "every_board"]


def every_board(cells: int) -> Iterator[tuple[int, ...]]:
    """Yield every arrangement of kinds on some cells, an even number of each, up to renaming.

    Kinds are numbered in the order in which they appear.

    >>> list(every_board(4))
    [(1, 1, 1, 1), (1, 1, 2, 2), (1, 2, 1, 2), (1, 2, 2, 1)]
    >>> [sum(1 for _ in every_board(cells)) for cells in (2, 4, 6, 8)]
    [1, 4, 31, 379]
    """

    def fill(kinds: list[int], counts: list[int]) -> Iterator[tuple[int, ...]]:
        left = cells - len(kinds)
        if sum(count % 2 for count in counts) > left:
            return
        if left == 0:
            yield tuple(kinds)
            return
        for kind in range(1, len(counts) + 1):
            counts[kind - 1] += 1
            yield from fill([*kinds, kind], counts)
            counts[kind - 1] -= 1
        yield from fill([*kinds, len(counts) + 1], [*counts, 1])

    yield from fill([], [])


class ExactCount(NamedTuple):
    """How many of all boards of a size can be won, have no move at all, or are lost although there are moves."""

    rows: int
    cols: int
    rules: Rules
    boards: int
    winnable: int
    stuck: int
    lost: int


def count_exactly(rows: int, cols: int, rules: Rules) -> ExactCount:
    """Decide every board of a size, without a limit.

    >>> count_exactly(2, 3, llk.Rules())[3:]
    (31, 26, 1, 4)
    """
    boards = winnable = stuck = 0
    for kinds in every_board(rows * cols):
        board = Board([kinds[start : start + cols] for start in range(0, rows * cols, cols)], rules=rules)
        boards += 1
        if solve(board, None).winnable:
            winnable += 1
        elif board.is_stuck:
            stuck += 1
    return ExactCount(rows, cols, rules, boards, winnable, stuck, boards - winnable - stuck)
