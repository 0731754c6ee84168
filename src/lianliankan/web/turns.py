"""Turns: who acts in a game, one after the other, in the order they asked; a turn may last beyond the call."""

import asyncio
from collections import deque
from collections.abc import Callable

__all__ = ["Turns"]


class Turns:
    """A lock that calls back: what is asked for while it is free is done at once, without a task.

    Each `ask` needs one `end`, later or in the act itself.

    >>> turns, done = Turns(), []
    >>> turns.ask(lambda: done.append("first"))
    >>> turns.ask(lambda: (done.append("second"), turns.end()))
    >>> turns.end()
    >>> done, turns.is_free
    (['first', 'second'], True)
    """

    __slots__ = ("_is_going_on", "_waiting", "is_free")

    def __init__(self) -> None:
        self.is_free = True
        self._is_going_on = False
        self._waiting: deque[Callable[[], object]] = deque()

    def ask(self, act: Callable[[], object]) -> None:
        """Act when it is one's turn: now, or after all who asked before."""
        if self.is_free and not self._waiting:
            self.is_free = False
            act()
        else:
            self._waiting.append(act)

    def end(self) -> None:
        """End the turn; the next one's begins."""
        self.is_free = True
        if self._is_going_on:  # an act that ended its own turn: whoever called it goes on, and no call is nested
            return
        self._is_going_on = True
        try:
            while self.is_free and self._waiting:
                self.is_free = False
                self._waiting.popleft()()
        finally:
            self._is_going_on = False

    async def __aenter__(self) -> None:
        """Wait for one's turn."""
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ask(lambda: self.end() if mine.cancelled() else mine.set_result(None))
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # it came all the same
                self.end()
            raise

    async def __aexit__(self, *_: object) -> None:
        """End it."""
        self.end()
