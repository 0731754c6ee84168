"""Replays of races for the page: all seats on one time line, and everything that happened, ready to be shown."""

import msgspec

from lianliankan.errors import TooLarge
from lianliankan.race.events import RaceEvent
from lianliankan.race.race import Race
from lianliankan.race.record import race_at_start, replay_race_entry
from lianliankan.race.seat import Standing
from lianliankan.race.view import RaceView
from lianliankan.web.live.protocol import MAX_COMMANDS
from lianliankan.web.race.protocol import RaceSettingsView


class RaceReplay(msgspec.Struct, frozen=True):
    """A race to watch; times are milliseconds since its start.

    - `first`: the race at its start.
    - `events`: what happened, private events included. They add up: whoever starts with the first boards, plays every
      pair and takes every new board has the boards of all seats at any time.
    - `length`: when the race was over.
    """

    settings: RaceSettingsView
    first: RaceView
    events: tuple[RaceEvent, ...]
    standings: tuple[Standing, ...]
    length: int


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
