"""A line to a PostgreSQL server that can fall silent and be cut: a proxy between two Unix sockets."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from support.patience import PATIENCE

_SOCKET = ".s.PGSQL.5432"


class CutLine:
    """A proxy in front of the socket in a folder.

    - `folder`: where its own socket is.
    - `refused`: how many connections it has refused, because it was cut.
    """

    def __init__(self, target: Path, folder: Path) -> None:
        self.folder, self._target = folder, target / _SOCKET
        self._loop = asyncio.new_event_loop()
        self._writers: set[asyncio.StreamWriter] = set()
        self.refused, self._is_cut, is_ready = 0, False, threading.Event()
        self._thread = threading.Thread(target=self._run, args=(is_ready,))
        self._thread.start()
        is_ready.wait(PATIENCE)

    def url(self, url: str) -> str:
        """Return the URL of a database, through the line."""
        return url.partition("?")[0] + f"?host={quote(str(self.folder), safe='')}"

    def silence(self) -> None:
        """Let nothing through any more; nobody is told."""
        self._call(self._there.clear)
        self._call(self._back.clear)

    def silence_answers(self) -> None:
        """Let only questions through."""
        self._call(self._back.clear)

    def _call(self, act: Callable[[], None]) -> None:
        """Do something in the loop, and wait until it is done."""

        async def do() -> None:
            act()

        asyncio.run_coroutine_threadsafe(do(), self._loop).result(PATIENCE)

    def cut(self) -> None:
        """End all connections, and let no new ones through."""

        def cut() -> None:
            self._is_cut = True
            for writer in self._writers:
                writer.transport.abort()

        self._call(cut)

    def mend(self) -> None:
        """Let everything through again."""

        def mend() -> None:
            self._is_cut = False
            self._there.set()
            self._back.set()

        self._call(mend)

    def end(self) -> None:
        """End the proxy."""
        self.cut()
        self._call(self._ended.set)
        self._thread.join(PATIENCE)
        self._loop.close()

    def _run(self, is_ready: threading.Event) -> None:
        self._there, self._back, self._ended = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._there.set()
        self._back.set()
        self._loop.run_until_complete(self._serve(is_ready))

    async def _serve(self, is_ready: threading.Event) -> None:
        async with await asyncio.start_unix_server(self._connect, self.folder / _SOCKET):
            is_ready.set()
            await self._ended.wait()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            self.refused += 1
            writer.transport.abort()
            return
        with suppress(OSError):
            there, back = await asyncio.open_unix_connection(self._target)
            if self._is_cut:  # meanwhile
                back.transport.abort()
            else:
                there_and_back = self._pass_on(reader, back, self._there), self._pass_on(there, writer, self._back)
                await asyncio.gather(*there_and_back)
        writer.transport.abort()

    async def _pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, flows: asyncio.Event) -> None:
        self._writers.add(sink)
        with suppress(OSError):
            while data := await source.read(65536):
                await flows.wait()
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
