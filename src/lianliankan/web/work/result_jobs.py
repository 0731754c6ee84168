"""The jobs of the worker processes about finished games: analyses, results, statistics."""

from dataclasses import dataclass
from datetime import date

from lianliankan.game.analysis import GameAnalysis, analyse
from lianliankan.store.result import find_result
from lianliankan.store.statistics import compute_statistics
from lianliankan.web.live.protocol import encode
from lianliankan.web.work.jobs import JobContext, LaneName

__all__ = ["AnalysisJob", "ResultJob", "StatisticsJob"]

_MAX_ANALYSED = 500  # games that are analysed because of one request


@dataclass(frozen=True, slots=True)
class AnalysisJob:
    """What a finished game shows about its player."""

    player: str
    id: str
    lanes: tuple[LaneName, ...] = ("quick", "think")

    def run(self, context: JobContext) -> GameAnalysis:
        """Open the game and analyse it."""
        return analyse(context.open(self.player, self.id).game)


@dataclass(frozen=True, slots=True)
class ResultJob:
    """What a finished game means to its player, as JSON; and its analysis, if the store does not have it yet."""

    player: str
    id: str
    today: date
    lanes: tuple[LaneName, ...] = ("quick", "think", "share")

    def run(self, context: JobContext) -> tuple[bytes, GameAnalysis | None]:
        """Analyse the game if that has not been done, and compare it with others."""
        store = context.store(self.player)
        found = find_result(store, self.id, self.today)
        if found.analysis is not None:
            return encode(found), None
        game = context.open(self.player, self.id).game
        if not game.is_over:
            return encode(found), None
        analysis = analyse(game)
        return encode(find_result(store, self.id, self.today, analysis)), analysis


@dataclass(frozen=True, slots=True)
class StatisticsJob:
    """The statistics of a player, as JSON; and the games that have not been analysed, the latest first."""

    player: str
    today: date
    lanes: tuple[LaneName, ...] = ("quick", "share")

    def run(self, context: JobContext) -> tuple[bytes, list[str]]:
        """Compute them."""
        store = context.store(self.player)
        finished = store.finished()
        missing = [game.summary.id for game in reversed(finished) if game.analysis is None]
        return encode(compute_statistics(finished, store.days(self.today))), missing[:_MAX_ANALYSED]
