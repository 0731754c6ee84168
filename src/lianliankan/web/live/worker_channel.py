"""What the servers of one store tell each other about live games, by LISTEN and NOTIFY of PostgreSQL.

The announcement of a command is part of its transaction. All messages are hints: a server that misses one finds out
with its next command, which the version check then refuses.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Literal, NamedTuple, Protocol, Self

from lianliankan.errors import StoreError
from lianliankan.web.live.tasks import ServerTasks

log = logging.getLogger("lianliankan.web")

_GATHER_SECONDS = 0.02  # so that many messages are one notification
_MAX_ITEMS = 150  # of a notification, which is limited to 8,000 bytes; the longest item has 40
_MIN_DELAY, _MAX_DELAY = 0.1, 2.0  # seconds until the next attempt to connect

_Kind = Literal["gone", "who", "here", "alive", "reaction"]


class Presence(NamedTuple):
    """That a server has a game: the time of its clock in milliseconds, if it runs, and whether a client is there."""

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


class ChannelListener(Protocol):
    """What hears what other servers say."""

    def on_moved(self, id: str, version: int) -> None:
        """Note that a game has another version."""

    def on_gone(self, id: str) -> None:
        """Note that a game was removed."""

    def on_asked(self, id: str) -> None:
        """Answer a server that wants to know who has a game."""

    def on_present(self, presence: Presence) -> None:
        """Note that a server has a game."""

    async def on_connected(self) -> None:
        """Note that messages are heard from now on; those of before may have been missed."""


class RoomsListener(Protocol):
    """What hears what other servers say about rooms."""

    def on_entries(self, text: str) -> None:
        """Note entries that were added to rooms, by whatever server."""

    def on_alive(self, worker: str) -> None:
        """Note that another server is there."""

    def on_reaction(self, text: str) -> None:
        """Note that a player on another server shows something."""

    async def on_connected(self) -> None:
        """Note that messages are heard from now on; those of before may have been missed."""


class WorkerChannel:
    """A server's ear and voice.

    - `worker`: its name, by which it ignores what it says itself.
    - `rooms`: what hears what is said about rooms.
    """

    def __init__(
        self, url: str, worker: str, speak: Callable[[Sequence[str]], Awaitable[None]], tasks: ServerTasks
    ) -> None:
        """Take the URL of the store, and what sends notifications."""
        self.worker = worker
        self._url, self._speak, self._tasks = url, speak, tasks
        self._unsaid: dict[_Kind, dict[str, None]] = {}
        self.rooms: RoomsListener | None = None

    def start(self, listener: ChannelListener) -> None:
        """Listen from now on, in the running event loop."""
        self._tasks.start(self._listen(listener))

    def say_gone(self, id: str) -> None:
        """Tell the others that a game was removed."""
        self._say("gone", id)

    def ask(self, id: str) -> None:
        """Ask the others whether they have a game."""
        self._say("who", id)

    def say_present(self, presence: Presence) -> None:
        """Tell the others that this server has a game."""
        self._say("here", str(presence))

    def say_alive(self) -> None:
        """Tell the others that this server is there."""
        self._say("alive", "1")

    def say_reaction(self, text: str) -> None:
        """Tell the others that a player shows something; unlike other messages, it may be said twice."""
        self._say("reaction", text)

    def _say(self, kind: _Kind, item: str) -> None:
        if not self._unsaid:
            self._tasks.start_later(_GATHER_SECONDS, self._say_all)
        self._unsaid.setdefault(kind, {})[item] = None

    async def _say_all(self) -> None:
        unsaid, self._unsaid = self._unsaid, {}
        texts = [text for kind, items in unsaid.items() for text in _format(self.worker, kind, list(items))]
        try:
            await self._speak(texts)
        except StoreError as problem:
            log.warning("other servers could not be told", extra={"problem": str(problem)})

    async def _listen(self, listener: ChannelListener) -> None:
        from psycopg import AsyncConnection, Error

        from lianliankan.store.postgres_writes import CHANNEL, CONNECTION_SETTINGS, ROOM_CHANNEL

        delay = _MIN_DELAY
        while True:
            try:
                async with await AsyncConnection.connect(self._url, **CONNECTION_SETTINGS) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}".encode())
                    await connection.execute(f"LISTEN {ROOM_CHANNEL}".encode())
                    await listener.on_connected()
                    if self.rooms is not None:
                        await self.rooms.on_connected()
                    delay = _MIN_DELAY
                    async for notification in connection.notifies():
                        try:
                            if notification.channel != ROOM_CHANNEL:
                                self._hear(notification.payload, listener)
                            elif self.rooms is not None:
                                self.rooms.on_entries(notification.payload)
                        except ValueError:  # from a later version, which may have more to say
                            log.warning("another server was not understood")
            except (Error, StoreError, OSError) as problem:
                log.warning("other servers cannot be heard", extra={"problem": " ".join(str(problem).split())})
            await asyncio.sleep(delay)
            delay = min(2 * delay, _MAX_DELAY)

    def _hear(self, text: str, listener: ChannelListener) -> None:
        worker, kind, *items = text.split(" ")
        if worker == self.worker:
            return
        if self.rooms is not None:
            self.rooms.on_alive(worker)
        for item in items:
            match kind:
                case "moved":
                    id, _, version = item.partition(":")
                    listener.on_moved(id, int(version))
                case "gone":
                    listener.on_gone(item)
                case "who":
                    listener.on_asked(item)
                case "reaction" if self.rooms is not None:
                    self.rooms.on_reaction(item)
                case "here":
                    listener.on_present(Presence.parse(item))


def _format(worker: str, kind: str, items: Sequence[str]) -> Iterator[str]:
    """Return the notifications for items.

    >>> list(_format("w1", "gone", ["abc123", "def456"]))
    ['w1 gone abc123 def456']
    """
    for start in range(0, len(items), _MAX_ITEMS):
        yield " ".join([worker, kind, *items[start : start + _MAX_ITEMS]])
