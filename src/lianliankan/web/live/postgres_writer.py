"""Group commit for PostgreSQL: the event loop writes the changes of many games in one statement."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any, TypeVar

from lianliankan.errors import StoreError
from lianliankan.store import Change, NewRow, Store, StoredGame
from lianliankan.store.postgres_database import name_problem
from lianliankan.web.live.postgres_lane import PostgresLane
from lianliankan.web.live.writer import FateUnknown, ServerClosing, Write, Writer

log = logging.getLogger("lianliankan.web")

T = TypeVar("T")

_LANES = 1  # connections: a commit that notifies waits for all others that do, so a second one only halves the batches
_THREADS = 2  # for everything but changes
_MAX_BATCH = 512  # changes in one statement: with more, the first of them would wait too long
_BUSY = 4  # from this many on, waiting a moment for more pays off: a commit costs the same for one and for many
_GATHER_SECONDS, _GATHER_SECONDS_BUSY = 0.008, 0.015  # the second from twice as many on
_PATIENCE_SECONDS, _PATIENCE_SECONDS_CLOSING = 25.0, 5.0  # for a database that does not answer


class PostgresWriter(Writer):
    """Writes changes in the event loop, over connections of its own, and everything else in threads."""

    def __init__(self, store: Store, worker: str) -> None:
        """Take the store for the threads, and the name of this server in announcements."""
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._changes: deque[tuple[Change, Write[None]]] = deque()
        self._new_games: deque[tuple[NewRow, Write[StoredGame]]] = deque()
        self._is_closing = self._is_creating = False
        self._wake = asyncio.Event()
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="write")
        self._jobs: set[asyncio.Future[Any]] = set()
        lanes = [PostgresLane(str(store.location), worker) for _ in range(_LANES)]
        self._lanes = [self._loop.create_task(self._work(lane)) for lane in lanes]

    @property
    def waiting(self) -> int:
        """How many changes wait for their transaction."""
        return len(self._changes)

    def write(self, change: Change) -> asyncio.Future[None]:
        """Write the change of a command."""
        self._check_open()
        future: Write[None] = Write(loop=self._loop)
        self._changes.append((change, future))
        self._wake.set()
        return future

    async def create(self, beginning: NewRow) -> StoredGame:
        """Store a new game, together with others that wait."""
        self._check_open()
        future: Write[StoredGame] = Write(loop=self._loop)
        self._new_games.append((beginning, future))
        if not self._is_creating:
            self._is_creating = True
            self._keep(self._loop.create_task(self._create_all()))
        return await future

    async def run(self, job: Callable[[], T]) -> T:
        """Run any other function that writes."""
        self._check_open()
        start, running = monotonic(), self._keep(self._loop.run_in_executor(self._threads, job))
        try:
            found = await asyncio.shield(running)
        except StoreError as problem:
            self._note_problems([problem])
            raise
        self.metrics.count_batch("jobs", 1, monotonic() - start)
        self._note_problems([])
        return found

    async def close(self) -> None:
        """Finish all pending writes, and stop."""
        self._is_closing = True
        self._wake.set()
        await asyncio.gather(*self._lanes, *self._jobs, return_exceptions=True)
        self._threads.shutdown(wait=False)

    def _check_open(self) -> None:
        if self._is_closing:
            raise ServerClosing("the server is closing")

    def _keep(self, running: asyncio.Future[T]) -> asyncio.Future[T]:
        self._jobs.add(running)
        running.add_done_callback(self._jobs.discard)
        return running

    async def _work(self, lane: PostgresLane) -> None:
        while self._changes or not self._is_closing:
            if not self._changes:
                self._wake.clear()
                await self._wake.wait()
                continue
            batch = [self._changes.popleft() for _ in range(min(len(self._changes), _MAX_BATCH))]
            for group in _group_by_columns(batch):
                await self._write_group(lane, group)
            if len(batch) >= _BUSY and not self._is_closing:
                await asyncio.sleep(_GATHER_SECONDS if len(batch) < 2 * _BUSY else _GATHER_SECONDS_BUSY)
        await lane.close()

    async def _write_group(self, lane: PostgresLane, group: Sequence[tuple[Change, Write[None]]]) -> None:
        seconds = _PATIENCE_SECONDS_CLOSING if self._is_closing else _PATIENCE_SECONDS
        answers: Sequence[Exception | None]
        start = monotonic()
        try:
            answers = await lane.write([change for change, _ in group], seconds)
        except StoreError as problem:
            answers = [problem] * len(group)
        except Exception as problem:  # a mistake of ours must not hang the games
            log.error("write failed", exc_info=problem)
            answers = [FateUnknown(str(problem))] * len(group)
        self.metrics.count_batch("changes", len(group), monotonic() - start)
        self._note_problems(answers)
        for (_, future), answer in zip(group, answers, strict=True):
            _resolve(future, None, answer)

    async def _create_all(self) -> None:
        while self._new_games:
            batch = [self._new_games.popleft() for _ in range(min(len(self._new_games), _MAX_BATCH))]
            rows, start = [row for row, _ in batch], monotonic()
            try:
                stored = await self._loop.run_in_executor(self._threads, self._store.insert_games, rows)
            except Exception as problem:
                self._note_problems([problem])
                for _, future in batch:
                    _resolve(future, None, problem)
            else:
                self.metrics.count_batch("games", len(batch), monotonic() - start)
                self._note_problems([])
                for (_, future), game in zip(batch, stored, strict=True):
                    _resolve(future, game, None)
        self._is_creating = False

    def _describe(self, problem: StoreError) -> str:
        return name_problem(problem.__cause__) or "the database cannot be written"


def _group_by_columns(
    batch: Iterable[tuple[Change, Write[None]]],
) -> Iterable[list[tuple[Change, Write[None]]]]:
    """Split a batch by what changes: nearly always, the same columns in all games.

    All servers write games in the same order, so that they seldom wait for each other in a circle.
    """
    groups: dict[tuple[str, ...], list[tuple[Change, Write[None]]]] = {}
    for item in sorted(batch, key=lambda item: item[0].id):
        groups.setdefault(tuple(item[0].columns), []).append(item)
    return groups.values()


def _resolve(future: Write[Any], result: object, problem: Exception | None) -> None:
    if problem is None:
        future.set_result(result)
    else:
        future.set_exception(problem)
