"""Rooms in the store: opened, found, written entry by entry, listed and removed, with both engines."""

import threading
from collections.abc import Iterator

import msgspec
import psycopg
import pytest

from lianliankan.errors import QuotaExceeded, StoreError
from lianliankan.race.room import Room
from lianliankan.race.settings import RaceSettings
from lianliankan.store import Location, Store
from lianliankan.store.postgres_writes import ROOM_CHANNEL, read_announcements
from lianliankan.store.room_log import LogEntry, NewEntry, NoSuchRoom, RoomAddition, RoomBase, RoomCard
from lianliankan.store.rooms import MAX_OPEN_ROOMS, NewRoom, clean_code
from support.engines import location
from support.postgres import hear_all

__all__ = ["location"]


@pytest.fixture
def store(location: Location) -> Iterator[Store]:
    with Store(location) as opened:
        yield opened.of_player("ann's id")


def new_room(*, is_public: bool = True, format: str = "sprint", rating: int = 1000) -> NewRoom:
    settings = RaceSettings.from_dict({"format": format})
    base = msgspec.json.encode(RoomBase(Room(settings).snapshot()))
    return NewRoom(base, card(format=format), is_public=is_public, rating=rating)


def card(*, players: tuple[str, ...] = (), format: str = "sprint", **about: object) -> RoomCard:
    plain = RoomCard(phase="waiting", format=format, settings={"format": format}, seats=6)
    return msgspec.structs.replace(plain, names=tuple(f"name {each}" for each in players), players=players, **about)


def joined(code: str, version: int = 0, *, author: str = "w1", at: int = 10) -> RoomAddition:
    return RoomAddition(code, author, version, [NewEntry(at, "join Ann", "ann's id"), NewEntry(at + 1, "1 ready")])


def test_a_room_is_its_base_and_its_entries(store: Store) -> None:
    code = store.rooms.create(new_room())
    before = store.rooms.open_room(code)
    assert (before.entries, before.base_version, before.is_public) == ((), 0, True)
    assert abs(before.opened - store.rooms.clock()) < 60_000_000
    assert store.rooms.append_entries([joined(code)]) == [0]
    entries = (LogEntry(1, 10, "w1", "join Ann", "ann's id"), LogEntry(2, 11, "w1", "1 ready"))
    assert store.rooms.open_room(clean_code(f" {code[:3].lower()}-{code[3:]}")).entries == entries
    assert store.rooms.read_entries(code, 1) == entries[1:]
    base = msgspec.json.encode(RoomBase(Room().snapshot()))
    store.rooms.set_base(code, 2, base)
    again = store.rooms.open_room(code)
    assert (again.base, again.base_version, again.entries) == (base, 2, ())
    assert store.rooms.read_entries(code, 0) == entries  # for servers that are behind
    store.rooms.append_entries([joined(code, 2)])
    store.rooms.set_base(code, 4, base)
    store.rooms.set_base(code, 3, b"an older one")
    assert store.rooms.open_room(code).base == base
    assert len(store.rooms.read_entries(code, 2)) == 2
    with pytest.raises(StoreError, match="are gone"):
        store.rooms.read_entries(code, 1)


def test_entries_come_after_those_that_others_have_added(store: Store) -> None:
    codes = [store.rooms.create(new_room()) for _ in range(4)]
    store.rooms.append_entries([joined(codes[1])])
    additions = [joined(codes[0]), joined(codes[1]), joined("BCDFGH"), joined(codes[2]), joined(codes[3], 1)]
    done = store.rooms.append_entries(additions)
    assert [done[0], done[1], done[3]] == [0, 2, 0]
    assert isinstance(done[2], NoSuchRoom)
    assert isinstance(done[4], StoreError), "a room never has fewer entries than a server has seen"
    assert [len(store.rooms.open_room(code).entries) for code in codes] == [2, 4, 2, 0]
    assert [entry.number for entry in store.rooms.open_room(codes[1]).entries] == [1, 2, 3, 4]


def test_the_entries_of_many_servers_are_one_log(location: Location) -> None:
    """Whatever the order in which servers name the rooms, nothing is lost and nobody waits for ever."""
    with Store(location) as store:
        codes = [store.of_player(f"p{number}").rooms.create(new_room()) for number in range(5)]
    problems: list[BaseException] = []
    found: dict[str, list[int | StoreError]] = {author: [] for author in "abc"}

    def serve(author: str) -> None:
        try:
            with Store(location) as own:
                for number in range(10):
                    entries = [NewEntry(number, f"{author} {number}")]
                    additions = [RoomAddition(code, author, 0, entries) for code in codes]
                    if author == "b":
                        additions.reverse()
                    found[author] += own.rooms.append_entries(additions)
        except BaseException as problem:
            problems.append(problem)

    servers = [threading.Thread(target=serve, args=(author,)) for author in "abc"]
    for server in servers:
        server.start()
    for server in servers:
        server.join()
    assert problems == []
    answers = [answer for of_author in found.values() for answer in of_author]
    assert sorted(map(str, answers)) == sorted(map(str, [*range(30)] * len(codes)))
    with Store(location) as store:
        for code in codes:
            entries = store.rooms.open_room(code).entries
            assert [entry.number for entry in entries] == list(range(1, 31))
            for author in "abc":
                own = [entry.command for entry in entries if entry.author == author]
                assert own == [f"{author} {number}" for number in range(10)]


def test_lists_show_public_rooms_with_people(store: Store) -> None:
    names = ("empty", "secret", "open", "racing", "full", "closed")
    codes = dict(zip(names, (store.of_player(name).rooms.create(new_room()) for name in names), strict=True))
    with store._database.writing() as connection:
        connection.execute("UPDATE rooms SET is_public = 0 WHERE code = ?", (codes["secret"],))
    for name in names[1:]:
        players = tuple(f"{name} {number}" for number in range(6 if name == "full" else 2))
        phase = name if name in ("racing", "closed") else "waiting"
        store.rooms.set_card(codes[name], 3, card(players=players, phase=phase, host="Ann"))
    found = store.rooms.list_public()
    assert [row.code for row in found] == [codes["open"], codes["racing"], codes["full"]]
    assert (found[0].people, found[0].host, found[0].rating) == (2, "Ann", 1000)
    store.rooms.set_card(codes["open"], 2, card())  # that of a server that is behind
    assert store.rooms.look_up(codes["open"])[0].people == 2
    assert len(store.rooms.list_all()) == 6


def test_a_room_knows_who_may_enter(store: Store) -> None:
    code = store.rooms.create(new_room())
    assert store.rooms.look_up(code)[1:] == (False, False)
    store.rooms.set_card(code, 1, card(players=("ann's id", "ben's id"), kicked=("cat's id",)))
    assert store.rooms.look_up(code)[1:] == (True, False)
    assert store.of_player("cat's id").rooms.look_up(code)[1:] == (False, True)
    assert (store.rooms.own_room(), store.of_player("cat's id").rooms.own_room()) == (code, None)
    with pytest.raises(NoSuchRoom):
        store.rooms.look_up("BCDFGH")


def test_a_player_opens_few_rooms(store: Store) -> None:
    codes = [store.rooms.create(new_room()) for _ in range(MAX_OPEN_ROOMS)]
    with pytest.raises(QuotaExceeded):
        store.rooms.create(new_room())
    store.of_player("ben's id").rooms.create(new_room())
    store.rooms.set_card(codes[0], 0, msgspec.structs.replace(new_room().card, phase="closed"))
    store.rooms.create(new_room())


def test_a_quick_match_finds_the_nearest_who_wait(store: Store) -> None:
    def quick(player: str, rating: int = 1000, format: str = "sprint") -> str:
        return store.of_player(player).rooms.find_quick(new_room(rating=rating, format=format))

    one = quick("one", 1200)
    assert quick("two", 900) == one  # somebody is expected there
    with store._database.writing() as connection:
        connection.execute("UPDATE rooms SET opened = opened - 60000000 WHERE code = ?", (one,))
    other = quick("three", 2000)  # nobody came
    assert other != one
    store.rooms.append_entries([joined(one)])
    store.rooms.set_card(one, 2, card(players=("one",)))
    store.rooms.append_entries([joined(other)])
    store.rooms.set_card(other, 2, card(players=("three",), kicked=("kicked",)))
    with store._database.writing() as connection:
        connection.execute("UPDATE rooms SET rating = 2000 WHERE code = ?", (other,))
    assert (quick("new", 1100), quick("good", 1700), quick("kicked", 1700)) == (one, other, one)
    assert quick("new", 1000, "items") not in (one, other)
    store.rooms.set_card(other, 3, card(players=("three", *map(str, range(5)))))
    assert quick("good", 1700) == one  # the other is full
    assert quick("3", 1700) == other  # who sits there goes back
    store.rooms.set_card(one, 3, card(players=("one",), phase="racing"))
    assert quick("good", 1700) not in (one, other)


def test_unused_rooms_are_removed(store: Store) -> None:
    names = ("empty", "closed", "idle", "used", "new")
    codes = dict(zip(names, (store.of_player(name).rooms.create(new_room()) for name in names), strict=True))
    for name in ("closed", "idle", "used"):
        store.rooms.append_entries([joined(codes[name])])
    store.rooms.set_card(codes["closed"], 2, card(phase="closed"))
    assert store.rooms.clean_up() == 0
    hour = 3_600_000_000
    with store._database.writing() as connection:
        for name, age in (("empty", hour), ("closed", hour), ("used", hour), ("idle", 10 * hour)):
            connection.execute(
                "UPDATE rooms SET opened = opened - ?, changed = changed - ? WHERE code = ?", (age, age, codes[name])
            )
    assert store.rooms.clean_up() == 3
    assert {row.code for row in store.rooms.list_all()} == {codes["used"], codes["new"]}
    with store._database.reading() as connection:
        rooms = connection.execute("SELECT DISTINCT room FROM room_entries").fetchall()
    assert [room for (room,) in rooms] == [codes["used"]]


def test_other_servers_are_told_what_was_added(postgres_url: str) -> None:
    """With the entries, unless they are too long; in as few notifications as their size allows."""
    with Store(postgres_url) as store, psycopg.connect(postgres_url, autocommit=True) as listener:
        codes = [store.of_player(f"p{number}").rooms.create(new_room()) for number in range(60)]
        listener.execute(f"LISTEN {ROOM_CHANNEL}".encode())
        lengths = {code: (10, 500, 1900, 5000)[number % 4] for number, code in enumerate(codes)}
        additions = [RoomAddition(code, "w1", 0, [NewEntry(5, "é" * (lengths[code] // 2), "n")]) for code in codes]
        early = RoomAddition(codes[0], "w2", 7, [NewEntry(5, "too early")])
        assert store.rooms.append_entries(additions) == [0] * 60
        assert isinstance(store.rooms.append_entries([early])[0], StoreError)
        heard = hear_all(listener, postgres_url, ROOM_CHANNEL)
    assert max(len(payload.encode()) for payload in heard) < 8000
    assert len(heard) < 15
    told = {each.code: each for payload in heard for each in read_announcements(payload)}
    assert set(told) == set(codes)
    for addition in additions:
        is_short = lengths[addition.code] < 1950
        entries = tuple(addition.entries) if is_short else None
        assert told[addition.code] == (addition.code, 0, "w1", entries)
