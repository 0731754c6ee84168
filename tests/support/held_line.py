"""A line to a server that tests can hold up: what is under way waits until they let it through, or is lost."""

import asyncio
import socket
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Literal, cast

from support.patience import PATIENCE

Way = Literal["up", "down"]  # to the server, and from it


class _End(asyncio.Protocol):
    """One end of a connection through the line; what it hears goes to the `other` end."""

    def __init__(self, line: "HeldLine", other: "_End | None" = None) -> None:
        self._line, self.other = line, other
        self._way: Way = "up" if other is None else "down"

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._line.transports.add(self.transport)
        if self.other is None:
            self.transport.pause_reading()
            self._opening = asyncio.get_running_loop().create_task(self._open_other())
        elif self.other.transport.is_closing():  # meanwhile
            self.transport.abort()
        else:
            self.other.other = self
            self.other.transport.resume_reading()

    async def _open_other(self) -> None:
        try:
            loop = asyncio.get_running_loop()
            await loop.create_connection(lambda: _End(self._line, self), "127.0.0.1", self._line.target)
        except OSError:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        self._deliver(lambda other: other.write(data))

    def connection_lost(self, problem: Exception | None) -> None:
        self._line.transports.discard(self.transport)
        self._deliver(lambda other: other.close())

    def _deliver(self, deliver: Callable[[asyncio.Transport], None]) -> None:
        if self.other is not None:
            other = self.other.transport
            self._line.deliver(self._way, lambda: deliver(other))


class HeldLine:
    """A proxy on loopback before the port `target`."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.transports: set[asyncio.Transport] = set()
        self._held: dict[Way, deque[Callable[[], None]]] = {}
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def hold(self, *ways: Way) -> None:
        """Hold up what goes this way, or both ways, from now on."""
        self._do(self._hold(ways or ("up", "down")))

    def release(self) -> None:
        """Let through what was held up, in order, and everything that follows."""
        self._do(self._release())

    def cut(self) -> None:
        """Lose what is held up, and break all connections; new ones are not held up."""
        self._do(self._cut())

    def deliver(self, way: Way, action: Callable[[], None]) -> None:
        """Deliver something now, or when it is let through."""
        if way in self._held:
            self._held[way].append(action)
        else:
            action()

    def end(self) -> None:
        """Break all connections, and take no more."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    async def _hold(self, ways: tuple[Way, ...]) -> None:
        self._held = {way: deque() for way in ways}

    async def _release(self) -> None:
        held, self._held = self._held, {}
        for actions in held.values():
            for action in actions:
                action()

    async def _cut(self) -> None:
        self._held = {}
        for transport in list(self.transports):
            transport.abort()

    def _run(self) -> None:
        loop = self._loop
        server = loop.run_until_complete(loop.create_server(lambda: _End(self), sock=self._listening))
        loop.run_forever()
        server.close()
        for transport in self.transports:
            transport.abort()
        loop.run_until_complete(self._cancel_all())
        loop.close()

    async def _cancel_all(self) -> None:
        """End connections that are being opened; the aborts need a moment, too."""
        opening = asyncio.all_tasks() - {asyncio.current_task()}
        for task in opening:
            task.cancel()
        await asyncio.gather(*opening, return_exceptions=True)
        await asyncio.sleep(0)


@contextmanager
def held_line(port: int) -> Iterator[HeldLine]:
    """Put a line before the server at a port of loopback; nothing is held up at first."""
    line = HeldLine(port)
    try:
        yield line
    finally:
        line.end()
