"""The statement that writes commands to PostgreSQL and announces them, which the store and the server share."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from lianliankan.store.columns import games_table
from lianliankan.store.database import Row
from lianliankan.store.first_attempts import FirstPair
from lianliankan.store.schema import translate_types

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

FIND_WRITTEN: Final = (
    b"SELECT games.id FROM games JOIN unnest(%s::text[], %s::text[]) AS new (id, chain) USING (id, chain)"
)
"""Finds the games that have the given chains: a change that nobody answered was written after all."""

NOTIFY: Final = f"SELECT pg_notify('{CHANNEL}', said) FROM unnest(%s::text[]) AS said".encode()
"""Sends notifications."""

_GAMES_PER_NOTIFICATION = 256  # a notification is limited to 8,000 bytes
_ENTRY = ("game", "number", "at", "command")


@cache
def update_statement(names: tuple[str, ...]) -> bytes:
    """Return the statement that writes columns and command rows of games, and returns the ids of those written.

    The version check is in the update: a game whose length or owner is not the expected one is left alone, and so are
    its rows.
    Those written are announced with the commit, as `WORKER moved ID:LENGTH …`.
    """
    kinds = {"id": "TEXT", "old_length": "INTEGER", "old_player": "TEXT"}
    kinds |= {name: games_table()[name].split()[0] for name in names}
    fields = ", ".join(f"{name} {kind}" for name, kind in kinds.items())
    setters = ", ".join(f"{name} = new.{name}" for name in names)
    statement = (
        f"WITH done AS (UPDATE games SET {setters} FROM json_to_recordset(%s) AS new ({fields}) "
        # The ids are there for the plan: one made while there are few games, and kept, finds them by index, too.
        "WHERE games.id = new.id AND games.id = ANY(%s) "
        "AND games.length = new.old_length AND games.player = new.old_player "
        "RETURNING games.id, games.length), "
        "added AS (INSERT INTO commands (game, number, at, command) SELECT game, number, at, command "
        "FROM json_to_recordset(%s) AS entry (game TEXT, number INTEGER, at INTEGER, command TEXT) "
        "JOIN done ON done.id = entry.game), "
        "tried AS (INSERT INTO first_attempts (player, day, game, made) SELECT player, day, game, made "
        "FROM json_to_recordset(%s) AS pair (player TEXT, day TEXT, game TEXT, made INTEGER) "
        "JOIN done ON done.id = pair.game ON CONFLICT (player, day) DO NOTHING), "
        f"parts AS (SELECT id, length, row_number() OVER () / {_GAMES_PER_NOTIFICATION} AS part FROM done), "
        f"told AS (SELECT pg_notify('{CHANNEL}', %s || ' moved ' || string_agg(id || ':' || length, ' ')) "
        "FROM parts GROUP BY part) "
        "SELECT id, (SELECT count(*) FROM told) FROM done"  # a part that is not selected would not be run
    )
    return translate_types(statement).encode()


def encode_update(
    names: tuple[str, ...],
    rows: Sequence[Row],
    entries: Sequence[Row],
    firsts: Sequence[FirstPair],
    worker: str = "",
) -> tuple[str, list[object], str, str, str]:
    """Return the values for `update_statement`: games, their ids, command rows, first pairs, and who says it."""
    columns = ("id", "old_length", "old_player", *names)
    games = [dict(zip(columns, row, strict=True)) for row in rows]
    added = [dict(zip(_ENTRY, entry, strict=True)) for entry in entries]
    ids = [row[0] for row in rows]
    return _encode(games), ids, _encode(added), _encode([pair._asdict() for pair in firsts]), worker


def _encode(value: Sequence[Mapping[str, object]]) -> str:
    return msgspec.json.encode(value).decode()
