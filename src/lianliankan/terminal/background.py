"""Work away from the screen that nobody waits for when the game is left."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

__all__ = ["away", "is_working"]

T = TypeVar("T")

_NAME = "away"


async def away(work: Callable[[], T]) -> T:
    """Do something in a thread of its own and give what it gives.

    Unlike those of `asyncio.to_thread`, the thread is not waited for when the loop ends: what takes long and changes
    nothing, such as dealing, must not keep anybody from leaving.

    >>> asyncio.run(away(lambda: 6 * 7))
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

    done.set_running_or_notify_cancel()  # it can no longer be cancelled, only be left alone
    threading.Thread(target=run, name=_NAME, daemon=True).start()
    return await asyncio.wrap_future(done)


def is_working() -> bool:
    """Whether some work is still under way.

    >>> is_working()
    False
    """
    return any(thread.name == _NAME for thread in threading.enumerate())
