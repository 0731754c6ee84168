"""What a pair, a combo, the time left and a whole game are worth."""

__all__ = [
    "COMBO_SECONDS",
    "POINTS_PER_PAIR",
    "POINTS_PER_SECOND",
    "POINTS_PER_TURN",
    "STAR_TIME_SHARE",
    "award_stars",
    "points_for_link",
    "points_for_time",
]

POINTS_PER_PAIR = 10
POINTS_PER_TURN = 5
POINTS_PER_SECOND = 4
"""For every whole second that is left when a game against time is won."""

COMBO_SECONDS = 3.0
"""A pair within so many seconds of the one before goes on with its combo."""

STAR_TIME_SHARE = 1 / 3
"""The share of the time that must be left for a star."""


def points_for_link(turns: int, combo: int) -> int:
    """Give the points of a pair: 10, 5 more for every turn of its path; every third of a combo pays 10 times the combo.

    >>> [points_for_link(2, combo) for combo in range(1, 7)]
    [20, 20, 50, 20, 20, 80]
    """
    extra = 10 * combo if combo % 3 == 0 else 0
    return POINTS_PER_PAIR + POINTS_PER_TURN * turns + extra


def points_for_time(left: float | None) -> int:
    """Give the points for the seconds left at the end; none where there was no limit.

    >>> points_for_time(12.9), points_for_time(None)
    (48, 0)
    """
    return 0 if left is None else POINTS_PER_SECOND * int(max(left, 0.0))


def award_stars(*, shuffles: int, aids: int, left: float | None, limit: float | None) -> int:
    """Give the stars of a won game: one for winning, one for doing without a shuffle, and one more.

    That one is for a third of the time that was left where there was a limit, and else for doing without hints and
    undoing; `aids` counts those.

    >>> award_stars(shuffles=0, aids=0, left=None, limit=None), award_stars(shuffles=1, aids=0, left=20, limit=360)
    (3, 1)
    """
    third = aids == 0 if limit is None or left is None else left >= STAR_TIME_SHARE * limit
    return 1 + (shuffles == 0) + third
