"""Live rooms without a server: a store, a writer that answers when a test says so, and an hour in no time."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast
from unittest.mock import Mock

import pytest

from lianliankan.errors import StoreError
from lianliankan.game import tile_trail
from lianliankan.race.commands import RaceCommand
from lianliankan.race.room import Room
from lianliankan.race.settings import RaceSettings
from lianliankan.store import Store
from lianliankan.store.room_log import NoSuchRoom, RoomAddition
from lianliankan.store.rooms import NewRoom
from lianliankan.web.base.metrics import NO_METRICS
from lianliankan.web.base.tasks import ServerClosing, ServerTasks
from lianliankan.web.endpoints.sockets import RacerCommands
from lianliankan.web.race import driver, live_rooms, replica
from lianliankan.web.race.bots import QuickBots
from lianliankan.web.race.driver import Driver
from lianliankan.web.race.live_room import LiveRoom, NotWritten, RacerConnection, RoomServices
from lianliankan.web.race.live_rooms import LiveRooms
from lianliankan.web.race.persister import RoomPersister
from lianliankan.web.race.protocol import RaceDo
from lianliankan.web.race.replica import Command, Replica, first_base, make_card
from support.own_clock import run_without_waiting

T = TypeVar("T")

SMALL = RaceSettings(rows=4, cols=6, countdown=0)


class Services(RoomServices):
    """Services without threads; `holds` says which additions are answered only when the test does."""

    def __init__(self, store: Store) -> None:
        rooms = store.rooms
        super().__init__(
            store=rooms,
            writing=rooms,
            writer=cast(Any, None),
            jobs=cast(Any, None),
            read_pool=cast(Any, None),
            tasks=ServerTasks(),
            channel=None,
            quick_seconds=0,
        )
        self.holds: Callable[[RoomAddition], bool] = lambda _: False
        self.held = asyncio.Event()
        self.answer = asyncio.Event()
        self.problem: StoreError | None = None
        self.write_problem: StoreError | None = None

    async def append(self, addition: RoomAddition) -> int:
        if self.problem is not None:
            raise self.problem
        (before,) = self.store.append_entries([addition])
        if self.holds(addition):
            self.held.set()
            await self.answer.wait()
        if isinstance(before, StoreError):
            raise before
        return before

    async def read(self, call: Callable[[], T]) -> T:
        return call()

    async def write(self, call: Callable[[], T]) -> T:
        if self.write_problem is not None:
            raise self.write_problem
        return call()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as store:
        yield store


@pytest.fixture
def codes(store: Store) -> list[str]:
    new = NewRoom(first_base(SMALL), make_card(Room(SMALL)))
    return [store.rooms.create(new) for _ in range(2)]


@pytest.fixture
def idle_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_rooms, "_MIN_IDLE_SECONDS", 0)
    monkeypatch.setattr(driver, "_OPENING_SECONDS", 0)


def open_rooms(services: Services, beats: list[int]) -> LiveRooms:
    """Return rooms that count their heartbeats."""
    rooms = LiveRooms(services, idle_seconds=0)
    rooms.start()
    services.channel = Mock(say=lambda *_: beats.append(1), handlers={}, on_connected=[])
    return rooms


@pytest.mark.usefixtures("idle_at_once")
def test_a_mistake_in_one_room_ends_no_heartbeat(
    store: Store, codes: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    one, two = codes
    look = Driver.check_liveness

    def fail(self: Driver) -> None:
        if self.room.code == one:
            raise RuntimeError("a mistake")
        look(self)

    monkeypatch.setattr(Driver, "check_liveness", fail)

    async def run() -> None:
        beats: list[int] = []
        rooms = open_rooms(Services(store), beats)
        used = await rooms._open(one)
        used.connections.add(Mock(seat=None, has_seen=False))
        await rooms._open(two)
        await asyncio.sleep(20)
        assert rooms.find(two) is None, "it is idle"
        assert rooms.find(one) is used
        assert len(beats) >= 19
        rooms.close()

    with caplog.at_level(logging.ERROR):
        run_without_waiting(run())
    assert "room not looked after" in caplog.messages


@pytest.mark.usefixtures("idle_at_once")
def test_heartbeats_do_not_wait_for_writes(store: Store, codes: list[str]) -> None:
    one, two = codes

    async def run() -> None:
        beats: list[int] = []
        services = Services(store)
        services.holds = lambda addition: addition.code == one and addition.entries[0].command == "drive -"
        rooms = open_rooms(services, beats)
        for code in (one, two):
            await rooms._open(code)
        await asyncio.sleep(20)
        assert services.held.is_set()
        assert len(beats) >= 19
        assert rooms.find(two) is None
        assert rooms.find(one) is not None
        services.answer.set()
        await asyncio.sleep(2)
        assert rooms.find(one) is None
        rooms.close()

    run_without_waiting(run())
    assert [entry.command for entry in store.rooms.open_room(one).entries] == ["drive", "drive -"]


def test_an_entry_may_be_read_before_the_writer_has_answered(store: Store, codes: list[str]) -> None:
    """It is applied once, and whoever waits for it is told."""

    async def run() -> None:
        services = Services(store)
        services.holds = lambda _: True
        live_room = LiveRoom(Replica(store.rooms.open_room(codes[0])), services)
        joining = live_room.add("join Ann", "ann")
        await services.held.wait()
        await live_room.catch_up()
        services.answer.set()
        applied = await asyncio.wait_for(joining, 60)
        assert applied is not None
        assert [event.name for event in applied.events] == ["seattaken", "hostchanged"]
        assert (live_room.replica.version, live_room.is_writing) == (1, False)

    run_without_waiting(run())


def test_entries_of_this_server_are_not_parsed_again(
    store: Store, codes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []
    parse = replica.parse_entry

    def count(text: str) -> Command:
        parsed.append(text)
        return parse(text)

    monkeypatch.setattr(replica, "parse_entry", count)

    async def run() -> LiveRoom:
        live_room = LiveRoom(Replica(store.rooms.open_room(codes[0])), Services(store))
        for command in ("join Ann", "1 bot 3 Moss", "1 ready", f"start 5 {SMALL.deal(7)}"):
            await live_room.write(command, "ann" if command.startswith("join") else "")
        race = live_room.replica.room.race
        assert race is not None
        parsed.clear()
        adding = [live_room.add(RaceCommand(0, "play", tuple(move))) for move in race.seats[0].board.moves()[:2]]
        applied = [await each for each in adding]
        assert [each.entry.number for each in applied if each is not None] == [5, 6]
        return live_room

    live_room = run_without_waiting(run())
    assert parsed == []
    again = Replica(store.rooms.open_room(codes[0]))
    assert len(parsed) == 6
    assert again.room.race is not None
    assert live_room.replica.room.race is not None
    assert again.room.race.entries == live_room.replica.room.race.entries


def test_a_pair_chosen_long_ago_means_the_same_to_all_servers(
    store: Store, codes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tiles are followed through so many pairs at most: the log has the pair as this server has followed it."""
    monkeypatch.setattr(tile_trail, "MAX_FOLLOWED", 1)

    async def run() -> LiveRoom:
        services = Services(store)
        live_room = LiveRoom(Replica(store.rooms.open_room(codes[0])), services)
        for command in ("join Ann", "1 bot 3 Moss", "1 ready", f"start 5 {SMALL.deal(7)}"):
            await live_room.write(command, "ann" if command.startswith("join") else "")
        race = live_room.replica.room.race
        assert race is not None
        seen, (first, *moves) = live_room.replica.version, race.seats[0].board.moves()
        second = next(move for move in moves if not set(move) & set(first))
        third = next(move for move in moves if not set(move) & {*first, *second})
        await live_room.write(RaceCommand(0, "play", tuple(first)))
        services.holds = lambda _: True
        held = live_room.add(RaceCommand(0, "play", tuple(second)))
        await services.held.wait()
        racer = RacerConnection(Mock(), "ann", lambda: 0.0)
        racer.seat = 0
        await RacerCommands(live_room, racer, NO_METRICS).do(RaceDo(1, seen, f"play {third}"))
        services.answer.set()
        await held
        while live_room.is_writing:
            await asyncio.sleep(0)
        assert [str(entry.command) for entry in race.entries[-3:]] == [
            f"1 play {each}" for each in (first, second, third)
        ]
        return live_room

    live_room = run_without_waiting(run())
    again = Replica(store.rooms.open_room(codes[0]))
    assert again.room.race is not None
    assert live_room.replica.room.race is not None
    assert again.room.race.entries == live_room.replica.room.race.entries


def test_what_is_not_written_is_told(store: Store, codes: list[str], caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        services = Services(store)
        live_room = LiveRoom(Replica(store.rooms.open_room(codes[0])), services)
        services.problem = StoreError("no space")
        assert await live_room.add("join Ann", "ann") is None
        with pytest.raises(NotWritten):
            await live_room.write("join Ann", "ann")
        services.problem = None
        assert (await live_room.write("join Ann", "ann")).denied is None
        live_room.close()
        assert await live_room.add("1 ready") is None

    run_without_waiting(run())
    assert caplog.messages.count("entries not written") == 2


def test_nobody_waits_for_an_entry_that_cannot_be_applied(
    store: Store, codes: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        live_room = LiveRoom(Replica(store.rooms.open_room(codes[0])), Services(store))
        monkeypatch.setattr(live_room.replica, "apply", Mock(side_effect=RuntimeError("a mistake")))
        assert await asyncio.wait_for(live_room.add("join Ann", "ann"), 60) is None
        assert live_room.is_closed

    run_without_waiting(run())
    assert caplog.messages == ["entries not applied"]


def test_the_connections_of_a_removed_room_end(store: Store, codes: list[str]) -> None:
    """A page that connects again hears that the room is gone."""

    async def run() -> None:
        services = Services(store)
        rooms = LiveRooms(services, idle_seconds=0)
        racer = await join(rooms, codes[0], "ann")
        live_room = rooms.find(codes[0])
        assert live_room is not None
        services.problem = NoSuchRoom("removed")
        assert await live_room.add("1 ready") is None
        assert rooms.find(codes[0]) is None
        cast(Mock, racer.connection).abort.assert_called_once_with()

    run_without_waiting(run())


def test_bots_come_to_a_quick_match_after_a_problem(
    store: Store, codes: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        live_room = open_quick_match(store, codes[0])
        levels = [StoreError("locked"), [3, 3, 3]]
        monkeypatch.setattr(live_room.services.store, "bot_levels", Mock(side_effect=levels))
        await live_room.write("drive")
        await live_room.write("join Ann", "ann")
        await asyncio.sleep(60)
        assert len(live_room.replica.room.seats) == 4

    run_without_waiting(run())
    assert caplog.messages == ["no bots"]


def test_bots_come_to_a_quick_match_that_another_server_has_left(store: Store, codes: list[str]) -> None:
    async def run() -> None:
        live_room = open_quick_match(store, codes[0])
        await live_room.write("join Ann", "ann")
        await asyncio.sleep(60)
        assert len(live_room.replica.room.seats) == 1, "another server drives it"
        await live_room.write("drive")
        await asyncio.sleep(60)
        assert len(live_room.replica.room.seats) == 4

    run_without_waiting(run())


def open_quick_match(store: Store, code: str) -> LiveRoom:
    replica = Replica(store.rooms.open_room(code))
    replica.is_quick = True
    live_room = LiveRoom(replica, Services(store))
    QuickBots(live_room)
    return live_room


def test_entries_of_another_program_come_first(store: Store, codes: list[str]) -> None:
    """Two programs may use the same file: entries of the second to write come after those of the first."""

    async def run() -> None:
        one, two = (LiveRoom(Replica(store.rooms.open_room(codes[0])), Services(store)) for _ in range(2))
        await one.write("join Ann", "ann")
        applied = await two.write("join Ben", "ben")
        assert applied.entry.number == 2
        assert two.replica.players == {0: "ann", 1: "ben"}

    run_without_waiting(run())


def test_a_server_that_is_behind_takes_no_seat_from_its_new_player(store: Store, codes: list[str]) -> None:
    """A seat became free elsewhere and was taken: its former player, who comes here, gets another one."""
    (code, _) = codes

    async def run() -> None:
        here, elsewhere = (LiveRooms(Services(store), idle_seconds=0) for _ in range(2))
        racers = [await join(rooms, code, name) for rooms, name in ((elsewhere, "ann"), (here, "ben"))]
        assert [racer.seat for racer in racers] == [0, 1]
        behind = here.find(code)
        assert behind is not None
        ahead = LiveRoom(Replica(store.rooms.open_room(code)), Services(store))
        for command, player in (("2 leave", ""), ("join Cat", "cat")):
            await ahead.write(command, player)
        assert behind.replica.seat_of("ben") == 1
        assert (await join(here, code, "ben")).seat == 2
        replica = Replica(store.rooms.open_room(code))
        assert replica.players == {0: "ann", 1: "cat", 2: "ben"}
        assert replica.holders[1] == ahead.services.author

    run_without_waiting(run())


def test_a_race_is_stored_however_long_that_takes(
    store: Store, codes: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Also if another race has begun meanwhile."""

    async def run() -> None:
        services = Services(store)
        services.write_problem = StoreError("no space")
        first = await race_twice(services, codes[0])
        await asyncio.sleep(1000)
        assert store.rooms.open_room(codes[0]).base_version == 0, "the log still has the first race"
        services.write_problem = None
        await asyncio.sleep(100)
        assert store.races.open_race(first).is_over
        assert store.rooms.open_room(codes[0]).base_version > 0

    run_without_waiting(run())
    assert set(caplog.messages) == {"room not stored"}


def test_a_race_that_a_server_does_not_store_is_stored_by_the_next(store: Store, codes: list[str]) -> None:
    async def run() -> None:
        services = Services(store)
        services.write_problem = ServerClosing("the server is closing")
        first = await race_twice(services, codes[0])
        await asyncio.sleep(10)
        again = LiveRoom(Replica(store.rooms.open_room(codes[0])), Services(store))
        RoomPersister(again).start()
        await asyncio.sleep(10)
        assert store.races.open_race(first).is_over

    run_without_waiting(run())


async def race_twice(services: Services, code: str) -> str:
    """Begin another race in a room when the first is over, whose name is returned."""
    live_room = LiveRoom(Replica(services.store.open_room(code)), services)
    RoomPersister(live_room).start()
    for command in ("drive", "join Ann", "join Ben"):
        await live_room.write(command, command)
    races = list[str]()
    for seed in (7, 8):
        for command in ("1 ready", "2 ready", f"start 5 {SMALL.deal(seed)}"):
            assert (await live_room.write(command)).denied is None
        assert live_room.replica.race_id is not None
        races.append(live_room.replica.race_id)
        if seed == 7:
            await live_room.write("1 give-up")
    assert races[0] != races[1]
    return races[0]


async def join(rooms: LiveRooms, code: str, player: str) -> RacerConnection:
    """Return the connection of a player who enters a room."""

    async def find_name() -> str:
        return player.title()

    connection = RacerConnection(Mock(), player, lambda: 0.0)
    await rooms.join(code, connection, find_name)
    return connection
