"""The worker processes of a server: lanes with a fair queue each, and what happens when one has no time."""

import os
import pickle
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar, cast

from lianliankan.child_process import ChildProcess
from lianliankan.errors import OutOfTime
from lianliankan.store import Location
from lianliankan.web.metrics import NO_METRICS, ServerMetrics
from lianliankan.web.work.fair_lane import FairLane, LaneSettings, TooHard
from lianliankan.web.work.fair_queue import Owner
from lianliankan.web.work.job_runner import JobRunner
from lianliankan.web.work.jobs import STORE_VARIABLE, Job, LaneName

T = TypeVar("T")

_PROGRAM = "lianliankan.web.work.worker"
_SPARE_CORES = max((os.cpu_count() or 2) - 1, 1)  # one is for the server itself

LANES: Final[Mapping[LaneName, LaneSettings]] = {
    "start": LaneSettings(workers=1, seconds=0.1, places=4_000, niceness=2, starts_early=True),
    "quick": LaneSettings(workers=1, seconds=0.3, places=4_000, niceness=2, starts_early=True),
    "think": LaneSettings(workers=_SPARE_CORES, seconds=3.0, niceness=8),
    "share": LaneSettings(workers=1, seconds=5.0, places=200, niceness=8),
    "deal": LaneSettings(
        workers=_SPARE_CORES, seconds=20.0, places=100, places_per_owner=2, patience=30.0, niceness=10
    ),
}
"""The lanes of worker processes. Their workers are separate, so that long work holds up no short work."""

OPENING: Final = LaneSettings(workers=2, seconds=60.0, places=4_000, places_per_owner=16)
"""The lane of threads that read games from the store and replay them, apart from their shuffles."""


class JobPool(JobRunner):
    """Worker processes that do jobs for players, in turn, and threads that open games."""

    def __init__(
        self,
        location: Location,
        metrics: ServerMetrics = NO_METRICS,
        lanes: Mapping[LaneName, LaneSettings] = LANES,
    ) -> None:
        """Take the place of the store, which the processes open for themselves, and where jobs are counted."""
        self._metrics, self._settings = metrics, lanes
        # Not as an argument, which other users of the machine could read: a URL may have a password in it.
        environment = {STORE_VARIABLE: str(location)}
        self._children = {
            name: [ChildProcess(_PROGRAM, str(lane.niceness), environment=environment) for _ in range(lane.workers)]
            for name, lane in lanes.items()
        }

    def start(self) -> None:
        """Open the lanes, in the running event loop.

        The processes for short work start now, while the server goes on; the others start when they are needed.
        """
        self._lanes = {
            name: FairLane(
                children,
                _do_job,
                self._settings[name],
                prepare=ChildProcess.start,
                stop=ChildProcess.kill,
                count=partial(self._metrics.count_job, name),
            )
            for name, children in self._children.items()
        }
        self._opening: FairLane[None, Callable[[], Any]] = FairLane(
            [None] * OPENING.workers, _call, OPENING, count=partial(self._metrics.count_job, "open")
        )
        for lane in self._lanes.values():
            lane.start()
        self._opening.start()

    @property
    def seconds(self) -> dict[LaneName, float]:
        """How long a job may take in each lane."""
        return {name: lane.seconds for name, lane in self._settings.items()}

    @property
    def waiting(self) -> dict[str, int]:
        """How much work waits in each lane."""
        return {name: len(lane) for name, lane in self._lanes.items()} | {"open": len(self._opening)}

    @property
    def running(self) -> dict[str, int]:
        """How much work each lane is doing."""
        return {name: lane.running for name, lane in self._lanes.items()} | {"open": self._opening.running}

    @property
    def process_ids(self) -> dict[LaneName, list[int | None]]:
        """The processes of each lane; None for one that was not needed yet."""
        return {name: [child.process_id for child in children] for name, children in self._children.items()}

    async def ask_late(self, owner: Owner, make: Callable[[], Job[T] | None], lanes: tuple[LaneName, ...]) -> T | None:
        """Like `ask`, for a job that is made when its turn comes; if there is none any more, the result is None."""
        for name in lanes[:-1]:
            with suppress(TooHard):
                return await self._run(name, owner, make)
        return await self._run(lanes[-1], owner, make)

    async def _run(self, name: LaneName, owner: Owner, make: Callable[[], Job[T] | None]) -> T | None:
        try:
            return cast(T | None, await self._lanes[name].run(owner, make))
        except OutOfTime:
            raise TooHard(f"it takes more than {self._settings[name].seconds:g} s") from None

    async def open(self, owner: Owner, call: Callable[[], T]) -> T:
        """Run a function that opens a game from the store, in a thread; raises Busy."""
        return cast(T, await self._opening.run(owner, lambda: call))

    def close(self) -> None:
        """End all processes; whatever waits or runs fails with ServerClosing."""
        for lane in self._lanes.values():
            lane.close()
        self._opening.close()
        for children in self._children.values():
            for child in children:
                child.close()


def _do_job(child: ChildProcess, job: Job[Any], seconds: float) -> object:
    """Have a process do a job; raises ChildDied, and whatever the job raises."""
    is_done, found = pickle.loads(child.ask(pickle.dumps((seconds, job), pickle.HIGHEST_PROTOCOL)))
    if not is_done:
        raise found
    return cast(object, found)


def _call(_: None, call: Callable[[], Any], __: float) -> object:
    return cast(object, call())
