"""The days of a player: of every daily game, the first attempt counts; and how many days in a row were won."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Literal

import msgspec

from lianliankan.game.analysis import GameAnalysis
from lianliankan.store.first_attempts import FirstAttempt
from lianliankan.store.summary import Summary


class DayResult(msgspec.Struct, frozen=True):
    """What a player made of a day.

    - `day`: e.g. "2026-11-15"; `game`: the first attempt, which counts: the game in which the first pair was made.
    - `state`: "won", "lost" (also if it was restarted), or "playing".
    - `score`, `seconds`, `stars`: of the first attempt.
    - `is_late`: whether it was started after its day, so that it does not count for the streak.
    - `practice`: how many other games of the day there are.
    """

    day: str
    game: str
    state: Literal["won", "lost", "playing"]
    score: int
    seconds: float
    stars: int
    is_late: bool
    practice: int


class DailyRecord(msgspec.Struct, frozen=True):
    """The days of a player, the earliest first.

    `streak` and `longest`: the days in a row whose first attempt was started on the day and won; the current streak
    lasts until today is lost or over.
    """

    streak: int
    longest: int
    days: list[DayResult]


def daily_record(
    games: Iterable[Summary], analyses: Mapping[str, GameAnalysis], firsts: Mapping[str, FirstAttempt], today: date
) -> DailyRecord:
    """Sum up the daily games of a player, of all states, with the first attempts by day.

    A day whose first attempt has been removed is left out: what else was played on it is practice.

    >>> daily_record([], {}, {}, date(2026, 11, 15))
    DailyRecord(streak=0, longest=0, days=[])
    """
    found: dict[str, Summary] = {}
    tried: Counter[str] = Counter()
    for game in games:
        if game.mode != "daily" or game.day is None:
            continue
        if game.day in firsts and game.id == firsts[game.day].game:
            found[game.day] = game
        elif game.pairs > 0:
            tried[game.day] += 1
    days = [_result(day, found[day], tried[day], analyses) for day in sorted(found)]
    won = {date.fromisoformat(result.day) for result in days if result.state == "won" and not result.is_late}
    lengths = [_count_back(day, won) for day in won]
    is_lost_today = any(result.day == today.isoformat() and result.state == "lost" for result in days)
    last = today if today in won or is_lost_today else today - timedelta(days=1)
    return DailyRecord(_count_back(last, won), max(lengths, default=0), days)


def _result(day: str, first: Summary, practice: int, analyses: Mapping[str, GameAnalysis]) -> DayResult:
    analysis = analyses.get(first.id)
    state: Literal["won", "lost", "playing"] = "playing"
    if first.is_over:
        state = "won" if first.state == "won" and not (analysis and analysis.restarts) else "lost"
    is_late = first.begun.date().isoformat() > day
    stars = first.stars if state == "won" else 0
    return DayResult(day, first.id, state, first.score, first.seconds, stars, is_late, practice)


def _count_back(day: date, won: set[date]) -> int:
    """Return how many days in a row were won, this day being the last."""
    number = 0
    while day in won:
        number += 1
        day -= timedelta(days=1)
    return number
