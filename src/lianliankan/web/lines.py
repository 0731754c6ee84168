"""The line to a page: uvicorn's WebSocket, whose messages come and go without a task for each of them."""

from collections import deque
from collections.abc import Callable
from typing import Any, Protocol, cast

from starlette.types import Scope
from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.http11 import Request

__all__ = ["Connection", "Line", "Speaker", "line_of"]

_NAME = "lianliankan.line"
_MOST_WAITING = 64  # messages for a connection that does not read them


class Speaker(Protocol):
    """What a connection speaks through."""

    when_writable: Callable[[], None]

    @property
    def is_writable(self) -> bool:
        """Whether more may be said now; `when_writable` is called when it may again."""

    def say(self, text: str) -> None:
        """Send a message; raises ConnectionError where nobody is there any more."""

    def cut(self) -> None:
        """End the connection at once, without a word."""


class Line(WebSocketsSansIOProtocol):
    """A WebSocket that can be heard and spoken to directly; it stands in its scope for the app that knows it.

    ASGI takes a queue, the turn of a task and two system calls more for every message, since it stops reading until
    the app asks for the next one: with thousands of players that is half of all the work. Whoever listens here must
    limit by itself how much comes in. Everything but text messages goes the way of ASGI.
    """

    when_writable: Callable[[], None]

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        super().__init__(config, server_state, app_state)
        self._hear: Callable[[str], None] | None = None
        self.when_writable = lambda: None

    @property
    def is_writable(self) -> bool:
        """Whether more may be said now."""
        return self.writable.is_set()

    def listen(self, hear: Callable[[str], None]) -> None:
        """Let text messages go to a function from now on."""
        self._hear = hear

    def say(self, text: str) -> None:
        """Send a message; raises ConnectionError where nobody is there any more."""
        if self.disconnected or self.close_sent:
            raise ConnectionError("the connection is closed")
        try:
            self.conn.send_text(text.encode())
        except InvalidState:
            raise ConnectionError("the connection is closing") from None
        self.transport.write(b"".join(self.conn.data_to_send()))

    def cut(self) -> None:
        """End the connection at once, without a word."""
        self.transport.abort()

    def end(self, code: int) -> None:
        """Let the app, which waits for what comes in, end the connection with a code."""
        self._hear = None
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})

    # ---- What uvicorn calls ------------------------------------------------------------------------------------------

    def handle_connect(self, event: Request) -> None:
        """Begin, with the line in the scope."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast(Scope, self.scope)["extensions"][_NAME] = self

    def send_receive_event_to_app(self) -> None:
        """Give a whole message to whoever listens."""
        if self._hear is None or self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        try:
            text = bytes(data).decode()
        except UnicodeDecodeError:
            super().send_receive_event_to_app()  # which knows what to answer
            return
        self.frames = []
        self._hear(text)

    def resume_writing(self) -> None:
        """Go on with what could not be sent."""
        super().resume_writing()
        self.when_writable()


def line_of(scope: Scope) -> Line:
    """Find the line of a connection."""
    line: Line = scope["extensions"][_NAME]
    return line


class Connection:
    """Somebody who watches a room; messages leave in order, and who does not read them is let go.

    - `is_lost`: whether nobody is there any more.
    """

    __slots__ = ("_line", "_outbox", "is_lost")

    def __init__(self, line: Speaker) -> None:
        self._line = line
        self._outbox: deque[str] = deque()
        self.is_lost = False
        line.when_writable = self._drain

    def push(self, text: str) -> None:
        """Send a message, behind those that wait."""
        if self.is_lost:
            return
        if self._line.is_writable and not self._outbox:
            self._say(text)
        elif len(self._outbox) < _MOST_WAITING:
            self._outbox.append(text)
        else:
            self.is_lost = True
            self._outbox.clear()
            self._line.cut()

    def _drain(self) -> None:
        while self._outbox and self._line.is_writable:
            self._say(self._outbox.popleft())

    def _say(self, text: str) -> None:
        try:
            self._line.say(text)
        except ConnectionError:
            self.is_lost = True  # whoever reads from it will notice, too
            self._outbox.clear()
