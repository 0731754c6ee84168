"""Messages between the servers of one store about live games, by LISTEN and NOTIFY of PostgreSQL.

The announcement of a command is part of its transaction. All messages are hints: a server that misses one finds out
with its next command, which the version check then refuses.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import NamedTuple, Self

from lianliankan.errors import StoreError
from lianliankan.web.base.tasks import ServerTasks

log = logging.getLogger("lianliankan.web")

_GATHER_SECONDS = 0.02  # so that many messages are one notification
_MAX_ITEMS = 150  # of a notification, which is limited to 8,000 bytes; the longest item has 40
_MIN_DELAY, _MAX_DELAY = 0.1, 2.0  # seconds until the next attempt to connect


class Presence(NamedTuple):
    """A game open on a server: the time of its clock in milliseconds, if it runs, and whether a client is there."""

    id: str
    at: int | None
    has_clients: bool

    def __str__(self) -> str:
        return f"{self.id}:{'' if self.at is None else self.at}:{self.has_clients:d}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse what `str` returns.

        >>> Presence.parse("abc123:1500:1")
        Presence(id='abc123', at=1500, has_clients=True)
        >>> Presence.parse(str(Presence("abc123", None, False)))
        Presence(id='abc123', at=None, has_clients=False)
        """
        id, at, has_clients = text.split(":")
        return cls(id, int(at) if at else None, has_clients == "1")


class ServerChannel:
    """Sends messages to the other servers of a store, and receives theirs.

    - `server`: the name of this server, by which it ignores its own messages.
    - `handlers`: called with what others tell, by its kind: "moved ID:VERSION" for a game that goes on, "gone ID", and
      "who ID" to ask which servers have a game, "here PRESENCE" to answer; "alive SERVER", which every message implies,
      and "reaction …" and "rooms ENTRIES" for rooms.
    - `on_connected`: awaited when messages are heard from now on; earlier ones may have been missed.
    """

    def __init__(
        self, url: str, server: str, speak: Callable[[Sequence[str]], Awaitable[None]], tasks: ServerTasks
    ) -> None:
        """Take the URL of the store, and what sends notifications."""
        self.server = server
        self.handlers: dict[str, Callable[[str], None]] = {}
        self.on_connected: list[Callable[[], Awaitable[None]]] = []
        self._url = url
        self._speak = speak
        self._tasks = tasks
        self._unsaid: dict[str, dict[str, None]] = {}
        self._speaking = asyncio.Lock()  # so that slow notifications gather, and take one connection at most

    def start(self) -> None:
        """Listen from now on, in the running event loop."""
        self._tasks.start(self._listen())

    def say(self, kind: str, item: str) -> None:
        """Send the others a message, together with other messages of this moment."""
        if not self._unsaid:
            self._tasks.start_later(_GATHER_SECONDS, self._say_all)
        self._unsaid.setdefault(kind, {})[item] = None

    async def _say_all(self) -> None:
        async with self._speaking:
            unsaid, self._unsaid = self._unsaid, {}
            texts = [text for kind, items in unsaid.items() for text in _format(self.server, kind, list(items))]
            try:
                await self._speak(texts)
            except StoreError as problem:
                log.warning("other servers could not be told", extra={"problem": str(problem)})

    async def _listen(self) -> None:
        from psycopg import AsyncConnection, Error

        from lianliankan.store.postgres_writes import CHANNEL, CONNECTION_SETTINGS, ROOM_CHANNEL

        delay = _MIN_DELAY
        while True:
            try:
                async with await AsyncConnection.connect(self._url, **CONNECTION_SETTINGS) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}".encode())
                    await connection.execute(f"LISTEN {ROOM_CHANNEL}".encode())
                    for call in self.on_connected:
                        await call()
                    delay = _MIN_DELAY
                    async for notification in connection.notifies():
                        if notification.channel == ROOM_CHANNEL:
                            self._handle("rooms", notification.payload)
                        else:
                            self._hear(notification.payload)
            except (Error, StoreError, OSError) as problem:
                log.warning("other servers cannot be heard", extra={"problem": " ".join(str(problem).split())})
            except Exception:
                log.exception("other servers cannot be heard")
            await asyncio.sleep(delay)
            delay = min(2 * delay, _MAX_DELAY)

    def _hear(self, text: str) -> None:
        server, _, news = text.partition(" ")
        kind, *items = news.split(" ")
        if server != self.server:
            self._handle("alive", server)
            for item in items:
                self._handle(kind, item)

    def _handle(self, kind: str, item: str) -> None:
        """Handle an item; an exception loses no other one."""
        try:
            if kind in self.handlers:
                self.handlers[kind](item)
        except ValueError as problem:  # from a later version, which may have more to say, or a mistake of ours
            log.warning("another server was not understood", exc_info=problem)
        except Exception as problem:
            log.error("news of another server were not followed", exc_info=problem)


def _format(server: str, kind: str, items: Sequence[str]) -> Iterator[str]:
    """Return the notifications for items.

    >>> list(_format("s1", "gone", ["abc123", "def456"]))
    ['s1 gone abc123 def456']
    """
    for start in range(0, len(items), _MAX_ITEMS):
        yield " ".join([server, kind, *items[start : start + _MAX_ITEMS]])
