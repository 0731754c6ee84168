"""What writes for all players of a server: one class for each kind of store."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeVar

from lianliankan.errors import GameMoved, NoRoom, NoSuchGame, NoSuchPictures, StoreError
from lianliankan.store import Change, NewRow, StoredGame
from lianliankan.web.metrics import NO_METRICS, ServerMetrics

T = TypeVar("T")

_NO_FAULT = (GameMoved, NoRoom, NoSuchGame, NoSuchPictures)  # of the storage: a player asked for something in vain


class ServerClosing(StoreError):
    """The server is closing and writes nothing more; clients will reconnect and try again."""


class FateUnknown(StoreError):
    """The database was lost during a write and did not come back in time: nobody knows whether it was done."""


class Write(asyncio.Future[T]):
    """A write that cannot be cancelled, since it may be on the disk already; whoever waits for it may be."""

    def cancel(self, msg: object = None) -> bool:
        """Do nothing."""
        return False


class Writer(ABC):
    """Writes for all players; what it has written is on the disk.

    - `problem`: why the last write failed, for everybody to see; empty if it did not.
    - `metrics`: where transactions are counted.
    """

    problem: str = ""
    metrics: ServerMetrics = NO_METRICS

    @property
    @abstractmethod
    def waiting(self) -> int:
        """How many changes wait for their transaction."""

    @abstractmethod
    def write(self, change: Change) -> asyncio.Future[None]:
        """Write the change of a command; the future raises StoreError if it could not be written.

        It raises FateUnknown if nobody knows. Of a game, only one change may be under way.
        """

    @abstractmethod
    async def create(self, beginning: NewRow) -> StoredGame:
        """Store a new game."""

    @abstractmethod
    async def run(self, job: Callable[[], T]) -> T:
        """Run any other function that writes, in a thread, and return its result."""

    @abstractmethod
    async def close(self) -> None:
        """Finish all pending writes, and stop."""

    @abstractmethod
    def _describe(self, problem: StoreError) -> str:
        """Return what is wrong with the storage, without where it is."""

    def _note_problems(self, answers: Iterable[object]) -> None:
        """Remember what is wrong with the storage, after something was written or could not be."""
        problems = (each for each in answers if isinstance(each, StoreError) and not isinstance(each, _NO_FAULT))
        problem = next(problems, None)
        self.problem = "" if problem is None else self._describe(problem)
        if problem is not None:
            self.metrics.count_store_error()


async def finish_write(write: asyncio.Future[None]) -> None:
    """Wait for a write, however often the task is cancelled: what is on the disk must come into memory as well."""
    while not write.done():
        with suppress(asyncio.CancelledError):
            await write
    write.result()
