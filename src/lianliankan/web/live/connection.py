"""A client's connection to a game: messages come and go in order, and nobody waits for a client that does not read."""

import asyncio
from collections import deque
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from lianliankan.web.live.protocol import CLOSE_RESTART
from lianliankan.web.rate_limits import client_network

_MAX_WAITING = 64  # messages for a client that does not read them
_MAX_READ_AHEAD = 100  # messages that a client sends while its command is worked on


class Connection:
    """A WebSocket with a queue of messages to send.

    - `network`: where it comes from.
    - `has_seen`: whether it has seen the whole game; events before that would mean nothing to it.
    - `is_busy`: whether a message of the client is being handled.
    - `is_draining`: whether no more messages are handled, because the server stops.
    - `is_lost`: whether the client has gone, or is about to be dropped.
    """

    __slots__ = (
        "_deadline",
        "_inbox",
        "_outbox",
        "_websocket",
        "has_seen",
        "is_busy",
        "is_draining",
        "is_lost",
        "network",
    )

    def __init__(self, websocket: WebSocket, deadline: asyncio.Timeout) -> None:
        """Take the WebSocket, and the timeout around its handler, which ends the handler when it is rescheduled."""
        self._websocket, self._deadline = websocket, deadline
        self._outbox: asyncio.Queue[str | int] = asyncio.Queue(_MAX_WAITING)
        self._inbox: deque[Any] = deque()
        self.network = client_network(websocket)
        self.has_seen = self.is_busy = self.is_draining = self.is_lost = False

    def push(self, text: str) -> None:
        """Send a message, after those that are waiting; a client with too many of them is dropped."""
        self._put(text)

    def close(self, code: int) -> None:
        """Close the connection with a code, after the messages that are waiting."""
        self._put(code)

    def drain(self) -> None:
        """Handle no more messages, and close the connection when the current one is answered; the page reconnects."""
        self.is_draining = True
        if not self.is_busy:
            self.close(CLOSE_RESTART)

    def abort(self) -> None:
        """End the connection immediately; a page that is still there reconnects."""
        if not self.is_lost:
            self.is_lost = True
            self._deadline.reschedule(0)

    async def receive(self) -> Any:  # noqa: ANN401
        """Wait for the next message, as ASGI describes it."""
        return self._inbox.popleft() if self._inbox else await self._websocket.receive()

    async def until_gone(self) -> None:
        """Wait until the client has gone, or sends more than it should; its messages are kept for `receive`."""
        while len(self._inbox) < _MAX_READ_AHEAD:
            message = await self._websocket.receive()
            self._inbox.append(message)
            if message["type"] == "websocket.disconnect":
                return
        self.abort()

    async def send_all(self) -> None:
        """Send what is pushed, until the connection is closed or lost."""
        websocket, outbox = self._websocket, self._outbox
        try:
            while True:
                item = await outbox.get()
                if isinstance(item, int):
                    await websocket.close(item)
                    return
                await websocket.send_text(item)
        except (WebSocketDisconnect, RuntimeError):  # the reading side will notice as well
            self.is_lost = True

    def _put(self, item: str | int) -> None:
        if self.is_lost:
            return
        try:
            self._outbox.put_nowait(item)
        except asyncio.QueueFull:
            self.abort()
