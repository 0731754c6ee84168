"""What live rooms share: the store and its clock, the writer, the workers, and the other servers of the store."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar

from lianliankan.store.room_log import RoomStore
from lianliankan.web.live.writer import Writer
from lianliankan.web.race.protocol import Reaction
from lianliankan.web.race.room_writer import RoomWriter
from lianliankan.web.work.job_runner import JobRunner

__all__ = ["RoomServices", "StoreClock"]

T = TypeVar("T")


class StoreClock:
    """The time by the store's clock: that of this machine, moved by what the store says."""

    def __init__(self) -> None:
        self.offset = 0  # microseconds

    def now(self) -> int:
        """Return the time in microseconds since 1970."""
        return time.time_ns() // 1000 + self.offset


class RoomServices:
    """What live rooms need.

    - `store`, `clock`: where rooms are stored, and its time.
    - `author`: the name of this server in the logs of rooms.
    - `writer`: adds to the logs; `jobs_writer`: writes everything else.
    - `jobs`: the worker processes.
    """

    def __init__(
        self, store: RoomStore, writer: RoomWriter, jobs_writer: Writer, jobs: JobRunner, pool: Executor, author: str
    ) -> None:
        self.store, self.writer, self.jobs_writer, self.jobs = store, writer, jobs_writer, jobs
        self.author, self.clock = author, StoreClock()
        self._pool = pool

    def is_alive(self, author: str) -> bool:
        """Whether a server is there, as far as this one knows."""
        return author == self.author

    def say_reaction(self, code: str, seat: int, reaction: Reaction) -> None:
        """Tell the other servers of a reaction."""

    async def read(self, call: Callable[[], T]) -> T:
        """Run a function that reads the store in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, call)

    async def write(self, call: Callable[[], T]) -> T:
        """Run a function that writes."""
        return await self.jobs_writer.run(call)
