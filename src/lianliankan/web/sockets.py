"""The WebSocket of a game: who it is, what comes in, and how much of it."""

import asyncio
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from lianliankan.errors import StoreError
from lianliankan.web.limits import Bucket
from lianliankan.web.lines import Connection, Line, line_of
from lianliankan.web.room import Room
from lianliankan.web.rooms import Full
from lianliankan.web.site import Site
from lianliankan.web.wire import (
    VERSION,
    AskLight,
    BadMessage,
    Do,
    Error,
    Hello,
    Ping,
    Pong,
    encode_text,
    read_message,
)

__all__ = ["GONE", "REFUSED", "GameSocket"]

log = logging.getLogger("lianliankan.web")

GONE, REFUSED, FULL, OTHER_VERSION = 4404, 1008, 4429, 4426
"""Why a connection is closed: no such game, too much or too bad, too many, a page of another time."""

_RATE, _BURST = 40, 80
_MOST_BAD = 20
_HELLO_SECONDS = 20.0
_PATH = re.compile(r"/ws/([0-9a-z]{1,16})")


class GameSocket:
    """Plays one game over one connection; an ASGI app of its own, for nothing here is so often done."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection to its end."""
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        connection, began = Connection(line_of(scope)), monotonic()
        code = await self._serve(scope, receive, connection)
        about = {"path": scope["path"], "code": code, "seconds": round(monotonic() - began, 1)}
        log.info("connection", extra=about)
        if code is not None:
            with suppress(Exception):  # it has gone already
                await send({"type": "websocket.close", "code": code})

    async def _serve(self, scope: Scope, receive: Receive, connection: Connection) -> int | None:
        """Serve a connection; give the code to close it with, or None where it is closed."""
        site = self._site
        player = site.players.player_of(Headers(scope=scope).get("cookie", ""))
        found = _PATH.fullmatch(scope["path"])
        if player is None or not found:
            return self._refuse(connection, Error("gone", "there is no such game"), GONE)
        if not site.connections.add(player):
            return self._refuse(connection, Error("busy", "too many games at once"), FULL)
        room = None
        try:
            first = await self._first(receive)
            if not isinstance(first, Hello):
                return self._refuse(connection, first, REFUSED) if first else None
            if first.v != VERSION:
                return self._refuse(connection, Error("version", f"this server speaks {VERSION}"), OTHER_VERSION)
            room = await site.rooms.enter(player, found[1], connection)
            room.greet(connection)
            return await self._listen(line_of(scope), receive, room, connection)
        except Full as problem:
            return self._refuse(connection, Error("busy", str(problem)), FULL)
        except StoreError as problem:
            return self._refuse(connection, Error("gone", str(problem)), GONE)
        finally:
            site.connections.remove(player)
            if room is not None:
                site.rooms.leave(room, connection)

    async def _first(self, receive: Receive) -> Hello | Error | None:
        """Wait for the first message, which must be a hello; None where nobody is there any more."""
        try:
            message = await asyncio.wait_for(receive(), _HELLO_SECONDS)
            if message["type"] == "websocket.disconnect":
                return None
            found = read_message(_checked(message.get("text")))
        except TimeoutError:
            return Error("bad", "nobody said hello")
        except BadMessage as problem:
            return Error("bad", str(problem))
        return found if isinstance(found, Hello) else Error("bad", "the first message is a hello")

    async def _listen(self, line: Line, receive: Receive, room: Room, connection: Connection) -> int | None:
        """Hear messages to the end, text straight from the line; give the code to close with, if it is open."""
        ear = _Ear(room, connection, line.end)
        while not line.queue.empty():  # what came before the room was open
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return ear.code
            ear.hear(message.get("text"))
        line.listen(ear.hear)
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return ear.code
            ear.hear(message.get("text"))

    def _refuse(self, connection: Connection, error: Error, code: int) -> int:
        connection.push(encode_text(error))
        return code


class _Ear:
    """What a connection says in a room, and how much of it.

    - `code`: the code to close it with, once it has said too much.
    """

    def __init__(self, room: Room, connection: Connection, end: Callable[[int], None]) -> None:
        self._room, self._connection, self._end = room, connection, end
        self._bucket, self._bad = Bucket(rate=_RATE, burst=_BURST), 0
        self.code: int | None = None

    def hear(self, text: str | None) -> None:
        """Do what a message says; None is for one that is no text."""
        if self.code is not None:
            return
        if not self._bucket.take():
            self._refuse(Error("slow", "slow down"))
            return
        try:
            message = read_message(_checked(text))
        except BadMessage as problem:
            self._bad += 1
            if self._bad > _MOST_BAD:
                self._refuse(Error("bad", "too many bad messages"))
            else:
                self._connection.push(encode_text(Error("bad", str(problem))))
            return
        if isinstance(message, Do):
            self._room.do(message, self._connection)
        elif isinstance(message, Ping):
            self._connection.push(encode_text(Pong(message.n)))
        elif isinstance(message, AskLight):
            self._room.shine(message.n, self._connection)
        else:
            self._room.greet(self._connection)

    def _refuse(self, error: Error) -> None:
        self._connection.push(encode_text(error))
        self.code = REFUSED
        self._end(REFUSED)


def _checked(text: str | None) -> str:
    if text is None:
        raise BadMessage("a message is a text frame")
    return text
