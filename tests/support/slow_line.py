"""A slow line to a server: a TCP proxy that delivers every byte late, in order, and with any bandwidth."""

import asyncio
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import cast


class _End(asyncio.Protocol):
    """One end of a connection through the line; what it hears goes to the `other` end, late."""

    def __init__(self, line: "SlowLine", other: "_End | None" = None) -> None:
        self._line, self._loop = line, asyncio.get_running_loop()
        self._under_way: deque[Callable[[], None]] = deque()
        self.other = other

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._line.transports.add(self.transport)
        if self.other is None:
            self.transport.pause_reading()
            self._opening = self._loop.create_task(self._open_other())
        else:
            self.other.other = self
            self.other.transport.resume_reading()

    async def _open_other(self) -> None:
        try:
            await self._loop.create_connection(lambda: _End(self._line, self), "127.0.0.1", self._line.target)
        except OSError:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        self._deliver_late(lambda other: other.write(data))

    def connection_lost(self, problem: Exception | None) -> None:
        self._line.transports.discard(self.transport)
        self._deliver_late(lambda other: other.close())

    def _deliver_late(self, deliver: Callable[[asyncio.Transport], None]) -> None:
        if self.other is None:
            return
        other = self.other.transport
        self._under_way.append(lambda: deliver(other))
        self._loop.call_later(self._line.round_trip / 2, lambda: self._under_way.popleft()())


class SlowLine:
    """A proxy on loopback before the port `target`; `round_trip` is how many seconds every byte takes, both ways."""

    def __init__(self, target: int, round_trip: float) -> None:
        self.target, self.round_trip = target, round_trip
        self.transports: set[asyncio.Transport] = set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def end(self) -> None:
        """Cut all connections."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self) -> None:
        loop = self._loop
        server = loop.run_until_complete(loop.create_server(lambda: _End(self), sock=self._listening))
        loop.run_forever()
        server.close()
        for transport in self.transports:
            transport.abort()
        loop.run_until_complete(asyncio.sleep(0))  # for the aborts
        loop.close()


@contextmanager
def slow_line(port: int, *, round_trip: float = 0.0) -> Iterator[SlowLine]:
    """Put a line before the server at a port of loopback; it may become slow later."""
    line = SlowLine(port, round_trip)
    try:
        yield line
    finally:
        line.end()
