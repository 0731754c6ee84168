"""The backend of a server in one thread: functions and jobs run at once."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Executor, Future
from typing import Any, Final, ParamSpec, TypeVar, TypeVarTuple

from lianliankan.deadline import time_limit
from lianliankan.errors import OutOfTime
from lianliankan.override import override
from lianliankan.store import Store
from lianliankan.web.base.metrics import ServerMetrics
from lianliankan.web.base.tasks import ServerClosing, ServerTasks
from lianliankan.web.live.server_channel import ServerChannel
from lianliankan.web.live.writer import Writer
from lianliankan.web.state.server_state import Backend
from lianliankan.web.state.uploads import PictureClient, WorkerPictureClient
from lianliankan.web.work.job_context import JobContext, LaneName
from lianliankan.web.work.jobs import JobRunner, Requester, TooHard

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
P = ParamSpec("P")

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

    @override
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

    @override
    def start(self) -> None:
        pass

    @property
    @override
    def waiting(self) -> Mapping[str, int]:
        return {}

    @property
    @override
    def running(self) -> Mapping[str, int]:
        return {}

    @override
    async def run(
        self,
        requester: Requester,
        function: Callable[[JobContext, *Ts], T],
        *args: *Ts,
        lane: LaneName = "long",
        seconds: float | None = None,
    ) -> T:
        """Run a function in the time of its lane, or more `seconds`; fewer are for servers where others wait."""
        await self._take_turn()
        limit = max(LOCAL_SECONDS[lane], seconds or 0.0)
        try:
            with time_limit(limit):
                return function(self._context, *args)
        except OutOfTime:
            raise TooHard(f"it takes more than {limit:g} s") from None

    @override
    async def open(self, requester: Requester, call: Callable[[], T]) -> T:
        await self._take_turn()
        return call()

    @override
    def close(self) -> None:
        self._is_closed = True

    async def _take_turn(self) -> None:
        await asyncio.sleep(0)
        if self._is_closed:
            raise ServerClosing("the server is closing")


# ---- The backend -----------------------------------------------------------------------------------------------------


Keep = Callable[[], Awaitable[None]]
"""Saves the written data beyond this program; if that raises StoreError, the file is as it was before."""


class LocalBackend(Backend):
    """Everything in the thread of the event loop; `keep` saves the written data, and `pictures` decodes pictures."""

    has_races = False

    def __init__(self, keep: Keep, pictures: PictureClient | None = None) -> None:
        self._keep = keep
        self._pictures = pictures

    @override
    def open_for_writing(self, store: Store) -> Store:
        """Return the store itself: in one thread, nothing is read while something is written."""
        return store

    @override
    def load_key(self, store: Store, *, renew: bool) -> bytes:
        """Return a key for this time: its cookies never leave the program."""
        return secrets.token_bytes(32)

    @override
    def make_jobs(self, store: Store, tasks: ServerTasks, metrics: ServerMetrics) -> JobRunner:
        return InPlaceJobs(store)

    @override
    def make_pool(self, name: str, workers: int) -> Executor:
        return InPlaceExecutor()

    @override
    def make_picture_client(self) -> PictureClient:
        """Return what decodes pictures: a process, unless there is something else."""
        return self._pictures or WorkerPictureClient(InPlaceExecutor())

    @override
    def start_writer(self, store: Store, tasks: ServerTasks) -> tuple[Writer, ServerChannel | None]:
        """Start the writer: what it writes is kept before it is answered, and before it writes on."""

        async def call(act: Callable[[], Any]) -> Any:  # noqa: ANN401
            answer = act()
            await self._keep()
            return answer

        return Writer(store, tasks, call=call), None
