"""The WebSocket of a game: who it is, what comes in, and how much of it."""

import asyncio
import logging
import re
from contextlib import suppress
from time import monotonic

from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from lianliankan.errors import DamagedGame, NoSuchGame, StoreError
from lianliankan.web.live.direct_socket import Connection, Line, line_of
from lianliankan.web.live.live_game import NO_GAME, Room
from lianliankan.web.live.live_games import GONE, Full
from lianliankan.web.live.protocol import (
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
from lianliankan.web.rate_limits import Bucket
from lianliankan.web.state import Site

__all__ = ["REFUSED", "GameSocket"]

log = logging.getLogger("lianliankan.web")

REFUSED, LATER, FULL, OTHER_VERSION = 1008, 1013, 4429, 4426
"""Why a connection is closed: too much or too bad, not now, too many, a page of another time."""

_OTHER_VERSION = Error("version", f"this server speaks {VERSION}")
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
            return self._refuse(connection, NO_GAME, GONE)
        if not site.connections.add(player):
            return self._refuse(connection, Error("busy", "too many games at once"), FULL)
        room = None
        try:
            first = await self._first(receive)
            if not isinstance(first, Hello):
                return self._refuse(connection, first, REFUSED) if first else None
            if first.v != VERSION:
                return self._refuse(connection, _OTHER_VERSION, OTHER_VERSION)
            room = await site.rooms.enter(player, found[1], connection)
            room.greet(connection)
            ear = _Ear(room, connection, site.messages.of(player))
            return await self._listen(line_of(scope), receive, ear)
        except Full as problem:
            return self._refuse(connection, Error("busy", str(problem)), FULL)
        except (NoSuchGame, DamagedGame):
            return self._refuse(connection, NO_GAME, GONE)
        except StoreError as problem:
            log.error("not read", extra={"path": scope["path"], "problem": str(problem)})
            return self._refuse(connection, Error("store", "the game cannot be read now"), LATER)
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

    async def _listen(self, line: Line, receive: Receive, ear: "_Ear") -> int | None:
        """Hear messages to the end, text straight from the line; give the code to close with, if it is open."""
        is_direct = False
        while True:
            if not is_direct and line.queue.empty():  # what came before the room was open has been heard
                line.listen(ear.hear)
                is_direct = True
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return line.ending
            ear.hear(message.get("text"))

    def _refuse(self, connection: Connection, error: Error, code: int) -> int:
        connection.push(encode_text(error))
        return code


class _Ear:
    """What a connection says in a room, and how much of it."""

    def __init__(self, room: Room, connection: Connection, bucket: Bucket) -> None:
        self._room, self._connection = room, connection
        self._bucket, self._bad = bucket, 0
        self._is_open = True

    def hear(self, text: str | None) -> None:
        """Do what a message says; None is for one that is no text."""
        if not self._is_open:
            return
        if not self._bucket.take():
            self._refuse(Error("slow", "slow down"), REFUSED)
            return
        try:
            message = read_message(_checked(text))
        except BadMessage as problem:
            self._bad += 1
            if self._bad > _MOST_BAD:
                self._refuse(Error("bad", "too many bad messages"), REFUSED)
            else:
                self._connection.push(encode_text(Error("bad", str(problem))))
            return
        if isinstance(message, Do):
            self._room.do(message, self._connection)
        elif isinstance(message, Ping):
            self._connection.push(encode_text(Pong(message.n)))
        elif isinstance(message, AskLight):
            self._room.shine(message.n, self._connection)
        elif message.v == VERSION:
            self._room.greet(self._connection)
        else:
            self._refuse(_OTHER_VERSION, OTHER_VERSION)

    def _refuse(self, error: Error, code: int) -> None:
        self._is_open = False
        self._connection.push(encode_text(error))
        self._connection.end(code)


def _checked(text: str | None) -> str:
    if text is None:
        raise BadMessage("a message is a text frame")
    return text
