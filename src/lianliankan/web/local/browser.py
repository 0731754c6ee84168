"""The server in a page's worker: requests of the worker, and their answers."""

import gc
import json
from collections.abc import Awaitable
from typing import Protocol

from lianliankan.errors import StoreError
from lianliankan.store import Store
from lianliankan.web.local.browser_pictures import BrowserPictureClient, Buffer, ImageCodec
from lianliankan.web.local.local_server import LocalServer, LocalSocket


class Host(Protocol):
    """The worker; ids are those of the page's requests and sockets."""

    codec: ImageCodec

    def keep(self) -> Awaitable[str]:
        """Keep the written data; if that fails, undo the write and return the problem."""

    def answer(self, id: int, status: int, headers: str, body: bytes) -> None:
        """Answer a request; headers are JSON."""

    def opened(self, id: int) -> None:
        """Tell that a socket is open."""

    def text(self, id: int, text: str) -> None:
        """Pass on a message of a socket."""

    def closed(self, id: int, code: int) -> None:
        """Tell that a socket has ended."""


def create_store(folder: str) -> None:
    """Create an empty store, for the worker to watch before it is used."""
    Store(folder).close()


def start(folder: str, host: Host) -> "BrowserServer":
    """Start the server for the store of a folder; collect garbage from now on."""
    server = BrowserServer(folder, host)
    gc.freeze()  # all objects of this moment live as long as the page
    gc.enable()
    return server


class BrowserServer:
    """Does what the worker asks; all answers come by calls of the host."""

    def __init__(self, folder: str, host: Host) -> None:
        self._host = host
        self._name = f"{folder}/lianliankan.db"
        self._server = LocalServer(folder, self._keep, BrowserPictureClient(host.codec))
        self._sockets: dict[int, LocalSocket] = {}
        self._server.start()

    def request(self, id: int, method: str, path: str, headers: str, body: Buffer | None) -> None:
        """Begin to answer a request."""
        self._server.state.tasks.start(
            self._answer(id, method, path, headers, b"" if body is None else body.to_bytes())
        )

    def open(self, id: int, path: str) -> None:
        """Open a socket."""
        host = self._host

        def close(code: int) -> None:
            self._sockets.pop(id, None)
            host.closed(id, code)

        self._sockets[id] = self._server.open_socket(
            path, on_open=lambda: host.opened(id), on_text=lambda text: host.text(id, text), on_close=close
        )

    def text(self, id: int, text: str) -> None:
        """Pass on a message of the page."""
        if id in self._sockets:
            self._sockets[id].send(text)

    def close(self, id: int) -> None:
        """Close a socket."""
        if id in self._sockets:
            self._sockets[id].close()

    async def _answer(self, id: int, method: str, path: str, headers: str, body: bytes) -> None:
        try:
            answer = await self._server.request(method, path, json.loads(headers), body)
        except Exception:
            self._host.answer(id, 500, "{}", b"")
            raise
        self._host.answer(id, answer.status, json.dumps(answer.headers), answer.body)

    async def _keep(self) -> None:
        problem = await self._host.keep()
        if problem:
            raise StoreError(f"{self._name}: {problem}")
