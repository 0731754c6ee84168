"""The WebSocket of a game: who connects, and which messages arrive."""

import asyncio
import logging

from starlette.websockets import WebSocket

from lianliankan.errors import DamagedGame, NoSuchGame
from lianliankan.web.live.connection import Connection, ConnectionRefused, Subject, read_messages, serve_connection
from lianliankan.web.live.live_game import NO_GAME, QUEUE_FULL
from lianliankan.web.live.protocol import (
    CLOSE_FULL,
    CLOSE_LATER,
    CLOSE_NO_GAME,
    CLOSE_OTHER_VERSION,
    CLOSE_REFUSED,
    FROM_CLIENT,
    VERSION,
    BadMessage,
    ErrorMessage,
    Hello,
    read_message,
)
from lianliankan.web.server_state import ServerState
from lianliankan.web.work.jobs import Busy, TooHard

log = logging.getLogger("lianliankan.web")

_GAME = Subject("game", ErrorMessage)
_VERSION_ERROR = ErrorMessage("version", f"this server uses version {VERSION} of the protocol; reload the page")
_HELLO_SECONDS = 20.0


async def serve_game(websocket: WebSocket) -> None:
    """Serve one game over one connection, until it ends."""
    server: ServerState = websocket.app.state.server
    id = str(websocket.path_params["id"])

    async def serve(connection: Connection, player: str) -> None:
        try:
            await _serve(server, id, connection, player)
        except (NoSuchGame, DamagedGame) as problem:
            if isinstance(problem, DamagedGame):
                log.error("damaged game", extra={"path": websocket.url.path, "problem": str(problem)})
            raise ConnectionRefused(NO_GAME, CLOSE_NO_GAME) from None
        except Busy:
            raise ConnectionRefused(QUEUE_FULL, CLOSE_LATER) from None
        except TooHard:
            raise ConnectionRefused(ErrorMessage("heavy", "opening the game takes too much time"), CLOSE_FULL) from None

    await serve_connection(websocket, _GAME, serve)


async def _serve(server: ServerState, id: str, connection: Connection, player: str) -> None:
    """Serve a connection until the client has gone; raises ConnectionRefused."""
    if not await _read_hello(connection):
        return
    live_game = await server.live_games.join(player, id, connection)
    try:
        live_game.send_state(connection)
        bucket = server.message_limiter.bucket(player)
        async for message in read_messages(connection, _GAME, FROM_CLIENT, bucket):
            if isinstance(message, Hello):
                _check_version(message)
            await connection.turns.acquire()
            server.tasks.start(live_game.handle(message, connection))
    finally:
        server.live_games.leave(live_game, connection)


async def _read_hello(connection: Connection) -> bool:
    """Wait for the first message, which must be a hello; return False if the client has gone."""
    try:
        message = await asyncio.wait_for(connection.receive(), _HELLO_SECONDS)
        if message["type"] == "websocket.disconnect":
            return False
        found = read_message(message.get("text"), FROM_CLIENT)
    except TimeoutError:
        raise _GAME.refuse("bad", f"no hello within {_HELLO_SECONDS:g} seconds", CLOSE_REFUSED) from None
    except BadMessage as problem:
        raise _GAME.refuse("bad", str(problem), CLOSE_REFUSED) from None
    if not isinstance(found, Hello):
        raise _GAME.refuse("bad", "the first message must be a hello", CLOSE_REFUSED)
    _check_version(found)
    return True


def _check_version(hello: Hello) -> None:
    if hello.v != VERSION:
        raise ConnectionRefused(_VERSION_ERROR, CLOSE_OTHER_VERSION)
