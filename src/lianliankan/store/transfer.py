"""Whole stores as one: copied into an empty store of either engine, written to a backup file, and restored from it."""

import random
import shutil
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from lianliankan.errors import StoreError
from lianliankan.store.cookie_key import KEY_ENTRY, read_key, write_key, write_key_file
from lianliankan.store.database import Database, Location, Row, SqlConnection, is_url
from lianliankan.store.open_database import open_database
from lianliankan.store.private_files import creating
from lianliankan.store.restore import read_row, read_rows, restore_row
from lianliankan.store.sqlite_database import FILE_NAME, SqliteDatabase
from lianliankan.store.sqlite_schema import TABLES
from lianliankan.store.verify import check_file, file_errors, list_damage

Report = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and how much there is."""

_ROW_NUMBERS: Final = ("games", "picture_sets")
"""The tables whose order of insertion counts."""

_NOT_THE_KEY: Final = {
    "secrets": f" WHERE name <> '{KEY_ENTRY}'",
    "settings": f" WHERE NOT (player = '' AND name = '{KEY_ENTRY}')",
}
"""The key of the cookies is copied apart, because it is in another place in each engine."""

_EVERY = 1000  # rows, or games, between two reports
_BITS = 128


def copy_store(
    source: Database, target: Database, *, replays: int | None = None, report: Report, has_key_file: bool | None = None
) -> dict[str, int]:
    """Copy everything into an empty store, in one transaction; return the number of rows of each table.

    The source is that of one moment. Every table of the copy is read again and compared before it counts, and
    `replays` games are replayed, chosen at random; all of them by default. The key of the cookies goes along: into a
    file in the folder of an SQLite store, unless `has_key_file` is False.
    """
    if not source.exists:
        raise StoreError(f"{source.name}: there is no store here")
    in_file = not is_url(target.location) if has_key_file is None else has_key_file
    with source.reading() as reading, target.writing() as writing:
        _require_empty(target, writing)
        key = read_key(source, reading)
        counts = {}
        for table, names in TABLES.items():
            columns = ("rowid", *names) if table in _ROW_NUMBERS else names
            counts[table] = _copy_table((source, reading), (target, writing), table, columns, report)
        _replay_games(writing, replays, report)
        if key is not None and in_file:
            write_key_file(Path(target.location), writing, key)
        elif key is not None:
            write_key(writing, key)
    return counts


def write_backup(database: Database, path: Path, *, report: Report) -> list[str]:
    """Write the store to a new file, which is an SQLite store with the key of the cookies in it.

    It is checked; what is damaged in it because it is in the store is returned. Others may go on playing.
    """
    if not database.exists:
        raise StoreError(f"{database.name}: there is no store here")
    with file_errors(path):
        if path.exists():
            raise FileExistsError
        with TemporaryDirectory(prefix=f"{path.name}.", dir=path.parent) as folder:
            file = Path(folder, FILE_NAME)
            if isinstance(database, SqliteDatabase):
                database.copy_to(file)
                _put_key_inside(database, Path(folder))
            else:
                copy = SqliteDatabase(Path(folder))
                try:
                    copy_store(database, copy, replays=0, report=report, has_key_file=False)
                finally:
                    copy.close()
            damaged = check_file(file)
            with creating(path) as empty:
                file.replace(empty)
    return damaged


def restore_backup(path: Path, location: Location, *, report: Report) -> tuple[dict[str, int], list[str]]:
    """Fill an empty store from a backup; return the number of rows of each table, and what was damaged in it."""
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
        try:
            target = open_database(location)
            try:
                counts = copy_store(source, target, replays=0, report=report)
                return counts, list_damage(target)
            finally:
                target.close()
        finally:
            source.close()


def _put_key_inside(database: SqliteDatabase, folder: Path) -> None:
    """Keep the key of a store with the copy of it in a folder."""
    copy = SqliteDatabase(folder)
    try:
        with database.reading() as connection:
            key = read_key(database, connection)
        if key is not None:
            with copy.writing() as connection:
                write_key(connection, key)
    finally:
        copy.close()


def _require_empty(database: Database, connection: SqlConnection) -> None:
    for table in TABLES:
        where = _NOT_THE_KEY.get(table, "")
        if connection.execute(f"SELECT 1 FROM {table}{where} LIMIT 1").fetchone():
            raise StoreError(f"{database.name}: this store is not empty; name a new one")
    for table in _NOT_THE_KEY:  # a server that was started once has left its key
        connection.execute(f"DELETE FROM {table}")


class _Fingerprint:
    """What is the same for the same rows, in any order: their number, and the sum of their hashes."""

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


def _replay_games(connection: SqlConnection, replays: int | None, report: Report) -> None:
    """Replay games of the copy, all or a sample; raises DamagedGame."""
    ids = [str(id) for (id,) in connection.execute("SELECT id FROM games").fetchall()]
    if replays is not None and replays < len(ids):
        ids = random.sample(ids, replays)
    for number, id in enumerate(ids):
        if number % _EVERY == 0:
            report("replaying games", number, len(ids))
        row = read_row(connection, id)
        if row is not None:
            restore_row(id, row, read_rows(connection, id))
