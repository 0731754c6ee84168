"""Several workers accept connections from one socket, each about as many as the others."""

import asyncio
import logging
import mmap
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

log = logging.getLogger("lianliankan.web")

WORKER_VARIABLE = "LLK_WORKER"
"""The environment variable that makes a process a worker: the descriptors of its socket and counts."""

COUNT_BYTES = 8
"""The bytes of a count of connections."""

_AT_ONCE = 4  # connections that are accepted before the other workers have their turn
_MAX_AHEAD = 2  # connections that a worker may have more than another without waiting
_WAIT_SECONDS = 0.005
_RETRY_SECONDS = 1.0


class WorkerPlace(NamedTuple):
    """The socket, the counts of all workers, and the place of one among them."""

    listening: socket.socket
    counts: "memoryview[int]"
    place: int


class SharedSocket(NamedTuple):
    """What a worker has from its parent: the socket, and the counts of all workers."""

    listening: socket.socket
    counts: "memoryview[int]"

    @classmethod
    def inherited(cls) -> Self | None:
        """Return that of this process, if it is a worker; its children are none."""
        found = os.environ.pop(WORKER_VARIABLE, "")
        if not found:
            return None
        listening, counts = map(int, found.split())
        shared = mmap.mmap(counts, 0)
        os.close(counts)
        return cls(socket.socket(fileno=listening), memoryview(shared).cast("Q"))

    async def wait_for_place(self) -> WorkerPlace | None:
        """Wait until the parent gives this worker its place, in a line on standard input; None if it never will."""
        reader = asyncio.StreamReader()
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(os.dup(sys.stdin.fileno()), "rb", 0)
        )
        line = await reader.readline()
        transport.close()
        with Path(os.devnull).open("rb") as nothing:
            os.dup2(nothing.fileno(), sys.stdin.fileno())
        return WorkerPlace(*self, place=int(line)) if line else None


class FairAcceptor:
    """Accepts connections in the running event loop.

    All workers are woken by a new connection. One that has more than another waits a moment, so that the other takes
    it; a worker that is busy or frozen takes none, and does not keep the others from them.
    """

    def __init__(
        self,
        place: WorkerPlace,
        make_protocol: Callable[[], asyncio.BaseProtocol],
        count: Callable[[], int],
    ) -> None:
        """Take the place of the worker, how connections are handled, and how many there are."""
        self._listening, self._counts, self._place = place
        self._make_protocol, self._count = make_protocol, count
        self._loop = asyncio.get_running_loop()
        self._opening: set[asyncio.Task[object]] = set()
        self._resuming: asyncio.TimerHandle | None = None
        self._listening.setblocking(False)
        self._note_count()
        self._loop.add_reader(self._listening, self._on_waiting)

    def close(self) -> None:
        """Accept no more connections."""
        self._loop.remove_reader(self._listening)
        if self._resuming is not None:
            self._resuming.cancel()

    def _note_count(self) -> int:
        self._counts[self._place] = mine = self._count() + len(self._opening)
        return mine

    def _on_waiting(self) -> None:
        others = [count for place, count in enumerate(self._counts) if place != self._place]
        if self._note_count() > min(others, default=0) + _MAX_AHEAD:
            self._pause(_WAIT_SECONDS)
        else:
            self._accept()

    def _pause(self, seconds: float) -> None:
        self._loop.remove_reader(self._listening)
        self._resuming = self._loop.call_later(seconds, self._resume)

    def _resume(self) -> None:
        self._resuming = None
        self._loop.add_reader(self._listening, self._on_waiting)
        self._accept()

    def _accept(self) -> None:
        for _ in range(_AT_ONCE):
            try:
                connection, _ = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):  # e.g. another worker has taken it
                break
            except OSError as problem:  # too many files are open
                log.error("connections cannot be accepted", extra={"problem": str(problem)})
                self._pause(_RETRY_SECONDS)
                break
            task = self._loop.create_task(self._open(connection))
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)
        self._note_count()

    async def _open(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with suppress(OSError):  # the client has gone
            await self._loop.connect_accepted_socket(self._make_protocol, connection)
