"""The WebSocket of a game: who it is, what comes in, and how much of it."""

import asyncio
import logging
import re
from time import monotonic

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from lianliankan.errors import StoreError
from lianliankan.web.limits import Bucket
from lianliankan.web.rooms import Connection, Full, Room
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

        async def send_text(text: str) -> None:
            await send({"type": "websocket.send", "text": text})

        connection, began = Connection(send_text), monotonic()
        code = await self._serve(scope, receive, connection)
        about = {"path": scope["path"], "code": code, "seconds": round(monotonic() - began, 1)}
        log.info("connection", extra=about)
        if code is not None:
            try:
                await connection.flush()
                await send({"type": "websocket.close", "code": code})
            except Exception:
                return  # it has gone already

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
            await room.greet(connection)
            return await self._listen(receive, room, connection)
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
            found = read_message(_text_of(message))
        except TimeoutError:
            return Error("bad", "nobody said hello")
        except BadMessage as problem:
            return Error("bad", str(problem))
        return found if isinstance(found, Hello) else Error("bad", "the first message is a hello")

    async def _listen(self, receive: Receive, room: Room, connection: Connection) -> int | None:
        bucket, bad = Bucket(rate=_RATE, burst=_BURST), 0
        while not connection.is_lost:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return None
            if not bucket.take():
                return self._refuse(connection, Error("slow", "slow down"), REFUSED)
            try:
                match read_message(_text_of(message)):
                    case Do() as order:
                        await room.do(order, connection)
                    case Ping(n):
                        connection.push(encode_text(Pong(n)))
                        await connection.flush()
                    case AskLight(n):
                        await room.shine(n, connection)
                    case Hello():
                        await room.greet(connection)
            except BadMessage as problem:
                bad += 1
                if bad > _MOST_BAD:
                    return self._refuse(connection, Error("bad", "too many bad messages"), REFUSED)
                connection.push(encode_text(Error("bad", str(problem))))
                await connection.flush()
        return REFUSED

    def _refuse(self, connection: Connection, error: Error, code: int) -> int:
        connection.push(encode_text(error))
        return code


def _text_of(message: Message) -> str:
    text = message.get("text")
    if not isinstance(text, str):
        raise BadMessage("a message is a text frame")
    return text
