"""Simulated players for the load test: a small WebSocket client, and players that play whole games."""

import asyncio
import os
import random
import time
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import parse_headers
from io import BytesIO
from typing import cast

import msgspec

__all__ = ["Crowd", "LoadGame", "LoadPlayer"]

_ANSWER_SECONDS = 30.0
_MAX_AT_ONCE = 70  # commands; more without a pause would exceed the server's rate limit
_AWAY_SECONDS = 60.0
_WAIT_SECONDS = 0.3, 3.0  # before reconnecting, as the page waits


class _Answer(msgspec.Struct):
    """The part of a message that a simulated player reads."""

    type: str
    version: int = -1
    n: int | None = None
    code: str = ""


_DECODER = msgspec.json.Decoder(_Answer)
_HELLO = b'{"type":"hello","v":3}'


class LoadSocket(asyncio.Protocol):
    """A WebSocket connection; `ask` sends a message and returns the next one received."""

    def __init__(self, request: bytes) -> None:
        self._request = request
        self._data = bytearray()
        self._is_open = False
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting: asyncio.Future[_Answer] | None = None
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def open(cls, crowd: "Crowd", player: "LoadPlayer", id: str) -> "LoadSocket":
        """Connect to a game."""
        fields = {
            "Host": crowd.host,
            "Origin": f"http://{crowd.host}",
            "Cookie": player.cookie,
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": b64encode(os.urandom(16)).decode(),
        }
        lines = [f"GET /ws/{id} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
        head = "\r\n".join([*lines, "\r\n"])
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(
            lambda: cls(head.encode()), "127.0.0.1", crowd.port, local_addr=(player.address, 0)
        )
        await asyncio.wait_for(socket._opened, _ANSWER_SECONDS)
        return socket

    @property
    def is_open(self) -> bool:
        """Whether it is connected."""
        return self._is_open and self._transport is not None and not self._transport.is_closing()

    async def ask(self, message: bytes) -> _Answer:
        """Send a message and wait for an answer. Raises OSError if the connection is lost."""
        if self._transport is None or self._transport.is_closing():
            raise ConnectionError("the connection is closed")
        self._waiting = asyncio.get_running_loop().create_future()
        self._transport.write(_frame(message))
        return await self._waiting  # no timeout here: the run cancels outstanding players at its end

    def close(self) -> None:
        """Close it without a closing handshake."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the request."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail what is waiting for an answer."""
        for waiting in (self._opened, self._waiting):
            if waiting is not None and not waiting.done():
                waiting.set_exception(ConnectionError("the connection was lost"))

    def data_received(self, data: bytes) -> None:
        """Read frames."""
        self._data += data
        if not self._is_open and not self._read_head():
            return
        while frame := self._next_frame():
            kind, body = frame
            if kind == 1 and self._waiting is not None and not self._waiting.done():
                self._waiting.set_result(_DECODER.decode(body))
            elif kind == 9 and self._transport is not None:
                self._transport.write(_frame(body, kind=10))
            elif kind == 8:
                self.close()

    def _read_head(self) -> bool:
        """Read the server's answer to the request; return whether the connection is open."""
        end = self._data.find(b"\r\n\r\n")
        if end < 0:
            return False
        if not self._data.startswith(b"HTTP/1.1 101"):
            self.close()
            return False
        del self._data[: end + 4]
        self._is_open = True
        if not self._opened.done():
            self._opened.set_result(None)
        return True

    def _next_frame(self) -> tuple[int, bytes] | None:
        """Return the kind and body of the next complete frame, or None."""
        if len(self._data) < 2:
            return None
        start, size = 2, self._data[1]
        if size == 126:
            start, size = 4, int.from_bytes(self._data[2:4], "big")
        elif size == 127:
            start, size = 10, int.from_bytes(self._data[2:10], "big")
        if len(self._data) < start + size:
            return None
        kind, body = self._data[0] & 15, bytes(self._data[start : start + size])
        del self._data[: start + size]
        return kind, body


def _frame(body: bytes, *, kind: int = 1) -> bytes:
    """Return a frame; its mask is all zeros, to save CPU time on the client."""
    size = bytes([0x80 | len(body)]) if len(body) < 126 else bytes([0xFE]) + len(body).to_bytes(2, "big")
    return bytes([0x80 | kind]) + size + bytes(4) + body


@dataclass(slots=True)
class LoadGame:
    """A started game: its id, the commands that win it, and how many of them were acknowledged and sent."""

    id: str
    commands: Sequence[str]
    answered: int = 0
    sent: int = 0


@dataclass(slots=True)
class Crowd:
    """What all players share: the server, the games, the pace, and the results."""

    port: int
    wins: Sequence[tuple[str, Sequence[str]]]
    rate: float
    end: float = 0.0
    late: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    reconnects: int = 0
    finished: int = 0
    connected: int = 0
    is_playing: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def host(self) -> str:
        """The Host header."""
        return f"127.0.0.1:{self.port}"


class LoadPlayer:
    """Plays one game after another at a steady pace, and reconnects when the connection breaks."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self._crowd = crowd
        self._random = random.Random(number)
        self._socket: LoadSocket | None = None
        self.address = f"127.{1 + number // 62500}.{number // 250 % 250}.{1 + number % 250}"
        self.cookie = ""
        self.games: list[LoadGame] = []

    async def arrive(self) -> None:
        """Start a game and play part of it, so that games do not all start and end at once."""
        try:
            await self._begin()
            await self._connect()
            for _ in range(self._random.randrange(min(len(self.games[-1].commands), _MAX_AT_ONCE))):
                await self._send_next()
            self._crowd.connected += 1
        except Exception as problem:
            self._crowd.errors.append(f"{type(problem).__name__}: {problem}")

    async def play(self) -> None:
        """Play until the end of the run; moves are due at fixed times, however long the answers take."""
        crowd, pace = self._crowd, 1 / self._crowd.rate
        await crowd.is_playing.wait()
        if not self.is_connected:
            return
        due = time.monotonic() + self._random.random() * pace
        while due < crowd.end:
            await asyncio.sleep(due - time.monotonic())
            try:
                await self._move(due)
            except Exception as problem:
                crowd.errors.append(f"{type(problem).__name__}: {problem}")
                return
            due = max(due + pace, time.monotonic())

    @property
    def is_connected(self) -> bool:
        """Whether the connection is open."""
        return self._socket is not None and self._socket.is_open

    def leave(self) -> None:
        """Close the connection."""
        if self._socket is not None:
            self._socket.close()

    async def _move(self, due: float) -> None:
        crowd, game = self._crowd, self.games[-1]
        if game.answered == len(game.commands):
            crowd.finished += 1
            self.leave()
            await self._begin()
            await self._reach()
            return
        try:
            await self._send_next()
        except OSError:
            crowd.reconnects += 1
            await asyncio.sleep(self._random.uniform(*_WAIT_SECONDS))
            await self._reach()
            return
        crowd.late.append(time.monotonic() - due)

    async def _send_next(self) -> None:
        """Send the next command of the game; the answer must confirm that it was done, once."""
        game = self.games[-1]
        number = game.answered
        message = f'{{"type":"do","n":{number},"version":{number},"command":"{game.commands[number]}"}}'
        assert self._socket is not None
        game.sent = number + 1
        answer = await self._socket.ask(message.encode())
        if answer.type != "done" or answer.n != number or answer.version != number + 1:
            raise ValueError(f"command {number} was answered with {answer}")
        game.answered += 1

    async def _reach(self) -> None:
        """Connect, retrying for a while; the game must have all acknowledged commands, and at most one more."""
        until = time.monotonic() + _AWAY_SECONDS
        while True:
            try:
                await self._connect()
                return
            except OSError:
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(0.2 + self._random.random() * 0.5)

    async def _connect(self) -> None:
        game = self.games[-1]
        self._socket = await LoadSocket.open(self._crowd, self, game.id)
        answer = await self._socket.ask(_HELLO)
        if answer.type != "state":
            raise ValueError(f"hello was answered with {answer}")
        if not game.answered <= answer.version <= game.answered + 1:
            raise ValueError(f"game {game.id} has {answer.version} commands, but {game.answered} were answered")
        game.answered = answer.version

    async def _begin(self) -> None:
        body, commands = self._random.choice(self._crowd.wins)
        head = f"POST /api/games HTTP/1.1\r\nHost: {self._crowd.host}\r\nOrigin: http://{self._crowd.host}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n"
        head += f"Cookie: {self.cookie}\r\n\r\n" if self.cookie else "\r\n"
        until = time.monotonic() + _AWAY_SECONDS
        while True:
            try:
                found = await asyncio.wait_for(self._fetch((head + body).encode()), _ANSWER_SECONDS)
                break
            except OSError:
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(0.2 + self._random.random() * 0.5)
        top, _, rest = found.partition(b"\r\n")
        headers = BytesIO(rest)
        cookie = parse_headers(headers).get("set-cookie", "")
        if not top.startswith(b"HTTP/1.1 201"):
            raise ValueError(f"the game was not started: {top.decode()}")
        self.cookie = cookie.partition(";")[0] or self.cookie
        self.games.append(LoadGame(msgspec.json.decode(headers.read())["id"], commands))

    async def _fetch(self, request: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._crowd.port, local_addr=(self.address, 0))
        try:
            writer.write(request)
            found = await reader.read(1 << 16)
            while more := await reader.read(1 << 16):
                found += more
            if not found:
                raise ConnectionError("no answer")
            return found
        finally:
            writer.close()
