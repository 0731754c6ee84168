"""Races that are over, as the page shows them; worker processes make replays and records."""

from lianliankan.errors import TooLarge
from lianliankan.race.events import RaceEvent
from lianliankan.race.race import Race
from lianliankan.race.record import race_at_start, replay_race_entry, to_race_record
from lianliankan.race.view import RaceView
from lianliankan.store.player_names import guest_tag
from lianliankan.store.race_results import RaceRow, RacerResult, racer_handle
from lianliankan.web.base.page_data import encode
from lianliankan.web.live.protocol import MAX_COMMANDS
from lianliankan.web.race.answers import RacerAnswer, RaceReplay, RaceReplayAnswer, RaceResultAnswer, is_default_name
from lianliankan.web.race.protocol import RaceSettingsView
from lianliankan.web.work.job_context import JobContext


def describe_results(race: RaceRow, own: str) -> list[RaceResultAnswer]:
    """Return the results of a race as one of its players sees them, best first."""
    return [_describe_result(result, own) for result in race.results]


def _describe_result(result: RacerResult, own: str) -> RaceResultAnswer:
    player, before, after = result.player, result.points_before, result.points_after
    return RaceResultAnswer(
        racer=RacerAnswer(
            seat=result.seat,
            id=None if player is None else racer_handle(player),
            name=None if player is not None and is_default_name(result.name, player) else result.name or None,
            tag="" if player is None else guest_tag(player),
            bot=result.bot,
            is_own=player == own,
        ),
        rank=result.rank,
        state=result.state,  # type: ignore[arg-type]
        reason=result.reason,  # type: ignore[arg-type]
        ms=result.ms,
        pairs=result.pairs,
        tiles=result.tiles,
        points=None if before is None or after is None else (before, after),
    )


def build_race_replay(race: Race) -> RaceReplay:
    """Replay a race; raises TooLarge if it is too long.

    It takes as long as reading the race's record: a worker process must do it.

    >>> from lianliankan.race.seat import Racer
    >>> from lianliankan.race.settings import RaceSettings
    >>> race = Race(RaceSettings(rows=2, cols=2), {0: Racer("Ann"), 1: Racer("Ben")}, llk.Board.parse("AB/AB"))
    >>> for at, command in enumerate(("1 play 1,1-2,1", "1 play 1,2-2,2", "2 give-up")):
    ...     happened = race.do(command, at=at)
    >>> [(event.at, event.name) for event in build_race_replay(race).events]
    [(0, 'pairtaken'), (1000, 'pairtaken'), (1000, 'seatfinished'), (2000, 'wentout'), (2000, 'raceover')]
    """
    if len(race.entries) > MAX_COMMANDS:
        raise TooLarge(f"replays are limited to {MAX_COMMANDS} commands")
    again, events = race_at_start(race), list[RaceEvent]()
    first = RaceView.of(again)
    for entry in race.entries:
        events += replay_race_entry(again, entry)
    return RaceReplay(
        settings=RaceSettingsView.of(race.settings),
        first=first,
        events=tuple(events),
        standings=race.standings,
        length=race.now,
    )


def race_replay_json(context: JobContext, id: str, player: str) -> bytes:
    """Return a race with its results and its replay, as a player sees it."""
    races = context.store(player).races
    row, replay = races.read(id), build_race_replay(races.open_race(id))
    results = describe_results(row, player)
    return encode(RaceReplayAnswer(row.id, row.began // 1_000_000, row.is_rated, results, replay))


def race_record(context: JobContext, id: str, only: str | None) -> str:
    """Return the record of a race; with the name of `only` one player, if it is given."""
    return to_race_record(context.store("").races.open_race(id, only=only))
