"""Statistics of a player's games, for all screens: computed from what the store has."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from statistics import median

import msgspec

from lianliankan.game.analysis import GameAnalysis
from lianliankan.game.modes import ALL_MODES
from lianliankan.store.achievements import MIN_PAIRS, AchievementState, FinishedGame, find_achievements
from lianliankan.store.daily import DailyRecord
from lianliankan.store.summary import Summary

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
        hintless=sum(summary.state == "won" and analysis.hints == 0 for summary, analysis in known),
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
