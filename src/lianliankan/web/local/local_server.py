"""The server of one player without a network: requests and sockets are calls of the app."""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, Self
from urllib.parse import unquote

from starlette.types import Message, Scope

from lianliankan.store import Location
from lianliankan.web.app import make_app
from lianliankan.web.http.identity import COOKIE
from lianliankan.web.live.protocol import CLOSE_RESTART
from lianliankan.web.local.in_place import Keep, LocalBackend
from lianliankan.web.state.server_state import Limits, ServerConfig, ServerState
from lianliankan.web.state.uploads import PictureClient

_HOST: Final = "localhost"
_OWN_HEADERS: Final = frozenset({"accept-encoding", "connection", "cookie", "host", "origin", "sec-fetch-site"})
_LIMITS: Final = Limits(rate_factor=1_000_000.0, max_connections_per_player=64)  # there are no other players to protect
_ABNORMAL: Final = 1006  # the code of a socket that ended without one


class LocalAnswer(NamedTuple):
    """The answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes


async def _keep_nothing() -> None:
    """Do nothing: what SQLite has written is on the disk."""


class LocalServer:
    """The app with a store of its own, for one player: the owner of the machine, as in the terminal.

    All of it works in the thread of the event loop. `keep` is called after every write and before it is answered.
    `pictures` decodes pictures; without one, a process does.
    """

    def __init__(self, store: Location, keep: Keep = _keep_nothing, pictures: PictureClient | None = None) -> None:
        """Open the store; raises StoreError."""
        config = ServerConfig(
            store=store,
            tokens=frozenset(
                {secrets.token_urlsafe(16)}
            ),  # which is never told: only the owner of the machine plays here
        )
        self.state = ServerState(config, LocalBackend(keep, pictures), limits=_LIMITS)
        self._app = make_app(self.state)
        self._sockets: set[LocalSocket] = set()
        self._headers = [
            (b"host", _HOST.encode()),
            (b"origin", f"http://{_HOST}".encode()),
            (b"cookie", f"{COOKIE}={self.state.cookies.sign('')}".encode()),
        ]

    async def __aenter__(self) -> Self:
        self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def start(self) -> None:
        """Begin, in the running event loop."""
        self.state.start()

    async def close(self) -> None:
        """Finish all writes, and close the store."""
        await asyncio.gather(*(socket.end(CLOSE_RESTART) for socket in self._sockets))
        await self.state.close()

    async def request(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
    ) -> LocalAnswer:
        """Answer a request; whatever the answer tells is kept."""
        received, parts = False, list[bytes]()
        started: dict[str, Any] = {}

        async def receive() -> Message:
            nonlocal received
            if received:
                await asyncio.get_running_loop().create_future()  # the client stays
            received = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                started.update(message)
            else:
                parts.append(message.get("body", b""))

        await self._app(self._scope("http", path, headers or {}, method=method), receive, send)
        await self.state.writer.finish()
        told = {name.decode("latin-1"): value.decode("latin-1") for name, value in started["headers"]}
        told.pop("set-cookie", None)
        return LocalAnswer(started["status"], told, b"".join(parts))

    def open_socket(
        self,
        path: str,
        *,
        on_open: Callable[[], object],
        on_text: Callable[[str], object],
        on_close: Callable[[int], object],
    ) -> "LocalSocket":
        """Open a WebSocket; it calls back when it is open, for every message, and at its end with a code."""
        socket = LocalSocket(on_open, on_text, on_close)
        self._sockets.add(socket)
        self.state.tasks.start(self._run_socket(socket, self._scope("websocket", path, {}, subprotocols=[])))
        return socket

    async def _run_socket(self, socket: "LocalSocket", scope: Scope) -> None:
        try:
            await socket.run(self._app, scope)
        finally:
            self._sockets.discard(socket)

    def _scope(self, type: str, address: str, headers: Mapping[str, str], **more: object) -> Scope:
        path, _, query = address.partition("?")
        given = [
            (name.lower().encode("latin-1"), value.encode("latin-1"))
            for name, value in headers.items()
            if name.lower() not in _OWN_HEADERS
        ]
        return {
            "type": type,
            "asgi": {"version": "3.0", "spec_version": "2.4"},  # with it, Starlette needs no tasks for streams
            "http_version": "1.1",
            "scheme": "ws" if type == "websocket" else "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": self._headers + given,
            "client": None,
            "server": (_HOST, 80),
            **more,
        }


class LocalSocket:
    """A WebSocket from the client's side."""

    def __init__(
        self, on_open: Callable[[], object], on_text: Callable[[str], object], on_close: Callable[[int], object]
    ) -> None:
        self._on_open = on_open
        self._on_text = on_text
        self._on_close = on_close
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()
        self._inbox.put_nowait({"type": "websocket.connect"})
        self._code: int | None = None
        self._ended = asyncio.Event()

    def send(self, text: str) -> None:
        """Send a message."""
        self._inbox.put_nowait({"type": "websocket.receive", "text": text})

    def close(self, code: int = 1000) -> None:
        """Go away."""
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": code})

    async def end(self, code: int) -> None:
        """Let the app see the client go, as if the server had closed it with a code, and wait until it has ended."""
        self._code = code
        self.close(code)
        await self._ended.wait()

    async def run(self, app: Any, scope: Scope) -> None:  # noqa: ANN401
        """Let the app serve it until its end."""
        try:
            await app(scope, self._inbox.get, self._take)
        finally:
            self._ended.set()
            self._on_close(_ABNORMAL if self._code is None else self._code)

    async def _take(self, message: Message) -> None:
        match message["type"]:
            case "websocket.accept":
                self._on_open()
            case "websocket.send":
                self._on_text(message["text"])
            case "websocket.close":
                self._code = message.get("code", 1000)
                self.close(self._code or 1000)
