"""LiveGames from inside: windows that do not read, the writer's batches, and what happens when it ends."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import lianliankan as llk
from lianliankan.bench.load import LoadResult
from lianliankan.bench.load_page import format_page
from lianliankan.errors import GameMoved, NoSuchGame, StoreError
from lianliankan.store import Store
from lianliankan.web.live.direct_socket import Connection
from lianliankan.web.live.group_commit import GroupWriter
from lianliankan.web.live.turn_queue import Turn, TurnQueue


class FakeSocket:
    """A socket that can be full, or gone."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.is_writable = True
        self.is_gone = self.is_aborted = False
        self.when_writable: Callable[[], None] = lambda: None

    def send_text(self, text: str) -> None:
        if self.is_gone:
            raise ConnectionError(text)
        self.sent.append(text)

    def close(self, code: int) -> None:
        self.ended = code

    def abort(self) -> None:
        self.is_aborted = True


def test_messages_leave_in_order_and_who_does_not_read_is_let_go() -> None:
    socket = FakeSocket()
    connection = Connection(socket)
    for number in range(10):
        socket.is_writable = number < 5
        connection.push(str(number))
    assert socket.sent == ["0", "1", "2", "3", "4"]
    socket.is_writable = True
    connection.push("10")  # behind those that wait
    socket.when_writable()
    assert socket.sent == [str(number) for number in range(11)]
    socket.is_writable = False
    for number in range(64):
        connection.push(str(number))
    assert not connection.is_lost
    connection.push("one too many")
    assert connection.is_lost
    assert socket.is_aborted
    socket.is_writable = True
    socket.when_writable()
    assert len(socket.sent) == 11


def test_a_connection_that_breaks_is_lost() -> None:
    socket = FakeSocket()
    connection = Connection(socket)
    socket.is_gone = True
    connection.push("hello")
    assert connection.is_lost


def test_turns_come_in_the_order_they_were_asked_for() -> None:
    async def scene() -> None:
        turns, done, held = TurnQueue(), list[int](), list[Turn]()

        def at_once(number: int) -> Callable[[Turn], None]:
            def act(turn: Turn) -> None:
                done.append(number)
                turn.end()
                turn.end()  # once more ends no other's turn

            return act

        turns.enqueue(held.append)  # which does not end yet
        for number in range(2000):  # far more than calls could be nested
            turns.enqueue(at_once(number))
        turns.enqueue(lambda _: 1 / 0)  # which is ended for him

        async def wait(number: int) -> None:
            turn = await turns.wait()
            done.append(number)
            turn.end()

        waiting = [asyncio.create_task(wait(number)) for number in (2000, 2001, 2002)]
        await asyncio.sleep(0)
        waiting[1].cancel()
        await asyncio.sleep(0)
        assert done == []
        held[0].end()
        turns.enqueue(at_once(2003))
        await asyncio.wait(waiting)
        assert done == [*range(2001), 2002, 2003]
        turns.enqueue(held.append)
        turns.enqueue(at_once(2004))
        turns.close()
        turns.enqueue(at_once(2005))
        held[1].end()
        assert done[-1] == 2003

    asyncio.run(scene())


def test_the_writer_gathers_while_it_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    gate = threading.Event()
    real = Store.write_changes

    def slow(self: Store, changes: list[object]) -> list[StoreError | None]:
        sizes.append(len(changes))
        gate.wait(5)
        return real(self, changes)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "write_changes", slow)

    async def scene() -> None:
        with Store(tmp_path) as store:
            writer = GroupWriter(store)
            games = [llk.Game(llk.Board.parse("AB/AB")) for _ in range(30)]
            kepts = await asyncio.gather(*(writer.create(store.of_player("ann").prepare(game)) for game in games))
            assert len({kept.id for kept in kepts}) == 30
            store.of_player("ann").remove(kepts[3].id)
            store.of_player("ann").open(kepts[4].id).do("pick 1,2")
            attempts = [kept.attempt("pick 1,1", at=1) for kept in kepts]
            writes = [asyncio.create_task(writer.write(each.change)) for each in attempts if each.change]
            while not sizes:
                await asyncio.sleep(0.001)
            await asyncio.sleep(0.05)
            gate.set()
            answers = await asyncio.gather(*writes, return_exceptions=True)
            assert (type(answers[3]), type(answers[4])) == (NoSuchGame, GameMoved)
            assert [answer for place, answer in enumerate(answers) if place not in (3, 4)] == [None] * 28
            assert sum(sizes) == 30
            assert len(sizes) <= 3
            assert await writer.run(lambda: 7) == 7
            with pytest.raises(ZeroDivisionError):
                await writer.run(lambda: 1 // 0)
            late = asyncio.create_task(writer.run(lambda: "written"))
            await asyncio.sleep(0)
            await writer.close()
            assert await late == "written"
            with pytest.raises(StoreError, match="closing"):
                await writer.run(lambda: 7)

    asyncio.run(scene())


def test_the_table_of_the_load_test() -> None:
    result = LoadResult(
        2000, 1, "pick", 40, 2000, 3990, 1995, 4.2, 41, 88, 0, 1800, 60, 70, killed=True, reconnects=2000, lost=0
    )
    plain, marked = format_page([result], markdown=False), format_page([result], markdown=True)
    assert "two picks" in plain
    assert len({len(line) for line in plain.splitlines()}) == 1
    head, rule, line = marked.splitlines()
    assert head.count("|") == rule.count("|") == line.count("|")
    assert "| 2,000 | 1 | two picks | 2,000 | 1,995 | 3,990 | 4.2 | 41.0 | 88 | 0 |" in line
