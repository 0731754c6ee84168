"""What servers of one store tell each other."""

import asyncio
import threading
from unittest.mock import Mock

import pytest

from lianliankan.web.base.tasks import ServerTasks
from lianliankan.web.live.server_channel import ServerChannel
from lianliankan.web.state.server_state import Backend
from support.patience import PATIENCE


@pytest.mark.parametrize("problem", [ValueError, RuntimeError])
def test_an_item_that_fails_loses_no_other(problem: type[Exception], caplog: pytest.LogCaptureFixture) -> None:
    heard = list[str]()

    def follow(item: str) -> None:
        if item == "bad":
            raise problem("a mistake")
        heard.append(item)

    channel = ServerChannel("", "here", Mock(), ServerTasks())
    channel.handlers["moved"] = follow
    for text in ("there moved one bad two", "", "there", "here moved own", "there moved three"):
        channel._hear(text)
    assert heard == ["one", "two", "three"]
    (line,) = caplog.records
    assert line.exc_info is not None


def test_servers_are_told_although_writes_wait_for_the_store() -> None:
    async def run() -> None:
        tasks, said, may_write = ServerTasks(), asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()
        store = Mock(folder=None, location="", notify=lambda _: loop.call_soon_threadsafe(said.set))
        writer, channel = Backend().start_writer(store, tasks)
        assert channel is not None
        writes = [asyncio.create_task(writer.run(may_write.wait)) for _ in range(4)]
        await asyncio.sleep(0)
        channel.say("alive", "here")
        try:
            await asyncio.wait_for(said.wait(), PATIENCE)
        finally:
            may_write.set()
        await asyncio.gather(*writes)
        await writer.close()
        await tasks.close()

    asyncio.run(run())
