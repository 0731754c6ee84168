"""Races to look at again: seats that were faster than people are."""

from itertools import pairwise

import msgspec

from lianliankan.race.commands import RaceCommand
from lianliankan.race.race import Race

_STREAK = 6  # pairs: one or two may have been found beforehand
_STREAK_MILLISECONDS = 250  # for each pair of a streak: two clicks alone take a person about as long
_MEAN_MILLISECONDS = 400  # for each pair of a whole race
_MIN_PAIRS = 12  # of a race that says something


class TooFast(msgspec.Struct, frozen=True):
    """A seat that was faster than people are.

    - `seat`: counted from 0; `mean`: milliseconds between its pairs; `streak`: those of its fastest six in a row.
    """

    seat: int
    mean: float
    streak: float


def find_too_fast(race: Race) -> tuple[TooFast, ...]:
    """Return the people in a race who took pairs faster than people do, for somebody to look at.

    That is six pairs in a row with less than 0.25 seconds between them, or less than 0.4 seconds in the mean of a race
    of at least 12 pairs. Bombs do not count.

    >>> from lianliankan.race.seat import Racer
    >>> from lianliankan.race.settings import RaceSettings
    >>> race = Race(RaceSettings(), {0: Racer("Ann"), 1: Racer("Ben")}, llk.Board.parse("AABBCCDDEEFFGGHH"))
    >>> for number, seconds in enumerate((3, 3.1, 3.2, 3.3, 3.4, 3.5, 3.6, 3.7)):
    ...     _ = race.do(f"1 play 1,{2 * number + 1}-1,{2 * number + 2}", at=seconds)
    >>> find_too_fast(race)
    (TooFast(seat=0, mean=100.0, streak=100.0),)
    """
    found = []
    for number, seat in race.seats.items():
        if seat.racer.bot or not seat.racer.is_live:
            continue
        times = [at for at, command in race.entries if _is_pair(command, number)]
        gaps = [after - before for before, after in pairwise(times)]
        if len(gaps) < _STREAK - 1:
            continue
        mean = sum(gaps) / len(gaps)
        width = _STREAK - 1
        streak = min(sum(gaps[start : start + width]) for start in range(len(gaps) - width + 1)) / width
        if streak < _STREAK_MILLISECONDS or (len(times) >= _MIN_PAIRS and mean < _MEAN_MILLISECONDS):
            found.append(TooFast(number, round(mean, 1), round(streak, 1)))
    return tuple(found)


def _is_pair(command: RaceCommand, seat: int) -> bool:
    return command.word == "play" and command.seat == seat
