"""The load test: thousands of simulated players on one server, its response times, and what is lost in a crash."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from lianliankan.bench.load_client import Crowd, LoadPlayer
from lianliankan.dealing.deal import deal
from lianliankan.solver.solve import solve
from lianliankan.text import table

__all__ = ["LoadResult", "load_table", "measure"]

_SIZES = ((6, 10), (7, 12), (8, 14), (8, 18))  # the three campaign sizes and the classic board
_WINS = 80
_PROCESSES = Path("/proc")
_AT_ONCE = 40  # players arriving at the same time
_START_SECONDS = 30.0
_LATE_SECONDS = 60.0  # extra time for outstanding answers


class LoadResult(NamedTuple):
    """The result of a run.

    - `players`, `rate`, `seconds`: the parameters; a move is one command, a pair.
    - `held`: connections open at the end.
    - `moves`: answered per second.
    - `middle`, `late`, `latest`: response times in milliseconds: median, 99th percentile and maximum.
    - `errors`: the number of errors.
    - `finished`: games played to the end.
    - `kilobytes`: the server's memory per player.
    - `load`: the server's CPU usage in percent of one core.
    - `killed`, `reconnects`: whether the server was killed halfway, and how many connections were re-established.
    - `lost`: acknowledged commands that are missing from the store.
    """

    players: int
    rate: float
    seconds: float
    held: int
    moves: float
    middle: float
    late: float
    latest: float
    errors: int
    finished: int
    kilobytes: float
    load: float
    killed: bool
    reconnects: int
    lost: int


def measure(*, players: int, rate: float, seconds: float, kill: bool = False) -> LoadResult:
    """Let players make `rate` moves per second each for some seconds; the server is a separate process."""
    _allow_files()
    runner = asyncio.Runner(loop_factory=_loop_factory())
    with tempfile.TemporaryDirectory(prefix="llk-load-") as folder, runner:
        return runner.run(_run(Path(folder), players=players, rate=rate, seconds=seconds, kill=kill))


def load_table(results: Sequence[LoadResult], *, markdown: bool) -> str:
    """Format results as a table, one line per run."""
    head = (
        *("players", "moves/s each", "connections", "moves/s", "p50 ms", "p99 ms", "max ms", "errors", "finished"),
        *("KB/player", "server CPU", "killed", "reconnected", "lost"),
    )
    return table(head, [_load_line(result) for result in results], markdown=markdown, left=())


def _load_line(result: LoadResult) -> tuple[str, ...]:
    return (
        *(f"{result.players:,}", f"{result.rate:g}", f"{result.held:,}", f"{result.moves:,.0f}"),
        *(f"{result.middle:.1f}", f"{result.late:.1f}", f"{result.latest:.0f}", str(result.errors)),
        *(f"{result.finished:,}", f"{result.kilobytes:.0f}", f"{result.load:.0f}%"),
        *("yes" if result.killed else "no", f"{result.reconnects:,}", str(result.lost)),
    )


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return the fast event loop that the server uses too, if it is installed."""
    try:
        import uvloop
    except ImportError:
        return None
    quick: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return quick


class _Server:
    """The server under test."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None
        self.port = 0

    def start(self) -> None:
        """Start it, on the same port as before."""
        program = "from lianliankan.cli import main; main()"
        command = [sys.executable, "-c", program, "serve", "--quiet", "--port", str(self.port)]
        self._process = subprocess.Popen([*command, "--data", str(self._folder)], stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise ValueError("the server did not start")
        self.port = int(line.strip().rpartition(":")[2])

    def end(self, how: signal.Signals) -> None:
        """End it with a signal and wait for it."""
        if self._process is not None:
            self._process.send_signal(how)
            with self._process:
                self._process.wait(_START_SECONDS)
            self._process = None

    @property
    def kilobytes(self) -> int:
        """Its memory; 0 if the system does not say."""
        if self._process is None or not _PROCESSES.exists():
            return 0
        text = (_PROCESSES / str(self._process.pid) / "status").read_text()
        return next((int(line.split()[1]) for line in text.splitlines() if line.startswith("VmRSS:")), 0)

    @property
    def cpu_seconds(self) -> float:
        """Its CPU time; 0 if the system does not say."""
        if self._process is None or not _PROCESSES.exists():
            return 0.0
        fields = (_PROCESSES / str(self._process.pid) / "stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _run(folder: Path, *, players: int, rate: float, seconds: float, kill: bool) -> LoadResult:
    server = _Server(folder)
    server.start()
    try:
        crowd = Crowd(server.port, _wins(), rate)
        people = [LoadPlayer(crowd, number) for number in range(players)]
        usage = await _play(server, crowd, people, seconds=seconds, kill=kill)
        held = sum(person.is_connected for person in people)
        for person in people:
            person.leave()
    finally:
        server.end(signal.SIGTERM)
    for error in sorted(set(crowd.errors))[:5]:
        print(f"  {crowd.errors.count(error)} × {error}", file=sys.stderr)
    times = sorted(crowd.late) or [0.0]
    return LoadResult(
        players=players,
        rate=rate,
        seconds=seconds,
        held=held,
        moves=len(crowd.late) / usage.seconds,
        middle=times[len(times) // 2] * 1000,
        late=times[len(times) * 99 // 100] * 1000,
        latest=times[-1] * 1000,
        errors=len(crowd.errors),
        finished=crowd.finished,
        kilobytes=usage.kilobytes / players,
        load=100 * usage.cpu_seconds / usage.seconds,
        killed=kill,
        reconnects=crowd.reconnects,
        lost=_lost(folder, people),
    )


class _Usage(NamedTuple):
    """What the server used during a run."""

    seconds: float
    cpu_seconds: float
    kilobytes: int


async def _play(server: _Server, crowd: Crowd, people: Sequence[LoadPlayer], *, seconds: float, kill: bool) -> _Usage:
    """Let everyone in and play; with `kill`, the server is killed and restarted halfway."""
    empty = server.kilobytes
    await _arrive(people)
    tasks = [asyncio.create_task(person.play()) for person in people]
    await asyncio.sleep(0.5)
    used, began = server.cpu_seconds, time.monotonic()
    crowd.end = began + seconds
    crowd.is_playing.set()
    full = 0
    if kill:
        await asyncio.sleep(seconds / 2)
        full, used = server.kilobytes, used - server.cpu_seconds
        server.end(signal.SIGKILL)
        server.start()
    _, late = await asyncio.wait(tasks, timeout=seconds + _LATE_SECONDS)
    for task in late:
        crowd.errors.append("no answer")
        task.cancel()
    return _Usage(time.monotonic() - began, server.cpu_seconds - used, (full or server.kilobytes) - empty)


async def _arrive(people: Sequence[LoadPlayer]) -> None:
    """Let all players connect, a few at a time."""
    door = asyncio.Semaphore(_AT_ONCE)

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


def _lost(folder: Path, people: Sequence[LoadPlayer]) -> int:
    """Count the acknowledged commands that the store does not have in their place."""
    with contextlib.closing(sqlite3.connect(folder / "lianliankan.db")) as connection:
        found: dict[str, list[str]] = {}
        for game, command in connection.execute("SELECT game, command FROM commands ORDER BY game, number"):
            found.setdefault(game, []).append(command)
    lost = 0
    for game in (game for person in people for game in person.games):
        there = found.get(game.id, [])
        answered = game.commands[: game.answered]
        lost += sum(1 for place, command in enumerate(answered) if place >= len(there) or there[place] != command)
    return lost


def _allow_files() -> None:
    """Raise the limit of open files to the maximum, if there is one."""
    with contextlib.suppress(ImportError):
        import resource

        _, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
