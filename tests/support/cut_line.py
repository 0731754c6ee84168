"""A line to a PostgreSQL server that can fall silent and be cut: a proxy between two Unix sockets."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

__all__ = ["CutLine", "cut_line"]

_SOCKET = ".s.PGSQL.5432"


class CutLine:
    """A proxy in front of the socket in a folder; `folder` is where its own socket is."""

    def __init__(self, target: Path, folder: Path) -> None:
        self.folder, self._target = folder, target / _SOCKET
        self._loop = asyncio.new_event_loop()
        self._writers: set[asyncio.StreamWriter] = set()
        self._is_cut = False
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def url(self, url: str) -> str:
        """Return the URL of a database, through the line."""
        return url.partition("?")[0] + f"?host={quote(str(self.folder), safe='')}"

    def silence(self) -> None:
        """Let nothing through any more; nobody is told."""
        self._loop.call_soon_threadsafe(self._flows.clear)

    def cut(self) -> None:
        """End all connections, and let no new ones through."""

        def cut() -> None:
            self._is_cut = True
            for writer in self._writers:
                writer.transport.abort()

        self._loop.call_soon_threadsafe(cut)

    def mend(self) -> None:
        """Let everything through again."""

        def mend() -> None:
            self._is_cut = False
            self._flows.set()

        self._loop.call_soon_threadsafe(mend)

    def end(self) -> None:
        """End the proxy."""
        self.cut()
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join(20)
        self._loop.close()

    def _run(self) -> None:
        self._flows, self._ended = asyncio.Event(), asyncio.Event()
        self._flows.set()
        self._loop.run_until_complete(self._serve())

    async def _serve(self) -> None:
        async with await asyncio.start_unix_server(self._connect, self.folder / _SOCKET):
            (self.folder / _SOCKET).chmod(0o777)
            await self._ended.wait()
            self._flows.set()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        with suppress(OSError):
            there, back = await asyncio.open_unix_connection(self._target)
            await asyncio.gather(self._pass_on(reader, back), self._pass_on(there, writer))
        writer.transport.abort()

    async def _pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        self._writers.add(sink)
        with suppress(OSError):
            while data := await source.read(65536):
                await self._flows.wait()
                sink.write(data)
                await sink.drain()
        self._writers.discard(sink)
        sink.transport.abort()


@contextmanager
def cut_line(target: Path) -> Iterator[CutLine]:
    """Put a line before the socket of a server that can be cut."""
    with TemporaryDirectory() as folder:
        line = CutLine(target, Path(folder))
        try:
            yield line
        finally:
            line.end()
