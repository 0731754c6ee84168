"""A stage for tests of the web game: a server at a real port, and guests who come with cookies of their own."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

import lianliankan as llk
from lianliankan.web.server import bind_socket, browser_url, make_server
from lianliankan.web.state import ServerConfig, ServerState


class Stage:
    """A server in a thread of its own."""

    def __init__(self, config: ServerConfig) -> None:
        listening = bind_socket("127.0.0.1", 0)
        self.address = browser_url(listening)
        self.server = ServerState(config)
        self._uvicorn = make_server(self.server)
        self._thread = threading.Thread(target=self._uvicorn.run, args=([listening],))
        self._thread.start()

    def end(self) -> None:
        self._uvicorn.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive()


@contextmanager
def staged(folder: Path, **config: Any) -> Iterator[Stage]:  # noqa: ANN401
    stage = Stage(ServerConfig(folder=folder, **config))
    try:
        yield stage
    finally:
        stage.end()


class Guest:
    """A player: a browser's cookies and address line, and nothing else."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx2.Client(base_url=address, headers={"Origin": address}, timeout=20)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def begin(self, **request: object) -> str:
        """Begin a game, a small classic one if nothing is said, and give its id."""
        answer = self.http.post("/api/games", json=request or {"mode": "classic", "rows": 4, "cols": 6, "seed": 7})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def connect(self, id: str, *, origin: str | None = None, cookie: str | None = None) -> ClientConnection:
        """Open a connection to a game, and say nothing yet."""
        opening = connect(
            f"{self.address.replace('http', 'ws')}/ws/{id}",
            origin=Origin(self.address if origin is None else origin),
            additional_headers={"Cookie": self.cookie if cookie is None else cookie},
            compression=None,
            proxy=None,
            max_queue=None,  # a test that says much before it listens must not wait for itself
        )
        return opening.__enter__()  # in any version, the connection itself

    def sit_down(self, id: str) -> "Talk":
        return Talk(self.connect(id))

    def close(self) -> None:
        self.http.close()


class Talk:
    """A connection that has said hello; `state` is the last whole game that was told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0
        self.say(type="hello", v=1)
        self.state = self.hear()
        while self.state["type"] == "done" and self.state["n"] is None:  # what another window did just then
            self.state = self.hear()
        assert self.state["type"] == "state", self.state
        self.entries = self.state["entries"]

    def say(self, **message: object) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, seconds: float = 10) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.socket.recv(timeout=seconds))
        self.entries = found.get("entries", getattr(self, "entries", 0))
        return found

    def do(self, command: str, *, after: int | None = None) -> dict[str, Any]:
        """Say a command and give the answer to it."""
        self.number += 1
        self.say(type="do", n=self.number, after=self.entries if after is None else after, command=command)
        return self.hear()

    @property
    def board(self) -> llk.Board:
        return llk.Board.from_rows(self.state["rows"])

    def close(self) -> None:
        self.socket.close()


def wait_until(true: Any, seconds: float = 10) -> None:  # noqa: ANN401
    """Wait for something to become true."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.01)


def visiting(stage: Stage) -> Iterator[Guest]:
    """Give a guest who has a cookie, and see him off."""
    guest = Guest(stage.address)
    guest.http.get("/api/me")
    yield guest
    guest.close()
