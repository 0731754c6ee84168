"""Simulated players for the load test, who play whole games."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from lianliankan.bench.load_socket import FrameSocket, LoadClient, fetch

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


class LoadSocket(FrameSocket):
    """A connection to a game; `ask` sends a message and returns the next one received."""

    def __init__(self, request: bytes) -> None:
        super().__init__(request)
        self._waiting: asyncio.Future[_Answer] | None = None

    async def ask(self, message: bytes) -> _Answer:
        """Send a message and wait for an answer. Raises OSError if the connection is lost."""
        self.send(message)
        self._waiting = asyncio.get_running_loop().create_future()
        return await self._waiting  # no timeout here: the run cancels outstanding players at its end

    def on_text(self, body: bytes) -> None:
        """Take the answer, if one is waited for."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(_DECODER.decode(body))

    def on_lost(self) -> None:
        """Fail what is waiting for an answer."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(ConnectionError("the connection was lost"))


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


class LoadPlayer:
    """Plays one game after another at a steady pace, and reconnects when the connection breaks."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self._crowd = crowd
        self._random = random.Random(number)
        self._socket: LoadSocket | None = None
        self._client = LoadClient(crowd.port, number)
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
        request = LoadSocket.make_request(self._client, f"/ws/{game.id}")
        self._socket = await LoadSocket(request).open(self._client)
        answer = await self._socket.ask(_HELLO)
        if answer.type != "state":
            raise ValueError(f"hello was answered with {answer}")
        if not game.answered <= answer.version <= game.answered + 1:
            raise ValueError(f"game {game.id} has {answer.version} commands, but {game.answered} were answered")
        game.answered = answer.version

    async def _begin(self) -> None:
        body, commands = self._random.choice(self._crowd.wins)
        until = time.monotonic() + _AWAY_SECONDS
        while True:
            try:
                found = await fetch(self._client, "POST", "/api/games", body)
                break
            except OSError:
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(0.2 + self._random.random() * 0.5)
        if found.status != 201:
            raise ValueError(f"the game was not started: {found.status} {found.reason}")
        self.games.append(LoadGame(msgspec.json.decode(found.body)["id"], commands))
