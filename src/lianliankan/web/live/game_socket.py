"""The WebSocket of a game: who connects, which messages arrive, and how many."""

import asyncio
import logging
import re
from contextlib import suppress
from time import monotonic

from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from lianliankan.errors import DamagedGame, NoSuchGame, StoreError
from lianliankan.web.live.direct_socket import Connection, DirectSocket, get_direct_socket
from lianliankan.web.live.live_game import NO_GAME, LiveGame
from lianliankan.web.live.live_games import AtCapacity
from lianliankan.web.live.protocol import (
    CLOSE_FULL,
    CLOSE_LATER,
    CLOSE_NO_GAME,
    CLOSE_OTHER_VERSION,
    CLOSE_REFUSED,
    VERSION,
    AskWinnable,
    BadMessage,
    Do,
    ErrorMessage,
    Hello,
    Ping,
    Pong,
    encode_text,
    read_message,
)
from lianliankan.web.rate_limits import TokenBucket
from lianliankan.web.server_state import ServerState

__all__ = ["GameSocket"]

log = logging.getLogger("lianliankan.web")

_VERSION_ERROR = ErrorMessage("version", f"this server uses version {VERSION} of the protocol; reload the page")
_MAX_BAD_MESSAGES = 20
_HELLO_SECONDS = 20.0
_PATH = re.compile(r"/ws/([0-9a-z]{1,16})")


class GameSocket:
    """Serves one game over one connection, as its own ASGI app: this is the busiest path of the server."""

    def __init__(self, server: ServerState) -> None:
        self._server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection until it ends."""
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        connection, start = Connection(get_direct_socket(scope)), monotonic()
        code = await self._serve(scope, receive, connection)
        about = {"path": scope["path"], "code": code, "seconds": round(monotonic() - start, 1)}
        log.info("connection", extra=about)
        if code is not None:
            with suppress(Exception):  # the client has already gone
                await send({"type": "websocket.close", "code": code})

    async def _serve(self, scope: Scope, receive: Receive, connection: Connection) -> int | None:
        """Serve a connection; return the code to close it with, or None if it is already closed."""
        server = self._server
        player = server.cookies.read_player(Headers(scope=scope).get("cookie", ""))
        found = _PATH.fullmatch(scope["path"])
        if player is None or not found:
            return self._refuse(connection, NO_GAME, CLOSE_NO_GAME)
        if not server.player_connections.add(player):
            return self._refuse(connection, ErrorMessage("busy", "too many connections"), CLOSE_FULL)
        live_game = None
        try:
            first = await self._read_hello(receive)
            if not isinstance(first, Hello):
                return self._refuse(connection, first, CLOSE_REFUSED) if first else None
            if first.v != VERSION:
                return self._refuse(connection, _VERSION_ERROR, CLOSE_OTHER_VERSION)
            live_game = await server.live_games.join(player, found[1], connection)
            live_game.send_state(connection)
            handler = MessageHandler(live_game, connection, server.message_limiter.bucket(player))
            return await self._read_messages(get_direct_socket(scope), receive, handler)
        except AtCapacity as problem:
            return self._refuse(connection, ErrorMessage("busy", str(problem)), CLOSE_FULL)
        except (NoSuchGame, DamagedGame):
            return self._refuse(connection, NO_GAME, CLOSE_NO_GAME)
        except StoreError as problem:
            log.error("read failed", extra={"path": scope["path"], "problem": str(problem)})
            return self._refuse(connection, ErrorMessage("store", "the game cannot be read at the moment"), CLOSE_LATER)
        finally:
            server.player_connections.remove(player)
            if live_game is not None:
                server.live_games.leave(live_game, connection)

    async def _read_hello(self, receive: Receive) -> Hello | ErrorMessage | None:
        """Wait for the first message, which must be a hello; None if the client has gone."""
        try:
            message = await asyncio.wait_for(receive(), _HELLO_SECONDS)
            if message["type"] == "websocket.disconnect":
                return None
            found = read_message(_require_text(message.get("text")))
        except TimeoutError:
            return ErrorMessage("bad", f"no hello within {_HELLO_SECONDS:g} seconds")
        except BadMessage as problem:
            return ErrorMessage("bad", str(problem))
        return found if isinstance(found, Hello) else ErrorMessage("bad", "the first message must be a hello")

    async def _read_messages(self, socket: DirectSocket, receive: Receive, handler: "MessageHandler") -> int | None:
        """Handle messages until the end, text directly from the socket; return the code to close with, if open."""
        is_direct = False
        while True:
            if not is_direct and socket.queue.empty():  # what came before the game was open has been handled
                socket.deliver_to(handler.on_text)
                is_direct = True
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return socket.close_code
            handler.on_text(message.get("text"))

    def _refuse(self, connection: Connection, error: ErrorMessage, code: int) -> int:
        connection.push(encode_text(error))
        return code


class MessageHandler:
    """Handles the messages of a connection to a game, and limits them."""

    def __init__(self, live_game: LiveGame, connection: Connection, bucket: TokenBucket) -> None:
        self._live_game, self._connection = live_game, connection
        self._bucket, self._bad = bucket, 0
        self._is_open = True

    def on_text(self, text: str | None) -> None:
        """Handle a message; None stands for a binary one."""
        if not self._is_open:
            return
        if not self._bucket.take():
            self._refuse(ErrorMessage("slow", "too many messages; slow down"), CLOSE_REFUSED)
            return
        try:
            message = read_message(_require_text(text))
        except BadMessage as problem:
            self._bad += 1
            if self._bad > _MAX_BAD_MESSAGES:
                self._refuse(ErrorMessage("bad", "too many bad messages"), CLOSE_REFUSED)
            else:
                self._connection.push(encode_text(ErrorMessage("bad", str(problem))))
            return
        if isinstance(message, Do):
            self._live_game.do(message, self._connection)
        elif isinstance(message, Ping):
            self._connection.push(encode_text(Pong(message.n)))
        elif isinstance(message, AskWinnable):
            self._live_game.answer_winnable(message.n, self._connection)
        elif message.v == VERSION:
            self._live_game.send_state(self._connection)
        else:
            self._refuse(_VERSION_ERROR, CLOSE_OTHER_VERSION)

    def _refuse(self, error: ErrorMessage, code: int) -> None:
        self._is_open = False
        self._connection.push(encode_text(error))
        self._connection.close(code)


def _require_text(text: str | None) -> str:
    if text is None:
        raise BadMessage("messages must be text frames")
    return text
