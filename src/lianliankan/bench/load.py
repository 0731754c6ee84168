"""The load test: thousands of simulated players on one server, how soon they are answered, and what a kill takes."""

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

__all__ = ["LoadResult", "measure"]

_SIZES = ((6, 10), (7, 12), (8, 14), (8, 18))  # what people play: the campaign's three and the classic board
_WINS = 80
_PROCESSES = Path("/proc")
_AT_ONCE = 40  # players who arrive at the same time
_START_SECONDS = 30.0
_LATE_SECONDS = 60.0  # after the end, for who still waits for an answer


class LoadResult(NamedTuple):
    """What a run has shown.

    - `players`, `rate`, `by`, `seconds`: what was asked for; a move by picks is two commands.
    - `held`: connections open at once.
    - `commands`: a second, answered; `moves`, likewise.
    - `middle`, `late`, `latest`: milliseconds within which half, 99 of 100, and all answers came.
    - `errors`: what went wrong, how often.
    - `finished`: games played to their end.
    - `kilobytes`: of the server's memory for every player.
    - `load`: of a processor that the server used, in hundredths.
    - `killed`, `reconnects`: whether the server was killed in the middle, and who came back.
    - `lost`: answered commands that are not in the store.
    """

    players: int
    rate: float
    by: str
    seconds: float
    held: int
    commands: float
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


def measure(*, players: int, rate: float, seconds: float, by: str = "play", kill: bool = False) -> LoadResult:
    """Let so many players make so many moves a second each, for so long; the server is a process of its own."""
    _allow_files()
    runner = asyncio.Runner(loop_factory=_loop_factory())
    with tempfile.TemporaryDirectory(prefix="llk-load-") as folder, runner:
        return runner.run(_run(Path(folder), players=players, rate=rate, seconds=seconds, by=by, kill=kill))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Give the quick loop that the server uses, too, where it is installed."""
    try:
        import uvloop
    except ImportError:
        return None
    quick: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return quick


class _Server:
    """The server that is measured."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None
        self.port = 0

    def start(self) -> None:
        """Start it, at the same port as before."""
        program = "from lianliankan.cli import main; main()"
        command = [sys.executable, "-c", program, "serve", "--quiet", "--port", str(self.port)]
        self._process = subprocess.Popen([*command, "--data", str(self._folder)], stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise ValueError("the server did not start")
        self.port = int(line.strip().rpartition(":")[2])

    def end(self, how: signal.Signals) -> None:
        """End it with a signal, and wait until it has."""
        if self._process is not None:
            self._process.send_signal(how)
            with self._process:
                self._process.wait(_START_SECONDS)
            self._process = None

    @property
    def kilobytes(self) -> int:
        """How much memory it has; 0 where the system does not say."""
        if self._process is None or not _PROCESSES.exists():
            return 0
        text = (_PROCESSES / str(self._process.pid) / "status").read_text()
        return next((int(line.split()[1]) for line in text.splitlines() if line.startswith("VmRSS:")), 0)

    @property
    def cpu_seconds(self) -> float:
        """How long it has used a processor; 0 where the system does not say."""
        if self._process is None or not _PROCESSES.exists():
            return 0.0
        fields = (_PROCESSES / str(self._process.pid) / "stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _run(folder: Path, *, players: int, rate: float, seconds: float, by: str, kill: bool) -> LoadResult:
    server = _Server(folder)
    server.start()
    try:
        per_second = rate * (2 if by == "pick" else 1)
        crowd = Crowd(server.port, _wins(by), per_second)
        people = [LoadPlayer(crowd, number) for number in range(players)]
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
        took = time.monotonic() - began
        used = server.cpu_seconds - used
        kilobytes = ((full or server.kilobytes) - empty) / players
        held = sum(person.is_connected for person in people)
        for person in people:
            person.leave()
    finally:
        server.end(signal.SIGTERM)
    for words in sorted(set(crowd.errors))[:5]:
        print(f"  {crowd.errors.count(words)} × {words}", file=sys.stderr)
    times = sorted(crowd.late) or [0.0]
    answers = len(crowd.late) / took
    return LoadResult(
        players=players,
        rate=rate,
        by=by,
        seconds=seconds,
        held=held,
        commands=answers,
        moves=answers / (2 if by == "pick" else 1),
        middle=times[len(times) // 2] * 1000,
        late=times[len(times) * 99 // 100] * 1000,
        latest=times[-1] * 1000,
        errors=len(crowd.errors),
        finished=crowd.finished,
        kilobytes=kilobytes,
        load=100 * used / took,
        killed=kill,
        reconnects=crowd.reconnects,
        lost=_lost(folder, people),
    )


async def _arrive(people: Sequence[LoadPlayer]) -> None:
    """Let everybody in, a few at a time."""
    door = asyncio.Semaphore(_AT_ONCE)

    async def arrive(person: LoadPlayer) -> None:
        async with door:
            await person.arrive()

    await asyncio.gather(*map(arrive, people))


def _wins(by: str) -> list[tuple[str, list[str]]]:
    """Make games with the commands that win them."""
    wins = []
    for seed in range(1, _WINS + 1):
        rows, cols = _SIZES[seed % len(_SIZES)]
        moves = solve(deal(rows, cols, seed=seed)).moves
        body = msgspec.json.encode({"mode": "classic", "rows": rows, "cols": cols, "seed": seed}).decode()
        texts = [[f"pick {move.a}", f"pick {move.b}"] if by == "pick" else [f"play {move}"] for move in moves]
        wins.append((body, [text for pair in texts for text in pair]))
    return wins


def _lost(folder: Path, people: Sequence[LoadPlayer]) -> int:
    """Count the answered commands that the store does not have, in their places."""
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
    """Take as many open files as the system gives; where there is no such limit, there is nothing to take."""
    with contextlib.suppress(ImportError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
