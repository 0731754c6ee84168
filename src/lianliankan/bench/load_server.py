"""The servers of the load test: workers on SQLite or PostgreSQL, what they use, and how they are killed."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import NamedTuple

from lianliankan.bench import process_tree
from lianliankan.bench.postgres_cluster import PrivateCluster

_SECONDS = 60.0
_NUMBERS = count(1)


class LoadStore(NamedTuple):
    """Where the server under test stores games.

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
    """Make an empty store: `sqlite`, `postgresql` for a private cluster, or the URL of a database of one's own."""
    with ExitStack() as stack:
        if name == "sqlite":
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="llk-load-"))
            yield LoadStore("sqlite", folder)
        elif name == "postgresql":
            cluster = stack.enter_context(PrivateCluster())
            yield LoadStore("postgresql", cluster.create_database("load"), cluster)
        else:
            yield LoadStore("postgresql", name)


class LoadServer:
    """The server under test, with its workers."""

    def __init__(self, store: LoadStore, workers: int) -> None:
        self._where = ["--data" if store.engine == "sqlite" else "--store", store.place]
        self._workers = workers
        self._process: subprocess.Popen[str] | None = None
        self._used = 0.0  # by processes that were killed
        self.port = 0

    def start(self) -> None:
        """Start it, on the same port as before."""
        program = [sys.executable, "-c", "from lianliankan.cli import main; main()"]
        command = [*program, "serve", "--quiet", "--port", str(self.port), *self._where]
        command += ["--workers", str(self._workers)] if self._workers > 1 else []
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise ValueError("the server did not start")
        self.port = int(line.strip().rpartition(":")[2])

    def kill(self) -> None:
        """Kill one of several workers, which is replaced by itself; otherwise the server, which is restarted."""
        if self._process is None:
            return
        if self._workers > 1:
            # The one that has worked most: one of the others is a spare worker.
            os.kill(max(process_tree.list_children(self._process.pid), key=process_tree.cpu_seconds), signal.SIGKILL)
            return
        self._used += process_tree.cpu_seconds(self._process.pid)
        self._end(signal.SIGKILL)
        self.start()

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
