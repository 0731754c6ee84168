"""The commands of a game one after the other, off the screen, which never waits for them."""

import asyncio
from collections.abc import Awaitable, Callable

from lianliankan.terminal.intents import QueuedCommand


class CommandQueue:
    """Commands that wait for their turn; `execute` runs one of them."""

    def __init__(self, execute: Callable[[QueuedCommand], Awaitable[None]]) -> None:
        self._execute = execute
        self._queue: asyncio.Queue[QueuedCommand] = asyncio.Queue()
        self._unfinished = 0

    @property
    def is_idle(self) -> bool:
        """Whether no command is waiting or running."""
        return not self._unfinished

    def put(self, queued: QueuedCommand) -> None:
        """Add a command."""
        self._unfinished += 1
        self._queue.put_nowait(queued)

    async def wait_until_idle(self) -> None:
        """Wait until every command is done."""
        await self._queue.join()

    async def run(self) -> None:
        """Run commands for as long as the game is on the screen."""
        while True:
            queued = await self._queue.get()
            try:
                await self._execute(queued)
            finally:
                self._unfinished -= 1
                self._queue.task_done()
