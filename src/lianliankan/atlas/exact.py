"""Exact counts: every board of up to twelve cells, up to renaming kinds, decided under every rule."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.rules import GRAVITIES, Rules
from lianliankan.board.symmetry import FLIP, MIRROR, QUARTER, TRANSPOSE, turn_rules
from lianliankan.errors import TooLarge, Unsupported
from lianliankan.solver.solve import solve

MAX_CELLS = 14
"""The largest boards that are counted: fourteen cells have 4,373,461 arrangements, which take minutes."""

EVERY_RULE = tuple(
    Rules(gravity=gravity, outside=outside, adjacent=adjacent, max_turns=turns)
    for outside in (True, False)
    for adjacent in (True, False)
    for turns in (0, 1, 2, 3, None)
    for gravity in GRAVITIES
)
"""Every combination of gravity, ring and neighbours, with 0 to 3 turns or any number of them."""


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


class ExactCount(msgspec.Struct, frozen=True):
    """How many of all boards of a size can be won, have no move at all, or are lost although there are moves."""

    rows: int
    cols: int
    rules: str
    boards: int
    winnable: int
    stuck: int
    lost: int


def count_exactly(rows: int, cols: int, rules: Rules) -> ExactCount:
    """Decide every board of a size, without a limit.

    >>> count = count_exactly(2, 3, llk.Rules())
    >>> count.boards, count.winnable, count.stuck, count.lost
    (31, 27, 2, 2)
    """
    if rows * cols > MAX_CELLS:
        raise TooLarge(f"{rows}x{cols} boards are too many to count; expected at most {MAX_CELLS} cells, e.g. 3x4")
    boards = winnable = stuck = 0
    for kinds in every_board(rows * cols):
        board = Board([kinds[start : start + cols] for start in range(0, rows * cols, cols)], rules=rules)
        boards += 1
        if solve(board, None).winnable:
            winnable += 1
        elif board.is_stuck:
            stuck += 1
    return ExactCount(rows, cols, str(rules), boards, winnable, stuck, boards - winnable - stuck)


def find_equivalent(rows: int, cols: int, rules: Rules) -> tuple[int, int, str]:
    """Return a size and rules under which the mirrored or turned boards are the same games, one for all such sizes.

    >>> find_equivalent(3, 4, Rules(gravity="left")) == find_equivalent(4, 3, Rules(gravity="down"))
    True
    """
    images = [(rows, cols, str(rules))]
    for turn in (MIRROR, FLIP, TRANSPOSE, *QUARTER[1:]):
        try:
            turned, phase = turn_rules(rules, "up", turn, rows, cols)
        except Unsupported:
            continue
        if phase == "up":
            is_upright = turn.sides["up"] in ("up", "down")
            images.append((rows, cols, str(turned)) if is_upright else (cols, rows, str(turned)))
    return min(images)


def count_all(cases: Iterable[tuple[int, int, Rules]]) -> Iterator[ExactCount]:
    """Count many sizes and rules on all cores, the same game only once."""
    with ProcessPoolExecutor() as workers:
        begun: dict[tuple[int, int, str], Future[ExactCount]] = {}
        wanted = []
        for rows, cols, rules in cases:
            key = find_equivalent(rows, cols, rules)
            if key not in begun:
                begun[key] = workers.submit(count_exactly, key[0], key[1], Rules.parse(key[2]))
            wanted.append((rows, cols, rules, begun[key]))
        try:
            for rows, cols, rules, count in wanted:
                yield msgspec.structs.replace(count.result(), rows=rows, cols=cols, rules=str(rules))
        except BaseException:
            workers.shutdown(cancel_futures=True)
            raise
