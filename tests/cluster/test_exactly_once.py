"""Writing to PostgreSQL: each change and entry once, however often it is sent, and an honest answer if nobody knows."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

import lianliankan as llk
from lianliankan.errors import GameMoved, NoSuchGame, StoreError
from lianliankan.race.settings import RaceSettings
from lianliankan.store import Change, Store, StoredGame, postgres_database, postgres_session
from lianliankan.store.database import FateUnknown
from lianliankan.store.room_log import NewEntry, NoSuchRoom, RoomAddition, RoomCard
from lianliankan.store.rooms import NewRoom
from lianliankan.web.base.tasks import ServerClosing, ServerTasks
from lianliankan.web.live.writer import Writer
from lianliankan.web.race.replica import first_base
from postgres_cluster import PrivateCluster
from support.cut_line import CutLine, cut_line
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


@pytest.fixture
def far(store: Store, postgres_url: str, line: CutLine) -> Iterator[Store]:
    """The same store at the other end of the line."""
    with Store(line.url(postgres_url)) as far:
        yield far


@pytest.fixture
def thread() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as thread:
        yield thread


def begin(store: Store) -> StoredGame:
    return store.begin(llk.Game(llk.Board.parse("ABC/ABC")))


def change_of(stored: StoredGame, command: str = "play 1,1-2,1") -> Change:
    change = stored.attempt(command, at=1.0).change
    assert change is not None
    return change


def open_room(store: Store) -> str:
    new = NewRoom(first_base(RaceSettings()), RoomCard("waiting", "sprint", {}, 6))
    return store.of_player("").rooms.create(new)


def commands(store: Store, code: str) -> list[str]:
    return [entry.command for entry in store.of_player("").rooms.open_room(code).entries]


def waiting_for_locks(url: str) -> set[int]:
    """Return the processes of the database that wait for a lock."""
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'").fetchall()
    return {pid for (pid,) in rows}


# ---- Games -----------------------------------------------------------------------------------------------------------


def test_changes_that_were_written_without_an_answer_are_not_written_twice(
    store: Store, far: Store, line: CutLine, thread: ThreadPoolExecutor
) -> None:
    ours, theirs, lost, moved = (begin(store) for _ in range(4))
    changes = [change_of(game) for game in (ours, theirs, lost, moved)]
    store.open(moved.id).do("hint", at=0.5)
    assert far.write_changes([change_of(begin(store))]) == [None]  # which connects
    line.silence_answers()
    writing = thread.submit(far.write_changes, changes)
    wait_until(lambda: store.versions([lost.id]) == {lost.id: 1})
    store.open(theirs.id).do("hint", at=2.0)  # another server goes on with what was written
    store.remove(lost.id)
    line.cut()
    line.mend()
    answers = writing.result(PATIENCE)
    assert answers[:2] == [None, None]
    assert isinstance(answers[2], NoSuchGame)
    assert isinstance(answers[3], GameMoved)
    assert store.versions([ours.id, theirs.id, moved.id]) == {ours.id: 1, theirs.id: 2, moved.id: 1}


def test_a_change_that_was_not_written_is_written_when_the_database_is_back(
    store: Store, far: Store, line: CutLine, thread: ThreadPoolExecutor
) -> None:
    stored = begin(store)
    line.cut()
    writing = thread.submit(far.write_changes, [change_of(stored)])
    wait_until(lambda: line.refused)
    line.mend()
    assert writing.result(PATIENCE) == [None]
    assert store.versions([stored.id]) == {stored.id: 1}


def test_after_some_time_it_says_what_it_knows(
    store: Store, far: Store, line: CutLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = begin(store)
    assert far.write_changes([change_of(begin(store))]) == [None]
    monkeypatch.setattr(postgres_session, "PATIENCE_SECONDS", 0.3)
    line.silence_answers()
    (sent,) = far.write_changes([change_of(stored)])
    assert isinstance(sent, FateUnknown)
    line.cut()
    (never_sent,) = far.write_changes([change_of(stored)])
    assert isinstance(never_sent, StoreError)
    assert not isinstance(never_sent, FateUnknown)
    assert "it cannot be reached" in str(never_sent)


def test_a_change_that_the_database_refuses_does_not_concern_the_others(store: Store) -> None:
    good, bad = begin(store), begin(store)
    refused = change_of(bad)._replace(columns=change_of(bad).columns | {"state": "a\0b"})
    written, problem = store.write_changes([change_of(good), refused])
    assert written is None
    assert isinstance(problem, StoreError)
    assert store.versions([good.id, bad.id]) == {good.id: 1, bad.id: 0}


def test_many_changes_are_announced_in_short_notifications(store: Store, postgres_url: str) -> None:
    async def write() -> None:
        writer = Writer(store, ServerTasks(), server="here")
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


def test_clients_of_a_game_in_an_unknown_state_return_to_what_is_stored(
    store: Store, postgres_url: str, line: CutLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    with run_server(line.url(postgres_url)) as server, new_client(server) as client:
        window = client.open_window(id := client.start_game())
        window.do("pause")
        monkeypatch.setattr(postgres_session, "PATIENCE_SECONDS", 0.3)
        line.silence_answers()
        window.send(type="do", n=2, version=1, command="resume")
        wait_until(lambda: store.versions([id]) == {id: 2})
        line.cut()
        with pytest.raises(ConnectionClosed):
            window.receive()
        monkeypatch.undo()
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


def test_who_reads_waits_for_the_database_and_is_told_what_is_wrong(
    store: Store,
    far: Store,
    postgres_url: str,
    line: CutLine,
    thread: ThreadPoolExecutor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begin(store)
    monkeypatch.setattr(postgres_database, "PATIENCE_SECONDS", 0.1)
    with Store(line.url(postgres_url)) as hasty:
        assert far.count() == 1
        line.cut()
        reading = thread.submit(far.count)
        wait_until(lambda: line.refused)
        with pytest.raises(StoreError, match="it cannot be reached"):
            hasty.count()
        line.mend()
        assert reading.result(PATIENCE) == 1


# ---- Rooms -----------------------------------------------------------------------------------------------------------


def test_entries_come_after_those_of_others(store: Store, postgres_url: str) -> None:
    code = open_room(store)
    with Store(postgres_url) as other, ThreadPoolExecutor(8) as threads:
        assert store.rooms.append_entries([RoomAddition(code, "w1", 0, [NewEntry(1, "a"), NewEntry(2, "b")])]) == [0]
        late = [RoomAddition(code, "w2", 0, [NewEntry(1, "c")]), RoomAddition("NOROOM", "w2", 0, [NewEntry(1, "d")])]
        found, problem = other.rooms.append_entries(late)
        assert found == 2
        assert isinstance(problem, NoSuchRoom)
        many = [RoomAddition(code, "w1", 2, [NewEntry(3, f"{number}")]) for number in range(20)]
        adding: list[Future[list[int | StoreError]]] = [
            threads.submit([store, other][number % 2].rooms.append_entries, [addition])
            for number, addition in enumerate(many)
        ]
        assert sorted(int(str(each.result(PATIENCE)[0])) for each in adding) == list(range(3, 23))
    assert commands(store, code)[:3] == ["a", "b", "c"]
    assert len(commands(store, code)) == 23


def test_entries_that_were_written_without_an_answer_are_not_written_twice(
    store: Store, far: Store, postgres_url: str, line: CutLine, thread: ThreadPoolExecutor
) -> None:
    """One room is written before the line is cut, and another one waits for a lock and must not be written later."""
    written, waiting = open_room(store), open_room(store)
    assert far.rooms.append_entries([RoomAddition(written, "w1", 0, [NewEntry(1, "first")])]) == [0]
    line.silence_answers()
    sending = thread.submit(far.rooms.append_entries, [RoomAddition(written, "w1", 1, [NewEntry(2, "second")])])
    wait_until(lambda: len(commands(store, written)) == 2)
    line.cut()
    line.mend()
    assert sending.result(PATIENCE) == [1]
    with psycopg.connect(postgres_url) as blocker:
        blocker.execute("SELECT 1 FROM rooms WHERE code = %s FOR UPDATE", (waiting,))
        sending = thread.submit(far.rooms.append_entries, [RoomAddition(waiting, "w1", 0, [NewEntry(3, "third")])])
        wait_until(lambda: waiting_for_locks(postgres_url))
        first = waiting_for_locks(postgres_url)
        line.cut()
        wait_until(lambda: line.refused)
        line.mend()
        wait_until(lambda: waiting_for_locks(postgres_url) - first)
        blocker.rollback()
    assert sending.result(PATIENCE) == [0]
    assert commands(store, written) == ["first", "second"]
    assert commands(store, waiting) == ["third"]
