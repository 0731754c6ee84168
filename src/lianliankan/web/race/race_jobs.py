"""The jobs of the worker processes about races that are over: they are read by replaying them."""

from dataclasses import dataclass

from lianliankan.race.record import to_race_record
from lianliankan.web.live.protocol import encode
from lianliankan.web.race.answers import RaceReplayAnswer, build_race_replay, describe_results
from lianliankan.web.work.jobs import JobContext, LaneName


@dataclass(frozen=True, slots=True)
class RaceReplayJob:
    """A race with its results and its replay, as JSON; `player` is who asks."""

    id: str
    player: str
    lanes: tuple[LaneName, ...] = ("quick", "share")

    def run(self, context: JobContext) -> bytes:
        """Replay the race."""
        races = context.store(self.player).races
        row, replay = races.read(self.id), build_race_replay(races.open_race(self.id))
        results = describe_results(row, self.player)
        return encode(RaceReplayAnswer(row.id, row.began // 1_000_000, row.is_rated, results, replay))


@dataclass(frozen=True, slots=True)
class RaceRecordJob:
    """The record of a race; with the name of `only` one player, if it is given."""

    id: str
    only: str | None = None
    lanes: tuple[LaneName, ...] = ("quick", "share")

    def run(self, context: JobContext) -> str:
        """Replay the race, and write its record."""
        return to_race_record(context.store("").races.open_race(self.id, only=self.only))
