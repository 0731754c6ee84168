"""The server under test: workers on SQLite or PostgreSQL, their resource usage, and killing them."""

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

import process_tree
from postgres_cluster import PrivateCluster
from reserved_port import reserve_port

Result = TypeVar("Result")

_SECONDS = 60.0
_PATIENCE = 180.0

LLK = (sys.executable, "-c", "from lianliankan.cli import main; main()")
"""The program of the server; tests have another one."""


class LoadStore(NamedTuple):
    """The store of the server under test.

    - `engine`: "sqlite" or "postgresql".
    - `place`: a folder or a URL.
    - `cluster`: the private cluster; None if there is none, or if it is not ours.
    """

    engine: str
    place: str
    cluster: PrivateCluster | None = None

    @property
    def cpu_seconds(self) -> float | None:
        """The processor time of the database's own processes; None if it has none, or if they are not ours."""
        return process_tree.cpu_seconds(self.cluster.pid) if self.cluster else None


@contextmanager
def open_store(name: str) -> Iterator[LoadStore]:
    """Make an empty store: `sqlite`, `postgresql` for a private cluster, or the URL of an empty database."""
    if name == "sqlite":
        with tempfile.TemporaryDirectory(prefix="llk-load-") as folder:
            yield LoadStore("sqlite", folder)
    elif name == "postgresql":
        with PrivateCluster() as cluster:
            yield LoadStore("postgresql", cluster.create_database("load"), cluster)
    else:
        yield LoadStore("postgresql", name)


class LoadServer:
    """The server under test, with its workers."""

    def __init__(self, store: LoadStore, workers: int, program: Sequence[str]) -> None:
        self._program, self.port = program, reserve_port()
        self._where = ["--data" if store.engine == "sqlite" else "--store", store.place]
        self._workers = workers
        self._process: subprocess.Popen[str] | None = None
        self._used = 0.0  # by processes that were killed

    def start(self) -> None:
        """Start it, on the same port as before."""
        command = [*self._program, "serve", "--quiet", "--port", str(self.port), *self._where]
        command += ["--workers", str(self._workers)] if self._workers > 1 else []
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        if not self._process.stdout.readline():
            raise ValueError("the server did not start")

    def kill(self) -> set[tuple[str, int]]:
        """Kill one of several workers, which the parent replaces; or else the server, which is restarted here.

        Return the clients that were connected to it, by address and port.
        """
        if self._process is None:
            return set()
        owners = process_tree.socket_owners(self.workers, self.port)
        connections = Counter(owners.values())
        # The one with most connections: not every child serves players, and one worker may have all of them.
        killed = max(self.workers, key=lambda pid: connections[pid])
        if self._workers > 1:
            os.kill(killed, signal.SIGKILL)
        else:
            self._used += process_tree.cpu_seconds(killed)
            self._end(signal.SIGKILL)
            self.start()
        return {client for client, pid in owners.items() if pid == killed}

    def end(self) -> None:
        """End it, and wait for it."""
        self._end(signal.SIGTERM)

    @property
    def workers(self) -> list[int]:
        """The processes that serve players."""
        if self._process is None:
            return []
        return process_tree.list_children(self._process.pid) if self._workers > 1 else [self._process.pid]

    @property
    def kilobytes(self) -> int:
        """Its memory; 0 if the system does not say."""
        return process_tree.kilobytes(self._process.pid) if self._process else 0

    @property
    def cpu_seconds(self) -> float:
        """The processor time of all its processes since it was started first; 0 if the system does not say."""
        return self._used + (process_tree.cpu_seconds(self._process.pid) if self._process else 0.0)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            with self._process:
                self._process.wait(_SECONDS)
            self._process = None


class Usage(NamedTuple):
    """The processor time that the parts have used since they were started, in seconds, and when it was read.

    `store` is None if the database has no processes of its own, or if they are not ours.
    """

    at: float
    server: float
    store: float | None
    players: float

    @classmethod
    def read(cls, server: LoadServer, store: LoadStore) -> "Usage":
        return cls(time.monotonic(), server.cpu_seconds, store.cpu_seconds, time.process_time())

    def since(self, before: "Usage") -> "Usage":
        """Return what was used per second since then; `at` is the time that has passed."""
        passed = self.at - before.at
        store = None if self.store is None or before.store is None else (self.store - before.store) / passed
        return Usage(passed, (self.server - before.server) / passed, store, (self.players - before.players) / passed)

    def cells(self, done: float) -> list[str]:
        """Format the processor time of each part, and how much is done per second of it."""
        parts = self.server, self.store, self.players
        used = ["–" if part is None else f"{100 * part:.0f}%" for part in parts]
        return used + [f"{done / part:,.0f}" if part else "–" for part in parts]


class Times(NamedTuple):
    """Response times in milliseconds: median, 99th percentile and maximum."""

    middle: float
    late: float
    latest: float

    @classmethod
    def of(cls, seconds: list[float]) -> "Times":
        times = sorted(seconds) or [0.0]
        return cls(times[len(times) // 2] * 1000, times[len(times) * 99 // 100] * 1000, times[-1] * 1000)


def run(
    work: Callable[[LoadServer, LoadStore], Coroutine[Any, Any, Result]],
    store: str,
    workers: int,
    program: Sequence[str] = LLK,
) -> Result:
    """Run a test against a new server on an empty store."""
    _allow_files()
    with open_store(store) as place, asyncio.Runner(loop_factory=_loop_factory()) as runner:
        server = LoadServer(place, workers, program)
        server.start()
        try:
            return runner.run(work(server, place))
        finally:
            server.end()


async def wait_for(is_true: Callable[[], bool]) -> None:
    """Wait for a condition, up to a time limit."""
    until = time.monotonic() + _PATIENCE
    while not is_true() and time.monotonic() < until:
        await asyncio.sleep(0.1)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return the fast event loop that the server uses too, if it is installed."""
    try:
        import uvloop
    except ImportError:
        return None
    quick: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return quick


def _allow_files() -> None:
    """Raise the limit of open files to the maximum, if there is one."""
    try:
        import resource
    except ImportError:
        return
    _, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
