"""Thousands of players play whole games: how soon they are answered, and what is lost in a crash."""

import asyncio
import contextlib
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from lianliankan.dealing.deal import deal
from lianliankan.solver.solve import solve
from lianliankan.store.maintenance import open_database
from lianliankan.text import table
from load.connection import FrameSocket, LoadClient, fetch
from load.server import LLK, LoadServer, LoadStore, Times, Usage, run, wait_for

_SIZES = ((6, 10), (7, 12), (8, 14), (8, 18))  # the three campaign sizes and the classic board
_WINS = 80
_ARRIVING = 40  # players at the same time
_LATE_SECONDS = 180.0  # extra time for outstanding answers
_MAX_AT_ONCE = 70  # commands; more without a pause would exceed the server's rate limit
_AWAY_SECONDS = 120.0
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
        """Take the answer, if a message waits for one."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(_DECODER.decode(body))

    def on_lost(self) -> None:
        """Fail the message that waits for an answer."""
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
    """The state that all players share: the server, the games, the pace, and the results."""

    port: int
    wins: Sequence[tuple[str, Sequence[str]]]
    rate: float
    late: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    reconnects: int = 0
    finished: int = 0
    is_playing: asyncio.Event = field(default_factory=asyncio.Event)
    is_over: bool = False


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
        except Exception as problem:
            self._crowd.errors.append(f"{type(problem).__name__}: {problem}")

    async def play(self) -> None:
        """Play until the end of the run; moves are due at fixed times, however long the answers take.

        Whose connection was lost comes back first.
        """
        crowd, pace = self._crowd, 1 / self._crowd.rate
        await crowd.is_playing.wait()
        if not self.is_connected:
            return
        due = time.monotonic() + self._random.random() * pace
        while not crowd.is_over or not self.is_connected:
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

    @property
    def is_amid_game(self) -> bool:
        """Whether more than one command is left, so that it will be noticed if the connection is lost."""
        return self.is_connected and self.games[-1].answered + 1 < len(self.games[-1].commands)

    @property
    def name(self) -> tuple[str, int] | None:
        """The address and the port of the connection."""
        return None if self._socket is None else self._socket.name

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
        socket = await LoadSocket(request).open(self._client)
        answer = await socket.ask(_HELLO)
        if answer.type != "state":
            raise ValueError(f"hello was answered with {answer}")
        if not game.answered <= answer.version <= game.answered + 1:
            raise ValueError(f"game {game.id} has {answer.version} commands, but {game.answered} were answered")
        game.answered = answer.version
        self._socket = socket

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


# ---- The test --------------------------------------------------------------------------------------------------------


class LoadResult(NamedTuple):
    """The result of a run.

    - `store`, `workers`: "sqlite" or "postgresql", and how many processes serve players.
    - `players`, `rate`: how many, and the moves of each per second; a move is one command, a pair.
    - `held`: connections open at the end.
    - `moves`: answered per second.
    - `times`: until the answer.
    - `finished`: games played to the end.
    - `usage`: processor time per second.
    - `kilobytes`: the server's memory per player.
    - `killed`, `cut`, `reconnects`: whether a worker was killed halfway, how many players were connected to it in the
      middle of a game, and how many connections were re-established.
    - `lost`, `twice`: acknowledged commands that are missing from the store, and stored commands that no player sent.
    """

    store: str
    workers: int
    players: int
    rate: float
    held: int
    moves: float
    times: Times
    errors: int
    finished: int
    usage: Usage
    kilobytes: float
    killed: bool
    cut: int
    reconnects: int
    lost: int
    twice: int

    @property
    def is_clean(self) -> bool:
        """Whether nothing was lost and nothing went wrong."""
        return not (self.errors or self.lost or self.twice)


def measure(
    *,
    players: int,
    rate: float,
    seconds: float,
    kill: bool = False,
    store: str = "sqlite",
    workers: int = 1,
    program: Sequence[str] = LLK,
) -> LoadResult:
    """Let players make `rate` moves per second each for some seconds; the server is a separate process.

    `store` is "sqlite", "postgresql" for a private cluster, or the URL of an empty PostgreSQL database; `program` is
    the server's.
    """

    async def play(server: LoadServer, place: LoadStore) -> LoadResult:
        crowd = Crowd(server.port, _wins(), rate)
        people = [LoadPlayer(crowd, number) for number in range(players)]
        usage, kilobytes, cut = await _play(server, place, crowd, people, seconds=seconds, kill=kill)
        held = sum(person.is_connected for person in people)
        for person in people:
            person.leave()
        server.end()
        for error in sorted(set(crowd.errors))[:5]:
            print(f"  {crowd.errors.count(error)} × {error}", file=sys.stderr)
        lost, twice = _look_up(place, people)
        return LoadResult(
            store=place.engine,
            workers=workers,
            players=players,
            rate=rate,
            held=held,
            moves=len(crowd.late) / usage.at,
            times=Times.of(crowd.late),
            errors=len(crowd.errors),
            finished=crowd.finished,
            usage=usage,
            kilobytes=kilobytes / players,
            killed=kill,
            cut=cut,
            reconnects=crowd.reconnects,
            lost=lost,
            twice=twice,
        )

    return run(play, store, workers, program)


def load_table(results: Sequence[LoadResult]) -> str:
    """Format results as two Markdown tables, one line per run: what the players saw, and what each part used."""
    kind = ["store", "workers", "players", "moves/s each"]
    seen = ["connections", "moves/s", "p50 ms", "p99 ms", "max ms", "errors", "finished"]
    seen += ["killed", "reconnected", "lost", "twice"]
    used = ["CPU of server", "of database", "of players", "moves/CPU-s of server", "of database", "of players"]
    used += ["KB/player"]
    tables = [
        table(kind + seen, [_kind(result) + _seen(result) for result in results], markdown=True),
        table(kind + used, [_kind(result) + _used(result) for result in results], markdown=True),
    ]
    return "\n\n".join(tables)


def _kind(result: LoadResult) -> list[str]:
    return [result.store, str(result.workers), f"{result.players:,}", f"{result.rate:g}"]


def _seen(result: LoadResult) -> list[str]:
    times = [f"{result.times.middle:.1f}", f"{result.times.late:.1f}", f"{result.times.latest:.0f}"]
    killed = ["yes" if result.killed else "no", f"{result.reconnects:,}", str(result.lost), str(result.twice)]
    return [f"{result.held:,}", f"{result.moves:,.0f}", *times, str(result.errors), f"{result.finished:,}", *killed]


def _used(result: LoadResult) -> list[str]:
    return [*result.usage.cells(result.moves), f"{result.kilobytes:.0f}"]


async def _play(
    server: LoadServer, store: LoadStore, crowd: Crowd, people: Sequence[LoadPlayer], *, seconds: float, kill: bool
) -> tuple[Usage, int, int]:
    """Connect all players, play, and kill a server halfway, once it has answered.

    Return what was used per second, the memory of the players, and how many were cut off in the middle of a game.
    """
    empty = server.kilobytes
    await _arrive(people)
    tasks = [asyncio.create_task(person.play()) for person in people]
    await asyncio.sleep(0.5)
    before, cut = Usage.read(server, store), 0
    crowd.is_playing.set()
    await asyncio.sleep(seconds / 2)
    full = server.kilobytes
    if kill:
        await wait_for(lambda: len(crowd.late) >= len(people))
        clients = server.kill()
        cut = sum(person.is_amid_game and person.name in clients for person in people)
    await asyncio.sleep(seconds / 2)
    crowd.is_over = True
    _, late = await asyncio.wait(tasks, timeout=_LATE_SECONDS)
    for task in late:
        crowd.errors.append("no answer")
        task.cancel()
    return Usage.read(server, store).since(before), full - empty, cut


async def _arrive(people: Sequence[LoadPlayer]) -> None:
    """Let all players connect, a few at a time."""
    door = asyncio.Semaphore(_ARRIVING)

    async def arrive(person: LoadPlayer) -> None:
        async with door:
            await person.arrive()

    await asyncio.gather(*map(arrive, people))


def _wins() -> list[tuple[str, list[str]]]:
    """Return games as request bodies, with the commands that win them."""
    wins = []
    for seed in range(1, _WINS + 1):
        rows, cols = _SIZES[seed % len(_SIZES)]
        moves = solve(deal(rows, cols, seed=seed)).moves
        body = msgspec.json.encode({"mode": "classic", "rows": rows, "cols": cols, "seed": seed}).decode()
        wins.append((body, [f"play {move}" for move in moves]))
    return wins


def _look_up(store: LoadStore, people: Sequence[LoadPlayer]) -> tuple[int, int]:
    """Count the acknowledged commands that the store does not have in their place, and those that no player sent."""
    database = open_database(store.place)
    with contextlib.closing(database), database.reading() as connection:
        found: dict[str, list[str]] = {}
        for game, command in connection.execute("SELECT game, command FROM commands ORDER BY game, number"):
            found.setdefault(game, []).append(command)
    lost = twice = 0
    for game in (game for person in people for game in person.games):
        there = found.get(game.id, [])
        answered = game.commands[: game.answered]
        lost += sum(1 for place, command in enumerate(answered) if place >= len(there) or there[place] != command)
        twice += max(len(there) - game.sent, 0)
    return lost, twice
