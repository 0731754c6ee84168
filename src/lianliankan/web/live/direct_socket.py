"""uvicorn's WebSocket, with messages going in and out without a task for each of them."""

from collections import deque
from collections.abc import Callable
from typing import Any, Protocol, cast

from starlette.types import Scope
from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState as UvicornState
from websockets.exceptions import InvalidState
from websockets.frames import Frame
from websockets.http11 import Request

from lianliankan.web.rate_limits import TokenBucket

__all__ = ["Connection", "DirectSocket", "Sender", "get_direct_socket"]

_NAME = "lianliankan.direct_socket"
_MAX_WAITING = 64  # messages for a client that does not read them
_RATE, _BURST = 20, 80  # frames a second and at once, other than whole messages: pings, pongs and fragments
_CLOSE_SECONDS = 2.0  # that a client which does not read gets before its connection is aborted
_BAD_TEXT = 1007


class Sender(Protocol):
    """What a connection sends through."""

    when_writable: Callable[[], None]

    @property
    def is_writable(self) -> bool:
        """Whether more can be sent now; `when_writable` is called when it can again."""

    def send_text(self, text: str) -> None:
        """Send a message; raises ConnectionError if the client has gone."""

    def close(self, code: int) -> None:
        """Close the connection with a code, after everything sent before."""

    def abort(self) -> None:
        """End the connection immediately, without a closing handshake."""


class DirectSocket(WebSocketsSansIOProtocol):
    """A WebSocket with direct access to its messages; the app finds it in the scope.

    ASGI needs a queue, a task switch and two more system calls for every message, since it stops reading until the app
    asks for the next one: with thousands of players that is a large part of all work. The receiver of direct messages
    must limit them itself. Everything but text messages goes through ASGI.

    - `close_code`: the code that our side closes the connection with; None if it does not.
    """

    when_writable: Callable[[], None]

    def __init__(self, config: Config, server_state: UvicornState, app_state: dict[str, Any]) -> None:
        super().__init__(config, server_state, app_state)
        self._on_text: Callable[[str], None] | None = None
        self._control_frames = TokenBucket(rate=_RATE, burst=_BURST)
        self.when_writable = lambda: None
        self.close_code: int | None = None

    @property
    def is_writable(self) -> bool:
        """Whether more can be sent now."""
        return self.writable.is_set()

    def deliver_to(self, on_text: Callable[[str], None]) -> None:
        """Pass text messages to a function from now on."""
        self._on_text = on_text

    def send_text(self, text: str) -> None:
        """Send a message; raises ConnectionError if the client has gone."""
        if self.disconnected or self.close_sent:
            raise ConnectionError("the connection is closed")
        try:
            self.conn.send_text(text.encode())
        except InvalidState:
            raise ConnectionError("the connection is closing") from None
        self.transport.write(b"".join(self.conn.data_to_send()))

    def close(self, code: int) -> None:
        """Make the app, which is waiting to receive, close the connection with a code."""
        if self.close_code is None:
            self.close_code, self._on_text = code, None
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code})

    def abort(self) -> None:
        """End the connection immediately, without a closing handshake."""
        self.transport.abort()

    # ---- Called by uvicorn -------------------------------------------------------------------------------------------

    def handle_connect(self, event: Request) -> None:
        """Start, with this socket in the scope."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast(Scope, self.scope)["extensions"][_NAME] = self

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many or the answers are not read."""
        if self._allow_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take a pong, unless there are too many."""
        if self._allow_frame():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a fragment of a message, unless there are too many."""
        if self._allow_frame():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a complete message to the function for text messages."""
        if self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        try:
            text = bytes(data).decode()  # bytes, since a frame's data may be a bytearray or a view
        except UnicodeDecodeError:
            self.frames = []
            self.conn.send_close(_BAD_TEXT)
            self.handle_parser_exception()
            return
        if self._on_text is None:
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self._on_text(text)

    def resume_writing(self) -> None:
        """Continue with what could not be sent."""
        super().resume_writing()
        self.when_writable()

    def keepalive_timeout(self) -> None:
        """Close the connection of a client that does not answer, even if it never reads what is waiting for it."""
        super().keepalive_timeout()
        self.loop.call_later(_CLOSE_SECONDS, self.abort)

    def shutdown(self) -> None:
        """Close the connection because the server ends; likewise."""
        super().shutdown()
        self.loop.call_later(_CLOSE_SECONDS, self.abort)

    def _allow_frame(self) -> bool:
        if self._control_frames.take() and self.is_writable:
            return True
        self.abort()
        return False


def get_direct_socket(scope: Scope) -> DirectSocket:
    """Return the socket of a connection."""
    socket: DirectSocket = scope["extensions"][_NAME]
    return socket


class Connection:
    """A client's connection to a game; messages leave in order, and a client that does not read them is dropped.

    - `has_seen`: whether it has seen the whole game; events before that would mean nothing to it.
    - `is_lost`: whether the client has gone.
    """

    __slots__ = ("_outbox", "_sender", "has_seen", "is_lost")

    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self._outbox: deque[str] = deque()
        self.has_seen = self.is_lost = False
        sender.when_writable = self._drain

    def push(self, text: str) -> None:
        """Send a message, after those that are waiting."""
        if self.is_lost:
            return
        if self._sender.is_writable and not self._outbox:
            self._send(text)
        elif len(self._outbox) < _MAX_WAITING:
            self._outbox.append(text)
        else:
            self.abort()

    def close(self, code: int) -> None:
        """Close the connection with a code."""
        self._sender.close(code)

    def abort(self) -> None:
        """End the connection immediately; a page that is still there reconnects."""
        self.is_lost = True
        self._outbox.clear()
        self._sender.abort()

    def _drain(self) -> None:
        while self._outbox and self._sender.is_writable:
            self._send(self._outbox.popleft())

    def _send(self, text: str) -> None:
        try:
            self._sender.send_text(text)
        except ConnectionError:
            self.is_lost = True  # the reading side will notice as well
            self._outbox.clear()
