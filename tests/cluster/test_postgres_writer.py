"""Writing to PostgreSQL: each change once, however often it is sent, and an honest answer if nobody knows."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

import lianliankan as llk
from lianliankan.errors import GameMoved, NoSuchGame, StoreError
from lianliankan.store import Change, Store, StoredGame
from lianliankan.web.live import postgres_writer
from lianliankan.web.live.postgres_lane import PostgresLane
from lianliankan.web.live.postgres_writer import PostgresWriter
from lianliankan.web.live.writer import FateUnknown, ServerClosing
from postgres_cluster import PrivateCluster
from support.cut_line import CutLine, cut_line
from support.own_clock import OwnClock
from support.patience import PATIENCE, wait_until
from support.postgres import hear_all
from support.web_stage import new_client, run_server


@pytest.fixture
def line(postgres_cluster: PrivateCluster) -> Iterator[CutLine]:
    with cut_line(postgres_cluster.folder) as line:
        yield line


@pytest.fixture
def store(postgres_url: str) -> Iterator[Store]:
    with Store(postgres_url) as store:
        yield store


def begin(store: Store) -> StoredGame:
    return store.begin(llk.Game(llk.Board.parse("ABC/ABC")))


def change_of(stored: StoredGame, command: str = "play 1,1-2,1") -> Change:
    change = stored.attempt(command, at=1.0).change
    assert change is not None
    return change


def run_lane(url: str, act: Callable[[PostgresLane], Awaitable[object]]) -> None:
    async def run() -> None:
        lane = PostgresLane(url, "here")
        try:
            await act(lane)
        finally:
            await lane.close()

    asyncio.run(run())


def test_what_was_written_without_an_answer_is_not_written_twice(
    store: Store, postgres_url: str, line: CutLine
) -> None:
    ours, theirs, lost = begin(store), begin(store), begin(store)

    async def write(lane: PostgresLane) -> None:
        await lane.write([change_of(begin(store))], PATIENCE)  # which connects
        line.silence_answers()
        writing = asyncio.create_task(lane.write([change_of(game) for game in (ours, theirs, lost)], PATIENCE))
        await asyncio.to_thread(wait_until, lambda: store.versions([lost.id]) == {lost.id: 1})
        store.open(theirs.id).do("hint", at=2.0)  # another server goes on with what was written
        store.remove(lost.id)
        line.cut()
        line.mend()
        written, moved, gone = await writing
        assert written is None
        assert isinstance(moved, GameMoved)
        assert isinstance(gone, NoSuchGame)

    run_lane(line.url(postgres_url), write)
    assert store.versions([ours.id, theirs.id]) == {ours.id: 1, theirs.id: 2}


def test_what_was_not_written_is_written_when_the_database_is_back(
    store: Store, postgres_url: str, line: CutLine
) -> None:
    stored = begin(store)

    async def write(lane: PostgresLane) -> None:
        line.cut()
        writing = asyncio.create_task(lane.write([change_of(stored)], PATIENCE))
        await asyncio.to_thread(wait_until, lambda: line.refused)
        line.mend()
        assert await writing == [None]

    run_lane(line.url(postgres_url), write)
    assert store.versions([stored.id]) == {stored.id: 1}


def test_after_some_time_it_says_what_it_knows(store: Store, postgres_url: str, line: CutLine) -> None:
    stored = begin(store)

    async def write(lane: PostgresLane) -> None:
        assert await lane.write([change_of(begin(store))], PATIENCE) == [None]
        line.silence_answers()
        with pytest.raises(FateUnknown):
            await lane.write([change_of(stored)], 0.3)
        line.cut()
        with pytest.raises(StoreError) as never_sent:
            await lane.write([change_of(stored)], 0.3)
        assert not isinstance(never_sent.value, FateUnknown)

    run_lane(line.url(postgres_url), write)


def test_a_change_that_the_database_refuses_does_not_concern_the_others(store: Store, postgres_url: str) -> None:
    good, bad = begin(store), begin(store)
    refused = change_of(bad)._replace(columns=change_of(bad).columns | {"state": "a\0b"})

    async def write(lane: PostgresLane) -> None:
        written, problem = await lane.write([change_of(good), refused], PATIENCE)
        assert written is None
        assert isinstance(problem, StoreError)

    run_lane(postgres_url, write)
    assert store.versions([good.id, bad.id]) == {good.id: 1, bad.id: 0}


def test_many_changes_are_announced_in_short_notifications(store: Store, postgres_url: str) -> None:
    async def write() -> None:
        writer = PostgresWriter(store, "here")
        rows = [store.prepare(llk.Game(llk.Board.parse("ABC/ABC"))) for _ in range(300)]
        games = await asyncio.gather(*map(writer.create, rows))
        with psycopg.connect(postgres_url, autocommit=True) as listening:
            listening.execute("LISTEN llk")
            await asyncio.gather(*(writer.write(change_of(game)) for game in games))
            said = hear_all(listening, postgres_url, "llk")
        await writer.close()
        with pytest.raises(ServerClosing):
            writer.write(change_of(games[0]))
        assert all(text.startswith("here moved ") and len(text) < 8000 for text in said)
        assert {f"{game.id}:1" for game in games} == {item for text in said for item in text.split()[2:]}
        assert len(said) < 20

    asyncio.run(write())


def test_clients_of_a_game_whose_state_nobody_knows_come_back_to_what_is_stored(
    store: Store, postgres_url: str, line: CutLine
) -> None:
    with run_server(line.url(postgres_url), clock=OwnClock()) as server, new_client(server) as client:
        window = client.open_window(id := client.start_game())
        window.do("pause")
        line.silence_answers()
        window.send(type="do", n=2, version=1, command="resume")
        wait_until(lambda: store.versions([id]) == {id: 2})
        line.cut()
        server.pass_time(postgres_writer._PATIENCE_SECONDS)
        with pytest.raises(ConnectionClosed):
            window.receive()
        line.mend()
        again = None
        while again is None:
            with suppress(AssertionError, ConnectionClosed):  # until the database is back
                again = client.open_window(window.state["id"])
        assert again.version == 2
        assert again.do("pause")["version"] == 3
        again.close()


def test_a_program_that_stops_while_it_writes_does_not_keep_its_locks(store: Store) -> None:
    with store._database.writing() as connection:
        assert connection.execute("SHOW idle_in_transaction_session_timeout").fetchone() == ("30s",)
    with store._database.reading() as connection:  # a backup takes its time
        assert connection.execute("SHOW idle_in_transaction_session_timeout").fetchone() == ("0",)
