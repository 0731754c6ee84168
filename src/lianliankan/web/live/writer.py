"""The writer of a server: the one path of all writes to the store, with group commit.

Each kind of write has a queue: changes of games, additions to rooms, new games, and whatever else. A loop empties some
of the queues, one batch after the other: a folder has one loop for all of them, PostgreSQL has three.

While a batch is written, the next one gathers, so batches grow with the load. A write goes on whether or not its caller
still waits for it.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import Any, TypeVar, overload

from lianliankan.errors import GameMoved, NoSuchGame, NoSuchPictures, QuotaExceeded, StoreError
from lianliankan.store import Change, NewRow, Store, StoredGame
from lianliankan.store.players import PasskeyTaken
from lianliankan.store.room_log import NoSuchRoom, RoomAddition
from lianliankan.web.base.metrics import NO_METRICS, BatchKind, ServerMetrics
from lianliankan.web.base.tasks import ServerClosing, ServerTasks

log = logging.getLogger("lianliankan.web")

T = TypeVar("T")

Call = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Runs a function that writes."""

_Queue = deque[tuple[Any, asyncio.Future[Any]]]

_KINDS: tuple[BatchKind, ...] = ("changes", "rooms", "games", "others")
# In PostgreSQL, new games and the others wait for locks that changes do not need. One loop is enough for changes: a
# commit that notifies waits for all others that do, so a second loop would only halve the batches.
_POSTGRES_LOOPS: tuple[tuple[BatchKind, ...], ...] = (("changes", "rooms"), ("games", "others"), ("games", "others"))
_MAX_BATCH = 512  # with more in one transaction, the first of them would wait too long
_BUSY = 4  # from this many on, waiting a moment for more pays off: a commit costs the same for one and for many
_GATHER_SECONDS, _GATHER_SECONDS_BUSY = 0.008, 0.015  # the second from twice as many on
# A request that cannot be fulfilled is no fault of the storage.
_NO_FAULT = (GameMoved, QuotaExceeded, NoSuchGame, NoSuchPictures, NoSuchRoom, PasskeyTaken)


class Writer:
    """Writes for all players; finished writes are on the disk.

    - `problem`: why the last write failed, in words for all players; empty if it did not.
    - `waiting`: how many writes are not done.
    - `metrics`: where transactions are counted.
    """

    def __init__(self, store: Store, tasks: ServerTasks, *, server: str = "", call: Call | None = None) -> None:
        """Begin, in the running event loop.

        `tasks` are the tasks of the server. `server` is its name in announcements to others. `call` runs what writes,
        one after the other; without it, threads do.
        """
        self.problem = ""
        self.waiting = 0
        self.metrics: ServerMetrics = NO_METRICS
        self._store = store
        loops = (_KINDS,) if call or store.folder is not None else _POSTGRES_LOOPS
        self._threads = ThreadPoolExecutor(len(loops), thread_name_prefix="write")
        self._call = call or self._call_in_thread
        self._acts: dict[BatchKind, Callable[[Any], Sequence[object]]] = {
            "changes": lambda changes: store.write_changes(changes, server),
            "rooms": store.rooms.append_entries,
            "games": store.insert_games,
            "others": lambda acts: [act() for act in acts],
        }
        self._queues: dict[BatchKind, _Queue] = {kind: deque() for kind in _KINDS}
        self._is_closing = False
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._loops = [tasks.start(self._work(kinds)) for kinds in loops]

    @overload
    def write(self, what: Change) -> asyncio.Future[None]: ...

    @overload
    def write(self, what: RoomAddition) -> asyncio.Future[int]: ...

    def write(self, what: Change | RoomAddition) -> asyncio.Future[Any]:
        """Write the change of a command, or add entries to a room; the result is the number before the first of them.

        The future raises StoreError if it was not written, and FateUnknown if that is unknown.
        """
        return self._put("changes" if isinstance(what, Change) else "rooms", what)

    async def create(self, beginning: NewRow) -> StoredGame:
        """Store a new game."""
        stored: StoredGame = await self._put("games", beginning)
        return stored

    async def run(self, act: Callable[[], T]) -> T:
        """Run any other function that writes, and return its result."""
        found: T = await self._put("others", act)
        return found

    async def finish(self) -> None:
        """Wait until everything is written."""
        await self._idle.wait()

    async def close(self) -> None:
        """Finish all pending writes, and stop."""
        self._is_closing = True
        self._wake.set()
        await asyncio.wait(self._loops)
        self._threads.shutdown(wait=False)

    def _put(self, kind: BatchKind, what: object) -> asyncio.Future[Any]:
        if self._is_closing:
            raise ServerClosing("the server is closing")
        future = asyncio.get_running_loop().create_future()
        self._queues[kind].append((what, future))
        self.waiting += 1
        self._idle.clear()
        self._wake.set()
        return future

    async def _call_in_thread(self, act: Callable[[], Any]) -> Any:  # noqa: ANN401
        return await asyncio.get_running_loop().run_in_executor(self._threads, act)

    async def _work(self, kinds: Sequence[BatchKind]) -> None:
        while True:
            if not any(self._queues[kind] for kind in kinds):
                if self._is_closing:
                    return
                self._wake.clear()
                await self._wake.wait()
                continue
            size = 0
            for kind in kinds:
                if batch := self._take_batch(kind):
                    await self._write_batch(kind, batch)
                    size += len(batch)
            if size >= _BUSY and not self._is_closing:
                await asyncio.sleep(_GATHER_SECONDS if size < 2 * _BUSY else _GATHER_SECONDS_BUSY)

    def _take_batch(self, kind: BatchKind) -> Sequence[tuple[Any, asyncio.Future[Any]]]:
        """Take the next batch; a second write of the same game or room waits for the batch after it."""
        queue, subjects = self._queues[kind], set[object]()
        batch = list[tuple[Any, asyncio.Future[Any]]]()
        while queue and len(batch) < (1 if kind == "others" else _MAX_BATCH):
            subject = _subject(queue[0][0])
            if subject in subjects:
                break
            subjects.add(subject)
            batch.append(queue.popleft())
        return batch

    async def _write_batch(self, kind: BatchKind, batch: Sequence[tuple[Any, asyncio.Future[Any]]]) -> None:
        """Write a batch and answer its callers; each gets the error of its own part.

        A mistake of ours concerns this batch alone, or the loop would end.
        """
        start = monotonic()
        try:
            answers = await self._call(partial(self._acts[kind], [what for what, _ in batch]))
            answered = list(zip(batch, answers, strict=True))
        except Exception as problem:
            answered = [(each, problem) for each in batch]
        for (_, future), answer in answered:
            if future.done():  # cancelled
                continue
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)
        self.waiting -= len(batch)
        if not self.waiting:
            self._idle.set()
        try:
            self.metrics.count_batch(kind, len(batch), monotonic() - start)
            self._note_problems([answer for _, answer in answered])
        except Exception as problem:
            log.error("a batch was not counted", exc_info=problem)

    def _note_problems(self, answers: Sequence[object]) -> None:
        """Remember the problem of the storage after a write, or that there is none."""
        problems = (each for each in answers if isinstance(each, StoreError) and not isinstance(each, _NO_FAULT))
        problem = next(problems, None)
        self.problem = "" if problem is None else self._store.describe(problem)
        if problem is not None:
            self.metrics.count_store_error()


def _subject(what: object) -> object:
    """Return the game or room of a write; any other write is a subject of its own."""
    match what:
        case Change():
            return what.id
        case RoomAddition():
            return what.code
    return object()
