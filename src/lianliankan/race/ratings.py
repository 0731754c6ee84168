"""Ratings of players by format, with `openskill` (in the extra `[server]`), and races in which pairs were too fast."""

from collections.abc import Mapping
from importlib.util import find_spec
from itertools import pairwise

import msgspec

from lianliankan.errors import needs
from lianliankan.race.items import Format
from lianliankan.race.race import Race

RATED_FORMATS: tuple[Format, ...] = ("sprint", "items", "shared")
"""The formats that are rated: those in which players compete with each other."""

_MU, _SIGMA = 25.0, 25.0 / 3
_POINTS_PER_MU, _NEWCOMER_POINTS = 40, 1000


class Skill(msgspec.Struct, frozen=True):
    """The estimate of a player's skill in one format: a normal distribution, `mu` and `sigma`, after some `races`.

    >>> Skill().points, Skill(30.0, 2.0).points
    (1000, 1960)
    """

    mu: float = _MU
    sigma: float = _SIGMA
    races: int = 0

    @property
    def points(self) -> int:
        """The rating to show: 1000 for a newcomer; it is a skill that the player very likely has."""
        return round(_NEWCOMER_POINTS + _POINTS_PER_MU * (self.mu - 3 * self.sigma))


def has_ratings() -> bool:
    """Return whether races can be rated here: `openskill` is installed."""
    return find_spec("openskill") is not None


def load_ratings() -> None:
    """Import what `rate_race` needs, which takes a while the first time; raises MissingExtra."""
    with needs("ratings", "lianliankan[server]"):
        import openskill.models  # noqa: F401


def is_rated(race: Race) -> bool:
    """Return whether a race counts: it is over, all racers are people, and they competed.

    >>> from lianliankan.race.seat import Racer
    >>> from lianliankan.race.settings import RaceSettings
    >>> race = Race(RaceSettings(rows=2, cols=2), {0: Racer("Ann"), 1: Racer("Ben")}, llk.Board.parse("AB/AB"))
    >>> _ = race.do("2 give-up", at=1)
    >>> is_rated(race)
    True
    """
    return race.is_over and will_be_rated(race)


def will_be_rated(race: Race) -> bool:
    """Return whether a race counts once it is over: all racers are people, and they compete."""
    racers = [seat.racer for seat in race.seats.values()]
    is_human = all(racer.is_live and not racer.bot for racer in racers)
    return race.settings.format in RATED_FORMATS and len(racers) >= 2 and is_human


def rate_race(race: Race, skills: Mapping[int, Skill]) -> dict[int, Skill]:
    """Return the skills after a race that is rated, by seat; `skills` are those before, `Skill()` for a newcomer.

    Raises ValueError for a race that is not rated.

    >>> from lianliankan.race.seat import Racer
    >>> from lianliankan.race.settings import RaceSettings
    >>> race = Race(RaceSettings(rows=2, cols=2), {0: Racer("Ann"), 1: Racer("Ben")}, llk.Board.parse("AB/AB"))
    >>> _ = race.do("2 give-up", at=1)
    >>> after = rate_race(race, {0: Skill(), 1: Skill()})
    >>> after[0].points > 1000 > after[1].points, after[0].races
    (True, 1)
    """
    if not is_rated(race):
        raise ValueError("only races between people that are over are rated, and not those of a team or with ghosts")
    with needs("ratings", "lianliankan[server]"):
        from openskill.models import PlackettLuce
    model = PlackettLuce(mu=_MU, sigma=_SIGMA)
    before = [[model.rating(skills[each.seat].mu, skills[each.seat].sigma)] for each in race.standings]
    after = model.rate(before, ranks=[float(each.rank) for each in race.standings])
    return {
        each.seat: Skill(team[0].mu, team[0].sigma, skills[each.seat].races + 1)
        for each, team in zip(race.standings, after, strict=True)
    }


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
    """Return the seats of players that took pairs faster than people can, for review.

    The limits are six pairs in a row with less than 0.25 seconds between them, or less than 0.4 seconds in the mean of
    a race of at least 12 pairs. Bombs do not count.

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
        times = [at for at, command in race.entries if command.word == "play" and command.seat == number]
        gaps = [after - before for before, after in pairwise(times)]
        if len(gaps) < _STREAK - 1:
            continue
        mean = sum(gaps) / len(gaps)
        width = _STREAK - 1
        streak = min(sum(gaps[start : start + width]) for start in range(len(gaps) - width + 1)) / width
        if streak < _STREAK_MILLISECONDS or (len(times) >= _MIN_PAIRS and mean < _MEAN_MILLISECONDS):
            found.append(TooFast(number, round(mean, 1), round(streak, 1)))
    return tuple(found)
