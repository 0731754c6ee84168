"""What the store has of the races of a load test: answered pairs that are missing, and pairs that nobody sent."""

import contextlib
from collections import Counter, defaultdict
from collections.abc import Sequence

from lianliankan.bench.load_server import LoadStore
from lianliankan.bench.race_client import RacedPairs
from lianliankan.race.record import unpack_race
from lianliankan.store.open_database import open_database


def look_up(store: LoadStore, raced: Sequence[RacedPairs]) -> tuple[int, int]:
    """Count the answered pairs that the store does not have, and the pairs in it that nobody sent.

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
