"""The statement that writes commands to PostgreSQL, which the store and the server share."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from lianliankan.store.columns import games_table

__all__ = ["CHANNEL", "CONNECTION_SETTINGS", "encode_update", "update_statement"]

CHANNEL: Final = "llk"
"""The channel of notifications: who sends it, what happened, and to which games, separated by blanks."""

CONNECTION_SETTINGS: Final[dict[str, Any]] = {
    "autocommit": True,  # transactions are started explicitly
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
    "application_name": "lianliankan",
}
"""How connections are opened."""

_GAMES_PER_NOTIFICATION = 256  # a notification is limited to 8,000 bytes
_TYPES = {"INTEGER": "BIGINT", "TEXT": "TEXT"}
_ENTRY = ("game", "number", "at", "command")


@cache
def update_statement(names: tuple[str, ...]) -> bytes:
    """Return the statement that writes columns and command rows of games, and returns the ids of those written.

    The version check is in the update: a game whose length is not the expected one is left alone, and so are its rows.
    What is written is announced, as `NAME moved ID:LENGTH …`, when it is committed.
    """
    kinds = {"id": "TEXT", "old_length": "INTEGER"} | {name: games_table()[name].split()[0] for name in names}
    fields = ", ".join(f"{name} {_TYPES[kind]}" for name, kind in kinds.items())
    setters = ", ".join(f"{name} = new.{name}" for name in names)
    return (
        f"WITH done AS (UPDATE games SET {setters} FROM json_to_recordset(%s) AS new ({fields}) "
        "WHERE games.id = new.id AND games.length = new.old_length RETURNING games.id, games.length), "
        "added AS (INSERT INTO commands (game, number, at, command) SELECT game, number, at, command "
        "FROM json_to_recordset(%s) AS entry (game TEXT, number BIGINT, at BIGINT, command TEXT) "
        "JOIN done ON done.id = entry.game), "
        f"parts AS (SELECT id, length, row_number() OVER () / {_GAMES_PER_NOTIFICATION} AS part FROM done), "
        f"told AS (SELECT pg_notify('{CHANNEL}', %s || ' moved ' || string_agg(id || ':' || length, ' ')) "
        "FROM parts GROUP BY part) "
        "SELECT id, (SELECT count(*) FROM told) FROM done"  # what is not selected would not be done
    ).encode()


def encode_update(
    names: tuple[str, ...], rows: Sequence[Sequence[object]], entries: Sequence[Sequence[object]], worker: str
) -> tuple[str, str, str]:
    """Return the values for `update_statement`: games with their new columns, command rows, and who announces them.

    A row has the id of a game, the length that it must still have, and its new columns; an entry has the id of a game,
    number, time and text.
    """
    columns = ("id", "old_length", *names)
    games = [dict(zip(columns, row, strict=True)) for row in rows]
    return _encode(games), _encode([dict(zip(_ENTRY, entry, strict=True)) for entry in entries]), worker


def _encode(value: Sequence[Mapping[str, object]]) -> str:
    return msgspec.json.encode(value).decode()
