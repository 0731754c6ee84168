"""Opening the database of a location with the engine it needs."""

from pathlib import Path

from lianliankan.errors import StoreError, needs
from lianliankan.store.database import Database, Location, is_url
from lianliankan.store.sqlite_database import SqliteDatabase


def open_database(location: Location, *, create: bool = True) -> Database:
    """Open a database; without `create`, an SQLite file that does not exist is read as an empty store."""
    if is_url(location):
        with needs("PostgreSQL", "lianliankan[server]"):
            from lianliankan.store.postgres_database import PostgresDatabase

        return PostgresDatabase(str(location), create=create)
    if isinstance(location, str) and "://" in location:
        scheme = location.partition("://")[0]
        raise StoreError(f"{scheme}://…: unknown kind of store (expected a folder or postgresql://…)")
    return SqliteDatabase(Path(location), create=create)
