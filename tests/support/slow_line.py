"""A slow line to a server: a TCP proxy that delivers every byte late, in order, and with any bandwidth."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class SlowLine:
    """A proxy on loopback; `delay` is how many seconds every byte takes, in each direction."""

    def __init__(self, target: int, delay: float) -> None:
        self._target, self.delay = target, delay
        self._loop = asyncio.new_event_loop()
        self._server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()

    def end(self) -> None:
        """Cut all connections."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.close()
            return
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._carry(reader, far_writer))
                both.create_task(self._carry(far_reader, writer))
        finally:
            writer.close()
            far_writer.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry bytes one way until the sender has closed, and then close."""
        loop = asyncio.get_running_loop()
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def deliver() -> None:
            while True:
                when, data = await under_way.get()
                await asyncio.sleep(when - loop.time())
                if not data:
                    return
                writer.write(data)
                await writer.drain()

        with suppress(OSError):
            delivering = loop.create_task(deliver())
            data = b"?"
            while data:
                try:
                    data = await reader.read(65536)
                except OSError:
                    data = b""
                under_way.put_nowait((loop.time() + self.delay, data))
            await delivering
        writer.close()


@contextmanager
def slow_line(port: int, *, round_trip: float) -> Iterator[SlowLine]:
    """Put a slow line before the server at a port of loopback."""
    line = SlowLine(port, round_trip / 2)
    try:
        yield line
    finally:
        line.end()
