"""Sums over the finished games of a player: analyses, days, achievements and statistics."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from statistics import median
from typing import Literal, NamedTuple

import msgspec

from lianliankan.board.rules import GRAVITIES
from lianliankan.errors import NoSuchGame
from lianliankan.game.analysis import UNKNOWN, GameAnalysis
from lianliankan.game.modes import ALL_MODES
from lianliankan.store.database import Database
from lianliankan.store.sql import insert
from lianliankan.store.summary import Summary
from lianliankan.store.writes import FirstPair
from lianliankan.text import shorten

# ---- Analyses: found once, and kept ----------------------------------------------------------------------------------


_decoder = msgspec.json.Decoder(GameAnalysis)


def read_analyses(database: Database, player: str) -> dict[str, GameAnalysis]:
    """Return the analyses of a player's games, by the ids of the games; one of another form counts as missing."""
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT analyses.game, analyses.data FROM analyses JOIN games ON games.id = analyses.game "
            "WHERE games.player = ?",
            (player,),
        ).fetchall()
    found = {}
    for id, data in rows:
        with suppress(msgspec.MsgspecError):
            found[id] = _decoder.decode(data)
    return found


def write_analysis(database: Database, player: str, id: str, analysis: GameAnalysis) -> None:
    """Keep the analysis of a player's game; raises NoSuchGame if it has been removed."""
    with database.writing() as connection:
        if not connection.execute("SELECT 1 FROM games WHERE id = ? AND player = ?", (id, player)).fetchone():
            raise NoSuchGame(f"there is no game {shorten(id)}")
        row = {"game": id, "data": msgspec.json.encode(analysis).decode()}
        insert(connection, "analyses", row, on_conflict="(game) DO UPDATE SET data = excluded.data")


# ---- Days ------------------------------------------------------------------------------------------------------------


class DayResult(msgspec.Struct, frozen=True):
    """A player's result on a day.

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
    games: Iterable[Summary], analyses: Mapping[str, GameAnalysis], firsts: Mapping[str, FirstPair], today: date
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


# ---- Achievements ----------------------------------------------------------------------------------------------------


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
    def facts(self) -> GameAnalysis | None:
        """The analysis if it says anything: that of a damaged game does not."""
        return None if self.analysis == UNKNOWN else self.analysis

    @property
    def is_flawless(self) -> bool:
        """Whether it was won without hints, undo and shuffles."""
        found = self.facts
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
    found = game.facts
    return game.is_won and game.summary.mode != "expert" and found is not None and found.hints == 0


def _has_no_undo(game: FinishedGame) -> bool:
    found, may_undo = game.facts, game.summary.mode not in ("timed", "campaign")
    return game.is_won and may_undo and found is not None and not (found.undos or found.shuffles)


def _starred_level(game: FinishedGame) -> int | None:
    return game.summary.level if game.is_won and game.summary.stars == 3 else None


def _gravity(game: FinishedGame) -> str | None:
    return game.summary.gravity if game.is_won and game.facts and not game.facts.shuffles else None


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


# ---- Statistics ------------------------------------------------------------------------------------------------------


_MAX_POINTS = 100  # games of a mode and size that a plot shows


class GamePoint(msgspec.Struct, frozen=True):
    """A won game in a plot."""

    when: datetime
    score: int
    seconds: float
    stars: int


class ModeStatistics(msgspec.Struct, frozen=True):
    """The finished games of a mode and size; scores and times are those of the games that were won.

    `points` are the last hundred of them, the earliest first.
    """

    mode: str
    size: str
    games: int
    won: int
    best_score: int | None
    median_score: float | None
    best_seconds: float | None
    median_seconds: float | None
    points: list[GamePoint]


class MistakeCounts(msgspec.Struct, frozen=True):
    """The first mistakes of games, by what they were and by the part of the game; see `GameAnalysis`.

    - `partner`, `early`, `unclear`: games with such a mistake; `none`: games that could be won up to their end.
    - `unknown`: games in which the solver could not tell.
    - `opening`, `middle`, `end`: in which third of the pairs the mistakes were.
    """

    partner: int
    early: int
    unclear: int
    none: int
    unknown: int
    opening: int
    middle: int
    end: int


class Statistics(msgspec.Struct, frozen=True):
    """Everything that the statistics show.

    - `games`, `won`: finished games, and how many of them were won.
    - `streak`, `longest_streak`: games won in a row.
    - `seconds`: how long the finished games took together.
    - `hints`, `hintless`: hints used, and games won without any.
    - `best_combo`: the longest combo, in pairs, and `best_combo_game`, in which it was.
    - `daily_streak`, `longest_daily_streak`, `days_won`: of the daily game; see `DailyRecord`.
    - `modes`: by mode and size; `mistakes`, `achievements`.
    - `min_pairs`: the pairs of the smallest board on which a win counts for achievements.
    - `pending`: finished games that are not analysed yet; hints, combos, mistakes and achievements lack them.
    """

    games: int
    won: int
    streak: int
    longest_streak: int
    seconds: float
    hints: int
    hintless: int
    best_combo: int
    best_combo_game: str | None
    daily_streak: int
    longest_daily_streak: int
    days_won: int
    modes: list[ModeStatistics]
    mistakes: MistakeCounts
    achievements: list[AchievementState]
    pending: int
    min_pairs: int = MIN_PAIRS


def compute_statistics(games: Sequence[FinishedGame], days: DailyRecord) -> Statistics:
    """Compute the statistics of finished games, which must be in the order in which they ended.

    >>> compute_statistics([], DailyRecord(0, 0, [])).mistakes.partner
    0
    """
    finished = [summary for summary, _ in games]
    streaks = _streaks(finished)
    known = [(summary, analysis) for summary, analysis in games if analysis]
    longest = max(known, key=lambda game: game[1].best_combo, default=None)
    has_combo = longest is not None and longest[1].best_combo > 0
    return Statistics(
        games=len(finished),
        won=sum(summary.state == "won" for summary in finished),
        streak=streaks[-1],
        longest_streak=max(streaks),
        seconds=sum(summary.seconds for summary in finished),
        hints=sum(analysis.hints for _, analysis in known),
        hintless=sum(game.summary.state == "won" and bool(game.facts and not game.facts.hints) for game in games),
        best_combo=longest[1].best_combo if longest else 0,
        best_combo_game=longest[0].id if longest and has_combo else None,
        daily_streak=days.streak,
        longest_daily_streak=days.longest,
        days_won=sum(day.state == "won" for day in days.days),
        modes=_by_mode(finished),
        mistakes=_count_mistakes(known),
        achievements=find_achievements(games),
        pending=len(finished) - len(known),
    )


def _streaks(games: Iterable[Summary]) -> list[int]:
    """Return how many games in a row had been won after each game; 0 before the first."""
    lengths = [0]
    for game in games:
        lengths.append(lengths[-1] + 1 if game.state == "won" else 0)
    return lengths


def _by_mode(games: Iterable[Summary]) -> list[ModeStatistics]:
    groups: dict[tuple[str, str], list[Summary]] = {}
    for game in games:
        groups.setdefault((game.mode, game.size), []).append(game)

    def order(group: tuple[str, str]) -> tuple[int, int, str]:
        mode, size = group
        return ALL_MODES.index(mode) if mode in ALL_MODES else len(ALL_MODES), len(size), size

    return [_sum_up(*group, groups[group]) for group in sorted(groups, key=order)]


def _sum_up(mode: str, size: str, games: Sequence[Summary]) -> ModeStatistics:
    won = [game for game in games if game.state == "won"]
    scores, times = [game.score for game in won], [game.seconds for game in won]
    return ModeStatistics(
        mode=mode,
        size=size,
        games=len(games),
        won=len(won),
        best_score=max(scores, default=None),
        median_score=median(scores) if won else None,
        best_seconds=min(times, default=None),
        median_seconds=median(times) if won else None,
        points=[GamePoint(game.changed, game.score, game.seconds, game.stars) for game in won[-_MAX_POINTS:]],
    )


def _count_mistakes(games: Iterable[tuple[Summary, GameAnalysis]]) -> MistakeCounts:
    kinds = dict.fromkeys(("partner", "early", "unclear", "", "unknown"), 0)
    thirds = [0, 0, 0]
    for summary, analysis in games:
        kinds[analysis.mistake] += 1
        if analysis.mistake_at:
            pairs = max(summary.pairs + summary.tiles // 2, 1)
            thirds[min(3 * (analysis.mistake_at - 1) // pairs, 2)] += 1
    return MistakeCounts(
        partner=kinds["partner"],
        early=kinds["early"],
        unclear=kinds["unclear"],
        none=kinds[""],
        unknown=kinds["unknown"],
        opening=thirds[0],
        middle=thirds[1],
        end=thirds[2],
    )
