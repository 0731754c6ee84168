"""The stage: a server behind nginx, players, an attacker in another process, and what all of them get."""

import asyncio
import itertools
import logging
import os
import pickle
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from attack.wire import Client, GameSocket
from lianliankan.dealing.deal import deal
from lianliankan.game.game import Game
from lianliankan.game.modes import MODES
from lianliankan.solver.solve import solve
from lianliankan.store import Store
from lianliankan.web.http.identity import COOKIE, PlayerCookies, load_cookie_key
from support.nginx import run_nginx

PLAYERS, PLAYS_PER_SECOND = 4, 5.0
OPEN_EVERY, START_EVERY, ASK_EVERY = 0.4, 0.8, 0.5
STORED = 60  # games to open, each once
LLK = (sys.executable, "-c", "from lianliankan.cli import main; main()")
LATE_SECONDS = 90.0  # that answers may take after the attack


@dataclass(frozen=True)
class Target:
    """The arguments of an attack: the port of nginx, its duration, the key of cookies, and what it has prepared."""

    port: int
    seconds: float
    key: bytes
    prepared: Any

    def client(self, player: str | None = None, *, address: str = "127.66.0.1") -> Client:
        """A client: with the signed cookie of a player, or without a cookie if `player` is None."""
        return Client(self.port, address, "" if player is None else sign(self.key, player))


@dataclass(frozen=True)
class Attack:
    """An attack.

    - `name`, `what`: for the table.
    - `run`: attacks until the time is over, and returns what came of it.
    - `prepare`: puts games into the store before the server starts, and returns what `run` needs to know.
    - `files`: how many files the server may open, if it is fewer than usual.
    """

    name: str
    what: str
    run: Callable[[Target], Awaitable[str]]
    prepare: Callable[[Store], Any] = lambda store: None
    files: int | None = None


@dataclass
class Times:
    """The durations of each kind of request, in seconds, and the failures."""

    play: list[float] = field(default_factory=list)
    open: list[float] = field(default_factory=list)
    start: list[float] = field(default_factory=list)
    ask: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Outcome:
    """An attack with the times before and during it, the most memory in megabytes, and what the attacker got."""

    attack: Attack
    before: Times
    during: Times
    megabytes: float
    got: str


def sign(key: bytes, player: str) -> str:
    """A player's cookie."""
    return f"{COOKIE}={PlayerCookies(key).sign(player)}"


def run_attack(attack: Attack, *, seconds: float, before: float, program: Sequence[str] = LLK) -> Outcome:
    """Run one attack against a server of its own, behind an nginx of its own."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory(prefix="llk-attack-") as folder:
        with Store(folder) as store:
            key = load_cookie_key(store)
            honest = _store_games(store)
            prepared = attack.prepare(store)
        server = _Server(Path(folder), attack.files, program)
        try:
            with run_nginx([server.port], tls=False) as nginx:
                target = Target(nginx.port, seconds, key, prepared)
                return asyncio.run(_measure(attack, target, server, honest, before))
        finally:
            server.end()


def _store_games(store: Store) -> tuple[list[str], list[str]]:
    """Store half-played games of the honest player, and return their ids and the commands that win a new one."""
    board = deal(8, 14, seed=5)
    plays = [f"play {move}" for move in solve(board).moves]
    ids = []
    for _ in range(STORED):
        game = Game(board, MODES["classic"], seed=5)
        for number, command in enumerate(plays[: len(plays) // 2]):
            game.do(command, at=number)
        ids.append(store.of_player("honest").begin(game).id)
    return ids, plays


class _Server:
    """The server in a process of its own."""

    def __init__(self, folder: Path, files: int | None, program: Sequence[str]) -> None:
        command = [*program, "serve", "--quiet", "--port", "0", "--proxy", "127.0.0.1"]
        limits = (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))) if files else None
        self.log = folder / "log"
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [*command, "--data", str(folder)], stdout=subprocess.PIPE, stderr=log, text=True, preexec_fn=limits
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise ValueError(f"the server did not start: {self.log.read_text()}")
        self.port = int(line.strip().rpartition(":")[2])

    @property
    def megabytes(self) -> float:
        """The memory of the server and its children."""
        parents: dict[int, list[int]] = {}
        for status in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                parent = int(status.read_text().rpartition(") ")[2].split()[1])
                parents.setdefault(parent, []).append(int(status.parent.name))
        pages, family = 0, [self._process.pid]
        for process in family:
            family += parents.get(process, [])
            with suppress(OSError):
                pages += int(Path(f"/proc/{process}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def end(self) -> None:
        """Stop it; one that does not stop is killed."""
        self._process.send_signal(signal.SIGTERM)
        with self._process:
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                print("  the server did not stop within 20 s", file=sys.stderr)
                self._process.kill()


async def _measure(
    attack: Attack, target: Target, server: _Server, honest: tuple[list[str], list[str]], before: float
) -> Outcome:
    crowd = _Honest(target, *honest)
    quiet = await crowd.play(before)
    peak: list[float] = []
    watching = asyncio.create_task(_watch(server, peak))
    with _Attacker(attack, target) as attacker:
        during = await crowd.play(target.seconds)
        got = await asyncio.to_thread(attacker.result)
    crowd.leave()
    watching.cancel()
    if during.errors:
        print(f"  {attack.name}: {sorted(set(during.errors))[:4]}", file=sys.stderr)
    return Outcome(attack, quiet, during, max(peak), got)


async def _watch(server: _Server, peak: list[float]) -> None:
    while True:
        peak.append(await asyncio.to_thread(lambda: server.megabytes))
        await asyncio.sleep(0.2)


class _Attacker:
    """The attacker in a process of its own."""

    def __init__(self, attack: Attack, target: Target) -> None:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-c", "from attack.stage import be_attacker; be_attacker()"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        pickle.dump((attack.name, target), self._process.stdin)
        self._process.stdin.close()
        self._process.stdout.readline()  # it is ready

    def result(self) -> str:
        """Wait for the end of the attack, and return its outcome."""
        assert self._process.stdout is not None
        return self._process.stdout.read().decode()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        with self._process:
            pass


def be_attacker() -> None:
    """Be the process of an attacker."""
    from attack.attacks import ATTACKS

    name, target = pickle.load(sys.stdin.buffer)
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # it tells of every connection that was cut off
    os.nice(5)  # in the world its processor is not the server's
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print("ready", flush=True)
    print(asyncio.run(_run(ATTACKS[name], target)), end="", flush=True)


async def _run(attack: Attack, target: Target) -> str:
    try:
        async with asyncio.timeout(target.seconds + 30):
            return await attack.run(target)
    except TimeoutError:
        return "(the attack did not end in time)"


class _Honest:
    """Players with addresses of their own, who play, open games, start games and ask whether theirs can be won."""

    def __init__(self, target: Target, ids: list[str], plays: list[str]) -> None:
        self._target, self._plays = target, plays
        self._ids = iter(ids)
        self._seeds = itertools.count(1)
        self._times = Times()
        self._sockets: dict[int, GameSocket] = {}

    async def play(self, seconds: float) -> Times:
        """Play for some seconds, and until everything is answered."""
        self._times, end = Times(), time.monotonic() + seconds
        jobs = [self._keep_playing(number, end) for number in range(PLAYERS)]
        jobs += [self._keep_opening(end), self._keep_starting(end), self._keep_asking(end)]
        _, late = await asyncio.wait([asyncio.ensure_future(job) for job in jobs], timeout=seconds + LATE_SECONDS)
        for task in late:
            self._times.errors.append("no answer")
            task.cancel()
        return self._times

    def leave(self) -> None:
        """Close all connections."""
        for socket in self._sockets.values():
            socket.close()

    def _client(self, number: int, player: str) -> Client:
        return Client(self._target.port, f"127.9.0.{number + 1}", sign(self._target.key, player))

    async def _keep_playing(self, number: int, end: float) -> None:
        client = self._client(number, f"player{number}")
        await asyncio.sleep(random.random() / PLAYS_PER_SECOND)
        while time.monotonic() < end:
            try:
                socket = self._sockets.get(number)
                if socket is not None and socket.version == len(self._plays):
                    socket.close()
                    socket = None
                if socket is None:
                    id = await self._start(client, {"mode": "classic", "rows": 8, "cols": 14, "seed": 5})
                    socket = self._sockets[number] = await client.play(id)
                begin = time.monotonic()
                async with asyncio.timeout(LATE_SECONDS):
                    answer = await socket.do(self._plays[socket.version])
                self._times.play.append(time.monotonic() - begin)
                if answer["type"] != "done":
                    raise ValueError(answer)
                await asyncio.sleep(begin + 1 / PLAYS_PER_SECOND - time.monotonic())
            except (OSError, ValueError) as problem:
                self._fail("play", problem)
                if lost := self._sockets.pop(number, None):
                    lost.close()
                await asyncio.sleep(0.2)

    async def _keep_opening(self, end: float) -> None:
        client = self._client(20, "honest")
        while time.monotonic() < end and (id := next(self._ids, None)):
            begin = time.monotonic()
            try:
                (await client.play(id)).close()
                self._times.open.append(time.monotonic() - begin)
            except (OSError, ValueError) as problem:
                self._fail("open", problem)
            await asyncio.sleep(begin + OPEN_EVERY - time.monotonic())

    async def _keep_starting(self, end: float) -> None:
        client = self._client(30, "starter")
        while time.monotonic() < end:
            begin = time.monotonic()
            try:
                await self._start(client, {"mode": "classic", "seed": next(self._seeds)})
                self._times.start.append(time.monotonic() - begin)
            except (OSError, ValueError) as problem:
                self._fail("start", problem)
            await asyncio.sleep(begin + START_EVERY - time.monotonic())

    async def _keep_asking(self, end: float) -> None:
        """Ask whether a game can still be won, after each pair of it."""
        client = self._client(40, "asker")
        try:
            id = await self._start(client, {"mode": "classic", "rows": 8, "cols": 14, "seed": 5})
            socket = await client.play(id)
            for command in self._plays:
                begin = time.monotonic()
                if begin > end:
                    break
                async with asyncio.timeout(LATE_SECONDS):
                    await socket.do(command)
                    begin = time.monotonic()
                    socket.send({"type": "winnable", "n": 1})
                    while (await socket.receive())["type"] != "winnable":
                        pass
                self._times.ask.append(time.monotonic() - begin)
                await asyncio.sleep(begin + ASK_EVERY - time.monotonic())
            socket.close()
        except (OSError, ValueError) as problem:
            self._fail("ask", problem)

    async def _start(self, client: Client, request: dict[str, object]) -> str:
        answer = await client.request("POST", "/api/games", request)
        if answer.status != 201:
            raise ValueError(f"{answer.status}: {answer.body[:100].decode()}")
        return str(answer.json["id"])

    def _fail(self, what: str, problem: Exception) -> None:
        self._times.errors.append(f"{what}: {type(problem).__name__} {problem}"[:160])
