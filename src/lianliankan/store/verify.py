"""Going through a whole store: what is damaged, and a copy that is known to be sound."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from lianliankan.errors import StoreError
from lianliankan.store.checksums import digest, extend_chain, is_sound, set_checksum
from lianliankan.store.database import Database, SqlConnection
from lianliankan.store.restore import read_row, read_rows
from lianliankan.store.sqlite_database import SqliteDatabase
from lianliankan.text import shorten


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
    with file_errors(target):
        database.copy_to(target)
    try:
        return check_file(target)
    except StoreError as problem:
        target.unlink(missing_ok=True)
        raise StoreError(f"{target}: the copy could not be read back ({problem}), and was removed") from None


@contextmanager
def file_errors(path: Path) -> Iterator[None]:
    """Turn an error of a file that is written into a StoreError."""
    try:
        yield
    except FileExistsError:
        raise StoreError(f"{path}: this file exists already; name a new one") from None
    except OSError as problem:
        raise StoreError(f"{path}: {problem.strerror or problem}") from None


def check_file(path: Path) -> list[str]:
    """Name what is damaged in a store file that nobody uses; raises StoreError if it cannot be read."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as copy:
            copy.text_factory = lambda raw: raw.decode("utf-8", "replace")
            (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
            if found == "ok":
                return list(_find_damage(copy))
    except (sqlite3.Error, OSError) as problem:
        found = str(problem)
    raise StoreError(found)


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
