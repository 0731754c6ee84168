"""The load test of races: rooms of six on one server, how soon a pair is on the others' screens, and what is lost."""

import asyncio
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lianliankan.bench import process_tree
from lianliankan.bench.load import Usage, allow_files, loop_factory
from lianliankan.bench.load_server import LoadServer, LoadStore, open_store
from lianliankan.bench.race_client import LoadRacer, LoadRoom, RaceCrowd
from lianliankan.bench.race_lookup import look_up
from lianliankan.race.items import Format
from lianliankan.race.settings import MAX_SEATS, RaceSettings
from lianliankan.text import table

_AT_ONCE = 8  # rooms that open at the same time
_LATE_SECONDS = 20.0  # extra time for outstanding answers


class RaceLoadResult(NamedTuple):
    """The result of a run.

    - `store`, `workers`, `format`: "sqlite" or "postgresql", how many processes serve players, and the races' format.
    - `rooms`, `rate`, `seconds`: the parameters: rooms of six, each of whom takes `rate` pairs per second.
    - `spread`: rooms whose players were on several workers at the same time; None if the system does not say.
    - `held`: connections open at the end.
    - `pairs`: answered per second.
    - `others`: milliseconds until a pair is on the others' screens: median, 99th percentile and maximum.
    - `own`: the same until its own player has the answer.
    - `errors`, `finished`: the number of errors, and of races that came to their end.
    - `server_cpu`, `store_cpu`, `players_cpu`: as in `LoadResult`.
    - `killed`, `reconnects`, `back`: whether a worker was killed halfway, how many connections were lost, and after how
      many seconds the last of their players was back.
    - `lost`, `twice`: answered pairs that the store does not have, and pairs in it that nobody sent.
    """

    store: str
    workers: int
    format: str
    rooms: int
    rate: float
    seconds: float
    spread: int | None
    held: int
    pairs: float
    others: tuple[float, float, float]
    own: tuple[float, float, float]
    errors: int
    finished: int
    server_cpu: float
    store_cpu: float | None
    players_cpu: float
    killed: bool
    reconnects: int
    back: float
    lost: int
    twice: int

    @property
    def is_clean(self) -> bool:
        """Whether nothing was lost and nothing went wrong."""
        return not (self.errors or self.lost or self.twice)


def measure_races(
    *,
    rooms: int,
    rate: float,
    seconds: float,
    kill: bool = False,
    store: str = "sqlite",
    workers: int = 1,
    format: Format = "sprint",
    warm_up: float = 5.0,
) -> RaceLoadResult:
    """Let rooms of six race for some seconds; the server is a separate process. `store` is as in `load.measure`.

    `warm_up` are the seconds from the first ready check to the first pair that counts.
    """
    allow_files()
    settings = RaceSettings(format=format, countdown=1)
    runner = asyncio.Runner(loop_factory=loop_factory())
    with open_store(store) as place, runner:
        crowd = RaceCrowd(rate, settings)
        return runner.run(_run(place, workers, crowd, rooms=rooms, seconds=seconds, kill=kill, warm_up=warm_up))


def compare_races(
    rooms: Sequence[int],
    *,
    rate: float,
    seconds: float,
    kill: bool,
    store: str,
    workers: int,
    rounds: int,
    format: Format = "sprint",
) -> Iterator[RaceLoadResult]:
    """Measure several runs, in rounds; what is not one worker on SQLite is measured beside that, in turn."""
    kinds = dict.fromkeys((("sqlite", 1), (store, workers)))
    for _ in range(rounds):
        for count in rooms:
            for kind, number in kinds:
                yield measure_races(
                    rooms=count, rate=rate, seconds=seconds, kill=kill, store=kind, workers=number, format=format
                )


async def _run(
    store: LoadStore, workers: int, crowd: RaceCrowd, *, rooms: int, seconds: float, kill: bool, warm_up: float
) -> RaceLoadResult:
    server = LoadServer(store, workers)
    server.start()
    try:
        crowd.port = server.port
        places = [LoadRoom(crowd, MAX_SEATS * number, MAX_SEATS) for number in range(rooms)]
        racers = [racer for place in places for racer in place.racers]
        await _arrive(places)
        spread = _count_spread(server, places)
        usage = await _race(server, store, crowd, racers, seconds=seconds, kill=kill, warm_up=warm_up)
        held = sum(racer.is_connected for racer in racers)
        for racer in racers:
            racer.leave()
    finally:
        server.end()
    for error in sorted(set(crowd.errors))[:5]:
        print(f"  {crowd.errors.count(error)} × {error}", file=sys.stderr)
    lost, twice = look_up(store, crowd.raced)
    return RaceLoadResult(
        store=store.engine,
        workers=workers,
        format=crowd.settings.format,
        rooms=rooms,
        rate=crowd.rate,
        seconds=seconds,
        spread=spread,
        held=held,
        pairs=len(crowd.late_own) / usage.at,
        others=_milliseconds(crowd.late_others),
        own=_milliseconds(crowd.late_own),
        errors=len(crowd.errors),
        finished=crowd.finished,
        server_cpu=usage.server,
        store_cpu=usage.store,
        players_cpu=usage.players,
        killed=kill,
        reconnects=crowd.reconnects,
        back=max(crowd.back, default=0.0),
        lost=lost,
        twice=twice,
    )


async def _arrive(rooms: Sequence[LoadRoom]) -> None:
    """Open all rooms, a few at a time."""
    door = asyncio.Semaphore(_AT_ONCE)

    async def arrive(room: LoadRoom) -> None:
        async with door:
            await room.open()

    await asyncio.gather(*map(arrive, rooms))


async def _race(
    server: LoadServer,
    store: LoadStore,
    crowd: RaceCrowd,
    racers: Sequence[LoadRacer],
    *,
    seconds: float,
    kill: bool,
    warm_up: float,
) -> Usage:
    """Race, with a kill halfway, and return what was used per second; the first seconds do not count."""
    crowd.is_playing = True
    for racer in racers:
        racer.begin()
    await asyncio.sleep(warm_up)
    crowd.late_own.clear()
    crowd.late_others.clear()
    before = Usage.read(server, store)
    await asyncio.sleep(seconds / 2)
    if kill:
        await asyncio.to_thread(server.kill)
    await asyncio.sleep(seconds / 2)
    used = Usage.read(server, store).since(before)
    crowd.is_playing = False
    for _ in range(round(_LATE_SECONDS / 0.1)):
        if not any(racer.is_waiting for racer in racers):
            break
        await asyncio.sleep(0.1)
    crowd.errors += ["no answer"] * sum(racer.is_waiting for racer in racers)
    return used


def _count_spread(server: LoadServer, rooms: Sequence[LoadRoom]) -> int | None:
    """Count the rooms whose players are on several workers."""
    owners = process_tree.socket_owners(server.workers, server.port)
    if not owners:
        return None
    found = (
        {owners.get((racer.client.address, racer.socket.local_port)) for racer in room.racers if racer.socket}
        for room in rooms
    )
    return sum(len(workers - {None}) > 1 for workers in found)


def _milliseconds(seconds: list[float]) -> tuple[float, float, float]:
    """Return the median, the 99th percentile and the maximum."""
    times = sorted(seconds) or [0.0]
    return times[len(times) // 2] * 1000, times[len(times) * 99 // 100] * 1000, times[-1] * 1000


def race_load_table(results: Sequence[RaceLoadResult], *, markdown: bool) -> str:
    """Format results as two tables, one line per run: what the players saw, and what each part used."""
    kind = ("store", "workers", "format", "rooms", "players", "pairs/s each")
    seen = (
        *(*kind, "on several workers", "connections", "pairs/s", "p50 ms", "p99 ms", "max ms"),
        *("own p50 ms", "own p99 ms", "own max ms", "errors", "races", "killed", "reconnected", "back in s"),
        *("lost", "twice"),
    )
    used = (*kind, "CPU of server", "of database", "of players", "pairs/CPU-s of server", "of database", "of players")
    lines = [table(seen, [(*_kind(result), *_seen(result)) for result in results], markdown=markdown)]
    lines += [table(used, [(*_kind(result), *_used(result)) for result in results], markdown=markdown)]
    return "\n\n".join(lines)


def _kind(result: RaceLoadResult) -> tuple[str, ...]:
    players = MAX_SEATS * result.rooms
    return result.store, str(result.workers), result.format, f"{result.rooms:,}", f"{players:,}", f"{result.rate:g}"


def _seen(result: RaceLoadResult) -> tuple[str, ...]:
    return (
        *("–" if result.spread is None else f"{result.spread:,}", f"{result.held:,}", f"{result.pairs:,.0f}"),
        *(f"{time:.1f}" for time in result.others),
        *(f"{time:.1f}" for time in result.own),
        *(str(result.errors), f"{result.finished:,}", "yes" if result.killed else "no", f"{result.reconnects:,}"),
        *(f"{result.back:.1f}" if result.killed else "–", str(result.lost), str(result.twice)),
    )


def _used(result: RaceLoadResult) -> tuple[str, ...]:
    parts = result.server_cpu, result.store_cpu, result.players_cpu
    return (
        *("–" if part is None else f"{100 * part:.0f}%" for part in parts),
        *(f"{result.pairs / part:,.0f}" if part else "–" for part in parts),
    )
