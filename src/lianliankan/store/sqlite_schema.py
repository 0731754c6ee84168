"""The tables of the store as migration steps; an old store runs the steps it lacks."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from lianliankan.errors import DamagedGame
from lianliankan.game.game import Game
from lianliankan.store.checksums import digest, extend_chain, fixed_values, row_checksum, seal_set
from lianliankan.store.columns import column_values, games_table
from lianliankan.store.restore import CommandRow, read_row, read_rows, restore
from lianliankan.store.shared_tables import COLUMNS_OF, STATEMENTS

APPLICATION_ID = 0x6C6C6B  # "llk": SQLite's application id, which marks the file as ours


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
    """Rename the number of entries, and replace seconds by milliseconds played."""
    _match_columns(connection, {"length": "entries", "played": "CAST(round(seconds * 1000) AS INTEGER)"})


def _match_columns(connection: sqlite3.Connection, sources: dict[str, str]) -> None:
    """Give the table of games the columns of the list, copied from old columns or from the expressions in `sources`."""
    kinds = games_table()
    old = {name for _, name, *_ in connection.execute("PRAGMA table_info(games)")}
    copied = {"rowid": "rowid"} | {name: name for name in kinds if name in old} | sources
    connection.execute(f"CREATE TABLE new_games ({', '.join(f'{name} {kind}' for name, kind in kinds.items())})")
    connection.execute(f"INSERT INTO new_games ({', '.join(copied)}) SELECT {', '.join(copied.values())} FROM games")
    connection.execute("DROP TABLE games")
    connection.execute("ALTER TABLE new_games RENAME TO games")
    connection.execute("CREATE INDEX games_of_player ON games (player)")
    connection.execute("CREATE INDEX games_won ON games (player, mode, size, score) WHERE state = 'won'")


def _add_checksums(connection: sqlite3.Connection) -> None:
    """Add checksums to games, to pictures and to sets of pictures; those of games are the last thing filled in.

    A column is renamed, so that programs of an earlier version which still have the store open can write no more: they
    would not write the checksums.
    """
    known = {name for _, name, *_ in connection.execute("PRAGMA table_info(games)")}  # the step before may add them
    if "version" in known:
        connection.execute("ALTER TABLE games RENAME COLUMN version TO length")
    for table, name in (
        *(("games", name) for name in ("chain", "checksum") if name not in known),
        *(("picture_sets", "checksum"), ("pictures", "checksum")),
    ):
        connection.execute(f"ALTER TABLE {table} ADD COLUMN {name} TEXT NOT NULL DEFAULT ''")
    for (id,) in connection.execute("SELECT id FROM picture_sets").fetchall():
        seal_set(connection, id)
    for (id,) in connection.execute("SELECT id FROM pictures").fetchall():  # one by one: there may be gigabytes
        found = connection.execute("SELECT id, label, data FROM pictures WHERE id = ?", (id,)).fetchone()
        connection.execute("UPDATE pictures SET checksum = ? WHERE id = ?", (digest(*found), id))


def _add_analyses(connection: sqlite3.Connection) -> None:
    """Add what was found out about finished games. It follows from the games, and is filled in when it is needed."""
    connection.execute(
        "CREATE TABLE analyses (game TEXT NOT NULL PRIMARY KEY, data TEXT NOT NULL, checksum TEXT NOT NULL)"
    )


def _add_accounts_and_results(connection: sqlite3.Connection) -> None:
    """Add the accounts of players, and the results that are compared between players."""
    for statement in STATEMENTS[8]:
        connection.execute(statement)
    # When the first pair of an earlier game was made is not known: the game that was started first counts.
    connection.execute(
        "INSERT INTO first_attempts (player, day, game, made) SELECT player, day, id, begun FROM (SELECT player, day, "
        "id, begun, row_number() OVER (PARTITION BY player, day ORDER BY begun, rowid) AS place FROM games "
        "WHERE mode = 'daily' AND day IS NOT NULL AND pairs > 0) AS tried WHERE place = 1"
    )


def _add_imports(connection: sqlite3.Connection) -> None:
    """Add where imported games come from."""
    for statement in STATEMENTS[9]:
        connection.execute(statement)


def _add_races(connection: sqlite3.Connection) -> None:
    """Add rooms, races, their results, and the ratings of players."""
    for statement in STATEMENTS[10]:
        connection.execute(statement)


def _fill_columns(connection: sqlite3.Connection) -> None:
    """Fill in what the steps could not know, game by game."""
    for (id,) in connection.execute("SELECT id FROM games").fetchall():
        row, entries = read_row(connection, id), read_rows(connection, id)
        if row is not None:
            found = _checked_columns(row | _derive_columns(row, entries), entries)
            setters = ", ".join(f"{name} = :{name}" for name in found if name != "id")
            connection.execute(f"UPDATE games SET {setters} WHERE id = :id", found)


def _derive_columns(row: Mapping[str, Any], entries: Sequence[CommandRow]) -> dict[str, object]:
    """Replay a game whose columns were never filled in; one that cannot be replayed is "damaged"."""
    if row["size"] != "":
        return {}
    try:
        return column_values(restore(row["id"], row["head"], entries))
    except DamagedGame as problem:
        if not isinstance(problem.good, Game):
            return {}
        return column_values(problem.good) | {"state": "damaged", "length": len(entries)}


def _checked_columns(row: Mapping[str, Any], entries: Sequence[CommandRow]) -> dict[str, object]:
    """Return a row with its checksums, computed from what the store has."""
    with_chain = dict(row) | {"chain": extend_chain(digest(row["head"]), entries)}
    return with_chain | {"checksum": row_checksum(fixed_values(with_chain), with_chain)}


STEPS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _create_tables,
    _add_summaries,
    _add_players,
    _add_custom_pictures,
    _count_versions_and_milliseconds,
    _add_checksums,
    _add_analyses,
    _add_accounts_and_results,
    _add_imports,
    _add_races,
)
"""Each step upgrades a store by one version; a released step never changes."""


def read_version(connection: sqlite3.Connection) -> int:
    """Return the number of steps a store has run."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


TABLES: Final[dict[str, tuple[str, ...]]] = {
    "games": tuple(games_table()),
    "commands": ("game", "number", "at", "command"),
    "settings": ("player", "name", "value"),
    "picture_sets": ("id", "player", "name", "changed", "checksum"),
    "pictures": ("id", "picture_set", "place", "label", "data", "checksum"),
    "analyses": ("game", "data", "checksum"),
    **COLUMNS_OF,
}
"""All tables of a store, with their columns."""


def find_missing(connection: sqlite3.Connection) -> str:
    """Return the name of a table or column that an upgraded store should have but has not, or ''."""
    for table, names in TABLES.items():
        found = {name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")}
        if not found:
            return f"the table {table}"
        for name in names:
            if name not in found:
                return f"the column {name} of the table {table}"
    return ""


def migrate(connection: sqlite3.Connection) -> None:
    """Run the steps a store lacks, each in its own transaction."""
    for number, step in enumerate(STEPS, 1):
        if read_version(connection) >= number:
            continue
        connection.execute("BEGIN IMMEDIATE")
        try:
            if read_version(connection) < number:  # another program may have run it while we waited
                step(connection)
                if step is _add_checksums:
                    _fill_columns(connection)
                connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
