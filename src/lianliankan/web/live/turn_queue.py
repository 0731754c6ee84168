"""Turns in a game, given one at a time and in order; a turn may last longer than the call that starts it."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable

__all__ = ["Turn", "TurnQueue"]

log = logging.getLogger("lianliankan.web")


class Turn:
    """A turn that has started; `end` passes it on, once."""

    __slots__ = ("_turns",)

    def __init__(self, turns: "TurnQueue") -> None:
        self._turns: TurnQueue | None = turns

    def end(self) -> None:
        """End the turn, unless it has ended already."""
        turns, self._turns = self._turns, None
        if turns is not None:
            turns._start_next()


class TurnQueue:
    """A lock that calls back: while it is free, callbacks run immediately, without a task.

    The callee must end its turn, now or later; if it raises an exception, the turn is ended.

    >>> turns, done = TurnQueue(), []
    >>> turns.enqueue(lambda turn: done.append(turn))
    >>> turns.enqueue(lambda turn: (done.append("second"), turn.end()))
    >>> done.pop(0).end()
    >>> done
    ['second']
    """

    __slots__ = ("_is_closed", "_is_starting", "_is_taken", "_waiting")

    def __init__(self) -> None:
        self._is_taken = self._is_starting = self._is_closed = False
        self._waiting: deque[Callable[[Turn], object]] = deque()

    def enqueue(self, act: Callable[[Turn], object]) -> None:
        """Call a function with its turn: now, or after all earlier ones."""
        if self._is_closed:
            return
        if self._is_taken or self._waiting:
            self._waiting.append(act)
        else:
            self._start(act)

    def close(self) -> None:
        """Start no more turns; one that has started runs to its end."""
        self._is_closed = True
        self._waiting.clear()

    async def wait(self) -> Turn:
        """Wait for a turn."""
        future: asyncio.Future[Turn] = asyncio.get_running_loop().create_future()
        self.enqueue(lambda turn: turn.end() if future.cancelled() else future.set_result(turn))
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():  # it came nevertheless
                future.result().end()
            raise

    def _start(self, act: Callable[[Turn], object]) -> None:
        self._is_taken = True
        turn = Turn(self)
        try:
            act(turn)
        except Exception:
            log.exception("turn failed")
            turn.end()

    def _start_next(self) -> None:
        self._is_taken = False
        if self._is_starting:  # called from within a turn: the loop below continues, and calls are not nested
            return
        self._is_starting = True
        try:
            while self._waiting and not self._is_taken:
                self._start(self._waiting.popleft())
        finally:
            self._is_starting = False
