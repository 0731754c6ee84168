"""Having jobs done: what every handler asks, whoever does the work."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TypeVar, cast

from lianliankan.game.start import SEARCH_SECONDS
from lianliankan.web.work.fair_queue import Owner
from lianliankan.web.work.jobs import Job, LaneName

T = TypeVar("T")


class JobRunner(ABC):
    """Does jobs for players: in worker processes, or where there are none, in place.

    `search_seconds` is how long a board of a difficulty is looked for.
    """

    search_seconds: float = SEARCH_SECONDS

    @abstractmethod
    def start(self) -> None:
        """Begin, in the running event loop."""

    @property
    @abstractmethod
    def seconds(self) -> Mapping[LaneName, float]:
        """How long a job may take in each lane."""

    @property
    @abstractmethod
    def waiting(self) -> Mapping[str, int]:
        """How much work waits in each lane."""

    @property
    @abstractmethod
    def running(self) -> Mapping[str, int]:
        """How much work each lane is doing."""

    async def ask(self, owner: Owner, job: Job[T]) -> T:
        """Have a job done for an owner, in the first of its lanes that has time enough.

        If the task that waits is cancelled, the job is dropped. Raises Busy, or TooHard if no lane has time enough.
        """
        return cast(T, await self.ask_late(owner, lambda: job, job.lanes))

    @abstractmethod
    async def ask_late(self, owner: Owner, make: Callable[[], Job[T] | None], lanes: tuple[LaneName, ...]) -> T | None:
        """Like `ask`, for a job that is made when its turn comes; if there is none any more, the result is None."""

    @abstractmethod
    async def open(self, owner: Owner, call: Callable[[], T]) -> T:
        """Run a function that opens a game from the store; raises Busy."""

    @abstractmethod
    def close(self) -> None:
        """End; whatever waits or runs fails with ServerClosing."""
