"""Clocks that tests move: for servers, and for tasks that do nothing but wait."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class OwnClock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


class OwnClockLoop(asyncio.SelectorEventLoop):
    """An event loop whose timers are due as well when a test has moved a clock."""

    def __init__(self, clock: OwnClock) -> None:
        self._own_clock = clock
        super().__init__()

    def time(self) -> float:
        return super().time() + self._own_clock.seconds

    async def pass_time(self, seconds: float) -> None:
        """Move the clock, and wait until what is due then has begun."""
        self._own_clock.seconds += seconds
        for _ in range(5):
            await asyncio.sleep(0)


class _NoWaiting(selectors.DefaultSelector):
    """Does not wait for timers: the clock of its loop goes on at once instead."""

    seconds = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            return super().select()
        self.seconds += timeout
        return super().select(0)


class _TimelessLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._waiting = _NoWaiting()
        super().__init__(self._waiting)

    def time(self) -> float:
        return self._waiting.seconds


def run_without_waiting(work: Coroutine[Any, Any, T]) -> T:
    """Run tasks that wait for nothing but time, on a loop in which waiting takes none."""
    with asyncio.Runner(loop_factory=_TimelessLoop) as runner:
        return runner.run(work)
