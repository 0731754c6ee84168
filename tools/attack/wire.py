"""A client on raw sockets, which can be slow, hostile and incorrect, unlike a proper library."""

import asyncio
import json
import os
import socket
from base64 import b64encode
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

LIMIT = 1 << 26  # bytes of the longest answer


class Answer(NamedTuple):
    """An HTTP answer."""

    status: int
    body: bytes

    @property
    def json(self) -> Any:  # noqa: ANN401
        return json.loads(self.body)


@dataclass(frozen=True)
class Client:
    """A client's loopback address and player."""

    port: int
    address: str
    cookie: str = ""

    def head(self, method: str, path: str, **fields: str | int) -> bytes:
        """The head of a request."""
        host = f"127.0.0.1:{self.port}"
        given = {"Host": host, "Origin": f"http://{host}"} | ({"Cookie": self.cookie} if self.cookie else {})
        given |= {name.replace("_", "-"): str(value) for name, value in fields.items()}
        return "\r\n".join([f"{method} {path} HTTP/1.1", *(f"{k}: {v}" for k, v in given.items()), "\r\n"]).encode()

    async def open(self, *, buffer: int | None = None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect; `buffer` is how much the system receives ahead of the reader."""
        raw = socket.socket()
        try:
            raw.setblocking(False)
            if buffer is not None:
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            raw.bind((self.address, 0))
            await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", self.port))
            return await asyncio.open_connection(sock=raw, limit=buffer or LIMIT)
        except BaseException:
            raw.close()
            raise

    async def request(self, method: str, path: str, body: object = None, *, seconds: float = 90) -> Answer:
        """Send a request on a connection of its own. Raises OSError or TimeoutError."""
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        kind = "application/octet-stream" if isinstance(body, bytes) else "application/json"
        fields: dict[str, str | int] = {} if body is None else {"Content-Type": kind, "Content-Length": len(data)}
        async with asyncio.timeout(seconds):
            reader, writer = await self.open()
            try:
                writer.write(self.head(method, path, Connection="close", **fields) + data)
                return await read_answer(reader)
            finally:
                writer.transport.abort()

    async def play(self, id: str, *, hello: bool = True, buffer: int | None = None) -> "GameSocket":
        """Connect to a game. Raises OSError or TimeoutError."""
        key = b64encode(os.urandom(16)).decode()
        upgrade: dict[str, str | int] = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": 13}
        async with asyncio.timeout(90):
            reader, writer = await self.open(buffer=buffer)
            try:
                writer.write(self.head("GET", f"/ws/{id}", **upgrade, Sec_WebSocket_Key=key))
                top = await reader.readuntil(b"\r\n\r\n")
                if not top.startswith(b"HTTP/1.1 101"):
                    raise ConnectionError(top.split(b"\r\n")[0].decode())
                game = GameSocket(reader, writer)
                if hello:
                    await game.say_hello()
                return game
            except asyncio.IncompleteReadError:
                raise ConnectionError("closed") from None
            finally:
                if "game" not in locals():
                    writer.transport.abort()


async def read_answer(reader: asyncio.StreamReader) -> Answer:
    """Read an HTTP answer up to the end of the connection."""
    data = await reader.read(-1)
    top, _, body = data.partition(b"\r\n\r\n")
    if not top.startswith(b"HTTP/1.1 "):
        raise ConnectionError("no answer")
    return Answer(int(top[9:12]), body)


class GameSocket:
    """A WebSocket to a game."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self.writer = reader, writer
        self.version = 0
        self.state: dict[str, Any] = {}

    async def say_hello(self) -> None:
        """Say hello and read the game."""
        self.send({"type": "hello", "v": 3})
        self.state = await self.receive()
        if self.state["type"] != "state":
            raise ConnectionError(self.state.get("code", "no state"))
        self.version = self.state["version"]

    def send(self, message: object) -> None:
        """Send a message without waiting."""
        self.writer.write(frame(json.dumps(message).encode()))

    async def do(self, command: str) -> dict[str, Any]:
        """Run a command and return the answer to it."""
        self.send({"type": "do", "n": self.version, "version": self.version, "command": command})
        while (answer := await self.receive())["type"] == "done" and answer["n"] is None:
            pass
        return answer

    async def receive(self) -> dict[str, Any]:
        """Return the next message. Raises ConnectionError if the connection is closed."""
        try:
            while True:
                kind, size = await self._reader.readexactly(2)
                if size >= 126:
                    size = int.from_bytes(await self._reader.readexactly(2 if size == 126 else 8))
                body = await self._reader.readexactly(size)
                if kind & 15 == 9:
                    self.writer.write(frame(body, kind=10))
                elif kind & 15 == 8:
                    raise ConnectionError(f"closed with {int.from_bytes(body[:2])}")
                elif kind & 15 == 1:
                    found: dict[str, Any] = json.loads(body)
                    self.version = found.get("version", self.version)
                    return found
        except asyncio.IncompleteReadError:
            raise ConnectionError("closed") from None

    def close(self) -> None:
        """Close the connection abruptly."""
        with suppress(RuntimeError):
            self.writer.transport.abort()


def frame(body: bytes, *, kind: int = 1) -> bytes:
    """A frame with a mask of zeros."""
    size = bytes([0x80 | len(body)]) if len(body) < 126 else bytes([0xFE]) + len(body).to_bytes(2, "big")
    return bytes([0x80 | kind]) + size + bytes(4) + body
