"""Support for tests of the web game: a server at a real port, and clients with cookies of their own."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from socket import socket as Socket
from time import monotonic
from types import MappingProxyType
from typing import Any, TypeVar

import httpx2
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

import lianliankan as llk
from lianliankan.store import Location, Store
from lianliankan.web.live.live_game import LiveGame
from lianliankan.web.server import GuardedWebSocket, bind_socket, browser_url, make_server
from lianliankan.web.state.server_state import Backend, Limits, ServerConfig, ServerState
from support.own_clock import OwnClock, OwnClockLoop
from support.patience import PATIENCE, wait_until
from support.unhurried_server import UNHURRIED

__all__ = [
    "UNHURRIED",
    "Client",
    "RunningServer",
    "Window",
    "event_names",
    "frame",
    "new_client",
    "open_http",
    "read_problem",
    "run_server",
    "wait_until",
]

T = TypeVar("T")

_NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class RunningServer:
    """A server in a thread of its own.

    With a `clock`, time passes for its games and limits only when a test says so. Its timers also fire in real time.
    """

    def __init__(
        self,
        config: ServerConfig,
        backend: Backend | None = None,
        clock: OwnClock | None = None,
        *,
        limits: Limits | None = None,
        proxies: Sequence[str] = (),
        stop_seconds: int = 1,
    ) -> None:
        listening = bind_socket("127.0.0.1", 0)
        self.address = browser_url(listening)
        self.state = ServerState(config, backend, limits=limits or Limits(), now=clock or monotonic)
        self._uvicorn = make_server(self.state, proxies=proxies, stop_seconds=stop_seconds)
        if (factor := self.state.limits.rate_factor) > 1:
            rates = {"bytes_per_second": factor * 8_000, "burst_bytes": factor * 8_000}
            self._uvicorn.config.ws = type("GenerousWebSocket", (GuardedWebSocket,), rates)
        self._loop = None if clock is None else OwnClockLoop(clock)
        self._thread = threading.Thread(target=self._run, args=(listening,))
        self._thread.start()

    def _run(self, listening: Socket) -> None:
        if self._loop is None:
            self._uvicorn.run([listening])
            return
        loop, config = self._loop, self._uvicorn.config
        config.ws_ping_interval, config.timeout_keep_alive = None, 10**6  # clients cannot know that time passes
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(self._uvicorn.serve([listening]))

    def run(self, call: Callable[[], T]) -> T:
        """Run a function between two events of the server."""

        async def run() -> T:
            return call()

        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(PATIENCE)

    def pass_time(self, seconds: float) -> None:
        """Move the clock, and wait until what is due then has begun."""
        assert self._loop is not None
        asyncio.run_coroutine_threadsafe(self._loop.pass_time(seconds), self._loop).result(PATIENCE)

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
        return id in self.state.live_games._by_id

    def find_live_game(self, id: str) -> LiveGame:
        """Return a game that is open on the server."""
        return self.state.live_games._by_id[id]

    def wait_until_closed(self, id: str) -> None:
        """Wait until a game without connections is closed, for which its idle time passes."""

        def is_closed() -> bool:
            if self._loop is not None and any(key[1] == id for key in list(self.state.live_games._closing_timers)):
                self.pass_time(self.state.limits.idle_seconds)
            return not self.is_live(id)

        wait_until(is_closed)

    def end(self) -> None:
        self._uvicorn.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


@contextmanager
def run_server(
    location: Location,
    *,
    backend: Backend | None = None,
    clock: OwnClock | None = None,
    proxies: Sequence[str] = (),
    stop_seconds: int = 1,
    **config: Any,  # noqa: ANN401
) -> Iterator[RunningServer]:
    """Run a server with settings of `ServerConfig` and `Limits`; by default, its workers have all time they need."""
    names = {field.name for field in fields(Limits)}
    limits = Limits(**{"opinion_seconds": 10 * PATIENCE} | {name: config.pop(name) for name in names & config.keys()})
    server = RunningServer(
        ServerConfig(store=location, **config),
        backend or Backend(UNHURRIED),
        clock,
        limits=limits,
        proxies=proxies,
        stop_seconds=stop_seconds,
    )
    try:
        yield server
    finally:
        server.end()


def open_http(address: str, **headers: str) -> httpx2.Client:
    """Open an HTTP client; it has no use for certificates, which would take long to load."""
    return httpx2.Client(base_url=address, headers=headers, timeout=PATIENCE, verify=False)


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
            open_timeout=PATIENCE,
            ping_interval=None,
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

    def receive(self, seconds: float = PATIENCE) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=seconds))
        self.version = message.get("version", getattr(self, "version", 0))
        return message

    def do(self, command: str, *, version: int | None = None) -> dict[str, Any]:
        """Send a command and return the answer."""
        self.number += 1
        self.send(type="do", n=self.number, version=self.version if version is None else version, command=command)
        return self.receive()

    def wait_for_pong(self) -> None:
        """Wait until the server has read all that was sent; nothing else must have come until then."""
        self.send(type="ping", n=0)
        message = self.receive()
        assert message["type"] == "pong", message

    @property
    def board(self) -> llk.Board:
        return llk.Board.from_rows(self.state["rows"])

    def close(self) -> None:
        self.socket.close()

    def break_off(self) -> None:
        """End the connection without a closing handshake."""
        self.socket.socket.close()


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
