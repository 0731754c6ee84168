"""Points for pairs, combos and time left, and the stars of a game."""

from math import ceil

POINTS_PER_PAIR = 10
POINTS_PER_TURN = 5
POINTS_PER_SECOND = 4
"""For every whole second left when a timed game is won."""

COMBO_MILLISECONDS = 3_000
"""The longest time between two pairs of a combo."""

STAR_TIME_SHARE = 3
"""One part in this many of the time limit must be left for a star."""


def next_combo(combo: int, last: int | None, now: int) -> int:
    """Return the combo after a pair taken at `now`, where `last` is when the one before was; in milliseconds.

    >>> next_combo(2, 1_000, 4_000), next_combo(2, 1_000, 4_001), next_combo(0, None, 0)
    (3, 1, 1)
    """
    return combo + 1 if last is not None and now - last <= COMBO_MILLISECONDS else 1


def points_for_link(turns: int, combo: int) -> int:
    """Return the points of a pair: 10, plus 5 per turn, plus 10 times the combo for every third pair of a combo.

    >>> [points_for_link(2, combo) for combo in range(1, 7)]
    [20, 20, 50, 20, 20, 80]
    """
    extra = 10 * combo if combo % 3 == 0 else 0
    return POINTS_PER_PAIR + POINTS_PER_TURN * turns + extra


def points_for_time(left: int | None) -> int:
    """Return the points for the milliseconds left at the end; none without a limit.

    >>> points_for_time(12_900), points_for_time(None)
    (48, 0)
    """
    return 0 if left is None else POINTS_PER_SECOND * (left // 1000)


def seconds_for_star(limit: float) -> int:
    """Return how many whole seconds of a time limit are enough for the third star.

    >>> seconds_for_star(200), seconds_for_star(360.0)
    (67, 120)
    """
    return ceil(limit / STAR_TIME_SHARE)


def award_stars(*, shuffles: int, aids: int, left: int | None, limit: int | None) -> int:
    """Return the stars of a won game: one for winning, one for not shuffling, and a third one.

    With a limit, the third star is for having a third of the time left; without one, for using no hints and no undo,
    which `aids` counts. Times are in milliseconds.

    >>> award_stars(shuffles=0, aids=0, left=None, limit=None), award_stars(shuffles=1, aids=0, left=20, limit=360)
    (3, 1)
    """
    third = aids == 0 if limit is None or left is None else left * STAR_TIME_SHARE >= limit
    return 1 + (shuffles == 0) + third
