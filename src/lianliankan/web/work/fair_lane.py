"""A lane of work: a fair queue, and behind it a few workers, each with a thread of its own."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Generic, TypeVar

from lianliankan.child_process import ChildDied
from lianliankan.errors import TooLarge
from lianliankan.web.live.writer import ServerClosing
from lianliankan.web.logs import request_id
from lianliankan.web.work.fair_queue import FairQueue, Owner

log = logging.getLogger("lianliankan.web")

T = TypeVar("T")
W = TypeVar("W")
J = TypeVar("J")

_FULL = "too much work is waiting"
_ABANDONED_SECONDS = 0.5  # that work whose asker has gone may still take: starting another process costs as much
_START_SECONDS = 300.0  # that a worker may take to get ready
_RETRY_SECONDS = 1.0  # until one that does not get ready is tried again
_RESTART_SECONDS = 0.5  # that a process which had to be killed costs its owner on top


class Busy(Exception):
    """The queue is full, or the turn did not come in time; trying again in a moment may help."""


class TooHard(TooLarge):
    """Work that takes too much time or memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneSettings:
    """How a lane works.

    - `workers`: how many there are.
    - `seconds`: how long a job may take; it is told so, and gives up itself.
    - `grace`: after how many seconds more its worker is stopped, which costs another start.
    - `patience`: how long a job may wait for its turn, in seconds.
    - `places`, `places_per_owner`: how many jobs may wait, in all and of one owner.
    - `niceness`: how far the workers stand back for other processes.
    - `starts_early`: whether the workers start with the server, not with the first job.
    """

    workers: int
    seconds: float
    grace: float = 0.7
    patience: float = 20.0
    places: int = 1_000
    places_per_owner: int = 4
    niceness: int = 0
    starts_early: bool = False


@dataclass(slots=True, eq=False)
class _Work(Generic[J]):
    """A job that waits or runs; `deadline` is the timer that ends it, `request` the id of the request it is for."""

    owner: Owner
    make: Callable[[], J | None]
    seconds: float
    answer: asyncio.Future[Any]
    deadline: asyncio.TimerHandle | None = None
    request: str = field(default_factory=request_id.get)
    arrived: float = field(default_factory=monotonic)
    stop: Callable[[], None] | None = None

    def set_deadline(self, seconds: float, action: Callable[[], None]) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
        self.deadline = asyncio.get_running_loop().call_later(seconds, action)

    def fail(self, problem: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(problem)


class FairLane(Generic[W, J]):
    """Workers that do jobs one at a time; networks and players who want more than that take turns.

    `do` does a job with a worker within some seconds, in a thread; `stop` makes it fail with ChildDied at any time,
    and `prepare`, also in a thread, gets a worker ready again. The time that takes is not the time of a job. `count`
    gets the outcome of every job, how long it waited and how long it took.
    """

    def __init__(
        self,
        workers: Sequence[W],
        do: Callable[[W, J, float], Any],
        settings: LaneSettings,
        *,
        prepare: Callable[[W], None] = lambda _: None,
        stop: Callable[[W], None] = lambda _: None,
        count: Callable[[str, float, float], None] = lambda *_: None,
    ) -> None:
        self._workers, self._do, self._settings = workers, do, settings
        self._count = count
        self._prepare, self._stop = prepare, stop
        self._queue: FairQueue[_Work[J]] = FairQueue(
            limit=settings.places, limit_per_owner=settings.places_per_owner, evict=_refuse
        )
        self._arrived = asyncio.Semaphore(0)
        self._threads = ThreadPoolExecutor(len(workers), thread_name_prefix="lane")
        self._tasks: list[asyncio.Task[None]] = []
        self._running, self._is_closed = 0, False

    def __len__(self) -> int:
        """Return the number of jobs that wait."""
        return len(self._queue)

    @property
    def running(self) -> int:
        """The number of jobs that run."""
        return self._running

    def start(self) -> None:
        """Start working, in the running event loop."""
        self._tasks = [asyncio.create_task(self._serve(worker)) for worker in self._workers]

    async def run(self, owner: Owner, make: Callable[[], J | None]) -> Any:  # noqa: ANN401
        """Wait for a turn, have a job done and return its result.

        The job is made when its turn comes; if there is None, so is the result. If this task is cancelled, a job that
        waits is dropped, and one that runs is stopped soon. Raises Busy and TooHard.
        """
        if self._is_closed:
            raise ServerClosing("the server is closing")
        work = _Work(owner, make, self._settings.seconds, asyncio.get_running_loop().create_future())
        if not self._queue.put(owner, work):
            raise Busy(_FULL)
        work.set_deadline(self._settings.patience, lambda: self._give_up(work))
        self._arrived.release()
        try:
            return await work.answer
        finally:
            if self._queue.remove(owner, work):
                assert work.deadline is not None
                work.deadline.cancel()
            elif work.answer.cancelled() and work.stop is not None and work.seconds > _ABANDONED_SECONDS:
                work.set_deadline(_ABANDONED_SECONDS, work.stop)

    def close(self) -> None:
        """Stop all workers; whatever waits or runs fails with ServerClosing."""
        self._is_closed = True
        while (work := self._queue.take()) is not None:
            work.fail(ServerClosing("the server is closing"))
            if work.deadline is not None:
                work.deadline.cancel()
        for task in self._tasks:
            task.cancel()
        for worker in self._workers:
            self._stop(worker)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _give_up(self, work: _Work[J]) -> None:
        if self._queue.remove(work.owner, work):
            work.fail(Busy("the turn did not come in time"))

    async def _serve(self, worker: W) -> None:
        is_ready = False
        if self._settings.starts_early:
            is_ready = await self._get_ready(worker)
        while True:
            await self._arrived.acquire()
            while not is_ready and len(self._queue):
                is_ready = await self._get_ready(worker)
            work = self._queue.take()
            if work is not None and not work.answer.done():
                is_ready = await self._do_one(worker, work) or await self._get_ready(worker)

    async def _get_ready(self, worker: W) -> bool:
        """Prepare a worker; return False, after a while, if that fails."""
        loop = asyncio.get_running_loop()
        limit = loop.call_later(_START_SECONDS, self._stop, worker)
        try:
            await loop.run_in_executor(self._threads, self._prepare, worker)
        except (ChildDied, OSError) as problem:
            log.error("no worker", extra={"problem": str(problem)})
            await asyncio.sleep(_RETRY_SECONDS)
            return False
        finally:
            limit.cancel()
        return True

    async def _do_one(self, worker: W, work: _Work[J]) -> bool:
        """Have a worker do a job; return whether it survived."""
        start, penalty, outcome = monotonic(), 0.0, "failed"
        self._running += 1
        work.stop = lambda: self._stop(worker)
        work.set_deadline(work.seconds + self._settings.grace, work.stop)
        try:
            job = work.make()
            found = None
            if job is not None:
                loop = asyncio.get_running_loop()
                found = await loop.run_in_executor(self._threads, self._do, worker, job, work.seconds)
            if not work.answer.done():
                work.answer.set_result(found)
            outcome = "done"
        except ChildDied:
            penalty, outcome = _RESTART_SECONDS, "stopped"
            is_late = monotonic() - start >= work.seconds
            about = {"request": work.request, "seconds": round(monotonic() - start, 1), "late": is_late}
            log.warning("work stopped", extra=about)
            work.fail(TooHard(f"it takes more than {work.seconds:g} s" if is_late else "it takes too much memory"))
        except Exception as problem:
            work.fail(problem)
        finally:
            self._running -= 1
            work.stop = None
            if work.deadline is not None:
                work.deadline.cancel()
            work.fail(ServerClosing("the server is closing"))  # if this task was cancelled
            seconds = monotonic() - start
            self._count(outcome, start - work.arrived, seconds)
            self._queue.charge(work.owner, seconds + penalty)
        return penalty == 0


def _refuse(work: _Work[Any]) -> None:
    """Refuse work that has waited, in favour of somebody who has less waiting."""
    work.fail(Busy(_FULL))
    if work.deadline is not None:
        work.deadline.cancel()


async def unless_first(work: Coroutine[Any, Any, T], end: Coroutine[Any, Any, None], problem: Exception) -> T:
    """Wait for work; if something else ends first, the work is cancelled, and the problem raised."""
    working, ending = asyncio.create_task(work), asyncio.create_task(end)
    try:
        await asyncio.wait((working, ending), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise problem
        return working.result()
    finally:
        working.cancel()
        ending.cancel()
        await asyncio.wait((working, ending))  # whatever they read from must be free again
