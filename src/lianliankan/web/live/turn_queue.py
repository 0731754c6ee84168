"""TurnQueue: who acts in a game, one after the other, in the order they asked; a turn may last beyond the call."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable

__all__ = ["Turn", "TurnQueue"]

log = logging.getLogger("lianliankan.web")


class Turn:
    """A turn that somebody has; `end` gives it to the next, once."""

    __slots__ = ("_turns",)

    def __init__(self, turns: "TurnQueue") -> None:
        self._turns: TurnQueue | None = turns

    def end(self) -> None:
        """End the turn, if it has not ended."""
        turns, self._turns = self._turns, None
        if turns is not None:
            turns._start_next()


class TurnQueue:
    """A lock that calls back: what is asked for while it is free is done at once, without a task.

    Who acts ends the turn that he is given, then or later; one that fails with an exception is ended for him.

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
        """Act when it is one's turn: now, or after all who asked before."""
        if self._is_closed:
            return
        if self._is_taken or self._waiting:
            self._waiting.append(act)
        else:
            self._start(act)

    def close(self) -> None:
        """Let nobody act any more; a turn that has begun goes on to its end."""
        self._is_closed = True
        self._waiting.clear()

    async def wait(self) -> Turn:
        """Wait for one's turn."""
        mine: asyncio.Future[Turn] = asyncio.get_running_loop().create_future()
        self.enqueue(lambda turn: turn.end() if mine.cancelled() else mine.set_result(turn))
        try:
            return await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it came all the same
                mine.result().end()
            raise

    def _start(self, act: Callable[[Turn], object]) -> None:
        self._is_taken = True
        turn = Turn(self)
        try:
            act(turn)
        except Exception:
            log.exception("a turn failed")
            turn.end()

    def _start_next(self) -> None:
        self._is_taken = False
        if self._is_starting:  # an act that ended its own turn: whoever called it goes on, and no call is nested
            return
        self._is_starting = True
        try:
            while self._waiting and not self._is_taken:
                self._start(self._waiting.popleft())
        finally:
            self._is_starting = False
