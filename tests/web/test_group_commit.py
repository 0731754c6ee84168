"""Group commit: batches, errors of single changes, and the end."""

import asyncio
import threading
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

import lianliankan as llk
from lianliankan.errors import GameMoved, NoSuchGame, NoSuchPictures, QuotaExceeded, StoreError
from lianliankan.race.room import Room
from lianliankan.race.settings import RaceSettings
from lianliankan.store import Change, Location, Store
from lianliankan.store.room_log import NewEntry, RoomAddition
from lianliankan.store.rooms import NewRoom
from lianliankan.web.base.tasks import ServerTasks
from lianliankan.web.live.writer import Writer
from lianliankan.web.race.replica import first_base, make_card
from support.patience import PATIENCE


def test_changes_gather_while_others_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    gate = threading.Event()

    async def scenario() -> None:
        with Store(tmp_path) as store:
            real = store.write_changes

            def slow(changes: Sequence[Change], server: str) -> list[StoreError | None]:
                sizes.append(len(changes))
                gate.wait(PATIENCE)
                return real(changes, server)

            monkeypatch.setattr(store, "write_changes", slow)
            writer = Writer(store, ServerTasks())
            games = [llk.Game(llk.Board.parse("AB/AB")) for _ in range(30)]
            stored = await asyncio.gather(*(writer.create(store.of_player("ann").prepare(game)) for game in games))
            assert len({each.id for each in stored}) == 30
            store.of_player("ann").remove(stored[3].id)
            store.of_player("ann").open(stored[4].id).do("pick 1,2")
            pending = [each.attempt("pick 1,1", at=1) for each in stored]
            writes = [writer.write(each.change) for each in pending if each.change]
            while not sizes:
                await asyncio.sleep(0.001)
            while sum(sizes) + len(writer._queues["changes"]) < 30:  # until all are written or waiting
                await asyncio.sleep(0.001)
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

    asyncio.run(scenario())


def test_a_batch_has_one_write_of_a_room_or_game(location: Location) -> None:
    """A server may have given up a room, and opened it again, while its last entries still wait."""

    async def scenario() -> None:
        with Store(location) as store:
            settings = RaceSettings(rows=4, cols=6)
            code = store.rooms.create(NewRoom(first_base(settings), make_card(Room(settings))))
            writer = Writer(store, ServerTasks())
            stored = await writer.create(store.of_player("ann").prepare(llk.Game(llk.Board.parse("AB/AB"))))
            changes = [stored.attempt(f"pick 1,{col}", at=1).change for col in (1, 2)]
            additions = [RoomAddition(code, "w1", 0, [NewEntry(1, f"join {name}", name)]) for name in ("ann", "ben")]
            writes = [writer.write(each) for each in changes if each is not None]
            rooms = [writer.write(each) for each in additions]
            done, moved = await asyncio.gather(*writes, return_exceptions=True)
            assert (done, type(moved)) == (None, GameMoved)
            assert await asyncio.gather(*rooms) == [0, 1]
            assert [entry.command for entry in store.rooms.read_entries(code, 0)] == ["join ann", "join ben"]
            await writer.close()

    asyncio.run(scenario())


def test_a_write_goes_on_though_its_caller_does_not_wait_for_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        with Store(tmp_path) as store:
            writer, gate = Writer(store, ServerTasks()), threading.Event()
            stored = await writer.create(store.prepare(llk.Game(llk.Board.parse("AB/AB"))))
            holding = asyncio.create_task(writer.run(lambda: gate.wait(PATIENCE)))
            await asyncio.sleep(0)
            change = stored.attempt("pause", at=1).change
            assert change is not None
            writing, setting = writer.write(change), asyncio.create_task(writer.run(partial(store.set_setting, "a", 1)))
            await asyncio.sleep(0)
            writing.cancel()
            setting.cancel()
            assert writer.waiting == 3
            gate.set()
            await writer.finish()
            assert (writer.waiting, await holding) == (0, True)
            assert (store.versions([stored.id]), store.setting("a", 0)) == ({stored.id: 1}, 1)
            await writer.close()

    asyncio.run(scenario())


def test_a_mistake_in_one_batch_concerns_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A batch that is answered wrongly, or cannot be counted, does not end the loop."""

    async def scenario() -> None:
        with Store(tmp_path) as store:
            writer = Writer(store, ServerTasks())
            row = store.prepare(llk.Game(llk.Board.parse("AB/AB")))
            with monkeypatch.context() as mistaken:
                mistaken.setitem(writer._acts, "games", lambda _: [])
                with pytest.raises(ValueError, match="shorter"):
                    await asyncio.wait_for(writer.create(row), PATIENCE)
            with monkeypatch.context() as mistaken:
                mistaken.setattr(store, "describe", lambda _: 1 // 0)
                with pytest.raises(StoreError, match="full"):
                    await asyncio.wait_for(writer.run(partial(fail, StoreError("full"))), PATIENCE)
            assert await asyncio.wait_for(writer.run(lambda: 7), PATIENCE) == 7
            assert (await asyncio.wait_for(writer.create(row), PATIENCE)).id
            await writer.finish()
            assert writer.waiting == 0
            await writer.close()

    asyncio.run(scenario())
    assert caplog.messages == ["a batch was not counted"]


def test_a_request_that_cannot_be_fulfilled_is_not_a_storage_problem(location: Location) -> None:
    async def scenario() -> None:
        with Store(location) as store:
            writer = Writer(store, ServerTasks())
            for mistake in (QuotaExceeded, NoSuchPictures, NoSuchGame):
                with pytest.raises(mistake):
                    await writer.run(partial(fail, mistake("no")))
                assert writer.problem == ""
            with pytest.raises(StoreError):
                await writer.run(partial(fail, StoreError(f"{store.name}: no such table")))
            assert writer.problem in ("no such table", "the database cannot be written")
            await writer.close()

    asyncio.run(scenario())


def fail(problem: StoreError) -> None:
    raise problem
