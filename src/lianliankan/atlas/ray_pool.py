"""Workers on a cluster: every request is a task of Ray, which runs it again elsewhere if its node is lost."""

import logging
from typing import Any

from lianliankan.atlas.atlas_error import AtlasError
from lianliankan.atlas.worker import answer_piece
from lianliankan.errors import needs


class RayPool:
    """The nodes of a Ray cluster, each with this package; nodes may come and go.

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
