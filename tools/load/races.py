"""Races in rooms of six: how soon a pair is on the others' screens, and what is lost in a crash."""

import asyncio
import contextlib
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import process_tree
from lianliankan.race.items import Format
from lianliankan.race.record import unpack_race
from lianliankan.race.settings import MAX_SEATS, RaceSettings
from lianliankan.store.maintenance import open_database
from lianliankan.text import table
from load.racers import LoadRacer, LoadRoom, RaceCrowd, RacedPairs
from load.server import LLK, LoadServer, LoadStore, Times, Usage, run, wait_for

_OPENING = 8  # rooms at the same time


class RaceLoadResult(NamedTuple):
    """The result of a run.

    - `store`, `workers`, `format`: "sqlite" or "postgresql", how many processes serve players, and the races' format.
    - `rooms`, `rate`: rooms of six players who take `rate` pairs per second each.
    - `spread`: rooms whose players were on several workers at the same time; None if the system does not say.
    - `held`: connections open at the end.
    - `pairs`: answered per second.
    - `others`, `own`: until a pair is on the others' screens, and until its own player has the answer.
    - `finished`: races that came to their end.
    - `usage`: processor time per second.
    - `killed`, `cut`, `reconnects`, `back`: whether a worker was killed halfway, how many racers were connected to it,
      how many connections were lost, and after how many seconds the last of their players was back.
    - `lost`, `twice`: answered pairs that the store does not have, and stored pairs that no player sent.
    """

    store: str
    workers: int
    format: str
    rooms: int
    rate: float
    spread: int | None
    held: int
    pairs: float
    others: Times
    own: Times
    errors: int
    finished: int
    usage: Usage
    killed: bool
    cut: int
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
    program: Sequence[str] = LLK,
) -> RaceLoadResult:
    """Run races in rooms of six for some seconds; the server is a separate process.

    `store` and `program` are as in `games.measure`. `warm_up` are the seconds from the first ready check to the first
    pair that counts.
    """

    async def race(server: LoadServer, place: LoadStore) -> RaceLoadResult:
        crowd = RaceCrowd(rate, RaceSettings(format=format, countdown=1), server.port)
        places = [LoadRoom(crowd, MAX_SEATS * number, MAX_SEATS) for number in range(rooms)]
        racers = [racer for room in places for racer in room.racers]
        await _arrive(places)
        spread = _count_spread(server, places)
        usage, cut = await _race(server, place, crowd, racers, seconds=seconds, kill=kill, warm_up=warm_up)
        held = sum(racer.is_connected for racer in racers)
        for racer in racers:
            racer.leave()
        server.end()
        for error in sorted(set(crowd.errors))[:5]:
            print(f"  {crowd.errors.count(error)} × {error}", file=sys.stderr)
        lost, twice = look_up(place, crowd.raced)
        return RaceLoadResult(
            store=place.engine,
            workers=workers,
            format=format,
            rooms=rooms,
            rate=rate,
            spread=spread,
            held=held,
            pairs=len(crowd.late_own) / usage.at,
            others=Times.of(crowd.late_others),
            own=Times.of(crowd.late_own),
            errors=len(crowd.errors),
            finished=crowd.finished,
            usage=usage,
            killed=kill,
            cut=cut,
            reconnects=crowd.reconnects,
            back=max(crowd.back, default=0.0),
            lost=lost,
            twice=twice,
        )

    return run(race, store, workers, program)


def race_load_table(results: Sequence[RaceLoadResult]) -> str:
    """Format results as two Markdown tables, one line per run: what the players saw, and what each part used."""
    kind = ["store", "workers", "format", "rooms", "players", "pairs/s each"]
    seen = ["on several workers", "connections", "pairs/s", "p50 ms", "p99 ms", "max ms"]
    seen += ["own p50 ms", "own p99 ms", "own max ms", "errors", "races", "killed", "reconnected", "back in s"]
    seen += ["lost", "twice"]
    used = ["CPU of server", "of database", "of players", "pairs/CPU-s of server", "of database", "of players"]
    tables = [
        table(kind + seen, [_kind(result) + _seen(result) for result in results], markdown=True),
        table(kind + used, [_kind(result) + result.usage.cells(result.pairs) for result in results], markdown=True),
    ]
    return "\n\n".join(tables)


def _kind(result: RaceLoadResult) -> list[str]:
    players = MAX_SEATS * result.rooms
    return [result.store, str(result.workers), result.format, f"{result.rooms:,}", f"{players:,}", f"{result.rate:g}"]


def _seen(result: RaceLoadResult) -> list[str]:
    spread = "–" if result.spread is None else f"{result.spread:,}"
    times = [f"{time:.1f}" for time in (*result.others, *result.own)]
    killed = [
        "yes" if result.killed else "no",
        f"{result.reconnects:,}",
        f"{result.back:.1f}" if result.killed else "–",
    ]
    counts = [str(result.errors), f"{result.finished:,}", *killed, str(result.lost), str(result.twice)]
    return [spread, f"{result.held:,}", f"{result.pairs:,.0f}", *times, *counts]


async def _arrive(rooms: Sequence[LoadRoom]) -> None:
    """Open all rooms, a few at a time."""
    door = asyncio.Semaphore(_OPENING)

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
) -> tuple[Usage, int]:
    """Run the races, and kill a server halfway, once it has answered; the first seconds do not count.

    Return what was used per second, and how many racers were cut off.
    """
    crowd.is_playing = True
    for racer in racers:
        racer.begin()
    await asyncio.sleep(warm_up)
    crowd.late_own.clear()
    crowd.late_others.clear()
    before, cut = Usage.read(server, store), 0
    await asyncio.sleep(seconds / 2)
    if kill:
        await wait_for(lambda: len(crowd.late_own) >= len(racers))
        names = [racer.name for racer in racers if racer.is_connected]
        clients = await asyncio.to_thread(server.kill)
        cut = sum(name in clients for name in names)
    await asyncio.sleep(seconds / 2)
    used = Usage.read(server, store).since(before)
    crowd.is_playing = False
    await wait_for(lambda: not any(racer.is_waiting for racer in racers))
    crowd.errors += ["no answer"] * sum(racer.is_waiting for racer in racers)
    return used, cut


def _count_spread(server: LoadServer, rooms: Sequence[LoadRoom]) -> int | None:
    """Count the rooms whose players are on several workers."""
    owners = process_tree.socket_owners(server.workers, server.port)
    if not owners:
        return None
    found = ({owners.get(racer.name) for racer in room.racers if racer.name} for room in rooms)
    return sum(len(workers - {None}) > 1 for workers in found)


def look_up(store: LoadStore, raced: Sequence[RacedPairs]) -> tuple[int, int]:
    """Count the answered pairs that the store does not have, and the stored pairs that no player sent.

    A race that is over is looked up in its record, one that is still running in the log of its room.
    """
    finished, running = _read(store)
    lost = twice = 0
    for each in raced:
        start = f"{each.seat + 1} play "
        commands = finished.get(each.race_id)
        if commands is None:
            commands = [command for number, command in running.get(each.code, []) if number > each.since]
        there = Counter(command.removeprefix(start) for command in commands if command.startswith(start))
        lost += (Counter(each.answered) - there).total()
        twice += max(there.total() - each.sent, 0)
    return lost, twice


def _read(store: LoadStore) -> tuple[dict[str, list[str]], dict[str, list[tuple[int, str]]]]:
    """Return the commands of all races that are over, by their ids, and the logs of all rooms, by their codes."""
    database = open_database(store.place)
    with contextlib.closing(database), database.reading() as connection:
        records = connection.execute("SELECT id, record FROM races").fetchall()
        entries = connection.execute("SELECT room, number, command FROM room_entries").fetchall()
    finished = {id: [str(entry.command) for entry in unpack_race(record, {}).entries] for id, record in records}
    running: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for room, number, command in entries:
        running[room].append((number, command))
    return finished, running
