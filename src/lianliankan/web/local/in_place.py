"""Work in the one thread there is: done at once, where a server has threads and processes."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from typing import Final, ParamSpec, TypeVar

from lianliankan.deadline import time_limit
from lianliankan.errors import OutOfTime
from lianliankan.store import Store
from lianliankan.web.live.writer import ServerClosing
from lianliankan.web.work.fair_lane import TooHard
from lianliankan.web.work.fair_queue import Owner
from lianliankan.web.work.job_runner import JobRunner
from lianliankan.web.work.jobs import Job, JobContext, LaneName

P = ParamSpec("P")
T = TypeVar("T")

LOCAL_SECONDS: Final[Mapping[LaneName, float]] = {
    "start": 2.0,
    "quick": 2.0,
    "think": 2.0,
    "share": 5.0,
    "deal": 20.0,
}
"""How long a job may take: everything else waits for it, but nearly all of them take milliseconds."""


class InPlaceExecutor(Executor):
    """Runs every function when it is submitted.

    >>> InPlaceExecutor().submit(max, 3, 5).result()
    5
    """

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a function; the future is done."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as problem:
            future.set_exception(problem)
        return future


class InPlaceJobs(JobRunner):
    """Does every job when it is asked for, after whatever has arrived before it."""

    search_seconds = 6.0  # the page would take a longer silence for the end

    def __init__(self, store: Store) -> None:
        self._context = _SharedStore(store)
        self._is_closed = False

    def start(self) -> None:
        """Do nothing: nothing has to be started."""

    @property
    def seconds(self) -> Mapping[LaneName, float]:
        """How long a job may take in each lane."""
        return LOCAL_SECONDS

    @property
    def waiting(self) -> Mapping[str, int]:
        """Nothing waits."""
        return {}

    @property
    def running(self) -> Mapping[str, int]:
        """What runs is done before anybody can ask."""
        return {}

    async def ask_late(self, owner: Owner, make: Callable[[], Job[T] | None], lanes: tuple[LaneName, ...]) -> T | None:
        """Do a job in the time of its last lane: trying it in another one first would only take longer."""
        await self._take_turn()
        job, seconds = make(), LOCAL_SECONDS[lanes[-1]]
        if job is None:
            return None
        try:
            with time_limit(seconds):
                return job.run(self._context)
        except OutOfTime:
            raise TooHard(f"it takes more than {seconds:g} s") from None

    async def open(self, owner: Owner, call: Callable[[], T]) -> T:
        """Run a function that opens a game from the store."""
        await self._take_turn()
        return call()

    def close(self) -> None:
        """Do nothing more."""
        self._is_closed = True

    async def _take_turn(self) -> None:
        await asyncio.sleep(0)
        if self._is_closed:
            raise ServerClosing("the server is closing")


class _SharedStore(JobContext):
    """Jobs work with the store of the server: there is nobody whom they could hold up."""

    def __init__(self, store: Store) -> None:
        super().__init__(store.location)
        self._own = store

    def store(self, player: str) -> Store:
        """Return the store as a player sees it."""
        return self._own.of_player(player)
