"""A guard for WebSockets: it ends connections that send too many bytes, or leave too much unread.

No proxy limits pings, and an app never sees them. The guard uses nothing of uvicorn: only the methods that
`asyncio.Protocol` has, so that no change of names can switch it off.
"""

import asyncio
from typing import Any, cast

from lianliankan.override import override
from lianliankan.web.http.rate_limits import TokenBucket

_PART_BYTES = 512  # that are parsed at once: a thousand pings fit into a few kilobytes
_FRAME_BYTES = 128  # the beginning of a frame, with its size
_UNREAD_SECONDS = 15.0  # for a client to read most of what the server holds for it


class SocketGuard(asyncio.Protocol):
    """A mixin before a WebSocket class in the order of bases, which passes on data within the limits.

    What it gets first is the head of the request, whose size is limited by the class that has read it as HTTP.
    `guarded` is the transport to the client.
    """

    bytes_per_second, burst_bytes = 8_000, 8_000  # of any frames; all messages that a page may send are fewer

    def __init_subclass__(cls) -> None:
        """Refuse a class that would receive data past the guard."""
        super().__init_subclass__()
        if issubclass(cls, asyncio.BufferedProtocol):
            raise TypeError(f"{cls.__name__} has buffers of its own: the guard would not see what clients send")

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self._bucket = TokenBucket(rate=self.bytes_per_second, burst=self.burst_bytes)
        self._has_begun = False
        self._waiting = b""  # received, and not parsed yet
        self._unread_timer: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.guarded = cast(asyncio.Transport, transport)
        super().connection_made(transport)

    @override
    def data_received(self, data: bytes) -> None:
        """Pass on the client's data; end the connection if it is too much."""
        if not self._has_begun:
            self._has_begun = True
            super().data_received(data)
        elif not self._bucket.take(len(data)):
            self._refuse(data)
        else:
            is_idle, self._waiting = not self._waiting, self._waiting + data
            if is_idle:
                self._pass_on()

    def _refuse(self, data: bytes) -> None:
        """End the connection; a frame that announces too much is answered first."""
        if not self._waiting:
            super().data_received(data[:_FRAME_BYTES])
        if not self.guarded.is_closing():
            self.guarded.abort()

    def _pass_on(self) -> None:
        """Pass on a part, and the rest when other connections have had their turn."""
        part, rest = self._waiting[:_PART_BYTES], self._waiting[_PART_BYTES:]
        self._waiting = b"" if self.guarded.is_closing() else rest
        super().data_received(part)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._pass_on)

    @override
    def pause_writing(self) -> None:
        """Give the client a limited time to read."""
        super().pause_writing()
        self._unread_timer = asyncio.get_running_loop().call_later(_UNREAD_SECONDS, self.guarded.abort)

    @override
    def resume_writing(self) -> None:
        self._stop_waiting()
        super().resume_writing()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._waiting = b""
        super().connection_lost(exc)

    def _stop_waiting(self) -> None:
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None
