"""Support for tests of the web game: a server at a real port, and clients with cookies of their own."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

import httpx2
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

import lianliankan as llk
from lianliankan.store import Location, Store
from lianliankan.web.server import bind_socket, browser_url, make_server
from lianliankan.web.server_parts import ServerParts
from lianliankan.web.server_state import ServerConfig, ServerState

_NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class RunningServer:
    """A server in a thread of its own."""

    def __init__(self, config: ServerConfig, parts: ServerParts | None = None) -> None:
        listening = bind_socket("127.0.0.1", 0)
        self.address = browser_url(listening)
        self.state = ServerState(config, parts)
        self._uvicorn = make_server(self.state)
        self._thread = threading.Thread(target=self._uvicorn.run, args=([listening],))
        self._thread.start()

    def open_store(self, client: "Client") -> Store:
        """Return the client's part of the store."""
        session = self.state.cookies.read_value(client.http.cookies["llk"])
        assert session is not None
        return self.state.store.of_player(session.player)

    @property
    def sockets(self) -> set[Any]:
        """The open connections of the server, to the page and to games."""
        return self._uvicorn.server_state.connections

    def is_live(self, id: str) -> bool:
        """Whether a game is open on the server."""
        return any(key[1] == id for key in list(self.state.live_games._games))

    def wait_until_closed(self, id: str) -> None:
        """Wait until a game without connections is closed."""
        wait_until(lambda: not self.is_live(id))

    def end(self) -> None:
        self._uvicorn.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive()


@contextmanager
def run_server(
    location: Location,
    *,
    parts: ServerParts | None = None,
    **config: Any,  # noqa: ANN401
) -> Iterator[RunningServer]:
    usual = {"opinion_seconds": 20.0, "drain_seconds": 0.5}
    server = RunningServer(ServerConfig(store=location, **usual | config), parts)
    try:
        yield server
    finally:
        server.end()


def open_http(address: str, **headers: str) -> httpx2.Client:
    """Open an HTTP client; it has no use for certificates, which would take long to load."""
    return httpx2.Client(base_url=address, headers=headers, timeout=20, verify=False)


class Client:
    """A player's browser: its cookies and its origin."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = open_http(address, Origin=address)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def start_game(self, **request: object) -> str:
        """Start a game, by default a small classic one, and return its id."""
        answer = self.http.post("/api/games", json=request or {"mode": "classic", "rows": 4, "cols": 6, "seed": 7})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def connect(
        self, id: str, *, origin: str | None = None, cookie: str | None = None, headers: Mapping[str, str] = _NO_HEADERS
    ) -> ClientConnection:
        """Open a connection to a game without sending anything."""
        opening = connect(
            f"{self.address.replace('http', 'ws')}/ws/{id}",
            origin=Origin(self.address if origin is None else origin),
            additional_headers={"Cookie": self.cookie if cookie is None else cookie, **headers},
            compression=None,
            proxy=None,
            max_queue=None,  # a test that sends much before it reads must not block itself
        )
        return opening.__enter__()  # the connection itself, in every version of websockets

    def open_window(self, id: str, *, headers: Mapping[str, str] = _NO_HEADERS) -> "Window":
        return Window(self.connect(id, headers=headers))

    def close(self) -> None:
        self.http.close()


class Window:
    """A window of a game: a connection that has said hello; `state` is the whole game as it was then."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0
        self.send(type="hello", v=3)
        self.state = self.receive()
        while self.state["type"] == "done" and self.state["n"] is None:  # a command of another window
            self.state = self.receive()
        assert self.state["type"] == "state", self.state
        self.version = self.state["version"]

    def send(self, **message: object) -> None:
        self.socket.send(json.dumps(message))

    def receive(self, seconds: float = 10) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=seconds))
        self.version = message.get("version", getattr(self, "version", 0))
        return message

    def do(self, command: str, *, version: int | None = None) -> dict[str, Any]:
        """Send a command and return the answer."""
        self.number += 1
        self.send(type="do", n=self.number, version=self.version if version is None else version, command=command)
        return self.receive()

    @property
    def board(self) -> llk.Board:
        return llk.Board.from_rows(self.state["rows"])

    def close(self) -> None:
        self.socket.close()

    def break_off(self) -> None:
        """End the connection without a closing handshake."""
        self.socket.socket.close()


def wait_until(is_true: Callable[[], object], seconds: float = 10) -> None:
    """Wait for a condition."""
    until = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < until, "the condition did not become true"
        time.sleep(0.01)


@contextmanager
def new_client(server: RunningServer) -> Iterator[Client]:
    """Open a client that has a cookie, and close it at the end."""
    client = Client(server.address)
    client.http.get("/api/me")
    try:
        yield client
    finally:
        client.close()


def read_problem(answer: httpx2.Response) -> tuple[int, str]:
    """Return the status and the code of an error response."""
    found = answer.json()
    assert set(found) == {"error", "code", "reason", "values"}
    return answer.status_code, found["code"]


def frame(opcode: int, body: bytes) -> bytes:
    """A short frame of a client."""
    return bytes([0x80 | opcode, 0x80 | len(body), 0, 0, 0, 0]) + body


def event_names(answer: dict[str, Any]) -> list[str]:
    return [event["event"] for event in answer["events"]]
