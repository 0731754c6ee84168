"""What a finished game means to its player: its place among comparable games, its day, and new achievements."""

from collections.abc import Callable, Sequence

import msgspec

from lianliankan.game.analysis import GameAnalysis
from lianliankan.store.achievements import AchievementState, FinishedGame, find_achievements
from lianliankan.store.best_lists import BestList, lists_of
from lianliankan.store.daily import DailyRecord
from lianliankan.store.summary import Summary

__all__ = ["GameDay", "GameResult", "choose_list", "describe_result"]


class GameDay(msgspec.Struct, frozen=True):
    """What a daily game means: whether it `counts` as the first attempt of its day, or is practice; and the streak.

    A first attempt that `is_late` was started after its day, and does not count for the streak.
    """

    counts: bool
    is_late: bool
    streak: int
    longest: int


class GameResult(msgspec.Struct, frozen=True):
    """What a finished game means.

    - `best_list`, `bests`: the games that it is compared with, and the best ten of them.
    - `place`: its place among them, if it has one; None if it is the only one: a first game is not a new best.
    - `day`: of a daily game.
    - `achievements`: those that were reached with this game.
    - `analysis`: what was found out about it, if that is known.
    """

    best_list: BestList
    bests: list[Summary]
    place: int | None
    day: GameDay | None
    achievements: list[AchievementState]
    analysis: GameAnalysis | None


def choose_list(
    game: Summary, board: str, best_games: Callable[[BestList], list[Summary]]
) -> tuple[BestList, list[Summary]]:
    """Return the list to compare a game with, and its games: the same board if it was won before, or else its kind."""
    *exact, last = lists_of(game, board)
    for each in exact:
        found = best_games(each)
        if any(other.id != game.id for other in found):
            return each, found
    return last, best_games(last)


def describe_result(
    game: Summary, best_list: BestList, bests: list[Summary], finished: Sequence[FinishedGame], days: DailyRecord
) -> GameResult:
    """Put together what a game means; `finished` are all finished games, in the order in which they ended."""
    ids = [best.id for best in bests]
    analysis = next((each.analysis for each in finished if each.summary.id == game.id), None)
    reached = [state for state in find_achievements(finished) if state.game == game.id]
    place = ids.index(game.id) + 1 if game.id in ids and len(ids) > 1 else None
    return GameResult(best_list, bests, place, _describe_day(game, days), reached, analysis)


def _describe_day(game: Summary, days: DailyRecord) -> GameDay | None:
    if game.day is None:
        return None
    counted = next((day for day in days.days if day.game == game.id), None)
    is_late = game.begun.date().isoformat() > game.day
    return GameDay(counted is not None, is_late, days.streak, days.longest)
