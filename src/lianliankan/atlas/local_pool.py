"""Workers on this machine: a process for each core, which a thread asks for one piece after the other."""

import os
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Protocol

from lianliankan.atlas.atlas_error import AtlasError
from lianliankan.child_process import ChildDied, ChildProcess

_ATTEMPTS = 3


class Pool(Protocol):
    """Workers that answer requests, in any order."""

    @property
    def workers(self) -> int:
        """How many work at the same time; may change."""

    def submit(self, key: int, message: bytes) -> None:
        """Have a request answered; the key comes back with the answer."""

    def collect(self, seconds: float) -> list[tuple[int, bytes]]:
        """Return the answers that have arrived, after at most so many seconds; raises AtlasError."""

    def close(self) -> None:
        """End all workers, at once."""


class LocalPool:
    """Worker processes on this machine; they end with this process, however it ends."""

    def __init__(self, workers: int | None = None) -> None:
        self._requests: SimpleQueue[tuple[int, bytes] | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[int, bytes | None]] = SimpleQueue()
        self._children = [ChildProcess("lianliankan.atlas.worker") for _ in range(workers or available_cores())]
        self._threads = [Thread(target=self._work, args=(child,), daemon=True) for child in self._children]
        for thread in self._threads:
            thread.start()

    @property
    def workers(self) -> int:
        """The number of processes."""
        return len(self._children)

    def submit(self, key: int, message: bytes) -> None:
        """Have a request answered by the next free worker."""
        self._requests.put((key, message))

    def collect(self, seconds: float) -> list[tuple[int, bytes]]:
        """Return the answers that have arrived, after at most so many seconds."""
        found: list[tuple[int, bytes]] = []
        try:
            while True:
                key, answer = self._answers.get(timeout=0 if found else seconds)
                if answer is None:
                    raise AtlasError(f"a worker process died {_ATTEMPTS} times over the same deals: out of memory?")
                found.append((key, answer))
        except Empty:
            return found

    def close(self) -> None:
        """Kill the workers."""
        for _ in self._threads:
            self._requests.put(None)
        for child in self._children:
            child.close()
        for thread in self._threads:
            thread.join(timeout=5)

    def _work(self, child: ChildProcess) -> None:
        while (request := self._requests.get()) is not None:
            key, message = request
            for _ in range(_ATTEMPTS):
                try:
                    answer: bytes | None = child.ask(message)
                    break
                except ChildDied:
                    answer = None
            self._answers.put((key, answer))


def available_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
