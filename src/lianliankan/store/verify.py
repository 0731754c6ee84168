"""Going through a whole store: what is damaged, and a copy that is known to be sound."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from lianliankan.errors import StoreError
from lianliankan.store.checksums import digest, extend_chain, is_sound, set_checksum
from lianliankan.store.database import Database, SqlConnection
from lianliankan.store.restore import read_row, read_rows
from lianliankan.store.sqlite_database import SqliteDatabase
from lianliankan.text import shorten

__all__ = ["back_up", "list_damage"]


def list_damage(database: Database) -> list[str]:
    """Name everything in a store that is not as it was written; raises DamagedStore if the file itself is damaged."""
    if flaw := database.find_flaw():
        raise database.damaged(flaw)
    with database.reading() as connection:
        return list(_find_damage(connection))


def back_up(database: Database, target: Path) -> list[str]:
    """Write a consistent copy to a new file, check it, and name what is damaged in it, as in the store itself."""
    if not isinstance(database, SqliteDatabase):
        raise StoreError(f"{database.name}: this store is not a file")
    if not database.exists:
        raise StoreError(f"{database.name}: there is no store here")
    try:
        database.copy_to(target)
        with closing(sqlite3.connect(f"{target.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as copy:
            copy.text_factory = lambda raw: raw.decode("utf-8", "replace")
            (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
            if found == "ok":
                return list(_find_damage(copy))
    except FileExistsError:
        raise StoreError(f"{target}: this file exists already; name a new one") from None
    except OSError as problem:
        raise StoreError(f"{target}: {problem.strerror or problem}") from None
    except sqlite3.Error as problem:
        found = str(problem)
    target.unlink(missing_ok=True)
    raise StoreError(f"{target}: the copy could not be read back ({found}), and was removed")


def _find_damage(connection: SqlConnection) -> Iterator[str]:
    for (id,) in connection.execute("SELECT id FROM games ORDER BY id").fetchall():
        row, entries = read_row(connection, id), read_rows(connection, id)
        if row is None or not is_sound(row) or row["chain"] != extend_chain(digest(row["head"]), entries):
            yield f"game {id}"
    for id, name, checksum in connection.execute("SELECT id, name, checksum FROM picture_sets").fetchall():
        if checksum != set_checksum(connection, id):
            yield f"picture set {shorten(str(name))}"
    for (id,) in connection.execute("SELECT id FROM pictures").fetchall():
        *values, checksum = connection.execute(
            "SELECT id, label, data, checksum FROM pictures WHERE id = ?", (id,)
        ).fetchone()
        if checksum != digest(*values):
            yield f"picture {shorten(str(values[1]))}"
