"""Achievements: about skill, not about time spent; one table says what each asks for."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

import msgspec

from lianliankan.board.rules import GRAVITIES
from lianliankan.game.analysis import GameAnalysis
from lianliankan.store.summary import Summary

MIN_PAIRS = 30
"""The smallest board that counts, where its size is not given otherwise: 6×10."""


class FinishedGame(NamedTuple):
    """A finished game, and its analysis if it has one."""

    summary: Summary
    analysis: GameAnalysis | None

    @property
    def is_won(self) -> bool:
        """Whether it was won, on a board that is not too small to mean anything."""
        return self.summary.state == "won" and self.summary.pairs >= MIN_PAIRS

    @property
    def is_flawless(self) -> bool:
        """Whether it was won without hints, undo and shuffles."""
        found = self.analysis
        return self.is_won and found is not None and not (found.hints or found.undos or found.shuffles)


@dataclass(frozen=True, slots=True)
class Achievement:
    """An achievement: reached when the progress is `goal`.

    - `name`: of its texts, "achievement NAME" and "achievement NAME about".
    - `adds`: how the values of games make the progress: their "total", their "best", the number of "different" ones,
      or the number of games "in a row" that have one.
    - `value`: of a game; 0 or None if it does not count.
    """

    name: str
    goal: int
    adds: Literal["total", "best", "different", "in a row"]
    value: Callable[[FinishedGame], int | str | None]


def _best_combo(game: FinishedGame) -> int:
    return game.analysis.best_combo if game.analysis else 0


def _only_moves(game: FinishedGame) -> int:
    return (game.analysis.only_moves or 0) if game.analysis else 0


def _is_fiendish(game: FinishedGame) -> bool:
    return game.is_won and "difficulty=fiendish" in (game.summary.deal or "").split()


def _has_no_hints(game: FinishedGame) -> bool:
    found = game.analysis
    return game.is_won and game.summary.mode != "expert" and found is not None and found.hints == 0


def _has_no_undo(game: FinishedGame) -> bool:
    found, may_undo = game.analysis, game.summary.mode not in ("timed", "campaign")
    return game.is_won and may_undo and found is not None and not (found.undos or found.shuffles)


def _starred_level(game: FinishedGame) -> int | None:
    return game.summary.level if game.is_won and game.summary.stars == 3 else None


def _gravity(game: FinishedGame) -> str | None:
    return game.summary.gravity if game.is_won and game.analysis and not game.analysis.shuffles else None


ACHIEVEMENTS = (
    Achievement("no hints", 1, "total", _has_no_hints),
    Achievement("no undo", 1, "total", _has_no_undo),
    Achievement("combo", 10, "best", _best_combo),
    Achievement("long combo", 25, "best", _best_combo),
    Achievement("only move", 1, "total", _only_moves),
    Achievement("only moves", 20, "total", _only_moves),
    Achievement("three stars", 1, "different", _starred_level),
    Achievement("star lap", len(GRAVITIES), "different", _starred_level),
    Achievement("time to spare", 1, "total", lambda game: game.summary.mode == "timed" and game.summary.stars == 3),
    Achievement("flawless row", 3, "in a row", lambda game: game.is_flawless),
    Achievement("fiendish", 1, "total", _is_fiendish),
    Achievement("no light", 1, "total", lambda game: game.is_won and game.summary.mode == "expert"),
    Achievement("gravities", len(GRAVITIES), "different", _gravity),
)
"""All achievements."""


class AchievementState(msgspec.Struct, frozen=True):
    """How far a player has come with an achievement: the progress towards the goal, and when and in which game."""

    name: str
    goal: int
    progress: int
    reached: datetime | None
    game: str | None


def find_achievements(games: Iterable[FinishedGame]) -> list[AchievementState]:
    """Return the achievements of finished games, which must be in the order in which they ended.

    >>> find_achievements([])[2]
    AchievementState(name='combo', goal=10, progress=0, reached=None, game=None)
    """
    played = list(games)
    return [_state(achievement, played) for achievement in ACHIEVEMENTS]


def _state(achievement: Achievement, games: list[FinishedGame]) -> AchievementState:
    best, now, seen = 0, 0, set[int | str]()
    for game in games:
        value = achievement.value(game)
        if achievement.adds == "in a row":
            now = now + 1 if value else 0
        elif not value:
            continue
        elif achievement.adds == "different":
            seen.add(value)
            now = len(seen)
        else:
            number = int(value)
            now = max(now, number) if achievement.adds == "best" else now + number
        best = max(best, now)
        if best >= achievement.goal:
            return AchievementState(
                achievement.name, achievement.goal, achievement.goal, game.summary.changed, game.summary.id
            )
    return AchievementState(achievement.name, achievement.goal, best, None, None)
