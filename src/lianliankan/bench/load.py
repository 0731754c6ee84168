"""The load test: thousands of simulated players on one server, its response times, and what is lost in a crash."""

import asyncio
import contextlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from lianliankan.bench.load_client import Crowd, LoadPlayer
from lianliankan.bench.load_server import LoadServer, LoadStore, open_store
from lianliankan.dealing.deal import deal
from lianliankan.solver.solve import solve
from lianliankan.store.open_database import open_database
from lianliankan.text import table

_SIZES = ((6, 10), (7, 12), (8, 14), (8, 18))  # the three campaign sizes and the classic board
_WINS = 80
_AT_ONCE = 40  # players arriving at the same time
_LATE_SECONDS = 60.0  # extra time for outstanding answers


class LoadResult(NamedTuple):
    """The result of a run.

    - `store`, `workers`: "sqlite" or "postgresql", and how many processes serve players.
    - `players`, `rate`, `seconds`: the parameters; a move is one command, a pair.
    - `held`: connections open at the end.
    - `moves`: answered per second.
    - `middle`, `late`, `latest`: response times in milliseconds: median, 99th percentile and maximum.
    - `errors`: the number of errors.
    - `finished`: games played to the end.
    - `kilobytes`: the server's memory per player.
    - `server_cpu`, `store_cpu`, `players_cpu`: the processor time per second of the workers with their children, of the
      database's own processes (None if it has none, or if it is not ours), and of the simulated players.
    - `killed`, `reconnects`: whether a worker was killed halfway, and how many connections were re-established.
    - `lost`, `twice`: acknowledged commands that are missing from the store, and commands in it that nobody sent.
    """

    store: str
    workers: int
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
    server_cpu: float
    store_cpu: float | None
    players_cpu: float
    killed: bool
    reconnects: int
    lost: int
    twice: int

    @property
    def is_clean(self) -> bool:
        """Whether nothing was lost and nothing went wrong."""
        return not (self.errors or self.lost or self.twice)


def measure(
    *, players: int, rate: float, seconds: float, kill: bool = False, store: str = "sqlite", workers: int = 1
) -> LoadResult:
    """Let players make `rate` moves per second each for some seconds; the server is a separate process.

    `store` is "sqlite", "postgresql" for a private cluster, or the URL of an empty PostgreSQL database.
    """
    allow_files()
    runner = asyncio.Runner(loop_factory=loop_factory())
    with open_store(store) as place, runner:
        return runner.run(_run(place, workers, players=players, rate=rate, seconds=seconds, kill=kill))


def compare(
    players: Sequence[int], *, rate: float, seconds: float, kill: bool, store: str, workers: int, rounds: int
) -> Iterator[LoadResult]:
    """Measure several runs, in rounds; what is not one worker on SQLite is measured beside that, in turn."""
    kinds = dict.fromkeys((("sqlite", 1), (store, workers)))
    for _ in range(rounds):
        for count in players:
            for kind, number in kinds:
                yield measure(players=count, rate=rate, seconds=seconds, kill=kill, store=kind, workers=number)


def load_table(results: Sequence[LoadResult], *, markdown: bool) -> str:
    """Format results as two tables, one line per run: what the players saw, and what each part used."""
    kind = ("store", "workers", "players", "moves/s each")
    seen = (
        *(*kind, "connections", "moves/s", "p50 ms", "p99 ms", "max ms", "errors", "finished"),
        *("killed", "reconnected", "lost", "twice"),
    )
    used = (
        *(*kind, "CPU of server", "of database", "of players", "moves/CPU-s of server", "of database", "of players"),
        "KB/player",
    )
    lines = [table(seen, [(*_kind(result), *_seen(result)) for result in results], markdown=markdown)]
    lines += [table(used, [(*_kind(result), *_used(result)) for result in results], markdown=markdown)]
    return "\n\n".join(lines)


def _kind(result: LoadResult) -> tuple[str, ...]:
    return result.store, str(result.workers), f"{result.players:,}", f"{result.rate:g}"


def _seen(result: LoadResult) -> tuple[str, ...]:
    return (
        *(f"{result.held:,}", f"{result.moves:,.0f}"),
        *(f"{result.middle:.1f}", f"{result.late:.1f}", f"{result.latest:.0f}"),
        *(str(result.errors), f"{result.finished:,}"),
        *("yes" if result.killed else "no", f"{result.reconnects:,}", str(result.lost), str(result.twice)),
    )


def _used(result: LoadResult) -> tuple[str, ...]:
    parts = result.server_cpu, result.store_cpu, result.players_cpu
    return (
        *("–" if part is None else f"{100 * part:.0f}%" for part in parts),
        *(f"{result.moves / part:,.0f}" if part else "–" for part in parts),
        f"{result.kilobytes:.0f}",
    )


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return the fast event loop that the server uses too, if it is installed."""
    try:
        import uvloop
    except ImportError:
        return None
    quick: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return quick


class Usage(NamedTuple):
    """What the parts have used since they were started, in seconds of processor time, and when this was read."""

    at: float
    server: float
    store: float | None
    players: float

    @classmethod
    def read(cls, server: LoadServer, store: LoadStore) -> "Usage":
        """Return what was used so far."""
        return cls(time.monotonic(), server.cpu_seconds, store.cpu_seconds, time.process_time())

    def since(self, before: "Usage") -> "Usage":
        """Return what was used per second since then; `at` is the time that has passed."""
        passed = self.at - before.at
        store = None if self.store is None or before.store is None else (self.store - before.store) / passed
        return Usage(passed, (self.server - before.server) / passed, store, (self.players - before.players) / passed)


async def _run(store: LoadStore, workers: int, *, players: int, rate: float, seconds: float, kill: bool) -> LoadResult:
    server = LoadServer(store, workers)
    server.start()
    try:
        crowd = Crowd(server.port, _wins(), rate)
        people = [LoadPlayer(crowd, number) for number in range(players)]
        usage, kilobytes = await _play(server, store, crowd, people, seconds=seconds, kill=kill)
        held = sum(person.is_connected for person in people)
        for person in people:
            person.leave()
    finally:
        server.end()
    for error in sorted(set(crowd.errors))[:5]:
        print(f"  {crowd.errors.count(error)} × {error}", file=sys.stderr)
    times = sorted(crowd.late) or [0.0]
    lost, twice = _look_up(store, people)
    return LoadResult(
        store=store.engine,
        workers=workers,
        players=players,
        rate=rate,
        seconds=seconds,
        held=held,
        moves=len(crowd.late) / usage.at,
        middle=times[len(times) // 2] * 1000,
        late=times[len(times) * 99 // 100] * 1000,
        latest=times[-1] * 1000,
        errors=len(crowd.errors),
        finished=crowd.finished,
        kilobytes=kilobytes / players,
        server_cpu=usage.server,
        store_cpu=usage.store,
        players_cpu=usage.players,
        killed=kill,
        reconnects=crowd.reconnects,
        lost=lost,
        twice=twice,
    )


async def _play(
    server: LoadServer, store: LoadStore, crowd: Crowd, people: Sequence[LoadPlayer], *, seconds: float, kill: bool
) -> tuple[Usage, int]:
    """Let everyone in and play, with a kill halfway; return what was used per second, and the memory of the players."""
    empty = server.kilobytes
    await _arrive(people)
    tasks = [asyncio.create_task(person.play()) for person in people]
    await asyncio.sleep(0.5)
    before = Usage.read(server, store)
    crowd.end = before.at + seconds
    crowd.is_playing.set()
    await asyncio.sleep(seconds / 2)
    full = server.kilobytes
    if kill:
        server.kill()
    _, late = await asyncio.wait(tasks, timeout=seconds / 2 + _LATE_SECONDS)
    for task in late:
        crowd.errors.append("no answer")
        task.cancel()
    return Usage.read(server, store).since(before), full - empty


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


def _look_up(store: LoadStore, people: Sequence[LoadPlayer]) -> tuple[int, int]:
    """Count the acknowledged commands that the store does not have in their place, and those that nobody sent."""
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


def allow_files() -> None:
    """Raise the limit of open files to the maximum, if there is one."""
    with contextlib.suppress(ImportError):
        import resource

        _, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
