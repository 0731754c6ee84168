"""The worker processes of a server, the order in which they serve, and the threads that open games."""

import asyncio
import logging
import os
import pickle
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar, TypeVarTuple, cast

from lianliankan.child_process import ChildDied, ChildProcess
from lianliankan.errors import OutOfTime
from lianliankan.override import override
from lianliankan.store import Location
from lianliankan.web.base.logs import request_id
from lianliankan.web.base.metrics import NO_METRICS, ServerMetrics
from lianliankan.web.base.tasks import ServerClosing, ServerTasks, mark_retrieved
from lianliankan.web.work.job_context import STORE_VARIABLE, JobContext, LaneName, do_nothing
from lianliankan.web.work.jobs import NO_LIMIT, Busy, JobRunner, Requester, TooHard

log = logging.getLogger("lianliankan.web")

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_PROGRAM: Final = "lianliankan.web.work.worker"
_GRACE_SECONDS = 0.7  # for a job to stop by itself after its time limit; then its process is killed
_ABANDONED_SECONDS = (
    0.5  # that work may still take after its requester has gone: starting another process costs as much
)
_START_SECONDS = 300.0  # for a process to get ready
_RESULT_PART = 0.15  # of the time limit of long work: how long a player looks at an empty dialog
_CORES: Final = os.cpu_count() or 1


# ---- Turns -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLimits:
    """Limits of turns.

    - `workers`: how many jobs may run; at most half of them of one network, rounded up, and one of a player.
    - `patience`: the longest wait of a job, in seconds.
    - `player_places`, `network_places`: how many jobs of one player, and of one network, may wait or run.
    """

    workers: int
    patience: float = 20.0
    player_places: int = 5
    network_places: int = 4_000


class Turns:
    """The order in which jobs run.

    A job waits while its player or network uses its share of the workers, and later jobs of others go first. So a
    network with endless requests leaves workers to others, and a player leaves some to the rest of the network.
    """

    def __init__(self, limits: TurnLimits) -> None:
        self._limits = limits
        self._network_workers = (limits.workers + 1) // 2
        self._waiting: dict[asyncio.Future[None], Requester] = {}  # in the order of arrival; none of them could run now
        self._places: Counter[Requester | str] = Counter()  # of players and of networks: what waits or runs
        self._running: Counter[Requester | str] = Counter()
        self.running = 0
        self.is_closed = False

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return len(self._waiting)

    async def take(self, requester: Requester) -> None:
        """Wait for a turn; it lasts until `release`. Raises Busy, and ServerClosing."""
        if self.is_closed:
            raise ServerClosing("the server is closing")
        limits = self._limits
        if self._places[requester] >= limits.player_places or self._places[requester.network] >= limits.network_places:
            raise Busy("too much work is waiting")
        _add(self._places, requester, 1)
        if self._may_run(requester):
            self._begin(requester)
        else:
            await self._wait(requester)

    def release(self, requester: Requester) -> None:
        """End a turn."""
        self.running -= 1
        _add(self._running, requester, -1)
        _add(self._places, requester, -1)
        for turn, other in self._waiting.items():
            if self._may_run(other) and not turn.done():
                del self._waiting[turn]
                self._begin(other)
                turn.set_result(None)
                return

    def close(self) -> None:
        """Give no more turns; jobs that wait for one get ServerClosing."""
        self.is_closed = True
        for turn in self._waiting:
            if not turn.done():
                turn.set_exception(ServerClosing("the server is closing"))

    def _may_run(self, requester: Requester) -> bool:
        has_enough = self._running[requester] or self._running[requester.network] >= self._network_workers
        return self.running < self._limits.workers and not has_enough

    def _begin(self, requester: Requester) -> None:
        self.running += 1
        _add(self._running, requester, 1)

    async def _wait(self, requester: Requester) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting[turn] = requester
        try:
            async with asyncio.timeout(self._limits.patience):
                await turn
        except BaseException as problem:
            if self._waiting.pop(turn, None) is None:
                self.release(requester)  # the turn came at the same moment
            else:
                _add(self._places, requester, -1)
            if isinstance(problem, TimeoutError):
                raise Busy("the turn did not come in time") from None
            raise


def _add(counts: Counter[Requester | str], requester: Requester, number: int) -> None:
    for key in (requester, requester.network):
        counts[key] += number
        if not counts[key]:
            del counts[key]


# ---- Processes -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneSettings(TurnLimits):
    """How a lane of processes works.

    - `seconds`: the time limit of a job, at which it stops by itself.
    - `niceness`: how far its processes stand back for others.
    """

    seconds: float
    niceness: int


LANES: Final[Mapping[LaneName, LaneSettings]] = {
    "short": LaneSettings(workers=max(_CORES, 3), seconds=3.0, niceness=5),
    "long": LaneSettings(workers=max(_CORES, 4), seconds=20.0, niceness=10, patience=30.0, network_places=1_000),
}
"""The lanes of worker processes, apart from each other, so that long work holds up no short work."""

OPENING: Final = TurnLimits(workers=4, player_places=17)
"""The threads that read games from the store and replay them, apart from their shuffles."""


class JobPool(JobRunner):
    """Worker processes that run functions for players, in turn, and threads that open games."""

    def __init__(
        self,
        location: Location,
        tasks: ServerTasks,
        metrics: ServerMetrics = NO_METRICS,
        lanes: Mapping[LaneName, LaneSettings] = LANES,
    ) -> None:
        """Take the place of the store, which the processes open for themselves.

        `tasks` are the tasks of the server, and `metrics` counts the work.
        """
        # Linux ends a process with the thread that started it: these live as long as the server.
        threads = OPENING.workers + sum(lane.workers for lane in lanes.values())
        self._tasks = tasks
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="work")
        self._lanes = {
            name: _Lane(settings, location, tasks, self._threads, partial(metrics.count_job, name))
            for name, settings in lanes.items()
        }
        self._opening = Turns(OPENING)
        self.result_seconds = lanes["long"].seconds * _RESULT_PART

    @override
    def start(self) -> None:
        """Start a process for short work, while the server goes on; the others start when they are needed."""
        self._tasks.start(self._start_early())

    async def _start_early(self) -> None:
        with suppress(Exception):  # the next request gets the error
            await self.run(Requester("", ""), do_nothing, lane="short")

    @property
    @override
    def waiting(self) -> dict[str, int]:
        return {name: lane.turns.waiting for name, lane in self._lanes.items()} | {"open": self._opening.waiting}

    @property
    @override
    def running(self) -> dict[str, int]:
        return {name: lane.turns.running for name, lane in self._lanes.items()} | {"open": self._opening.running}

    @override
    async def run(
        self,
        requester: Requester,
        function: Callable[[JobContext, *Ts], T],
        *args: *Ts,
        lane: LaneName = "long",
        seconds: float | None = None,
    ) -> T:
        limit = self._lanes[lane].settings.seconds if seconds is None else seconds
        return cast(T, await self._lanes[lane].run(requester, _Job(limit, function, args)))

    @override
    async def open(self, requester: Requester, call: Callable[[], T]) -> T:
        await self._opening.take(requester)
        opening = asyncio.get_running_loop().run_in_executor(self._threads, call)
        opening.add_done_callback(lambda _: self._opening.release(requester))
        opening.add_done_callback(mark_retrieved)
        return await asyncio.shield(opening)

    @override
    def close(self) -> None:
        self._opening.close()
        for lane in self._lanes.values():
            lane.close()
        self._threads.shutdown(wait=False, cancel_futures=True)


@dataclass(slots=True, eq=False)
class _Job:
    """A call of a function and its answer; `ending` is the timer that kills the process."""

    seconds: float
    function: Callable[..., Any]
    args: tuple[Any, ...]
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    request: str = field(default_factory=request_id.get)
    child: ChildProcess | None = None
    ending: asyncio.TimerHandle | None = None
    is_late: bool = False

    def ask(self, child: ChildProcess) -> object:
        """Have a process run the function; raises ChildDied, and whatever the function raises."""
        request = pickle.dumps((self.seconds, self.function, self.args), pickle.HIGHEST_PROTOCOL)
        is_done, found = pickle.loads(child.ask(request))
        if not is_done:
            raise found
        return cast(object, found)

    def end_in(self, seconds: float) -> None:
        """Kill the process after some seconds, instead of at the time set before."""
        self.stay()
        if seconds != NO_LIMIT:
            self.ending = asyncio.get_running_loop().call_later(seconds, self._end)

    def stay(self) -> None:
        """Let the process live."""
        if self.ending is not None:
            self.ending.cancel()

    def _end(self) -> None:
        assert self.child is not None
        self.is_late = True
        self.child.kill()

    def fail(self, problem: Exception) -> None:
        """Answer with an error, unless there is an answer, or the requester has gone."""
        if not self.answer.done():
            self.answer.set_exception(problem)


class _Lane:
    """Processes, each of which does one job at a time, and the turns of the requesters."""

    def __init__(
        self,
        settings: LaneSettings,
        location: Location,
        tasks: ServerTasks,
        threads: ThreadPoolExecutor,
        count: Callable[[str, float, float], None],
    ) -> None:
        """`count` gets the outcome of every job, how long it waited and how long it took."""
        self.settings = settings
        self.turns = Turns(settings)
        self._tasks = tasks
        self._threads = threads
        self._count = count
        # Not as an argument, which other users of the machine could read: a URL may have a password in it.
        environment = {STORE_VARIABLE: str(location)}
        self.children = [
            ChildProcess(_PROGRAM, str(settings.niceness), environment=environment) for _ in range(settings.workers)
        ]
        self._idle = list(self.children)  # the one that was used last is the next

    async def run(self, requester: Requester, job: _Job) -> object:
        """Have a job done. If this task is cancelled, a job that waits is dropped, and one that runs is ended soon."""
        arrived = asyncio.get_running_loop().time()
        await self.turns.take(requester)
        self._tasks.start(self._serve(requester, job, arrived))
        try:
            return await job.answer
        except OutOfTime:
            raise TooHard(f"it takes more than {job.seconds:g} s") from None
        finally:
            if job.answer.cancelled() and job.child is not None:
                job.end_in(_ABANDONED_SECONDS)

    def close(self) -> None:
        """Kill all processes; whatever waits or runs fails with ServerClosing."""
        self.turns.close()
        for child in self.children:
            child.close()

    async def _serve(self, requester: Requester, job: _Job, arrived: float) -> None:
        """Do a job in its turn, which lasts until the process is ready for the next one."""
        child = self._idle.pop()
        try:
            if not await self._get_ready(child):
                job.fail(Busy("there is no worker process at the moment"))
            elif not job.answer.done() and not await self._do(job, child, arrived):
                await self._get_ready(child)
        finally:
            self._idle.append(child)
            self.turns.release(requester)
            job.fail(ServerClosing("the server is closing"))  # if this task was cancelled

    async def _get_ready(self, child: ChildProcess) -> bool:
        """Start a process if it does not run; return whether it does."""
        if self.turns.is_closed:
            return False
        loop = asyncio.get_running_loop()
        limit = loop.call_later(_START_SECONDS, child.kill)
        try:
            await loop.run_in_executor(self._threads, child.start)
        except (ChildDied, OSError) as problem:
            if not self.turns.is_closed:
                log.error("no worker", extra={"problem": str(problem)})
            return False
        finally:
            limit.cancel()
        return True

    async def _do(self, job: _Job, child: ChildProcess, arrived: float) -> bool:
        """Have a process do a job; return whether it survived."""
        loop = asyncio.get_running_loop()
        begun, outcome = loop.time(), "failed"
        job.child = child
        job.end_in(job.seconds + _GRACE_SECONDS)
        try:
            found = await loop.run_in_executor(self._threads, job.ask, child)
            outcome = "done"
            if not job.answer.done():
                job.answer.set_result(found)
        except ChildDied:
            outcome = "stopped"
            job.fail(self._find_reason(job))
        except Exception as problem:
            job.fail(problem)
        finally:
            job.stay()
            job.child = None
            self._count(outcome, begun - arrived, loop.time() - begun)
        return outcome != "stopped"

    def _find_reason(self, job: _Job) -> Exception:
        """Return why there is no answer from a process that ended."""
        if self.turns.is_closed:
            return ServerClosing("the server is closing")
        log.warning("work stopped", extra={"request": job.request, "work": job.function.__name__, "late": job.is_late})
        return TooHard(f"it takes more than {job.seconds:g} s" if job.is_late else "it takes too much memory")
