"""What worker processes do with races that are over: they replay them."""

from lianliankan.race.record import to_race_record
from lianliankan.web.live.protocol import encode
from lianliankan.web.race.answers import RaceReplayAnswer, build_race_replay, describe_results
from lianliankan.web.work.job_context import JobContext


def race_replay_json(context: JobContext, id: str, player: str) -> bytes:
    """Return a race with its results and its replay, as a player sees it."""
    races = context.store(player).races
    row, replay = races.read(id), build_race_replay(races.open_race(id))
    results = describe_results(row, player)
    return encode(RaceReplayAnswer(row.id, row.began // 1_000_000, row.is_rated, results, replay))


def race_record(context: JobContext, id: str, only: str | None) -> str:
    """Return the record of a race; with the name of `only` one player, if it is given."""
    return to_race_record(context.store("").races.open_race(id, only=only))
