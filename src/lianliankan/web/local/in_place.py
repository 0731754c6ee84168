"""Work in the one thread there is: done at once, where a server has threads and processes."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from typing import Final, ParamSpec, TypeVar, TypeVarTuple

from lianliankan.deadline import time_limit
from lianliankan.errors import OutOfTime
from lianliankan.store import Store
from lianliankan.web.live.writer import ServerClosing
from lianliankan.web.work.job_context import JobContext, LaneName
from lianliankan.web.work.jobs import JobRunner, Owner, TooHard

P = ParamSpec("P")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")

LOCAL_SECONDS: Final[Mapping[LaneName, float]] = {
    "short": 2.0,
    "long": 20.0,
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
        self._context = JobContext(lambda: store)
        self._is_closed = False

    def start(self) -> None:
        """Do nothing: nothing has to be started."""

    @property
    def waiting(self) -> Mapping[str, int]:
        """Nothing waits."""
        return {}

    @property
    def running(self) -> Mapping[str, int]:
        """What runs is done before anybody can ask."""
        return {}

    async def run(
        self,
        owner: Owner,
        function: Callable[[JobContext, *Ts], T],
        *args: *Ts,
        lane: LaneName = "long",
        seconds: float | None = None,
    ) -> T:
        """Run a function in the time of its lane; fewer `seconds` are for servers where others wait."""
        await self._take_turn()
        limit = LOCAL_SECONDS[lane]
        try:
            with time_limit(limit):
                return function(self._context, *args)
        except OutOfTime:
            raise TooHard(f"it takes more than {limit:g} s") from None

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
