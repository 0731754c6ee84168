"""The store's file: how it is opened, its transactions, and what is wrong with it in words."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from lianliankan.errors import StoreError
from lianliankan.store.migrations import APPLICATION_ID, STEPS, migrate, read_version

__all__ = ["FILE_NAME", "Database"]

FILE_NAME = "lianliankan.db"
"""The name of the file in the folder of the store."""

BUSY_SECONDS = 10.0
"""How long to wait for another program that is writing."""

MIGRATION_SECONDS = 60.0
"""How long to wait for another program that brings an old store up to date."""

_SIGNATURE = b"SQLite format 3\0"

_PROBLEMS = {
    sqlite3.SQLITE_BUSY: "another program is using it and does not let go",
    sqlite3.SQLITE_LOCKED: "another program is using it and does not let go",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened or made",
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written",
    sqlite3.SQLITE_NOTADB: "this is no store of games",
    sqlite3.SQLITE_PERM: "it may not be opened",
    sqlite3.SQLITE_READONLY: "it may not be written",
}


class Database:
    """A connection to the file that all threads of a program share, one after the other."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self._lock = threading.RLock()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as problem:
            raise StoreError(f"{folder}: {problem.strerror or problem}") from None
        self._check_signature()
        with self._translate_errors():
            # Transactions are begun by hand, and the lock keeps the threads apart.
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
        """Write, all of it or nothing; on the disk when this ends."""
        with self._transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Read a state of the store that nobody changes meanwhile."""
        with self._transaction("BEGIN") as connection:
            yield connection

    def close(self) -> None:
        """Let go of the file; to close twice is no mistake."""
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
                with suppress(sqlite3.Error):  # it was never begun, or the failure has rolled it back already
                    self._connection.execute("ROLLBACK")
                raise

    def _prepare(self, connection: sqlite3.Connection) -> None:
        # A text that is no UTF-8 belongs to one game: it must not keep us from reading the others.
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        self._check_owner(connection)
        _use_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")  # in WAL mode, less would let a power cut take the last commits
        connection.execute("PRAGMA fullfsync = ON")  # macOS has a flush that flushes, and one that does not
        migrate(connection)
        connection.execute(f"PRAGMA busy_timeout = {round(BUSY_SECONDS * 1000)}")

    def _check_signature(self) -> None:
        """Find fault with a file that is no database: a small one SQLite would take for an empty one and write over."""
        with suppress(OSError), self.path.open("rb") as file:  # whatever keeps us from reading, SQLite says
            start = file.read(len(_SIGNATURE))
            if start and start != _SIGNATURE:
                raise StoreError(f"{self.path}: {_PROBLEMS[sqlite3.SQLITE_NOTADB]}")

    def _check_owner(self, connection: sqlite3.Connection) -> None:
        """Find fault with a file that is not ours, or of a later time, before anything is written to it."""
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if application != APPLICATION_ID and (application or tables):
            raise StoreError(f"{self.path}: this is another program's database")
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
            code = getattr(problem, "sqlite_errorcode", 0) & 0xFF  # the upper bits only say more exactly where
            raise StoreError(f"{self.path}: {_PROBLEMS.get(code, problem)}") from problem


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead logging: readers and a writer do not wait for each other.

    Where several programs make a store at once, SQLite says so at once instead of waiting.
    """
    until = monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(0.01)
