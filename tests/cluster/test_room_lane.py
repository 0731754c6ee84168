"""Adding entries to rooms in PostgreSQL: each once and in one order, however often it is sent."""

import asyncio
from collections.abc import Iterator

import psycopg
import pytest

from lianliankan.race.settings import RaceSettings
from lianliankan.store import Store
from lianliankan.store.room_log import NewEntry, NoSuchRoom, RoomAddition, RoomCard
from lianliankan.store.rooms import NewRoom
from lianliankan.web.race.postgres_room_lane import PostgresRoomLane
from lianliankan.web.race.replica import first_base
from postgres_cluster import PrivateCluster
from support.cut_line import CutLine, cut_line
from support.patience import wait_until


@pytest.fixture
def line(postgres_cluster: PrivateCluster) -> Iterator[CutLine]:
    with cut_line(postgres_cluster.folder) as line:
        yield line


@pytest.fixture
def store(postgres_url: str) -> Iterator[Store]:
    with Store(postgres_url) as store:
        yield store


def open_rooms(store: Store, number: int) -> list[str]:
    new = NewRoom(first_base(RaceSettings()), RoomCard("waiting", "sprint", {}, 6))
    return [store.of_player("").rooms.create(new) for _ in range(number)]


def waiting_for_locks(url: str) -> set[int]:
    """Return the processes of the database that wait for a lock."""
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'").fetchall()
    return {pid for (pid,) in rows}


def commands(store: Store, code: str) -> list[str]:
    return [entry.command for entry in store.of_player("").rooms.open_room(code).entries]


def test_entries_come_after_those_of_others(store: Store, postgres_url: str) -> None:
    (code,) = open_rooms(store, 1)

    async def run() -> None:
        one, two = PostgresRoomLane(postgres_url), PostgresRoomLane(postgres_url)
        assert await one.append([RoomAddition(code, "w1", 0, [NewEntry(1, "a"), NewEntry(2, "b")])]) == [0]
        late = [RoomAddition(code, "w2", 0, [NewEntry(1, "c")]), RoomAddition("NOROOM", "w2", 0, [NewEntry(1, "d")])]
        found, problem = await two.append(late)
        assert found == 2
        assert isinstance(problem, NoSuchRoom)
        many = [RoomAddition(code, "w1", 2, [NewEntry(3, f"{number}")]) for number in range(20)]
        lanes = [one, two] * 10
        answers = await asyncio.gather(*map(append_alone, lanes, many))
        assert sorted(answers) == list(range(3, 23))
        for lane in (one, two):
            await lane.close()

    locks: dict[PostgresRoomLane, asyncio.Lock] = {}

    async def append_alone(lane: PostgresRoomLane, addition: RoomAddition) -> int:
        async with locks.setdefault(lane, asyncio.Lock()):
            (answer,) = await lane.append([addition])
        assert isinstance(answer, int)
        return answer

    asyncio.run(run())
    assert commands(store, code)[:3] == ["a", "b", "c"]
    assert len(commands(store, code)) == 23


def test_what_was_written_without_an_answer_is_not_written_twice(
    store: Store, postgres_url: str, line: CutLine
) -> None:
    """One room is written before the line is cut, and another one waits for a lock and must not be written later."""
    written, waiting = open_rooms(store, 2)

    async def run() -> None:
        lane = PostgresRoomLane(line.url(postgres_url))
        assert await lane.append([RoomAddition(written, "w1", 0, [NewEntry(1, "first")])]) == [0]
        line.silence_answers()
        sending = asyncio.create_task(lane.append([RoomAddition(written, "w1", 1, [NewEntry(2, "second")])]))
        while len(commands(store, written)) < 2:
            await asyncio.sleep(0.02)
        line.cut()
        line.mend()
        assert await sending == [1]
        with psycopg.connect(postgres_url) as blocker:
            blocker.execute("SELECT 1 FROM rooms WHERE code = %s FOR UPDATE", (waiting,))
            sending = asyncio.create_task(lane.append([RoomAddition(waiting, "w1", 0, [NewEntry(3, "third")])]))
            await asyncio.to_thread(wait_until, lambda: waiting_for_locks(postgres_url))
            first = waiting_for_locks(postgres_url)
            line.cut()
            await asyncio.to_thread(wait_until, lambda: line.refused)
            line.mend()
            await asyncio.to_thread(wait_until, lambda: waiting_for_locks(postgres_url) - first)
            blocker.rollback()
        assert await sending == [0]
        await lane.close()

    asyncio.run(run())
    assert commands(store, written) == ["first", "second"]
    assert commands(store, waiting) == ["third"]
