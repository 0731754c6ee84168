"""What live rooms share: the store and its clock, the writer, the workers, and the other servers of the store."""

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Executor
from time import monotonic
from typing import TypeVar

from lianliankan.store.rooms import Rooms
from lianliankan.web.live.worker_channel import WorkerChannel
from lianliankan.web.live.writer import Writer
from lianliankan.web.race.protocol import Reaction
from lianliankan.web.race.room_writer import RoomWriter
from lianliankan.web.work.job_runner import JobRunner

T = TypeVar("T")

_QUICK_MICROSECONDS = 50_000  # a look at the clock that takes longer says too little
_SILENT_SECONDS = 3.5  # after which a server that says nothing is taken to be dead


class StoreClock:
    """The time by the store's clock: that of this machine, moved by what the store says."""

    def __init__(self) -> None:
        self.offset = 0  # microseconds

    def now(self) -> int:
        """Return the time in microseconds since 1970."""
        return time.time_ns() // 1000 + self.offset


class RoomServices:
    """What live rooms need.

    - `store`, `clock`: where rooms are stored, for reading, and its time; jobs of the writer use `writing`.
    - `author`: the name of this server in the logs of rooms.
    - `writer`: adds to the logs; `jobs_writer`: writes everything else.
    - `jobs`: the worker processes.
    - `channel`: to the other servers of the store, if there can be any.
    - `quick_seconds`: how long players of a quick match wait for others before bots come.
    """

    def __init__(
        self,
        store: Rooms,
        writing: Rooms,
        writer: RoomWriter,
        jobs_writer: Writer,
        jobs: JobRunner,
        pool: Executor,
        channel: WorkerChannel | None,
        quick_seconds: float,
    ) -> None:
        self.store, self.writing = store, writing
        self.writer, self.jobs_writer, self.jobs = writer, jobs_writer, jobs
        self.channel, self.clock = channel, StoreClock()
        self.author = secrets.token_hex(4) if channel is None else channel.worker
        self._pool, self.quick_seconds = pool, quick_seconds
        self._heard: dict[str, float] = {}
        self._began = monotonic()

    def is_alive(self, author: str) -> bool:
        """Whether a server is there, as far as this one knows."""
        if author == self.author:
            return True
        return self.channel is not None and monotonic() - self._heard.get(author, self._began) < _SILENT_SECONDS

    def note_alive(self, author: str) -> None:
        """Note that another server is there."""
        self._heard[author] = monotonic()

    async def measure_clock(self) -> None:
        """Find out how far the store's clock is from that of this machine."""
        start = time.time_ns() // 1000
        found = await self.read(self.store.clock)
        end = time.time_ns() // 1000
        if end - start < _QUICK_MICROSECONDS or not self.clock.offset:
            self.clock.offset = found - (start + end) // 2

    def say_reaction(self, code: str, seat: int, reaction: Reaction) -> None:
        """Tell the other servers of a reaction."""
        if self.channel is not None:
            self.channel.say_reaction(f"{code}:{seat}:{reaction}")

    async def read(self, call: Callable[[], T]) -> T:
        """Run a function that reads the store in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, call)

    async def write(self, call: Callable[[], T]) -> T:
        """Run a function that writes."""
        return await self.jobs_writer.run(call)
