"""All connections to games, and how they are closed when the server stops."""

import asyncio
from random import Random

from lianliankan.web.live.connection import Connection

_TICK_SECONDS = 0.05
_CLOSED_PER_SECOND = 200  # so that a server which takes over the players can open their games one after the other
_SHARE_OF_TIME = 0.7  # of the time for draining, after which the last connection is closed at the latest


class OpenSockets:
    """The connections to games; `is_draining` says whether they are being closed, because the server stops."""

    def __init__(self) -> None:
        self._connections: set[Connection] = set()
        self.is_draining = False

    def __len__(self) -> int:
        return len(self._connections)

    def add(self, connection: Connection) -> None:
        """Count a connection; one that comes too late is closed at once."""
        self._connections.add(connection)
        if self.is_draining:
            connection.drain()

    def remove(self, connection: Connection) -> None:
        """Forget a connection that has ended."""
        self._connections.discard(connection)

    async def drain(self, seconds: float) -> None:
        """Close all connections, each after the command that it waits for, and wait until they have ended.

        Their pages reconnect at once, so they are closed a few at a time, in any order.
        """
        self.is_draining = True
        waiting = list(self._connections)
        Random().shuffle(waiting)
        rate = max(_CLOSED_PER_SECOND, len(waiting) / (_SHARE_OF_TIME * max(seconds, _TICK_SECONDS)))
        number = max(round(rate * _TICK_SECONDS), 1)
        while self._connections:
            for connection in waiting[:number]:
                connection.drain()
            del waiting[:number]
            await asyncio.sleep(_TICK_SECONDS if waiting else _TICK_SECONDS / 5)
