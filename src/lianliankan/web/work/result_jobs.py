"""The jobs of the worker processes about finished games: analyses, results, statistics, rankings."""

from dataclasses import dataclass
from datetime import date

from lianliankan.board.board import Board
from lianliankan.dealing.deal_spec import Deal
from lianliankan.game.analysis import GameAnalysis, analyse
from lianliankan.store.best_lists import find_result
from lianliankan.store.rankings import VerifiedResult, verify_result
from lianliankan.store.statistics import compute_statistics
from lianliankan.web.live.protocol import encode
from lianliankan.web.work.jobs import JobContext, LaneName

_MAX_ANALYSED = 500  # games that are analysed because of one request
_MAX_QUICK = 1_000  # games that can be read in the time of the quick lane, also on a busy machine


def lanes_for(games: int) -> tuple[LaneName, ...]:
    """Return the lanes of a job that reads all games of a player; running out of time costs a lane its worker."""
    return ("quick", "think", "share") if games <= _MAX_QUICK else ("think", "share")


@dataclass(frozen=True, slots=True)
class AnalysisJob:
    """What a finished game shows about its player, found in the background."""

    player: str
    id: str
    is_solved: bool = True
    lanes: tuple[LaneName, ...] = ("think", "deal")

    def run(self, context: JobContext) -> GameAnalysis:
        """Open the game and analyse it."""
        return analyse(context.open(self.player, self.id).game, is_solved=self.is_solved)


@dataclass(frozen=True, slots=True)
class RankJob:
    """What a game is worth in the rankings, by replaying it; None if nothing."""

    player: str
    id: str
    dealt: tuple[Deal, Board] | None  # the board of a day or level, which is dealt only once
    lanes: tuple[LaneName, ...] = ("quick", "think", "deal")

    def run(self, context: JobContext) -> VerifiedResult | None:
        """Open the game, which replays it, and compare its board with that of its deal."""
        game = context.open(self.player, self.id).game
        return verify_result(game, dict([self.dealt]) if self.dealt else {})


@dataclass(frozen=True, slots=True)
class ResultJob:
    """What a finished game means to its player, as JSON; and its analysis, if the store does not have it yet."""

    player: str
    id: str
    today: date
    lanes: tuple[LaneName, ...]

    def run(self, context: JobContext) -> tuple[bytes, GameAnalysis | None]:
        """Analyse the game if that has not been done, and compare it with others."""
        store, analysis = context.store(self.player), None
        if store.analysis(self.id) is None:
            game = context.open(self.player, self.id).game
            analysis = analyse(game) if game.is_over else None
        return encode(find_result(store, self.id, self.today, analysis)), analysis


@dataclass(frozen=True, slots=True)
class StatisticsJob:
    """The statistics of a player, as JSON; and the games that have not been analysed, the latest first."""

    player: str
    today: date
    lanes: tuple[LaneName, ...]

    def run(self, context: JobContext) -> tuple[bytes, list[str]]:
        """Compute them."""
        store = context.store(self.player)
        finished = store.finished()
        missing = [game.summary.id for game in reversed(finished) if game.analysis is None]
        return encode(compute_statistics(finished, store.days(self.today))), missing[:_MAX_ANALYSED]
