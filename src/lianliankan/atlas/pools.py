"""Workers that answer requests for pieces: processes of this machine, or the nodes of a Ray cluster."""

import logging
import os
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Protocol

from lianliankan.atlas import AtlasError
from lianliankan.atlas.piece import answer_piece
from lianliankan.child_process import ChildDied, ChildProcess
from lianliankan.errors import needs

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
        self._children = [ChildProcess("lianliankan.atlas.piece") for _ in range(workers or available_cores())]
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


class RayPool:
    """The nodes of a Ray cluster, each with this package; nodes may come and go.

    Every request is a task of Ray, which runs it again elsewhere if its node is lost.

    `address` is the address of the cluster (`ray start` prints it), or "auto" for the one that runs on this machine.
    """

    def __init__(self, address: str) -> None:
        with needs("llk atlas run --ray", "lianliankan[cluster]"):
            import ray
        self._ray: Any = ray
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, ValueError, RuntimeError) as problem:
            raise AtlasError(f"there is no Ray cluster at {address}: {problem}") from None
        self._task: Any = ray.remote(num_cpus=1, max_retries=-1)(answer_piece)
        self._keys: dict[Any, int] = {}

    @property
    def workers(self) -> int:
        """The cores of the nodes that are there now."""
        return max(int(self._ray.cluster_resources().get("CPU", 1)), 1)

    def submit(self, key: int, message: bytes) -> None:
        """Have a request answered by some node."""
        self._keys[self._task.remote(message)] = key

    def collect(self, seconds: float) -> list[tuple[int, bytes]]:
        """Return the answers that have arrived, after at most so many seconds; raises AtlasError."""
        if not self._keys:
            return []
        waiting = list(self._keys)
        done, _ = self._ray.wait(waiting, num_returns=1, timeout=seconds)
        if done:
            done, _ = self._ray.wait(waiting, num_returns=len(waiting), timeout=0)
        try:
            return [(self._keys.pop(task), self._ray.get(task)) for task in done]
        except self._ray.exceptions.RayError as problem:
            text = str(problem).strip().splitlines()[-1]
            raise AtlasError(f"a node failed; is the same lianliankan installed on all of them? {text}") from None

    def close(self) -> None:
        """Leave the cluster; its nodes stop what this program has asked for."""
        self._ray.shutdown()
