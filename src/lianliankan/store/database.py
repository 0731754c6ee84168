"""The store's SQLite file: opening it, its transactions, and its errors as messages."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from lianliankan.errors import StoreError
from lianliankan.store.schema import APPLICATION_ID, STEPS, migrate, read_version

__all__ = ["FILE_NAME", "Database"]

FILE_NAME = "lianliankan.db"
"""The name of the file in the store's folder."""

BUSY_SECONDS = 10.0
"""How long to wait for another program to finish writing."""

MIGRATION_SECONDS = 60.0
"""How long to wait for another program to upgrade an old store."""

_SIGNATURE = b"SQLite format 3\0"

_PROBLEMS = {
    sqlite3.SQLITE_BUSY: "it is locked by another program",
    sqlite3.SQLITE_LOCKED: "it is locked by another program",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened or created",
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "disk read or write error",
    sqlite3.SQLITE_NOTADB: "this is not a lianliankan store",
    sqlite3.SQLITE_PERM: "no permission to open it",
    sqlite3.SQLITE_READONLY: "it is read-only",
}


class Database:
    """A connection to the file; the threads of a program share it, one at a time."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self._lock = threading.RLock()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as problem:
            raise StoreError(f"{folder}: {problem.strerror or problem}") from None
        self._check_signature()
        with self._translate_errors():
            # Transactions are started explicitly, and the lock keeps threads apart.
            self._connection = sqlite3.connect(
                self.path, timeout=MIGRATION_SECONDS, isolation_level=None, check_same_thread=False
            )
        try:
            with self._translate_errors():
                self._prepare(self._connection)
        except BaseException:
            self._connection.close()
            raise

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Run a write transaction, all or nothing; it is on disk when the block ends."""
        with self._transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Run a read transaction on an unchanging snapshot of the store."""
        with self._transaction("BEGIN") as connection:
            yield connection

    def close(self) -> None:
        """Close the file; closing twice is allowed."""
        with self._lock:
            self._connection.close()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        with self._lock, self._translate_errors():
            try:
                self._connection.execute(begin)
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # it never started, or the failure has already rolled it back
                    self._connection.execute("ROLLBACK")
                raise

    def _prepare(self, connection: sqlite3.Connection) -> None:
        # A text that is not UTF-8 belongs to one game; the other games must remain readable.
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        self._check_owner(connection)
        _use_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")  # in WAL mode, less could lose the last commits in a power cut
        connection.execute("PRAGMA fullfsync = ON")  # on macOS, plain fsync does not reach the disk
        migrate(connection)
        connection.execute(f"PRAGMA busy_timeout = {round(BUSY_SECONDS * 1000)}")

    def _check_signature(self) -> None:
        """Reject a file that is not a database; SQLite would take a small one for empty and overwrite it."""
        with suppress(OSError), self.path.open("rb") as file:  # if it cannot be read, SQLite will say why
            start = file.read(len(_SIGNATURE))
            if start and start != _SIGNATURE:
                raise StoreError(f"{self.path}: {_PROBLEMS[sqlite3.SQLITE_NOTADB]}")

    def _check_owner(self, connection: sqlite3.Connection) -> None:
        """Reject a file of another program or of a newer version, before anything is written to it."""
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if application != APPLICATION_ID and (application or tables):
            raise StoreError(f"{self.path}: this database belongs to another program")
        if read_version(connection) > len(STEPS):
            raise StoreError(f"{self.path}: made by a newer version of lianliankan")

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError as problem:
            if "closed" not in str(problem):
                raise
            raise StoreError(f"{self.path}: the store is closed") from None
        except sqlite3.Error as problem:
            code = getattr(problem, "sqlite_errorcode", 0) & 0xFF  # the upper bits only add detail
            raise StoreError(f"{self.path}: {_PROBLEMS.get(code, problem)}") from problem


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead logging, where readers and a writer do not block each other.

    If several programs create a store at the same time, SQLite fails at once instead of waiting, so this retries.
    """
    deadline = monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                raise
            sleep(0.01)
