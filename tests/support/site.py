"""A site for tests: `llk serve` with several workers in processes of their own, and players who never give up.

Every player counts what was answered. Whatever happens to workers and database, no answered command may be missing,
and none may be there twice.
"""

import asyncio
import json
import os
import signal
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol, Self

import websockets
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

import lianliankan as llk
from lianliankan.store import Store
from process_tree import list_children, socket_owners
from support.children import end_child, read_line, start_child
from support.patience import PATIENCE, wait_until
from support.unhurried_server import UNHURRIED_LLK
from support.web_stage import Client

_GAME = {"mode": "classic", "rows": 4, "cols": 6, "seed": 7}


class Site:
    """A running `llk serve`.

    `workers` are the process ids of its workers, if it has any.
    """

    def __init__(self, url: str, *words: str) -> None:
        self._folder = TemporaryDirectory()
        command = [*UNHURRIED_LLK, "serve", "--store", url, "--port", "0", "--quiet", *words]
        with self._log_path.open("ab") as log:  # a pipe that nobody reads would stop the workers when it is full
            self.process = start_child(command, stdout=subprocess.PIPE, stderr=log)
        line = read_line(self.process)
        assert line.startswith("lianliankan: http://"), self.log
        self.address = line.split()[1]

    @property
    def log(self) -> str:
        """What it has logged so far."""
        return self._log_path.read_text()

    @property
    def _log_path(self) -> Path:
        return Path(self._folder.name, "log")

    @property
    def workers(self) -> list[int]:
        return [pid for pid in list_children(self.process.pid) if _is_worker(pid)]

    def busiest_worker(self) -> int:
        """Return the worker that has most connections: one may have all of them."""
        owners = Counter(socket_owners(self.workers, int(self.address.rpartition(":")[2])).values())
        return max(self.workers, key=lambda pid: owners[pid])

    def kill_worker(self, worker: int) -> None:
        """Kill a worker with -9."""
        os.kill(worker, signal.SIGKILL)

    def wait_for_workers(self, number: int, *, without: Sequence[int] = ()) -> None:
        """Wait until so many workers run, none of them one of those named."""
        wait_until(lambda: len(self.workers) == number and not set(self.workers) & set(without))

    def close(self) -> None:
        """End it, whatever it does."""
        end_child(self.process)
        self._folder.cleanup()


def _is_worker(process: int) -> bool:
    """Whether a child of the server is a worker, and not what multiprocessing keeps beside them."""
    try:
        return b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


@contextmanager
def run_site(url: str, *words: str) -> Iterator[Site]:
    """Run a site, and end it whatever happens."""
    site = Site(url, *words)
    try:
        yield site
    finally:
        site.close()


async def open_socket(address: str, path: str, cookie: str) -> ClientConnection:
    """Connect as the page does, and once."""
    return await connect(
        f"{address.replace('http', 'ws')}{path}",
        origin=Origin(address),
        additional_headers={"Cookie": cookie},
        compression=None,
        proxy=None,
        ping_interval=None,
        open_timeout=None,  # players have a patience of their own
        close_timeout=0.1,
    )


class Steady(Protocol):
    """Somebody who plays until the end."""

    async def play(self, end: asyncio.Event) -> None: ...


class Crowd:
    """Many who play in a thread of their own, for as long as the context lasts."""

    def __init__(self, people: Sequence[Steady], clients: Sequence[Client]) -> None:
        self._people, self._clients = people, clients
        self._loop = asyncio.new_event_loop()
        self._end = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._play(),))

    async def _play(self) -> None:
        await asyncio.gather(*(each.play(self._end) for each in self._people))
        for _ in range(3):
            await asyncio.sleep(0)  # for connections that were aborted last

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(PATIENCE)
        self._loop.close()
        for client in self._clients:
            client.close()


class SteadyPlayer:
    """Plays one game, command after command, and connects again whenever the connection is lost.

    - `version`: the number of commands that the game must have.
    - `answered`: how many of them were answered.
    - `ghosts`: commands without an answer that may still be done, once each.
    - `done_unanswered`, `refused`: how many of those were done; how many were not saved, and said so.
    - `pauses`: how often the game was paused by a server, because nobody was connected.
    - `attempts`: how often it has tried to connect.
    - `faults`: what must not happen.
    """

    def __init__(self, addresses: Sequence[str], client: Client, pause: float, patience: float) -> None:
        self._addresses, self._cookie = list(addresses), client.cookie
        self._pause, self._patience = pause, patience
        self.id = client.start_game(**_GAME)
        self.version = self.answered = self.ghosts = self.done_unanswered = self.refused = self.pauses = 0
        self.interruptions = self.attempts = 0
        self.faults: list[str] = []
        self._is_sent = self._is_paused = False
        self._pairs = 0
        self._numbers = count(1)
        self._moves = _two_moves()

    async def play(self, end: asyncio.Event) -> None:
        """Play until the end."""
        for number in count():
            if end.is_set():
                return
            try:
                await self._play_connected(self._addresses[number % len(self._addresses)], end)
            except (OSError, websockets.WebSocketException, TimeoutError) as problem:
                if isinstance(problem, TimeoutError):
                    self._patience *= 2  # perhaps the machine is busy
                self.interruptions += 1
                self.ghosts += self._is_sent
                self._is_sent = False
                await asyncio.sleep(0.1)

    async def _play_connected(self, address: str, end: asyncio.Event) -> None:
        self.attempts += 1
        async with asyncio.timeout(self._patience):
            socket = await open_socket(address, f"/ws/{self.id}", self._cookie)
        try:
            async with asyncio.timeout(self._patience):
                await socket.send(json.dumps({"type": "hello", "v": 3}))
                state = json.loads(await socket.recv())
            if state["type"] != "state":  # e.g. the store cannot be read at the moment
                raise OSError(state)
            self._see(state)
            while not end.is_set():
                await self._do_next(socket)
                await asyncio.sleep(self._pause)
        finally:
            socket.transport.abort()

    async def _do_next(self, socket: ClientConnection) -> None:
        """Send a command and read its answer."""
        n, command = next(self._numbers), self._choose()
        self._is_sent = True
        await socket.send(json.dumps({"type": "do", "n": n, "version": self.version, "command": command}))
        while True:
            async with asyncio.timeout(self._patience):
                message = json.loads(await socket.recv())
            if message["type"] == "error":
                self.refused += 1
                if message["code"] != "store":
                    self.faults.append(str(message))
            elif message["type"] == "done" and message["n"] == n:
                self._is_sent = False
                if not (self._is_paused and _is_refused_as_paused(message)):  # a server paused meanwhile
                    self.answered += 1
                    self.version += 1
                self._see(message)
                return
            elif message["type"] in ("done", "state"):
                self._see(message)
                if message["type"] == "state":  # it was not run
                    self._is_sent = False
                    return

    def _choose(self) -> str:
        """Return the next command; the same one twice would do something else than once."""
        if self._is_paused:
            return "resume"
        return [f"play {self._moves[0]}", f"play {self._moves[1]}", "undo"][min(self._pairs, 2)]

    def _see(self, message: dict[str, Any]) -> None:
        """Compare a version with the expected one, and note what the game is like."""
        was_paused, more = self._is_paused, message["version"] - self.version
        self.version = message["version"]
        self._is_paused, self._pairs = message["view"]["state"] == "paused", message["view"]["pairs"]
        if more > 0 and self._is_paused and not was_paused:  # only servers pause
            self.pauses += 1
            more -= 1
        if 0 <= more <= self.ghosts:
            self.ghosts -= more
            self.done_unanswered += more
        else:
            what = "commands were lost" if more < 0 else "commands were done twice"
            self.faults.append(f"game {self.id}: {what}: {more:+d} ({self.ghosts} unanswered)")

    def find_faults(self, store: Store) -> list[str]:
        """Look the game up in the store; return what is wrong, if anything."""
        done = [entry for entry in store.open(self.id).game.entries if entry.command.word != "pause"]
        own = self.version - self.pauses
        if not 0 <= len(done) - own <= self.ghosts:
            self.faults.append(
                f"game {self.id}: the store has {len(done) - own:+d} commands ({self.ghosts} unanswered)"
            )
        if own != self.answered + self.done_unanswered:
            self.faults.append(f"game {self.id}: {own} commands are not {self.answered} + {self.done_unanswered}")
        return self.faults


def _is_refused_as_paused(message: dict[str, Any]) -> bool:
    return any(each["event"] == "refused" and each["reason"] == "paused" for each in message["events"])


def _two_moves() -> tuple[llk.Move, llk.Move]:
    """Return two pairs that can be played one after the other in the game of all players."""
    board = llk.Deal(rows=4, cols=6, seed=7).board()
    first = board.moves()[0]
    return first, board.play(first).moves()[0]


class Players(Crowd):
    """Many players, each with a game, who pause so many seconds between two commands.

    A player takes a connection for dead that does not answer within their `patience`, and then has twice as much.
    """

    def __init__(self, number: int, addresses: Sequence[str], *, pause: float = 0.03, patience: float = 3.0) -> None:
        clients = [Client(addresses[0]) for _ in range(number)]
        for client in clients:
            client.http.get("/api/me")
        self.players = [SteadyPlayer(addresses, client, pause, patience) for client in clients]
        super().__init__(self.players, clients)

    @property
    def answered(self) -> int:
        """How many commands were answered."""
        return sum(player.answered for player in self.players)

    def wait_for_answers(self, number: int) -> None:
        """Wait until every player has got so many more answers."""
        goals = [player.answered + number for player in self.players]
        wait_until(lambda: all(each.answered >= goal for each, goal in zip(self.players, goals, strict=True)))

    def find_faults(self, url: str) -> list[str]:
        """Look up all games in the store: nothing may be missing, and nothing twice."""
        with Store(url, create=False) as store:
            faults = []
            for player, client in zip(self.players, self._clients, strict=True):
                owner = client.http.cookies["llk"].partition(".")[0]
                faults += player.find_faults(store.of_player(owner))
            return faults
