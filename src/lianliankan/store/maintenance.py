"""Whole stores: opening them, their versions and secrets, damage, backups, and copies."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from lianliankan.errors import StoreError, needs
from lianliankan.store.database import Database, Location, Row, SqlConnection, is_url
from lianliankan.store.files import creating
from lianliankan.store.game_rows import digest, is_intact, read_row, read_rows
from lianliankan.store.schema import TABLES, read_sqlite_version
from lianliankan.store.sql import insert
from lianliankan.store.sqlite_database import FILE_NAME, SqliteDatabase

if TYPE_CHECKING:
    from lianliankan.store.postgres_database import PostgresDatabase

# ---- Secrets ---------------------------------------------------------------------------------------------------------


KEY_NAME: Final = "cookie.key"
"""The name of the key file in the folder of a store."""

KEY_ENTRY: Final = "cookie key"
"""The name of the secret; a store with a key file has a setting of this name, a checksum of the key."""


def read_key(database: Database, connection: SqlConnection) -> bytes | None:
    """Return the key, if there is one: that of the file, or else the secret."""
    if not is_url(database.location):
        path = Path(database.location, KEY_NAME)
        if path.exists():
            return path.read_bytes()
    found = connection.execute("SELECT value FROM secrets WHERE name = ?", (KEY_ENTRY,)).fetchone()
    return None if found is None else bytes(found[0])


def keep_secret(database: Database, name: str, new: bytes, *, replace: bool) -> bytes:
    """Return a secret that all servers of the site share; the first call stores a `new` one."""
    then = "UPDATE SET value = excluded.value" if replace else "NOTHING"
    with database.writing() as connection:
        insert(connection, "secrets", {"name": name, "value": new}, on_conflict=f"(name) DO {then}")
        (found,) = connection.execute("SELECT value FROM secrets WHERE name = ?", (name,)).fetchone()
    return bytes(found)


def write_key(connection: SqlConnection, key: bytes) -> None:
    """Keep the key as a secret in the store itself."""
    on_conflict = "(name) DO UPDATE SET value = excluded.value"
    insert(connection, "secrets", {"name": KEY_ENTRY, "value": key}, on_conflict=on_conflict)


def write_key_file(folder: Path, connection: SqlConnection, key: bytes) -> None:
    """Keep the key in a file of a folder, and its checksum in the store there."""
    path = folder / KEY_NAME
    path.unlink(missing_ok=True)
    with creating(path) as empty:
        empty.write_bytes(key)
    row = {"player": "", "name": KEY_ENTRY, "value": json.dumps(digest(key))}
    insert(connection, "settings", row, on_conflict="(player, name) DO UPDATE SET value = excluded.value")


Report = Callable[[str, int, int], None]
"""Receives the progress: the current step, how much of it is done, and how much there is."""

_NOT_THE_KEY: Final = {
    "secrets": f" WHERE name <> '{KEY_ENTRY}'",
    "settings": f" WHERE NOT (player = '' AND name = '{KEY_ENTRY}')",
}
"""The key of the cookies is copied separately, because each engine keeps it in a different place."""

_EVERY = 1000  # rows between two reports
_BITS = 128


# ---- Opening, and versions -------------------------------------------------------------------------------------------


def open_database(location: Location, *, create: bool = True) -> Database:
    """Open a database; without `create`, an SQLite file that does not exist is read as an empty store."""
    if is_url(location):
        return _open_postgres(location, create=create)
    if isinstance(location, str) and "://" in location:
        scheme = location.partition("://")[0]
        raise StoreError(f"{scheme}://…: unknown kind of store (expected a folder or postgresql://…)")
    return SqliteDatabase(Path(location), create=create)


def _open_postgres(location: Location, **options: bool) -> "PostgresDatabase":
    with needs("PostgreSQL", "lianliankan[server]"):
        from lianliankan.store.postgres_database import PostgresDatabase

    return PostgresDatabase(str(location), **options)


def find_version(location: Location) -> int:
    """Return the version of a store, without changing anything; 0 if there is none."""
    if is_url(location):
        with closing(_open_postgres(location, as_found=True)) as database:
            return database.version()
    path = Path(location, FILE_NAME)
    if not path.exists():
        return 0
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return read_sqlite_version(connection)
    except sqlite3.Error as problem:
        raise StoreError(f"{path}: {problem}") from None


def upgrade_store(location: Location) -> tuple[int, int]:
    """Bring a store to this program's version, or create it; return the versions before and after.

    Several programs may do this at once: one of them does it, and the others wait.
    """
    before = find_version(location)
    if is_url(location):
        with closing(_open_postgres(location, as_found=True)) as database:
            before, _ = database.migrate()
    open_database(location).close()
    return before, find_version(location)


# ---- Damage and backups ----------------------------------------------------------------------------------------------


def list_damage(database: Database) -> list[str]:
    """Name every damaged game; raises DamagedStore if the file itself is damaged."""
    if flaw := database.find_flaw():
        raise database.damaged(flaw)
    with database.reading() as connection:
        return list(_find_damage(connection))


def write_backup(database: Database, path: Path, *, report: Report, has_key: bool = True) -> list[str]:
    """Write the store to a new file, which is an SQLite store with the key of the cookies in it if it `has_key`.

    It is checked; what is damaged in it because it is in the store is returned. Others may go on playing.
    """
    if not database.exists:
        raise StoreError(f"{database.name}: there is no store here")
    with _file_errors(path):
        if path.exists():
            raise FileExistsError
        with TemporaryDirectory(prefix=f"{path.name}.", dir=path.parent) as folder:
            file = Path(folder, FILE_NAME)
            if isinstance(database, SqliteDatabase):
                database.copy_to(file)
            with closing(SqliteDatabase(Path(folder))) as copy:
                if not isinstance(database, SqliteDatabase):
                    copy_store(database, copy, report=report, has_key=False)
                if has_key:
                    _put_key_inside(database, copy)
                damaged = list_damage(copy)
            with creating(path) as empty:
                file.replace(empty)
    return damaged


def restore_backup(path: Path, location: Location, *, report: Report) -> tuple[dict[str, int], list[str]]:
    """Fill an empty store from a backup; return the number of rows of each table, and its damage."""
    with TemporaryDirectory(prefix="lianliankan.") as folder:
        file = Path(folder, FILE_NAME)
        try:
            shutil.copyfile(path, file)
        except OSError as problem:
            raise StoreError(f"{path}: {problem.strerror or problem}") from None
        try:
            source = SqliteDatabase(Path(folder), create=False)  # upgrades an older one
        except StoreError as problem:
            raise StoreError(str(problem).replace(str(file), str(path))) from None
        with closing(source), closing(open_database(location)) as target:
            counts = copy_store(source, target, report=report)
            return counts, list_damage(target)


@contextmanager
def _file_errors(path: Path) -> Iterator[None]:
    """Turn an error of a file that is written into a StoreError."""
    try:
        yield
    except FileExistsError:
        raise StoreError(f"{path}: this file exists already; name a new one") from None
    except OSError as problem:
        raise StoreError(f"{path}: {problem.strerror or problem}") from None


def _find_damage(connection: SqlConnection) -> Iterator[str]:
    for (id,) in connection.execute("SELECT id FROM games ORDER BY id").fetchall():
        row = read_row(connection, id)
        if row is None or not is_intact(row, read_rows(connection, id)):
            yield f"game {id}"


def _put_key_inside(database: Database, copy: Database) -> None:
    """Keep the key of a store with a copy of it."""
    with database.reading() as connection:
        key = read_key(database, connection)
    if key is not None:
        with copy.writing() as connection:
            write_key(connection, key)


# ---- Copies ----------------------------------------------------------------------------------------------------------


def copy_store(source: Database, target: Database, *, report: Report, has_key: bool = True) -> dict[str, int]:
    """Copy everything into an empty store, in one transaction; return the number of rows of each table.

    The source is that of one moment. Every table of the copy is read again and compared before it counts. The key of
    the cookies goes along if the copy `has_key`: into a file in the folder of an SQLite store.
    """
    if not source.exists:
        raise StoreError(f"{source.name}: there is no store here")
    with source.reading() as reading, target.writing() as writing:
        _require_empty(target, writing)
        key = read_key(source, reading) if has_key else None
        counts = {}
        for name, table in TABLES.items():
            columns = ("rowid", *table.names) if table.is_ordered else table.names
            counts[name] = _copy_table((source, reading), (target, writing), name, columns, report)
        if key is not None and not is_url(target.location):
            write_key_file(Path(target.location), writing, key)
        elif key is not None:
            write_key(writing, key)
    return counts


def _require_empty(database: Database, connection: SqlConnection) -> None:
    for table in TABLES:
        where = _NOT_THE_KEY.get(table, "")
        if connection.execute(f"SELECT 1 FROM {table}{where} LIMIT 1").fetchone():
            raise StoreError(f"{database.name}: this store is not empty; name a new one")
    for table in _NOT_THE_KEY:  # a server that was started once has left its key
        connection.execute(f"DELETE FROM {table}")


class _Fingerprint:
    """A digest of rows that does not depend on their order: their number, and the sum of their hashes."""

    def __init__(self) -> None:
        self.count = 0
        self.sum = 0

    def follow(self, rows: Iterable[Row], report: Callable[[int], None]) -> Iterator[Row]:
        """Pass rows on, and note them."""
        for row in rows:
            self.count += 1
            self.sum += int.from_bytes(blake2b(repr(tuple(row)).encode(), digest_size=_BITS // 8).digest())
            if self.count % _EVERY == 0:
                report(self.count)
            yield row
        self.sum %= 1 << _BITS


def _copy_table(
    source: tuple[Database, SqlConnection],
    target: tuple[Database, SqlConnection],
    table: str,
    names: tuple[str, ...],
    report: Report,
) -> int:
    """Copy the rows of a table, read them again, and return their number."""
    where = _NOT_THE_KEY.get(table, "")
    select = f"SELECT {', '.join(names)} FROM {table}{where}"
    (total,) = source[1].execute(f"SELECT count(*) FROM {table}{where}").fetchone()
    written, found = _Fingerprint(), _Fingerprint()
    report(f"copying {table}", 0, total)
    rows = source[0].stream(source[1], select)
    target[0].insert_rows(
        target[1], table, names, written.follow(rows, lambda done: report(f"copying {table}", done, total))
    )
    report(f"comparing {table}", 0, total)
    again = target[0].stream(target[1], select)
    for _ in found.follow(again, lambda done: report(f"comparing {table}", done, total)):
        pass
    if (written.count, written.sum) != (found.count, found.sum) or written.count != total:
        raise StoreError(f"{target[0].name}: the table {table} is not what was written to it; nothing was copied")
    return written.count
