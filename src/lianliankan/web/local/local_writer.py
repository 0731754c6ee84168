"""The writer of a server in one thread: every change is kept outside before it is answered."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from lianliankan.errors import StoreError
from lianliankan.store import Change, NewRow, Store, StoredGame
from lianliankan.web.live.writer import ServerClosing, Write, Writer

T = TypeVar("T")

Keep = Callable[[], Awaitable[None]]
"""Keeps what was written where it outlives this program; if that raises StoreError, the file is as it was before."""


class LocalWriter(Writer):
    """Writes one change after the other; each is kept before its future is done, and before the next one begins."""

    def __init__(self, store: Store, keep: Keep) -> None:
        self._store, self._keep = store, keep
        self._queue: asyncio.Queue[tuple[Callable[[], Any], asyncio.Future[Any]] | None] = asyncio.Queue()
        self._is_closing = False
        self._task = asyncio.get_running_loop().create_task(self._work())

    @property
    def waiting(self) -> int:
        """How many changes wait for their transaction."""
        return self._queue.qsize()

    def write(self, change: Change) -> asyncio.Future[None]:
        """Write the change of a command; the future raises StoreError if it could not be written."""
        return self._put(lambda: self._write(change))

    async def create(self, beginning: NewRow) -> StoredGame:
        """Store a new game."""
        return await self._put(lambda: self._store.insert_games([beginning])[0])

    async def run(self, job: Callable[[], T]) -> T:
        """Run any other function that writes, and return its result."""
        return await self._put(job)

    async def finish(self) -> None:
        """Wait until everything that is written by now is kept."""
        await self._queue.join()

    async def close(self) -> None:
        """Finish all pending writes, and stop."""
        self._is_closing = True
        self._queue.put_nowait(None)
        await self._task

    def _put(self, act: Callable[[], T]) -> asyncio.Future[T]:
        if self._is_closing:
            raise ServerClosing("the server is closing")
        future: Write[T] = Write()
        self._queue.put_nowait((act, future))
        return future

    def _write(self, change: Change) -> None:
        (problem,) = self._store.write_changes([change])
        if problem is not None:
            raise problem

    def _describe(self, problem: StoreError) -> str:
        return str(problem).removeprefix(f"{self._store.name}: ")

    async def _work(self) -> None:
        while (item := await self._queue.get()) is not None:
            act, future = item
            try:
                answer = act()
                await self._keep()
            except Exception as problem:
                self._note_problems([problem])
                future.set_exception(problem)
            else:
                self._note_problems([])
                future.set_result(answer)
            self._queue.task_done()
        self._queue.task_done()
