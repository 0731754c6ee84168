"""What a finished game means to its player: its place among comparable games, its day, and new achievements."""

from datetime import date
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from lianliankan.game.analysis import GameAnalysis
from lianliankan.store.achievements import AchievementState, find_achievements
from lianliankan.store.best_lists import BestList
from lianliankan.store.daily import DailyRecord
from lianliankan.store.summary import Summary

if TYPE_CHECKING:
    from lianliankan.store.store import Store


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


class Ranking(NamedTuple):
    """A game among those it is compared with: the list, its best ten games, and the place of the game, if any."""

    best_list: BestList
    bests: list[Summary]
    place: int | None


def rank(store: "Store", id: str) -> Ranking:
    """Compare a game with those on the same board if there are any, otherwise with those of its kind.

    The only game of a list has no place: a first game is not a new best. Raises NoSuchGame.
    """
    best_list, bests = BestList(store.summary(id).mode), list[Summary]()
    for best_list in store.lists_of(id):
        bests = store.best_games(best_list)
        if any(best.id != id for best in bests):
            break
    ids = [best.id for best in bests]
    return Ranking(best_list, bests, ids.index(id) + 1 if id in ids and len(ids) > 1 else None)


def find_result(store: "Store", id: str, today: date, analysis: GameAnalysis | None = None) -> GameResult:
    """Return what a finished game means to its player; `analysis` if it has just been found. Raises NoSuchGame."""
    game, ranking = store.summary(id), rank(store, id)
    finished = [
        each._replace(analysis=analysis or each.analysis) if each.summary.id == id else each
        for each in store.finished()
    ]
    return GameResult(
        best_list=ranking.best_list,
        bests=ranking.bests,
        place=ranking.place,
        day=None if game.day is None else _describe_day(game, game.day, store.days(today)),
        achievements=[state for state in find_achievements(finished) if state.game == id],
        analysis=next((each.analysis for each in finished if each.summary.id == id), None),
    )


def _describe_day(game: Summary, day: str, days: DailyRecord) -> GameDay:
    counts = any(result.game == game.id for result in days.days)
    return GameDay(counts, game.begun.date().isoformat() > day, days.streak, days.longest)
