"""What live rooms share: the store and its time, the writers, the worker processes, and the other servers."""

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Executor
from time import monotonic
from typing import TypeVar

from lianliankan.store.room_log import RoomAddition
from lianliankan.store.rooms import Rooms
from lianliankan.web.live.tasks import ServerTasks
from lianliankan.web.live.worker_channel import WorkerChannel
from lianliankan.web.live.writer import Writer
from lianliankan.web.race.protocol import Reaction
from lianliankan.web.work.jobs import JobRunner

T = TypeVar("T")

_QUICK_MICROSECONDS = 50_000  # a look at the clock that takes longer says too little
_SILENT_SECONDS = 3.5  # after which a server that says nothing is taken to be dead


class RoomServices:
    """What live rooms need.

    - `store`: the store of rooms, for reading; functions that write use `writing`.
    - `jobs`: the worker processes; `tasks`: the background tasks of the server.
    - `channel`: to the other servers of the store, if there can be any.
    - `quick_seconds`: how long the players of a quick match wait for others before bots join.
    - `author`: the name of this server in the logs of rooms.
    """

    def __init__(
        self,
        *,
        store: Rooms,
        writing: Rooms,
        writer: Writer,
        jobs: JobRunner,
        read_pool: Executor,
        tasks: ServerTasks,
        channel: WorkerChannel | None,
        quick_seconds: float,
    ) -> None:
        self.store, self.writing = store, writing
        self._writer, self._read_pool = writer, read_pool
        self.jobs, self.tasks, self.channel, self.quick_seconds = jobs, tasks, channel, quick_seconds
        self._clock_offset = 0  # microseconds from the clock of this machine to the store's
        self.author = secrets.token_hex(4) if channel is None else channel.worker
        self._heard: dict[str, float] = {}
        self._began = monotonic()

    def is_alive(self, author: str) -> bool:
        """Whether a server is running, as far as this one knows."""
        if author in ("", self.author):
            return author != ""
        return self.channel is not None and monotonic() - self._heard.get(author, self._began) < _SILENT_SECONDS

    def note_alive(self, author: str) -> None:
        """Note that another server is running."""
        self._heard[author] = monotonic()

    def now(self) -> int:
        """Return the time in microseconds since 1970, by the store's clock."""
        return time.time_ns() // 1000 + self._clock_offset

    async def measure_clock(self) -> None:
        """Find out how far the store's clock is from that of this machine; raises StoreError."""
        start = time.time_ns() // 1000
        found = await self.read(self.store.clock)
        end = time.time_ns() // 1000
        if end - start < _QUICK_MICROSECONDS or not self._clock_offset:
            self._clock_offset = found - (start + end) // 2

    def say_reaction(self, code: str, seat: int, reaction: Reaction) -> None:
        """Tell the other servers of a reaction."""
        if self.channel is not None:
            self.channel.say("reaction", f"{code}:{seat}:{reaction}")

    async def append(self, addition: RoomAddition) -> int:
        """Append entries to the log of a room; return the number before the first of them.

        Raises StoreError if they were not written, and FateUnknown if that is unknown.
        """
        return await self._writer.write(addition)

    async def read(self, call: Callable[[], T]) -> T:
        """Run a function that reads the store, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._read_pool, call)

    async def write(self, call: Callable[[], T]) -> T:
        """Run a function that writes to the store."""
        return await self._writer.run(call)
