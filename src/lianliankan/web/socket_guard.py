"""Limits that only the server below the app can enforce: bytes from a client, and clients that do not read.

An app never sees pings, pongs and fragments, and servers answer as many as arrive, read or not. A guard knows only
`asyncio.Protocol`, and goes in front of the WebSocket class of any server that is made of them.
"""

import asyncio
from typing import Any, cast

from lianliankan.web.rate_limits import TokenBucket

__all__ = ["SocketGuard", "guarded", "without_cycle"]

_BYTES_PER_SECOND, _BURST_BYTES = 200_000, 1_000_000  # more than all messages that a player may send
_UNREAD_SECONDS = 30.0  # that a client may leave what was sent to it unread


def guarded(protocol: type[asyncio.Protocol]) -> type[asyncio.Protocol]:
    """Return a WebSocket class with a guard in front of it."""
    return type(f"Guarded{protocol.__name__}", (SocketGuard, protocol), {})


def without_cycle(protocol: type[asyncio.Protocol]) -> type[asyncio.Protocol]:
    """Return uvicorn's HTTP class, but one that needs no garbage collector after a WebSocket has taken over."""

    class WithoutCycle(protocol):  # type: ignore[valid-type, misc]
        def handle_websocket_upgrade(self, *args: object) -> None:
            super().handle_websocket_upgrade(*args)
            self.parser = None  # it refers to this object; uvicorn drops it only when a connection is lost

    return WithoutCycle


class SocketGuard(asyncio.Protocol):
    """Ends a connection whose client sends too much, or reads nothing for too long."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self._bytes = TokenBucket(rate=_BYTES_PER_SECOND, burst=_BURST_BYTES)
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._guarded = cast(asyncio.Transport, transport)
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Pass on what the client has sent, unless it is too much."""
        if self._bytes.take(len(data)):
            super().data_received(data)
        else:
            self._guarded.abort()

    def pause_writing(self) -> None:
        """Wait for the client to read, but not for ever."""
        super().pause_writing()
        self._unread = asyncio.get_running_loop().call_later(_UNREAD_SECONDS, self._guarded.abort)

    def resume_writing(self) -> None:
        """Continue: the client reads again."""
        self._stop_waiting()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _stop_waiting(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
