"""The version of a store, and its upgrade to that of this program."""

import sqlite3
from contextlib import closing
from pathlib import Path

from lianliankan.errors import StoreError, needs
from lianliankan.store.database import Location, is_url
from lianliankan.store.open_database import open_database
from lianliankan.store.sqlite_database import FILE_NAME
from lianliankan.store.sqlite_schema import STEPS, read_version

NEEDED_VERSION = len(STEPS)
"""The version that this program needs; that of both engines."""


def find_version(location: Location) -> int:
    """Return the version of a store, without changing anything; 0 if there is none."""
    if is_url(location):
        with needs("PostgreSQL", "lianliankan[server]"):
            from lianliankan.store.postgres_database import PostgresDatabase

        database = PostgresDatabase(str(location), as_found=True)
        try:
            return database.version()
        finally:
            database.close()
    path = Path(location, FILE_NAME)
    if not path.exists():
        return 0
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return read_version(connection)
    except sqlite3.Error as problem:
        raise StoreError(f"{path}: {problem}") from None


def upgrade_store(location: Location) -> tuple[int, int]:
    """Bring a store to this program's version, or create it; return the versions before and after.

    Several programs may do this at once: one of them does it, and the others wait.
    """
    before = find_version(location)
    if is_url(location):
        from lianliankan.store.postgres_database import PostgresDatabase

        database = PostgresDatabase(str(location), as_found=True)
        try:
            before, _ = database.migrate()
        finally:
            database.close()
    open_database(location).close()
    return before, find_version(location)
