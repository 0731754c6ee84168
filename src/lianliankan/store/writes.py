"""Writing the changes that commands make: of one game or of many, in one transaction."""

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from lianliankan.errors import GameMoved, NoSuchGame, StoreError
from lianliankan.game.log import Entry
from lianliankan.store.database import Database
from lianliankan.store.first_attempts import FirstPair, write_first_attempts
from lianliankan.text import shorten

__all__ = ["Change", "now_stamp", "number_entries", "write_changes", "write_entries"]


class Change(NamedTuple):
    """What a command adds to a stored game.

    - `id`: the game.
    - `version`: the version of the game before.
    - `columns`: its new columns.
    - `entries`: the new entries.
    - `first_pair`: if it is the first pair of a daily game, which may be the first attempt of its day.
    """

    id: str
    version: int
    columns: dict[str, Any]
    entries: Sequence[Entry]
    first_pair: FirstPair | None = None


def now_stamp() -> int:
    """Return the current time as the store writes it: in microseconds since 1970."""
    return time.time_ns() // 1000


def write_changes(database: Database, changes: Sequence[Change]) -> list[StoreError | None]:
    """Write changes of different games in one transaction; return for each the error, or None.

    They are on disk when this returns. If a game was changed elsewhere (GameMoved) or deleted (NoSuchGame), the others
    are still written; any other error concerns all of them.
    """
    problems: dict[str, StoreError] = {}
    try:
        with database.writing() as connection:
            if _update(connection, changes) != len(changes):  # seldom, so the others are written once more
                connection.execute("ROLLBACK")
                connection.execute("BEGIN IMMEDIATE")
                problems = _find_problems(connection, changes)
                _update(connection, [change for change in changes if change.id not in problems])
            written = [change for change in changes if change.id not in problems]
            write_entries(connection, written)
            write_first_attempts(connection, [change.first_pair for change in written if change.first_pair])
    except StoreError as problem:  # a full disk or a missing file
        return [problem] * len(changes)
    return [problems.get(change.id) for change in changes]


# One statement for all games: with one each, this thread would wait for the interpreter lock once per game.
_INSERT = (
    "INSERT INTO commands (game, number, at, command) SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), "
    "json_extract(value, '$[2]'), json_extract(value, '$[3]') FROM json_each(?)"
)


def write_entries(connection: sqlite3.Connection, changes: Iterable[Change]) -> None:
    """Write the new entries of games."""
    rows = [(change.id, *row) for change in changes for row in number_entries(change.entries, change.version)]
    connection.execute(_INSERT, (_encode(rows),))


def number_entries(entries: Iterable[Entry], version: int) -> Iterator[tuple[int, int, str]]:
    """Return the command rows of entries that follow a version of a game: their numbers, times and texts."""
    for number, entry in enumerate(entries, version + 1):
        yield number, entry.at, str(entry.command)


def _update(connection: sqlite3.Connection, changes: Iterable[Change]) -> int:
    """Write the new columns of games that still have the expected version, and return their number."""
    rows: dict[tuple[str, ...], list[tuple[object, ...]]] = {}  # nearly always, the same columns change in all games
    for id, version, columns, *_ in changes:
        rows.setdefault(tuple(columns), []).append((id, version, *columns.values()))
    return sum(connection.execute(_update_sql(names), (_encode(new),)).rowcount for names, new in rows.items())


@cache
def _update_sql(names: tuple[str, ...]) -> str:
    fields = ", ".join(
        f"json_extract(value, '$[{place}]') AS {name}" for place, name in enumerate(("id", "old_length", *names))
    )
    setters = ", ".join(f"{name} = new.{name}" for name in names)
    return (
        f"UPDATE games SET {setters} FROM (SELECT {fields} FROM json_each(?)) AS new "
        "WHERE games.id = new.id AND games.length = new.old_length"
    )


def _find_problems(connection: sqlite3.Connection, changes: Sequence[Change]) -> dict[str, StoreError]:
    """Return the errors of games that do not have the expected version: another program has changed them."""
    ids = (_encode([change.id for change in changes]),)
    found = connection.execute("SELECT id, length FROM games WHERE id IN (SELECT value FROM json_each(?))", ids)
    versions = dict(found.fetchall())
    problems: dict[str, StoreError] = {}
    for id, version, *_ in changes:
        if id not in versions:
            problems[id] = NoSuchGame(f"there is no game {shorten(id)}")
        elif versions[id] != version:
            problems[id] = GameMoved(f"game {id} was changed elsewhere; open it again")
    return problems


def _encode(value: object) -> str:
    return msgspec.json.encode(value).decode()
