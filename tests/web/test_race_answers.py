"""Clients in Python read every message of a room as what the server had."""

import pytest

from lianliankan.race.commands import RaceCommand
from lianliankan.race.events import RaceEvent
from lianliankan.race.items import Format, offered_items
from lianliankan.race.race import Race
from lianliankan.race.room import Room
from lianliankan.race.settings import FORMATS, RaceSettings
from lianliankan.race.view import RaceView
from lianliankan.web.base.page_data import encode
from lianliankan.web.live.protocol import BadMessage, Pong
from lianliankan.web.race.protocol import (
    RACE_VERSION,
    RaceErrorMessage,
    ReactionShown,
    RoomEvents,
    RoomState,
    RoomView,
    read_answer,
)
from race_simulation.simulate import run, start


@pytest.mark.parametrize("format", FORMATS)
def test_events_of_whole_races(format: Format) -> None:
    seen = set[str]()

    def watch(_: Race, __: RaceCommand, happened: list[RaceEvent]) -> None:
        message = RoomEvents(None, 7, 1500, tuple(happened))
        assert read_answer(encode(message)) == message
        seen.update(event.name for event in happened)

    settings = RaceSettings(format=format, rows=5, cols=6, items=bool(offered_items(format)), gravity="down")
    for seed in range(2):
        run(start(settings, [5, 4, 3], seed), seed, watch, chaos=0.3)
    assert {"pairtaken", "raceover"} <= seen


def test_a_room_from_its_first_player_to_its_end() -> None:
    room = Room(RaceSettings(rows=2, cols=2, format="items"))
    commands = ("join Ann", "1 bot 3 Bot Lin", "1 ready", "1 unready", "1 ready", "2 ready", "tick", "join Ann")
    for at, command in enumerate(commands):
        message = RoomEvents(at, room.version, 1000 * at, tuple(room.do(command, at=at)))
        assert read_answer(encode(message)) == message
    for at, command in ((9, "start 5 2x2 seed=7"), (10, "1 give-up"), (11, '1 settings {"seats":2}'), (12, "1 leave")):
        view = RoomView.of(room, "ABCDE", is_public=True, race_id=None)
        race = None if room.race is None else RaceView.of(room.race)
        state = RoomState(RACE_VERSION, room.version, 0, view, race, 1000 * at)
        assert read_answer(encode(state)) == state
        message = RoomEvents(None, room.version, 1000 * at, tuple(room.do(command, at=at)))
        assert read_answer(encode(message)) == message
    assert room.phase == "closed"


def test_small_messages_and_nonsense() -> None:
    for message in (ReactionShown(2, "wave"), RaceErrorMessage(7, "stale", "the tiles have gone"), Pong(9)):
        assert read_answer(encode(message)) == message
    for text in ("", "[]", '{"type":"room"}', '{"type":"events","n":1,"version":1,"now":1,"events":[{"event":"x"}]}'):
        with pytest.raises(BadMessage):
            read_answer(text)
