"""The tables of the store as migration steps; an old store runs the steps it lacks."""

import sqlite3
from collections.abc import Callable

from lianliankan.errors import DamagedGame
from lianliankan.game.game import Game
from lianliankan.store.columns import COLUMNS, column_values
from lianliankan.store.restore import read_rows, restore

__all__ = ["APPLICATION_ID", "STEPS", "migrate", "read_version"]

APPLICATION_ID = 0x6C6C6B  # "llk": SQLite's application id, which marks the file as ours

_OWN_COLUMNS = {
    "id": "TEXT NOT NULL PRIMARY KEY",
    "player": "TEXT NOT NULL DEFAULT ''",
    "head": "TEXT NOT NULL",
    "begun": "INTEGER NOT NULL",
    "changed": "INTEGER NOT NULL",
}
"""The columns of a game that do not follow from its commands."""


def _create_tables(connection: sqlite3.Connection) -> None:
    """Create games with their commands, and settings. Times are microseconds since 1970; in a game, milliseconds."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(
        "CREATE TABLE games (id TEXT NOT NULL PRIMARY KEY, head TEXT NOT NULL, begun INTEGER NOT NULL, "
        "changed INTEGER NOT NULL)"
    )
    connection.execute(
        "CREATE TABLE commands (game TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, "
        "command TEXT NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID"
    )
    connection.execute("CREATE TABLE settings (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")


def _add_summaries(connection: sqlite3.Connection) -> None:
    """Add columns for lists of games and high scores; the last step fills them in."""
    number, text = "INTEGER NOT NULL DEFAULT 0", "TEXT NOT NULL DEFAULT ''"
    for column in (
        *(f"entries {number}", f"at {number}", f"mode {text}", f"size {text}", f"gravity {text}", "level INTEGER"),
        *("day TEXT", "deal TEXT", "state TEXT NOT NULL DEFAULT 'damaged'", f"score {number}"),
        *("seconds REAL NOT NULL DEFAULT 0", f"stars {number}", f"pairs {number}", f"tiles {number}"),
        "shuffles_left INTEGER",
    ):
        connection.execute(f"ALTER TABLE games ADD COLUMN {column}")


def _add_players(connection: sqlite3.Connection) -> None:
    """Separate the games and settings of several players; existing ones belong to the player ''."""
    connection.execute("ALTER TABLE games ADD COLUMN player TEXT NOT NULL DEFAULT ''")
    connection.execute("DROP INDEX IF EXISTS games_by_change")
    connection.execute("DROP INDEX IF EXISTS games_by_result")
    # No index has columns that commands change: with thousands of active games, that halves what is written.
    connection.execute("CREATE INDEX games_of_player ON games (player)")
    connection.execute("CREATE INDEX games_won ON games (player, mode, size, score) WHERE state = 'won'")
    connection.execute("ALTER TABLE settings RENAME TO settings_of_one")
    connection.execute(
        "CREATE TABLE settings (player TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, "
        "PRIMARY KEY (player, name)) WITHOUT ROWID"
    )
    connection.execute("INSERT INTO settings SELECT '', name, value FROM settings_of_one")
    connection.execute("DROP TABLE settings_of_one")


def _add_custom_pictures(connection: sqlite3.Connection) -> None:
    """Add sets of custom pictures; a set without a name is a player's draft, of which there is at most one."""
    connection.execute(
        "CREATE TABLE picture_sets (id TEXT NOT NULL PRIMARY KEY, player TEXT NOT NULL, name TEXT, "
        "changed INTEGER NOT NULL)"
    )
    connection.execute("CREATE UNIQUE INDEX picture_sets_by_name ON picture_sets (player, name)")
    connection.execute("CREATE UNIQUE INDEX picture_drafts ON picture_sets (player) WHERE name IS NULL")
    connection.execute(
        "CREATE TABLE pictures (id TEXT NOT NULL PRIMARY KEY, picture_set TEXT NOT NULL, place INTEGER NOT NULL, "
        "label TEXT NOT NULL, data BLOB NOT NULL)"
    )
    connection.execute("CREATE INDEX pictures_of_set ON pictures (picture_set, place)")


def _count_versions_and_milliseconds(connection: sqlite3.Connection) -> None:
    """Replace the number of entries by the version, and seconds by milliseconds played."""
    _match_columns(connection, {"version": "entries", "played": "CAST(round(seconds * 1000) AS INTEGER)"})


def _match_columns(connection: sqlite3.Connection, sources: dict[str, str]) -> None:
    """Give the table of games the columns of the list, copied from old columns or from the expressions in `sources`."""
    kinds = _OWN_COLUMNS | {column.name: column.kind for column in COLUMNS}
    old = {name for _, name, *_ in connection.execute("PRAGMA table_info(games)")}
    copied = {"rowid": "rowid"} | {name: name for name in kinds if name in old} | sources
    connection.execute(f"CREATE TABLE new_games ({', '.join(f'{name} {kind}' for name, kind in kinds.items())})")
    connection.execute(f"INSERT INTO new_games ({', '.join(copied)}) SELECT {', '.join(copied.values())} FROM games")
    connection.execute("DROP TABLE games")
    connection.execute("ALTER TABLE new_games RENAME TO games")
    connection.execute("CREATE INDEX games_of_player ON games (player)")
    connection.execute("CREATE INDEX games_won ON games (player, mode, size, score) WHERE state = 'won'")


def _fill_columns(connection: sqlite3.Connection) -> None:
    """Replay the games whose columns were never filled in; one that cannot be replayed is "damaged"."""
    for id, head in connection.execute("SELECT id, head FROM games WHERE size = ''").fetchall():
        rows = read_rows(connection, id)
        try:
            found = column_values(restore(id, head, rows))
        except DamagedGame as problem:
            if not isinstance(problem.good, Game):
                continue
            found = column_values(problem.good) | {"state": "damaged", "version": len(rows)}
        setters = ", ".join(f"{name} = :{name}" for name in found)
        connection.execute(f"UPDATE games SET {setters} WHERE id = :id", found | {"id": id})


STEPS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _create_tables,
    _add_summaries,
    _add_players,
    _add_custom_pictures,
    _count_versions_and_milliseconds,
)
"""Each step upgrades a store by one version; a released step never changes."""


def read_version(connection: sqlite3.Connection) -> int:
    """Return the number of steps a store has run."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def migrate(connection: sqlite3.Connection) -> None:
    """Run the steps a store lacks, each in its own transaction."""
    for number, step in enumerate(STEPS, 1):
        if read_version(connection) >= number:
            continue
        connection.execute("BEGIN IMMEDIATE")
        try:
            if read_version(connection) < number:  # another program may have run it while we waited
                step(connection)
                if number == len(STEPS):
                    _fill_columns(connection)
                connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
