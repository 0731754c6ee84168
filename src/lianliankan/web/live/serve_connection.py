"""One client's WebSocket from its first byte to its last, whatever is served over it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic

import msgspec
from starlette.websockets import WebSocket

from lianliankan.web.live.connection import Connection
from lianliankan.web.live.open_sockets import OpenSockets
from lianliankan.web.live.protocol import CLOSE_REFUSED, encode_text
from lianliankan.web.security import client_host, is_same_origin

__all__ = ["MAX_BAD_MESSAGES", "ConnectionRefused", "serve_connection"]

log = logging.getLogger("lianliankan.web")

MAX_BAD_MESSAGES = 20  # of one connection
_CLOSE_SECONDS = 2.0  # that a client which does not read gets before its connection is ended


class ConnectionRefused(Exception):
    """The connection is closed with a code, after an error message."""

    def __init__(self, error: msgspec.Struct, code: int) -> None:
        super().__init__(error, code)
        self.error, self.code = error, code


async def serve_connection(websocket: WebSocket, serve: Callable[[WebSocket, Connection], Awaitable[None]]) -> None:
    """Accept a page of this server and serve it until it has gone or `serve` raises ConnectionRefused."""
    if not is_same_origin(websocket.headers):
        await websocket.close(CLOSE_REFUSED)  # before accepting, so the client gets 403
        return
    await websocket.accept()
    start, code = monotonic(), None
    with suppress(TimeoutError):  # the connection was aborted
        async with asyncio.timeout(None) as deadline:
            connection = Connection(websocket, deadline)
            sender = asyncio.create_task(connection.send_all())
            open_sockets: OpenSockets = websocket.app.state.server.open_sockets
            open_sockets.add(connection)
            try:
                await serve(websocket, connection)
            except ConnectionRefused as refused:
                code = refused.code
                connection.push(encode_text(refused.error))
                connection.close(code)
                await asyncio.wait([sender], timeout=_CLOSE_SECONDS)
            finally:
                open_sockets.remove(connection)
                connection.is_lost = True
                sender.cancel()
    about = {"path": websocket.url.path, "code": code, "seconds": round(monotonic() - start, 1)}
    log.info("connection", extra=about | {"client": client_host(websocket.scope)})
