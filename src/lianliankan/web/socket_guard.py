"""Limits that only the server below the app can enforce: connections, slow and endless requests, unread answers.

An app sees a request when its head is complete, and never sees pings, pongs and fragments; servers read as much as
arrives, and hold what a client does not read. The guards are subclasses of uvicorn's protocol classes.
"""

import asyncio
import logging
from http import HTTPStatus
from typing import Any, Final, cast

from lianliankan.web.answers import ErrorAnswer
from lianliankan.web.connections import Connections, peer_host
from lianliankan.web.live.protocol import encode
from lianliankan.web.rate_limits import TokenBucket, network_of

log = logging.getLogger("lianliankan.web")

_MAX_HEAD = 32 * 1024  # bytes
_HEAD_SECONDS = 10.0
_MAX_QUEUED = 8  # requests of a connection that wait for the answers to earlier ones
# A body gets a start, and must keep a pace after that, up to a limit; so must a client that reads an answer.
_BODY_SECONDS, _MAX_BODY_SECONDS, _MIN_BYTES_PER_SECOND = 10.0, 120.0, 4096.0
_MAX_RAW, _RAW_PER_BYTE = 256 * 1024, 8  # bytes around a body in chunks: sizes, extensions and trailing fields
_LATE_SECONDS, _LATE_BYTES = 1.0, 64 * 1024  # for the rest of a body that is already answered
_LINGER_SECONDS = 0.3  # for a client to read why its connection is closed, before it is
_UNREAD_SECONDS = 15.0
_BYTES_PER_SECOND, _BURST_BYTES = 8_000, 8_000  # of WebSocket frames; all messages that a page may send are fewer
_PART_BYTES = 512  # that are parsed at once
_FRAME_BYTES = 128  # the beginning of a frame, with its size
_HANDSHAKE_SECONDS = 20.0
_CLOSE_SECONDS, _CLOSE_BYTES = 2.0, 16 * 1024  # for the answer to a close frame

_REFUSALS: Final = {
    400: ErrorAnswer("this is not a request, or too many came at once", "bad"),
    408: ErrorAnswer("the request was too slow", "slow"),
    431: ErrorAnswer("the head of the request is too large", "large"),
    503: ErrorAnswer("too many connections; try again", "busy"),
}


def guard_http(protocol: type[asyncio.Protocol], connections: Connections) -> type[asyncio.Protocol]:
    """Return uvicorn's HTTP class for httptools with a guard in front of it."""
    return type(f"Guarded{protocol.__name__}", (HttpGuard, protocol), {"_connections": connections})


def guard_socket(protocol: type[asyncio.Protocol], connections: Connections) -> type[asyncio.Protocol]:
    """Return a WebSocket class with a guard in front of it."""
    return type(f"Guarded{protocol.__name__}", (SocketGuard, protocol), {"_connections": connections})


class _ReadingGuard(asyncio.Protocol):
    """Ends a connection whose client does not read, or whose address has too much unread."""

    _connections: Connections

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self._address = self._unread_of = ""
        self._unread_timer: asyncio.TimerHandle | None = None
        self._unread = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._guarded = cast(asyncio.Transport, transport)
        self._address = network_of(peer_host(transport))
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._stop_counting()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait for the client to read, but not for ever."""
        super().pause_writing()
        self._unread_of, self._unread = self._address, self._guarded.get_write_buffer_size()
        if self._connections.unread.add(self._unread_of, self._unread):
            self._unread_timer = asyncio.get_running_loop().call_later(_UNREAD_SECONDS, self._check_pace, self._unread)
        else:
            self._unread = 0
            self._guarded.abort()

    def resume_writing(self) -> None:
        """Continue: the client reads again."""
        self._stop_counting()
        super().resume_writing()

    def _check_pace(self, before: int) -> None:
        left = self._guarded.get_write_buffer_size()
        if before - left < _UNREAD_SECONDS * _MIN_BYTES_PER_SECOND:
            self._guarded.abort()
        else:
            self._unread_timer = asyncio.get_running_loop().call_later(_UNREAD_SECONDS, self._check_pace, left)

    def _stop_counting(self) -> None:
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None
        if self._unread:
            self._connections.unread.remove(self._unread_of, self._unread)
            self._unread = 0


class HttpGuard(_ReadingGuard):
    """Limits connections, and the size and time of a request's head and body. It knows the callbacks of httptools."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self._is_counted = self._is_proxied = self._is_ending = False
        self._is_in_head = self._is_in_body = self._is_answered = False
        self._received = 0  # bytes of the current head, then of the current body
        self._raw = 0  # bytes that came with the body, with all that is around it
        self._since = 0.0
        self._deadline: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    # ---- The connection ----------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, unless there are too many connections."""
        super().connection_made(transport)
        self._loop = asyncio.get_running_loop()
        self._is_proxied = peer_host(transport) in self._connections.proxies
        if self._is_proxied:  # the head will tell for whom
            self._set_deadline(_HEAD_SECONDS)
            return
        self._is_counted = self._connections.add(self._address)
        if not self._is_counted:
            self._refuse(503)
            self._guarded.close()  # at once: it has a file that another connection needs
            return
        self._connections.begin_waiting(self)
        self._set_deadline(_HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._release()
        if self._is_counted:
            self._is_counted = False
            self._connections.remove(self._address)
        super().connection_lost(exc)
        self._forget_requests()

    def handle_websocket_upgrade(self, *args: object) -> None:
        """Hand the connection over; this object is done, and must leave nothing for the garbage collector."""
        if self._is_ending:
            return
        if not self._can_upgrade():
            self._refuse(400)
            return
        self._release()
        super().handle_websocket_upgrade(*args)  # type: ignore[misc]
        cast(SocketGuard, self._guarded.get_protocol())._address = self._address
        self.parser = None  # it refers to this object; uvicorn drops it only when a connection is lost

    def _can_upgrade(self) -> bool:
        """Whether this is a request for a WebSocket and nothing else: no body follows, and no answer is due."""
        names = {name for name, _ in self.headers}  # type: ignore[attr-defined]
        has_body = not names.isdisjoint((b"content-length", b"transfer-encoding"))
        cycle = self.cycle  # type: ignore[attr-defined]
        is_free = cycle is None or cycle.response_complete
        return self.scope["method"] == "GET" and not has_body and is_free  # type: ignore[attr-defined]

    def give_way(self) -> None:
        """Close a connection that waits for a request: others need its place."""
        self._guarded.abort()

    def _release(self) -> None:
        self._connections.end_waiting(self)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # ---- What the client sends ---------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse what the client has sent, unless it is too much."""
        if self._is_ending:
            return
        super().data_received(data)
        if self._is_in_head and not self._is_ending:
            self._received += len(data)
            if self._received > _MAX_HEAD:
                self._refuse(431)
        elif self._is_in_body and not self._is_ending:
            self._raw += len(data)
            if self._raw > _MAX_RAW + _RAW_PER_BYTE * self._received:
                self._refuse(431)
        if self._is_ending:
            self._drop_request()

    def _drop_request(self) -> None:
        """Forget a request that was refused, which may be large."""
        vars(self).update(parser=None, headers=[], scope=None, url=b"")

    def send_400_response(self, _: str) -> None:
        """Answer what cannot be parsed."""
        if not self._is_ending:
            self._refuse(400)

    def on_message_begin(self) -> None:
        """Begin a head, unless too many requests wait already; an error stops the parser at once."""
        if len(self.pipeline) >= _MAX_QUEUED:  # type: ignore[attr-defined]
            raise OverflowError("too many requests at once")
        self._is_in_head, self._received = True, 0
        if self._deadline is None:
            self._set_deadline(_HEAD_SECONDS)
        super().on_message_begin()  # type: ignore[misc]

    def on_headers_complete(self) -> None:
        """Run the request."""
        self._is_in_head, self._is_in_body, self._is_answered = False, True, False
        self._received, self._raw, self._since = 0, 0, self._loop.time()
        self._connections.end_waiting(self)
        self._set_deadline(_BODY_SECONDS)
        fields: list[tuple[bytes, bytes]] = self.headers  # type: ignore[attr-defined]
        if sum(len(name) + len(value) + 4 for name, value in fields) > _MAX_HEAD:  # it came at once
            self._refuse(431)
        elif self._is_proxied and not self._count_for_client(fields):
            self._refuse(503)
        elif not self._is_ending:
            super().on_headers_complete()  # type: ignore[misc]
            self._end_other_upgrades()

    def _count_for_client(self, fields: list[tuple[bytes, bytes]]) -> bool:
        """Count the connection of a proxy for the client whose request it carries now, or return False."""
        if self._is_counted:
            self._connections.remove(self._address)
        self._address = network_of(self._connections.proxies.find_client(peer_host(self._guarded), fields))
        self._is_counted = self._connections.add(self._address)
        return self._is_counted

    def _end_other_upgrades(self) -> None:
        """Read no more of a client that wants to change to a protocol that the server does not have."""
        if self.parser.should_upgrade() and not self._should_upgrade():  # type: ignore[attr-defined]
            self.cycle.keep_alive = False  # type: ignore[attr-defined]
            self._guarded.pause_reading()

    def on_body(self, body: bytes) -> None:
        """Pass on a part of the body."""
        if self._is_ending:
            return
        self._received += len(body)
        if not self._is_answered:
            seconds = min(_BODY_SECONDS + self._received / _MIN_BYTES_PER_SECOND, _MAX_BODY_SECONDS)
            self._deadline = self._since + seconds
        elif self._received > _LATE_BYTES:
            self._end()
        super().on_body(body)  # type: ignore[misc]

    def on_message_complete(self) -> None:
        """End the body."""
        if self._is_ending:
            return
        self._is_in_body, self._deadline = False, None
        super().on_message_complete()  # type: ignore[misc]

    def on_response_complete(self) -> None:
        """Wait for the next request; the rest of a body that was answered early may take a moment."""
        if self._is_ending:
            return
        super().on_response_complete()  # type: ignore[misc]
        if self._guarded.is_closing():
            return
        if self._is_in_body:
            self._is_answered, self._received = True, 0
            self._set_deadline(_LATE_SECONDS)
        elif not self._is_in_head:
            self._connections.begin_waiting(self)

    # ---- Time --------------------------------------------------------------------------------------------------------

    def _set_deadline(self, seconds: float) -> None:
        """Set the deadline; a timer that fires too early sets the next."""
        self._deadline = self._loop.time() + seconds
        if self._timer is not None and self._timer.when() > self._deadline:
            self._timer.cancel()
            self._timer = None
        if self._timer is None:
            self._timer = self._loop.call_at(self._deadline, self._check_time)

    def _check_time(self) -> None:
        self._timer = None
        if self._deadline is None or self._is_ending:
            return
        if self._deadline > self._loop.time():
            self._timer = self._loop.call_at(self._deadline, self._check_time)
        elif not self._guarded.is_reading():  # the server has not read on: an earlier request is still running
            self._set_deadline(_HEAD_SECONDS)
        elif self._is_answered or not (self._is_in_head or self._is_in_body):
            self._end()
        else:
            self._refuse(408)

    def _refuse(self, status: int) -> None:
        """Answer with an error, unless an answer is on its way, and end the connection."""
        cycle = self.cycle  # type: ignore[attr-defined]
        if cycle is None or cycle.response_complete or not cycle.response_started:
            body = encode(_REFUSALS[status])
            head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nConnection: close\r\n"
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            self._guarded.write(head.encode() + body)
        self._end()

    def _end(self) -> None:
        """Read nothing more, and close the connection when the client has had time to read the answer."""
        self._is_ending = True
        self._connections.end_waiting(self)
        self.pipeline.clear()  # type: ignore[attr-defined]
        self._guarded.pause_reading()
        self._loop.call_later(_LINGER_SECONDS, self._guarded.close)
        self._loop.call_later(_UNREAD_SECONDS, self._guarded.abort)  # of a client that does not read

    def _forget_requests(self) -> None:
        """Drop what refers to this object, for the garbage collector runs seldom."""
        vars(self).update(cycle=None)
        self.pipeline.clear()  # type: ignore[attr-defined]


class SocketGuard(_ReadingGuard):
    """Ends a WebSocket whose client sends too much, or goes on sending after it was closed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.close_timeout = _CLOSE_SECONDS
        factor = self._connections.rate_factor
        self._bytes = TokenBucket(rate=factor * _BYTES_PER_SECOND, burst=factor * _BURST_BYTES)
        self._late = 0
        self._is_requested = False
        self._rest = b""
        self._handshake_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin the handshake, which must not take long."""
        super().connection_made(transport)
        self._handshake_timer = asyncio.get_running_loop().call_later(_HANDSHAKE_SECONDS, self._check_handshake)

    def _check_handshake(self) -> None:
        self._handshake_timer = None
        if not getattr(self, "handshake_complete", True):
            self._guarded.abort()

    def shutdown(self) -> None:
        """End because the server does; one connection that fails at that must not keep the others from it."""
        try:
            super().shutdown()  # type: ignore[misc]
        except Exception:
            log.exception("connection not closed")
            self._guarded.abort()

    def data_received(self, data: bytes) -> None:
        """Pass on what the client has sent, unless it is too much."""
        if not self._is_requested:  # the request, from the guard of HTTP
            self._is_requested = True
            super().data_received(data)
            return
        if self._is_closed:
            self._late += len(data)
        if self._late <= _CLOSE_BYTES and self._bytes.take(len(data)):
            self._parse(data)
            return
        if self._is_closed or self._rest:
            self._guarded.abort()
            return
        super().data_received(data[:_FRAME_BYTES])  # a frame that announces too much is answered
        if not self._is_closed:
            self._guarded.abort()

    def _parse(self, data: bytes) -> None:
        """Parse a part of the frames, and the rest when others had their turn: there may be a thousand."""
        if self._rest:  # which comes first
            self._rest += data
            return
        super().data_received(data[:_PART_BYTES])
        self._rest = data[_PART_BYTES:]
        if self._rest:
            asyncio.get_running_loop().call_soon(self._parse_rest)

    def _parse_rest(self) -> None:
        data, self._rest = self._rest, b""
        if not self._guarded.is_closing():
            self._parse(data)

    @property
    def _is_closed(self) -> bool:
        return getattr(self, "close_sent", False)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._connections.remove(self._address)
        if self._handshake_timer is not None:
            self._handshake_timer.cancel()
        super().connection_lost(exc)
