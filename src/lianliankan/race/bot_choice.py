"""Which bots suit players: near the speed of those whom they race, with a spread."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from lianliankan.race.seat import BOT_LEVELS

_SECONDS: Final = (5.6, 4.3, 3.1, 1.8, 1.2)  # for a pair, by strength: see docs/races.md
_UNKNOWN: Final = 2.4  # the strength for players of whom nothing is known
_SPREAD: Final = (0.0, -0.8, 0.7, -1.4, 0.3)


def choose_bot_levels(paces: Iterable[int | None], count: int) -> list[int]:
    """Return the strengths of bots for players of whom it is known how many milliseconds they take for a pair.

    >>> choose_bot_levels([3100], 3), choose_bot_levels([None], 2), choose_bot_levels([900, 1400], 2)
    ([3, 2, 4], [2, 2], [5, 4])
    """
    levels = [_UNKNOWN if pace is None else _level_of(pace / 1000) for pace in paces]
    middle = sum(levels) / len(levels) if levels else _UNKNOWN
    wished = (middle + _SPREAD[number % len(_SPREAD)] for number in range(count))
    return [min(max(round(level), 1), BOT_LEVELS) for level in wished]


def _level_of(seconds: float) -> float:
    """Return the strength that takes so long for a pair, between two of them too."""
    if seconds >= _SECONDS[0]:
        return 1
    for level, (slow, fast) in enumerate(pairwise(_SECONDS), 1):
        if seconds >= fast:
            return level + (slow - seconds) / (slow - fast)
    return BOT_LEVELS
