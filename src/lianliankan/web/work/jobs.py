"""The interface to work that may take long: what handlers ask, whatever runs it."""

import asyncio
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, NamedTuple, TypeVar, TypeVarTuple

from lianliankan.errors import TooLarge
from lianliankan.game.start import SEARCH_SECONDS
from lianliankan.web.work.job_context import JobContext, LaneName

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

NO_LIMIT: Final = math.inf
"""The seconds of a job that counts bound: what a game or a result rests on does not depend on how fast a machine is."""


class Requester(NamedTuple):
    """A player and their network: an attacker can invent any number of players, but not of networks."""

    network: str
    player: str


class Busy(Exception):
    """Too much work is waiting, or the turn did not come in time; trying again in a moment may help."""


class TooHard(TooLarge):
    """Work that takes too much time or memory."""


class JobRunner(ABC):
    """Runs functions that may take long: in worker processes, or where there are none, in place.

    `search_seconds` is how long a board of a difficulty is looked for, and `result_seconds` how long a result waits for
    the analysis of its game.
    """

    search_seconds: float = SEARCH_SECONDS
    result_seconds: float = 3.0

    @abstractmethod
    def start(self) -> None:
        """Begin, in the running event loop."""

    @property
    @abstractmethod
    def waiting(self) -> Mapping[str, int]:
        """How much work waits in each lane."""

    @property
    @abstractmethod
    def running(self) -> Mapping[str, int]:
        """How much work each lane is doing."""

    @abstractmethod
    async def run(
        self,
        requester: Requester,
        function: Callable[[JobContext, *Ts], T],
        *args: *Ts,
        lane: LaneName = "long",
        seconds: float | None = None,
    ) -> T:
        """Run a function of a module for a requester, within some seconds or the time that its lane allows.

        With NO_LIMIT, it ends when it is done, or when its caller has gone.
        If the task that waits is cancelled, the work is dropped or ended soon. Raises Busy, TooHard, and whatever the
        function raises.
        """

    @abstractmethod
    async def open(self, requester: Requester, call: Callable[[], T]) -> T:
        """Run a function that opens a game from the store, in this process; raises Busy."""

    @abstractmethod
    def close(self) -> None:
        """End; whatever waits or runs fails with ServerClosing."""


async def unless_first(work: Coroutine[Any, Any, T], end: Coroutine[Any, Any, None], problem: Exception) -> T:
    """Wait for work; if something else ends first, the work is cancelled, and the problem raised."""
    working, ending = asyncio.create_task(work), asyncio.create_task(end)
    try:
        await asyncio.wait((working, ending), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise problem
        return working.result()
    finally:
        working.cancel()
        ending.cancel()
        await asyncio.wait((working, ending))  # whatever they read from must be free again
