"""Group commit for rooms: while entries are written, those of all rooms that arrive meanwhile are the next batch."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic
from typing import Protocol

from lianliankan.errors import StoreError
from lianliankan.store.room_log import RoomAddition
from lianliankan.store.rooms import Rooms
from lianliankan.web.live.background import run_in_background
from lianliankan.web.live.writer import Write, Writer
from lianliankan.web.metrics import NO_METRICS, ServerMetrics

_MAX_BATCH = 512  # rooms in one statement
_BUSY = 4  # from this many on, waiting a moment for more pays off: a commit costs the same for one and for many
_GATHER_SECONDS = 0.005


class AppendEntries(Protocol):
    """Writes a batch; what is answered is on the disk."""

    async def __call__(self, additions: Sequence[RoomAddition]) -> Sequence[int | StoreError]:
        """Return for each addition the number before its first entry, or why it was not written."""


class RoomWriter:
    """Writes entries of all rooms of a server, of each room one addition at a time.

    `metrics` is where transactions are counted.
    """

    metrics: ServerMetrics = NO_METRICS

    def __init__(self, append: AppendEntries, close: Callable[[], Awaitable[None]] | None = None) -> None:
        """Take what writes a batch, and what ends it."""
        self._append, self._close = append, close
        self._waiting: list[tuple[RoomAddition, Write[int]]] = []
        self._is_writing = False

    def write(self, addition: RoomAddition) -> asyncio.Future[int]:
        """Add entries to a room; the future is the number before the first, or raises StoreError."""
        future: Write[int] = Write(loop=asyncio.get_running_loop())
        self._waiting.append((addition, future))
        if not self._is_writing:
            self._is_writing = True
            run_in_background(self._work())
        return future

    async def close(self) -> None:
        """Finish all pending writes, and stop."""
        while self._is_writing:
            await asyncio.sleep(0.01)
        if self._close is not None:
            await self._close()

    async def _work(self) -> None:
        await asyncio.sleep(0)  # what arrives in the same moment is one batch
        while self._waiting:
            batch, self._waiting = self._waiting[:_MAX_BATCH], self._waiting[_MAX_BATCH:]
            answers: Sequence[int | Exception]
            start = monotonic()
            try:
                answers = await self._append([addition for addition, _ in batch])
            except Exception as problem:
                answers = [problem] * len(batch)
            self.metrics.count_batch("rooms", len(batch), monotonic() - start)
            for (_, future), answer in zip(batch, answers, strict=True):
                if isinstance(answer, Exception):
                    future.set_exception(answer)
                else:
                    future.set_result(answer)
            if len(batch) >= _BUSY:
                await asyncio.sleep(_GATHER_SECONDS)
        self._is_writing = False


def write_in_jobs(writer: Writer, store: Rooms) -> AppendEntries:
    """Return what writes batches as jobs of the server's writer."""

    async def append(additions: Sequence[RoomAddition]) -> Sequence[int | StoreError]:
        return await writer.run(lambda: store.append_entries(additions))

    return append
