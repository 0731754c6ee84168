"""A WebSocket to a game or a room: messages wait to be sent, and a client that does not read them is dropped."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from lianliankan.web.base.page_data import encode_text
from lianliankan.web.http.rate_limits import client_network

log = logging.getLogger("lianliankan.web")

_MAX_WAITING = 64  # messages for a client that does not read them
_MAX_MESSAGES = 64  # of a client that are being worked on; the next are not read until then
_CLOSE_SECONDS = 2.0  # for a client to read why it is refused


class AtCapacity(Exception):
    """Too many connections, or too many open games or rooms."""


class ConnectionRefused(Exception):
    """The connection is closed with a code, after an error message."""

    def __init__(self, error: msgspec.Struct, code: int) -> None:
        super().__init__(code)
        self.error = error
        self.code = code


class Connection:
    """A WebSocket with a queue of messages to send.

    - `network`: where it comes from.
    - `has_seen`: whether it has seen all there is; events before that would mean nothing to it.
    - `slots`: one is taken for each message that is being worked on.
    """

    __slots__ = ("_gone", "_outbox", "_serving", "_websocket", "has_seen", "network", "slots")

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket
        self._outbox: asyncio.Queue[str | int] = asyncio.Queue(_MAX_WAITING)
        self._serving: asyncio.Task[None] | None = None
        self.network = client_network(websocket)
        self.has_seen = False
        self._gone = asyncio.Event()
        self.slots = asyncio.Semaphore(_MAX_MESSAGES)

    def push(self, text: str) -> None:
        """Send a message, after those that are waiting; a client with too many of them is dropped."""
        self._put(text)

    def close(self, code: int) -> None:
        """Close the connection with a code, after the messages that are waiting."""
        self._put(code)

    def abort(self) -> None:
        """End the connection immediately; a page that is still there reconnects."""
        self._gone.set()
        if self._serving is not None:
            self._serving.cancel()

    async def receive(self) -> Any:  # noqa: ANN401
        """Wait for the next message, as ASGI describes it."""
        return await self._websocket.receive()

    async def until_gone(self) -> None:
        """Wait until the client has gone, or is dropped."""
        await self._gone.wait()

    async def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Await the work for the client, and send the pushed messages meanwhile; raises the exception of the work."""
        sending = asyncio.create_task(self._send_all())
        self._serving = serving = asyncio.create_task(work)
        try:
            await asyncio.wait([serving])
            if serving.cancelled():  # the client was dropped
                return
            if isinstance(refused := serving.exception(), ConnectionRefused):
                self.push(encode_text(refused.error))
                self.close(refused.code)
                await asyncio.wait([sending], timeout=_CLOSE_SECONDS)
            serving.result()
        finally:
            self._gone.set()
            serving.cancel()
            sending.cancel()

    async def _send_all(self) -> None:
        """Send the pushed messages until the connection is closed or lost; an error ends it."""
        try:
            while not isinstance(item := await self._outbox.get(), int):
                await self._websocket.send_text(item)
            await self._websocket.close(item)
        except (WebSocketDisconnect, RuntimeError):  # the reading side will notice as well
            self._gone.set()
        except Exception:
            log.exception("connection not served")
            self.abort()

    def _put(self, item: str | int) -> None:
        if self._gone.is_set():
            return
        try:
            self._outbox.put_nowait(item)
        except asyncio.QueueFull:
            self.abort()
