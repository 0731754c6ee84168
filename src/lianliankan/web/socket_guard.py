"""Limits that only the server below the app can enforce: bytes from a client, and clients that do not read.

An app never sees pings, pongs and fragments, and uvicorn answers as many as arrive, read or not. Everything here is a
callback of `asyncio.Protocol`; nothing depends on how uvicorn works inside.
"""

import asyncio
from typing import TYPE_CHECKING, Any, cast

from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from lianliankan.web.rate_limits import TokenBucket

__all__ = ["GuardedSocket"]

_BYTES_PER_SECOND, _BURST_BYTES = 200_000, 1_000_000  # more than all messages that a player may send
_UNREAD_SECONDS = 30.0  # that a client may leave what was sent to it unread

if TYPE_CHECKING:
    _Protocol = asyncio.Protocol
else:
    _Protocol = AutoWebSocketsProtocol


class GuardedSocket(_Protocol):
    """uvicorn's WebSocket, ended when the client sends too much, or reads nothing for too long."""

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
