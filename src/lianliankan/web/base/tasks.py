"""Background tasks of a server, their end, and things that are opened once for all callers that wait."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextvars import Context, copy_context
from typing import Any, Generic, Protocol, TypeVar

from lianliankan.errors import StoreError

log = logging.getLogger("lianliankan.web")


class Closable(Protocol):
    """Something that may close by itself."""

    @property
    def is_closed(self) -> bool:
        """Whether it must be opened again."""


T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V", bound=Closable)


class ServerClosing(StoreError):
    """The server is closing and writes nothing more; clients will reconnect and try again."""


class ServerTasks:
    """The tasks of a server that no single request owns.

    An exception ends only its own task. That is why this is no `asyncio.TaskGroup`, which cancels all its tasks at the
    first exception: one mistake would end the writer, and every game.
    """

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._running)

    def start(
        self, work: Coroutine[Any, Any, T], *, is_awaited: bool = False, is_logged_for_caller: bool = False
    ) -> asyncio.Task[T]:
        """Run a coroutine as a task, in the running event loop.

        An exception is logged at once, unless the task `is_awaited`: then its callers get it, if there still are any.
        The log names the request only if the task `is_awaited` or `is_logged_for_caller`.
        """
        context = copy_context() if is_awaited or is_logged_for_caller else Context()
        task = context.run(asyncio.get_running_loop().create_task, work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        task.add_done_callback(mark_retrieved if is_awaited else _log_problem, context=context)
        return task

    def start_later(self, seconds: float, work: Callable[[], Coroutine[Any, Any, object]]) -> asyncio.TimerHandle:
        """Run a function's coroutine as a task after some time, unless the timer is cancelled or this closed before."""

        def ring() -> None:
            if not self._is_closed:
                self.start(work())

        return asyncio.get_running_loop().call_later(seconds, ring)

    async def close(self) -> None:
        """Cancel the tasks that are still running, and wait until they have ended; delayed calls never start."""
        self._is_closed = True
        while self._running:
            for task in self._running:
                task.cancel()
            await asyncio.wait(self._running)


def _log_problem(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (problem := task.exception()) is not None:
        log.error("background task failed", exc_info=problem)


def mark_retrieved(task: asyncio.Future[Any]) -> None:
    """Mark an exception as retrieved: the callers that waited for it may have gone."""
    if not task.cancelled():
        task.exception()


class OpenOnce(Generic[K, V]):
    """Open things by key. All callers that ask for one that is being opened wait for the same opening.

    An opening is a task of the server, so that no client that leaves ends it for others.
    """

    def __init__(self, tasks: ServerTasks) -> None:
        self._tasks = tasks
        self._open: dict[K, V] = {}
        self._opening: dict[K, asyncio.Task[V]] = {}

    def __len__(self) -> int:
        return sum(not each.is_closed for each in self._open.values()) + len(self._opening)

    def __contains__(self, key: K) -> bool:
        return self.find(key) is not None or key in self._opening

    def __iter__(self) -> Iterator[V]:
        """Iterate over the values that are open now; others may be opened or closed meanwhile."""
        return iter([each for each in self._open.values() if not each.is_closed])

    def find(self, key: K) -> V | None:
        """Return the open value of a key."""
        found = self._open.get(key)
        return None if found is None or found.is_closed else found

    async def get(self, key: K, open: Callable[[], Awaitable[V]]) -> V:
        """Return the value of a key, opening it if it is not open; all waiting callers get the exception of `open`."""
        found = self.find(key)
        if found is not None:
            return found
        opening = self._opening.get(key)
        if opening is None:
            opening = self._opening[key] = self._tasks.start(self._do_open(key, open), is_awaited=True)
        return await asyncio.shield(opening)

    async def _do_open(self, key: K, open: Callable[[], Awaitable[V]]) -> V:
        try:
            opened = self._open[key] = await open()
        finally:
            del self._opening[key]
        return opened

    async def pop(self, key: K) -> V | None:
        """Forget the value of a key, open or being opened, and return it."""
        opening = self._opening.get(key)
        if opening is not None:
            await asyncio.wait([opening])
        return self._open.pop(key, None)

    def discard(self, key: K, opened: V) -> bool:
        """Forget the value of a key if it is this one; return whether it was."""
        if self._open.get(key) is not opened:
            return False
        del self._open[key]
        return True

    def clear(self) -> list[V]:
        """Forget everything, open nothing more, and return the open values."""
        for opening in self._opening.values():
            opening.cancel()
        opened = list(self._open.values())
        self._open.clear()
        return opened
