"""Writing the changes that commands make: of one game, or of many games in one transaction."""

import sqlite3
import time
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from lianliankan.errors import GameMoved, NoSuchGame, StoreError
from lianliankan.game.game import Entry
from lianliankan.store.database import Database
from lianliankan.text import shorten

__all__ = ["Change", "now_stamp", "write_change", "write_changes", "write_entries"]


class Change(NamedTuple):
    """What a command adds to a stored game.

    - `id`: the game.
    - `version`: the version of the game before.
    - `columns`: its new summary; if `has_summary` is false, including the columns that never change.
    - `entries`: the new entries.
    - `changed`: the time, in microseconds since 1970.
    - `has_summary`: whether the store already has the columns that never change, such as the size.
    """

    id: str
    version: int
    columns: dict[str, Any]
    entries: Sequence[Entry]
    changed: int
    has_summary: bool


def now_stamp() -> int:
    """Return the current time as the store writes it: in microseconds since 1970."""
    return time.time_ns() // 1000


def write_change(database: Database, change: Change) -> None:
    """Write one change; raises GameMoved if the game was changed elsewhere, and NoSuchGame if it was deleted."""
    columns = change.columns | {"changed": change.changed}
    setters = ", ".join(f"{name} = :{name}" for name in columns)
    with database.writing() as connection:
        # If another program has continued the game, its number of entries differs.
        done = connection.execute(
            f"UPDATE games SET {setters} WHERE id = :id AND entries = :version",
            columns | {"id": change.id, "version": change.version},
        )
        if not done.rowcount:
            if not connection.execute("SELECT 1 FROM games WHERE id = ?", (change.id,)).fetchone():
                raise NoSuchGame(f"there is no game {shorten(change.id)}")
            raise GameMoved(f"game {change.id} was changed elsewhere; open it again")
        write_entries(connection, change.id, change.entries, version=change.version)


def write_entries(connection: sqlite3.Connection, id: str, entries: Iterable[Entry], *, version: int) -> None:
    """Write entries of a game after a version of it."""
    new = [(id, number, entry.at, str(entry.command)) for number, entry in enumerate(entries, version + 1)]
    connection.executemany("INSERT INTO commands (game, number, at, command) VALUES (?, ?, ?, ?)", new)


# One statement for all games: with one each, this thread would wait for the interpreter lock once per game.
_BATCH_FIELDS = (
    "id",
    "version",
    "changed",
    "entries",
    "at",
    "state",
    "score",
    "seconds",
    "stars",
    "pairs",
    "tiles",
    "shuffles_left",
)
_NEW = ", ".join(f"json_extract(value, '$[{place}]') AS {name}" for place, name in enumerate(_BATCH_FIELDS))
_SETTERS = ", ".join(f"{name} = new.{name}" for name in _BATCH_FIELDS[2:] if name != "seconds")
_UPDATE = (
    # Seconds are passed in milliseconds: an integer and a division are exact, a decimal fraction may not be.
    f"UPDATE games SET {_SETTERS}, seconds = new.seconds / 1000.0 FROM (SELECT {_NEW} FROM json_each(?)) AS new "
    "WHERE games.id = new.id AND games.entries = new.version"
)
_INSERT = (
    "INSERT INTO commands (game, number, at, command) SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), "
    "json_extract(value, '$[2]'), json_extract(value, '$[3]') FROM json_each(?)"
)


def write_changes(database: Database, changes: Sequence[Change]) -> list[StoreError | None]:
    """Write changes of different games, in one transaction if possible; return for each the error, or None.

    They are on disk when this returns. If one game cannot be written, the others still are.
    """
    batch = [change for change in changes if change.has_summary]
    answers: dict[str, StoreError | None] = {}
    if len(batch) > 1:
        try:
            _write_batch(database, batch)
            answers = dict.fromkeys((change.id for change in batch), None)
        except _SomeMissing:
            pass  # writing them one by one shows which
        except StoreError as problem:  # a full disk or missing file would affect each of them
            answers = dict.fromkeys((change.id for change in batch), problem)
    return [answers[change.id] if change.id in answers else _try_write(database, change) for change in changes]


def _write_batch(database: Database, changes: Sequence[Change]) -> None:
    """Write all or nothing."""
    rows = [
        (
            *(change.id, change.version, change.changed, change.columns["entries"], change.columns["at"]),
            *(change.columns["state"], change.columns["score"], round(change.columns["seconds"] * 1000)),
            *(change.columns["stars"], change.columns["pairs"], change.columns["tiles"]),
            change.columns["shuffles_left"],
        )
        for change in changes
    ]
    entries = [
        (change.id, number, entry.at, str(entry.command))
        for change in changes
        for number, entry in enumerate(change.entries, change.version + 1)
    ]
    with database.writing() as connection:
        done = connection.execute(_UPDATE, (msgspec.json.encode(rows).decode(),))
        if done.rowcount != len(changes):
            raise _SomeMissing
        connection.execute(_INSERT, (msgspec.json.encode(entries).decode(),))


class _SomeMissing(Exception):
    """Some game does not have the number of entries its change expects."""


def _try_write(database: Database, change: Change) -> StoreError | None:
    try:
        write_change(database, change)
    except StoreError as problem:
        return problem
    return None
