"""Background tasks, and things that are opened once for all who wait."""

import asyncio
import logging
from dataclasses import dataclass

import pytest

from lianliankan.web.base.logs import request_id
from lianliankan.web.base.tasks import OpenOnce, ServerTasks
from support.own_clock import run_without_waiting


@dataclass(eq=False)
class Thing:
    """Something that can be opened and closed."""

    is_closed: bool = False


async def fail() -> None:
    await asyncio.sleep(1)
    raise RuntimeError("a mistake")


def test_the_log_names_a_request_only_for_what_is_done_for_it() -> None:
    async def run() -> None:
        tasks, named = ServerTasks(), list[str]()

        async def note() -> None:
            named.append(request_id.get())

        request_id.set("7")
        await tasks.start(note())
        await tasks.start(note(), is_awaited=True)
        await tasks.start(note(), is_logged_for_caller=True)
        tasks.start_later(1, note)
        await asyncio.sleep(2)
        assert named == ["", "7", "7", ""]

    run_without_waiting(run())


def test_an_exception_is_logged_at_once_and_ends_no_other_task(caplog: pytest.LogCaptureFixture) -> None:
    ended = list[str]()

    async def go_on(tasks: ServerTasks) -> None:
        failing = tasks.start(fail())
        tasks.start_later(2, lambda: note("later"))
        tasks.start(note("first"))
        await asyncio.wait([failing])
        await asyncio.sleep(0)
        assert [record.message for record in caplog.records] == ["background task failed"]
        assert "a mistake" in caplog.text
        await asyncio.sleep(5)

    async def note(name: str) -> None:
        await asyncio.sleep(3)
        ended.append(name)

    async def run() -> None:
        tasks = ServerTasks()
        with caplog.at_level(logging.ERROR, "lianliankan.web"):
            await go_on(tasks)
        assert len(tasks) == 0

    run_without_waiting(run())
    assert ended == ["first", "later"]


def test_an_exception_for_callers_is_theirs(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        tasks = ServerTasks()
        awaited, _ = (tasks.start(fail(), is_awaited=True) for _ in range(2))
        with pytest.raises(RuntimeError, match="a mistake"):
            await awaited
        await asyncio.sleep(1)
        assert len(tasks) == 0

    with caplog.at_level(logging.ERROR):
        run_without_waiting(run())
    assert caplog.messages == []


def test_tasks_that_are_still_running_are_cancelled_and_waited_for() -> None:
    ended = list[str]()

    async def run() -> None:
        tasks = ServerTasks()

        async def wait() -> None:
            try:
                await asyncio.sleep(1_000)
            finally:
                tasks.start(last())

        async def last() -> None:
            try:
                await asyncio.sleep(1_000)
            finally:
                ended.append("last")

        tasks.start(wait())
        await asyncio.sleep(0)
        await tasks.close()
        assert len(tasks) == 0

    run_without_waiting(run())
    assert ended == ["last"]


def test_what_is_for_later_never_starts_once_the_tasks_are_closed() -> None:
    started = list[str]()

    async def note(name: str) -> None:
        started.append(name)

    async def run() -> None:
        tasks = ServerTasks()
        tasks.start_later(1, lambda: note("before"))
        tasks.start_later(3, lambda: note("after"))
        await asyncio.sleep(2)
        await tasks.close()
        await asyncio.sleep(2)

    run_without_waiting(run())
    assert started == ["before"]


def test_what_is_being_opened_is_opened_once_for_all_who_wait() -> None:
    opened = list[Thing]()

    async def open() -> Thing:
        await asyncio.sleep(1)
        opened.append(Thing())
        return opened[-1]

    async def run() -> None:
        things: OpenOnce[str, Thing] = OpenOnce(ServerTasks())
        leaving, *staying = [asyncio.create_task(things.get("a", open)) for _ in range(3)]
        await asyncio.sleep(0)
        assert (len(things), "a" in things, things.find("a")) == (1, True, None)
        leaving.cancel()  # whoever comes first may go: the others still get it
        assert await asyncio.gather(*staying) == [opened[0]] * 2
        assert await things.get("a", open) is things.find("a") is opened[0]
        opened[0].is_closed = True
        assert (things.find("a"), len(things), "a" in things) == (None, 0, False)
        assert await things.get("a", open) is opened[1]
        assert not things.discard("a", opened[0])
        assert list(things) == [opened[1]]
        assert await things.pop("a") is opened[1]
        assert (await things.pop("a"), len(things)) == (None, 0)

    run_without_waiting(run())
    assert len(opened) == 2


def test_what_cannot_be_opened_is_tried_again() -> None:
    async def refuse() -> Thing:
        await asyncio.sleep(1)
        raise ValueError("no")

    async def run() -> None:
        things: OpenOnce[str, Thing] = OpenOnce(ServerTasks())
        answers = await asyncio.gather(*(things.get("a", refuse) for _ in range(2)), return_exceptions=True)
        assert [str(answer) for answer in answers] == ["no", "no"]
        removing = asyncio.create_task(things.pop("a"))
        with pytest.raises(ValueError, match="no"):
            await things.get("a", refuse)
        assert await removing is None
        assert len(things) == 0

    run_without_waiting(run())
