"""Long work in threads that do not delay leaving the game."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")

_NAME = "detached"


async def run_detached(work: Callable[[], T]) -> T:
    """Run a function in its own thread and return its result.

    Unlike with `asyncio.to_thread`, closing the event loop does not wait for the thread. Use it for slow work without
    side effects, such as dealing, so that the player can always leave at once.

    >>> asyncio.run(run_detached(lambda: 6 * 7))
    42
    """
    done: Future[T] = Future()

    def run() -> None:
        try:
            result = work()
        except Exception as problem:
            done.set_exception(problem)
        else:
            done.set_result(result)

    done.set_running_or_notify_cancel()  # from here on it cannot be cancelled, only abandoned
    threading.Thread(target=run, name=_NAME, daemon=True).start()
    return await asyncio.wrap_future(done)


def is_working() -> bool:
    """Whether a detached thread is still running.

    >>> is_working()
    False
    """
    return any(thread.name == _NAME for thread in threading.enumerate())
