"""The tables of a store, described once for both engines; creating them, and upgrading those of an older version.

The words for types are TEXT, INTEGER (64 bits) and BLOB. Times are microseconds since 1970; in a game, milliseconds.
"""

import re
import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from lianliankan.errors import StoreError
from lianliankan.store.columns import GAMES_TABLE

if TYPE_CHECKING:
    from psycopg import Connection

Engine = Literal["sqlite", "postgresql"]


class TableSpec(NamedTuple):
    """A table.

    - `columns`: their names and kinds, separated by commas; `key`: the primary key, if it has several columns.
    - `is_ordered`: whether the order of insertion counts; it is the column `rowid`, which SQLite has anyway.
    - `sqlite`, `postgresql`: further options for the engine.
    """

    columns: str
    key: str = ""
    is_ordered: bool = False
    sqlite: str = ""
    postgresql: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, without `rowid`."""
        return tuple(column.split()[0] for column in self.columns.split(", "))


TABLES: Final[dict[str, TableSpec]] = {
    # Every command updates the row of its game. With room on the page and no index on a column that changes, not even
    # in its condition, PostgreSQL writes the row alone (a HOT update), and needs no vacuum for it.
    "games": TableSpec(
        ", ".join(f"{name} {kind}" for name, kind in GAMES_TABLE.items()),
        is_ordered=True,
        postgresql="WITH (fillfactor = 60)",
    ),
    "commands": TableSpec(
        "game TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, command TEXT NOT NULL",
        key="game, number",
        sqlite="WITHOUT ROWID",
    ),
    "settings": TableSpec(
        "player TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL", key="player, name", sqlite="WITHOUT ROWID"
    ),
    # A set without a name is a player's draft; there is at most one.
    "picture_sets": TableSpec(
        "id TEXT NOT NULL PRIMARY KEY, player TEXT NOT NULL, name TEXT, changed INTEGER NOT NULL",
        is_ordered=True,
    ),
    "pictures": TableSpec(
        "id TEXT NOT NULL PRIMARY KEY, picture_set TEXT NOT NULL, place INTEGER NOT NULL, label TEXT NOT NULL, "
        "data BLOB NOT NULL"
    ),
    # What was found out about finished games. It follows from the games, and is filled in when it is needed.
    "analyses": TableSpec("game TEXT NOT NULL PRIMARY KEY, data TEXT NOT NULL"),
    # Secrets of the site that all its servers share.
    "secrets": TableSpec("name TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL"),
    # Players with an account. Anonymous ones have no row: their id is in their cookie and with their games.
    "players": TableSpec("id TEXT NOT NULL PRIMARY KEY, name TEXT, name_key TEXT UNIQUE, created INTEGER NOT NULL"),
    # The browsers that are signed in. The id of the one that an account was made in is the player's own id.
    "devices": TableSpec(
        "id TEXT NOT NULL PRIMARY KEY, player TEXT NOT NULL, browser TEXT NOT NULL, system TEXT NOT NULL, "
        "created INTEGER NOT NULL, seen INTEGER NOT NULL"
    ),
    "passkeys": TableSpec(
        "id TEXT NOT NULL PRIMARY KEY, player TEXT NOT NULL, public_key BLOB NOT NULL, sign_count INTEGER NOT NULL, "
        "browser TEXT NOT NULL, system TEXT NOT NULL, created INTEGER NOT NULL, used INTEGER NOT NULL"
    ),
    # What holds for a while, under the hash of a secret: links for other devices, questions to passkeys, cookies that
    # are no longer valid.
    "tokens": TableSpec(
        "hash TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, player TEXT NOT NULL, expires INTEGER NOT NULL"
    ),
    # Which game of a day is a player's first attempt: the one in which the first pair was made, and when that was.
    "first_attempts": TableSpec(
        "player TEXT NOT NULL, day TEXT NOT NULL, game TEXT NOT NULL, made INTEGER NOT NULL", key="player, day"
    ),
    # Verified results, one of each player on a board: see rankings.py. The standing sorts them, the best first.
    "results": TableSpec(
        "board TEXT NOT NULL, player TEXT NOT NULL, game TEXT NOT NULL, won INTEGER NOT NULL, score INTEGER NOT NULL, "
        "played INTEGER NOT NULL, stars INTEGER NOT NULL, ended INTEGER NOT NULL, standing INTEGER NOT NULL",
        key="board, player",
    ),
    # Games that were imported from elsewhere, with the id that they have there; they are not in the rankings.
    "imports": TableSpec("player TEXT NOT NULL, origin TEXT NOT NULL, game TEXT NOT NULL", key="player, origin"),
    # Rooms, as long as they are open: see rooms.py. The base is what a room was some entries ago; what follows the
    # version is for lists, and may be a little late.
    "rooms": TableSpec(
        "code TEXT NOT NULL PRIMARY KEY, opener TEXT NOT NULL, is_public INTEGER NOT NULL, is_quick INTEGER NOT NULL, "
        "ghosts TEXT NOT NULL, opened INTEGER NOT NULL, base TEXT NOT NULL, base_version INTEGER NOT NULL, "
        "version INTEGER NOT NULL, changed INTEGER NOT NULL, card_version INTEGER NOT NULL, phase TEXT NOT NULL, "
        "format TEXT NOT NULL, settings TEXT NOT NULL, seats INTEGER NOT NULL, people INTEGER NOT NULL, "
        "bots INTEGER NOT NULL, host TEXT NOT NULL, rating INTEGER NOT NULL"
    ),
    # What was done in a room, by which server; the note of a "join" or a "hello" is its player.
    "room_entries": TableSpec(
        "room TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, author TEXT NOT NULL, "
        "command TEXT NOT NULL, note TEXT NOT NULL",
        key="room, number",
    ),
    # The players with a seat in a room, and those who were removed from it.
    "room_players": TableSpec(
        "room TEXT NOT NULL, player TEXT NOT NULL, is_kicked INTEGER NOT NULL", key="room, player"
    ),
    # Races that are over. Their records contain no names; those are with the results.
    "races": TableSpec(
        "id TEXT NOT NULL PRIMARY KEY, room TEXT NOT NULL, format TEXT NOT NULL, began INTEGER NOT NULL, "
        "ended INTEGER NOT NULL, is_rated INTEGER NOT NULL, flags TEXT NOT NULL, record BLOB NOT NULL"
    ),
    # How each seat fared; a bot, a ghost and a forgotten player have no player.
    "race_results": TableSpec(
        "race TEXT NOT NULL, seat INTEGER NOT NULL, player TEXT, name TEXT NOT NULL, bot INTEGER NOT NULL, "
        "rank INTEGER NOT NULL, state TEXT NOT NULL, reason TEXT, ms INTEGER, pairs INTEGER NOT NULL, "
        "tiles INTEGER NOT NULL, began INTEGER NOT NULL, points_before INTEGER, points_after INTEGER",
        key="race, seat",
    ),
    # Ratings of players in a format. The points are what lists are sorted by; mu and sigma are in millionths.
    "skills": TableSpec(
        "player TEXT NOT NULL, format TEXT NOT NULL, mu INTEGER NOT NULL, sigma INTEGER NOT NULL, "
        "points INTEGER NOT NULL, races INTEGER NOT NULL, wins INTEGER NOT NULL",
        key="player, format",
    ),
    # Players who race: what leads to their profiles, and the name that a player without an account has chosen.
    "racers": TableSpec("player TEXT NOT NULL PRIMARY KEY, handle TEXT NOT NULL UNIQUE, name TEXT"),
}
"""All tables of a store."""

_INDEXES: Final = (
    "CREATE INDEX games_of_player ON games (player)",
    "CREATE UNIQUE INDEX picture_sets_by_name ON picture_sets (player, name)",
    "CREATE UNIQUE INDEX picture_drafts ON picture_sets (player) WHERE name IS NULL",
    "CREATE INDEX pictures_of_set ON pictures (picture_set, place)",
    "CREATE INDEX devices_of_player ON devices (player)",
    "CREATE INDEX passkeys_of_player ON passkeys (player)",
    "CREATE INDEX tokens_of_player ON tokens (player)",
    "CREATE INDEX tokens_by_expiry ON tokens (kind, expires)",
    "CREATE INDEX results_best_first ON results (board, standing, ended, player)",
    "CREATE INDEX results_of_player ON results (player)",
    "CREATE INDEX imports_of_game ON imports (game)",
    "CREATE INDEX room_players_by_player ON room_players (player)",
    "CREATE INDEX races_to_review ON races (began) WHERE flags <> ''",
    "CREATE INDEX race_results_of_player ON race_results (player, began)",
    "CREATE INDEX skills_best_first ON skills (format, points, player)",
)

Step = tuple[str, ...]
"""The statements that upgrade a store by one version, in the words of both engines."""

STEPS: Final[tuple[Step, ...]] = ()
"""The upgrades of a store from version 1, 2, … to the next one. A released step never changes.

A new store gets the tables above and runs no steps, so a change of a table is made there, too.
"""

VERSION: Final = 1 + len(STEPS)
"""The version that this program needs."""

APPLICATION_ID: Final = 0x6C6C6B  # "llk": SQLite's application id, which marks the file as ours

_LOCK: Final = 0x6C6C6B  # the advisory lock under which one program at a time upgrades a store in PostgreSQL
_LOCK_TIMEOUT: Final = b"SET LOCAL lock_timeout = '3s'"
_TYPES: Final = {"INTEGER": "BIGINT", "BLOB": "BYTEA", "TEXT": 'TEXT COLLATE "C"'}
_ROW_NUMBER: Final = "rowid BIGINT NOT NULL GENERATED BY DEFAULT AS IDENTITY"
_FIND_TABLE: Final = """
    SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace(current_schema()) AND relkind IN ('r', 'p')
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e') LIMIT 1
"""  # a table that is not part of an extension


def create_statements(engine: Engine) -> list[str]:
    """Return the statements that create all tables of a store.

    >>> create_statements("sqlite")[2]
    'CREATE TABLE settings (player TEXT NOT NULL, ... PRIMARY KEY (player, name)) WITHOUT ROWID'
    """
    found = []
    for name, table in TABLES.items():
        parts = [table.columns]
        if engine == "postgresql" and table.is_ordered:
            parts.append(_ROW_NUMBER)
        if table.key:
            parts.append(f"PRIMARY KEY ({table.key})")
        rest = table.sqlite if engine == "sqlite" else table.postgresql
        found.append(f"CREATE TABLE {name} ({', '.join(parts)}) {rest}".rstrip())
    return [*found, *_INDEXES]


def _upgrade_statements(version: int, engine: Engine, steps: Sequence[Step]) -> list[str]:
    """Return what a store of a version lacks; 0 is one that is empty."""
    if not version:
        return create_statements(engine)
    return [statement for step in steps[version - 1 :] for statement in step]


# ---- SQLite ----------------------------------------------------------------------------------------------------------


def read_sqlite_version(connection: sqlite3.Connection) -> int:
    """Return the version of a store; 0 if it is empty."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def upgrade_sqlite(connection: sqlite3.Connection, steps: Sequence[Step] = STEPS) -> None:
    """Create the tables of an empty store, or run the steps that an older one lacks: all of it or nothing."""
    needed = 1 + len(steps)
    if read_sqlite_version(connection) >= needed:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = read_sqlite_version(connection)
        if version < needed:  # otherwise another program has done it while this one waited
            for statement in _upgrade_statements(version, "sqlite", steps):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {needed}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


# ---- PostgreSQL ------------------------------------------------------------------------------------------------------


def translate_types(statement: str) -> str:
    """Return a statement with PostgreSQL's words for types; texts are compared bytewise.

    >>> translate_types("CREATE TABLE secrets (name TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL)")
    'CREATE TABLE secrets (name TEXT COLLATE "C" NOT NULL PRIMARY KEY, value BYTEA NOT NULL)'
    """
    return re.sub(r"\b(INTEGER|BLOB|TEXT)\b", lambda word: _TYPES[word[0]], statement)


def read_postgres_version(connection: "Connection[Any]") -> int:
    """Return the version of a store; 0 if there is none."""
    found = connection.execute("SELECT to_regclass('store_version') IS NOT NULL").fetchone()
    if found is None or not found[0]:
        return 0
    row = connection.execute("SELECT version FROM store_version").fetchone()
    return 0 if row is None else int(row[0])


def check_postgres_version(connection: "Connection[Any]", name: str) -> None:
    """Raise StoreError unless a store has the version that this program needs."""
    version = read_postgres_version(connection)
    if version < VERSION:
        state = f"it has version {version} and this program needs {VERSION}" if version else "it is empty"
        raise StoreError(f"{name}: {state}; run: llk admin migrate")
    if version > VERSION:
        raise StoreError(f"{name}: made by a newer version of lianliankan")


def upgrade_postgres(connection: "Connection[Any]", name: str, steps: Sequence[Step] = STEPS) -> tuple[int, int]:
    """Create a store, or run the steps that an older one lacks, in one transaction.

    Return the versions before and after.
    """
    needed = 1 + len(steps)
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))  # another program may be at it
        before = read_postgres_version(connection)
        if before >= needed:
            return before, before
        # Servers wait behind a statement that waits for a table, e.g. while a backup reads it.
        connection.execute(_LOCK_TIMEOUT)
        if not before:
            _require_empty(connection, name)
            connection.execute("CREATE TABLE store_version (version BIGINT NOT NULL)")
            connection.execute("INSERT INTO store_version (version) VALUES (0)")
        for statement in _upgrade_statements(before, "postgresql", steps):
            connection.execute(translate_types(statement).encode())
        connection.execute("UPDATE store_version SET version = %s", (needed,))
        return before, needed


def _require_empty(connection: "Connection[Any]", name: str) -> None:
    found = connection.execute(_FIND_TABLE).fetchone()
    if found is not None:
        raise StoreError(
            f"{name}: this database belongs to another program, with a table {found[0]!r}; name an empty one"
        )
