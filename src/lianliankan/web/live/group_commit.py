"""Group commit for SQLite: one thread writes the changes of all games, many of them in one transaction."""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from lianliankan.errors import StoreError
from lianliankan.store import Change, NewRow, Store, StoredGame
from lianliankan.web.live.writer import ServerClosing, Write, Writer
from lianliankan.web.metrics import BatchKind

T = TypeVar("T")
W = TypeVar("W")
_Queue = deque[tuple[W, asyncio.Future[Any]]]

_MAX_BATCH = 512  # changes in one transaction: with more, the first of them would wait too long
_BUSY = 8  # from this many on, waiting a moment for more pays off: a flush costs the same for one and for many
_GATHER_SECONDS, _GATHER_SECONDS_BUSY = 0.003, 0.015  # the second from twice as many on


class GroupWriter(Writer):
    """Writes in its own thread; its futures are done when the data is on the disk.

    While one batch is flushed the next one gathers, so batches grow with the load. All writes go through here, so no
    connection to the database waits for the lock of another.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._changes: _Queue[Change] = deque()
        self._new_games: _Queue[NewRow] = deque()
        self._jobs: _Queue[Callable[[], object]] = deque()
        self._wake = threading.Condition()
        self._is_closing = False
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many changes wait for their transaction."""
        return len(self._changes)

    def write(self, change: Change) -> asyncio.Future[None]:
        """Write the change of a command; the future raises StoreError if it could not be written."""
        return self._put(self._changes, change)

    async def create(self, beginning: NewRow) -> StoredGame:
        """Store a new game."""
        stored: StoredGame = await self._put(self._new_games, beginning)
        return stored

    async def run(self, job: Callable[[], T]) -> T:
        """Run any other function that writes, and return its result."""
        found: T = await self._put(self._jobs, job)
        return found

    async def close(self) -> None:
        """Finish all pending writes, and stop."""
        with self._wake:
            self._is_closing = True
            self._wake.notify()
        await asyncio.to_thread(self._thread.join)

    def _put(self, queue: "_Queue[W]", what: W) -> asyncio.Future[Any]:
        future: Write[Any] = Write(loop=self._loop)
        with self._wake:
            if self._is_closing:
                raise ServerClosing("the server is closing")
            queue.append((what, future))
            self._wake.notify()
        return future

    def _describe(self, problem: StoreError) -> str:
        return str(problem).removeprefix(f"{self._store.name}: ")

    def _work(self) -> None:
        queues = (self._changes, self._new_games, self._jobs)
        while True:
            with self._wake:
                while not (any(queues) or self._is_closing):
                    self._wake.wait()
                if not any(queues):
                    return
                changes, beginnings = _take_batch(self._changes), _take_batch(self._new_games)
                jobs = _take_batch(self._jobs)
            self._do_all("changes", changes, self._store.write_changes)
            self._do_all("games", beginnings, self._store.insert_games)
            for job in jobs:
                self._do_all("jobs", [job], lambda acts: [act() for act in acts])
            if len(changes) >= _BUSY:
                time.sleep(_GATHER_SECONDS if len(changes) < 2 * _BUSY else _GATHER_SECONDS_BUSY)

    def _do_all(
        self,
        kind: BatchKind,
        batch: "list[tuple[W, asyncio.Future[Any]]]",
        write: Callable[[list[W]], Sequence[object]],
    ) -> None:
        """Write a batch, and resolve its futures in the event loop, which is woken once for the whole batch."""
        if not batch:
            return
        answers: Sequence[object]
        start = time.monotonic()
        try:
            answers = write([what for what, _ in batch])
        except Exception as problem:
            answers = [problem] * len(batch)
        self.metrics.count_batch(kind, len(batch), time.monotonic() - start)
        self._note_problems(answers)
        futures = [future for _, future in batch]
        with suppress(RuntimeError):  # the loop has ended, and nothing waits any more
            self._loop.call_soon_threadsafe(_resolve_all, futures, answers)


def _take_batch(queue: "_Queue[W]") -> "list[tuple[W, asyncio.Future[Any]]]":
    return [queue.popleft() for _ in range(min(len(queue), _MAX_BATCH))]


def _resolve_all(futures: Sequence[asyncio.Future[Any]], answers: Sequence[object]) -> None:
    for future, answer in zip(futures, answers, strict=True):
        if future.done():  # cancelled
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
