"""The store's SQLite file: opening it, its transactions, and its errors as messages."""

import sqlite3
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from time import monotonic, sleep, time_ns
from typing import TYPE_CHECKING

import msgspec

from lianliankan.errors import DamagedStore, StoreError
from lianliankan.override import override
from lianliankan.store.database import Database, Row, SqlConnection
from lianliankan.store.files import creating, make_private
from lianliankan.store.schema import APPLICATION_ID, VERSION, read_sqlite_version, upgrade_sqlite
from lianliankan.store.sql import insert_many
from lianliankan.store.writes import write_first_pairs

if TYPE_CHECKING:
    from lianliankan.store.room_log import RoomAddition
    from lianliankan.store.writes import Change

FILE_NAME = "lianliankan.db"
"""The name of the file in the store's folder."""

BUSY_SECONDS = 30.0
"""How long to wait for another program to finish writing."""

MIGRATION_SECONDS = 60.0
"""How long to wait for another program to upgrade an old store."""

_POLL_SECONDS = 0.002  # until it looks again whether another program has finished

_SMALLEST = 512  # bytes of the smallest page

_VACUUM_BYTES = 64_000_000
"""The largest store that is rewritten when a player is forgotten: a larger one would be locked for too long.

SQLite overwrites what is deleted, but not the copies of rows that it leaves in pages when it splits them.
"""

_PROBLEMS = {
    sqlite3.SQLITE_BUSY: "it is locked by another program",
    sqlite3.SQLITE_LOCKED: "it is locked by another program",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened or created",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "disk read or write error",
    sqlite3.SQLITE_PERM: "no permission to open it",
    sqlite3.SQLITE_READONLY: "it is read-only",
}

_DAMAGES = frozenset(
    {
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_ERROR,  # a table or a column is missing
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_FORMAT,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_TOOBIG,
    }
)
_WHAT_TO_DO = "put a backup in its place, or move it away to start with an empty store"


class SqliteDatabase(Database):
    """A connection to the file; the threads of a program share it, one at a time.

    Without `create`, a file that does not exist is read as an empty store, and nothing is written.
    """

    def __init__(self, folder: Path, *, create: bool = True) -> None:
        self.location = folder
        self.path = folder / FILE_NAME
        self.name = str(self.path)
        self._lock = threading.RLock()
        self._open(create=create)

    def _open(self, *, create: bool) -> None:
        self.exists = self._find_file()
        if create and not self.exists:
            self._create_file()
            self.exists = True
        with self._translate_errors():
            # Transactions are started explicitly, and the lock keeps threads apart.
            self._connection = sqlite3.connect(
                f"{self.path.absolute().as_uri()}?mode=rw" if self.exists else ":memory:",
                timeout=MIGRATION_SECONDS,
                isolation_level=None,
                check_same_thread=False,
                uri=True,
            )
        try:
            with self._translate_errors():
                self._prepare(self._connection)
        except BaseException:
            self._connection.close()
            raise

    @contextmanager
    @override
    def writing(self, player: str | None = None) -> Iterator[sqlite3.Connection]:
        """Run a write transaction; there is one at a time."""
        with self._transaction(self._begin_writing) as connection:
            yield connection

    @contextmanager
    @override
    def reading(self) -> Iterator[sqlite3.Connection]:
        with self._transaction(lambda: self._connection.execute("BEGIN")) as connection:
            yield connection

    @override
    def update_games(self, names: tuple[str, ...], changes: Sequence["Change"], server: str = "") -> dict[str, int]:
        rows = _encode([change.row for change in changes])
        with self.writing() as connection:
            done = dict(connection.execute(_update_sql(names), (rows,)).fetchall())
            written = changes if len(done) == len(changes) else [change for change in changes if change.id in done]
            connection.execute(_INSERT, (_encode([row for change in written for row in change.entry_rows]),))
            write_first_pairs(connection, [change.first_pair for change in written if change.first_pair])
        return done

    @override
    def add_to_rooms(self, additions: Sequence["RoomAddition"]) -> dict[str, int]:
        rows = [(each.code, each.version, len(each.entries), each.entries[-1].at) for each in additions]
        with self.writing() as connection:
            after = dict(connection.execute(_UPDATE_ROOMS, (_encode(rows),)).fetchall())
            done = {each.code: after[each.code] - len(each.entries) for each in additions if each.code in after}
            entries = [
                (each.code, number, at, each.author, command, note)
                for each in additions
                if each.code in done
                for number, (at, command, note) in enumerate(each.entries, done[each.code] + 1)
            ]
            insert_many(connection, "room_entries", "room, number, at, author, command, note", entries)
        return done

    @override
    def read_clock(self) -> int:
        """Return the time by the clock of this machine, in microseconds since 1970."""
        return time_ns() // 1000

    @override
    def stream(self, connection: SqlConnection, statement: str) -> Iterator[Row]:
        yield from connection.execute(statement)

    @override
    def insert_rows(self, connection: SqlConnection, table: str, names: Sequence[str], rows: Iterable[Row]) -> None:
        insert_many(connection, table, ", ".join(names), rows)

    @override
    def used_bytes(self, connection: SqlConnection) -> int:
        """Return the size of the file without its free pages."""
        pages, unused, size = (
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - unused) * size)

    def copy_to(self, target: Path) -> None:
        """Write a consistent copy to a new file while other programs go on; raises FileExistsError."""
        with self._lock, self._translate_errors(), creating(target) as empty:
            self._connection.execute("VACUUM INTO ?", (str(empty),))

    @override
    def scrub(self) -> None:
        """Scrub deleted data from the file and its log; another program that reads may keep the log."""
        with self._lock, self._translate_errors():
            if self.used_bytes(self._connection) <= _VACUUM_BYTES:
                self._connection.execute("VACUUM")
            _set_busy_timeout(self._connection, 0)  # what waits for readers here would keep all writers out
            try:
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                _set_busy_timeout(self._connection, BUSY_SECONDS)

    @override
    def find_flaw(self) -> str:
        """Let SQLite check the whole file; return the first fault, or ''."""
        with self._lock, self._translate_errors():
            (found,) = self._connection.execute("PRAGMA integrity_check(1)").fetchone()
        return "" if found == "ok" else " ".join(str(found).split())

    @override
    def damaged(self, problem: str) -> DamagedStore:
        return DamagedStore(f"{self.path}: the file is damaged: {problem}; {_WHAT_TO_DO}")

    @override
    def close(self) -> None:
        with self._lock:
            self._connection.close()

    @contextmanager
    def _transaction(self, begin: Callable[[], object]) -> Iterator[sqlite3.Connection]:
        with self._lock, self._translate_errors():
            try:
                begin()
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # it never started, or the failure has already rolled it back
                    self._connection.execute("ROLLBACK")
                raise

    def _begin_writing(self) -> None:
        """Begin a write transaction when no other program has one.

        SQLite itself would look ten times a second, and find hardly ever a gap between the transactions of a program
        that writes without a pause.
        """
        _set_busy_timeout(self._connection, 0)
        try:
            _try_until_free(self._connection, "BEGIN IMMEDIATE")
        finally:
            _set_busy_timeout(self._connection, BUSY_SECONDS)

    def _find_file(self) -> bool:
        """Whether there is a file. One that was emptied is refused before SQLite can take it for a new one."""
        logs = [self.path.with_name(FILE_NAME + ending) for ending in ("-wal", "-shm")]
        has_log = logs[0].exists()  # looked at first: another program may be creating the store
        try:
            if self.path.stat().st_size < _SMALLEST:
                raise self.damaged("it is cut off")
        except FileNotFoundError:
            if has_log:
                raise self.damaged(f"it is missing, but {logs[0].name} is there") from None
            return False
        except NotADirectoryError as problem:
            raise StoreError(f"{self.path.parent}: {problem.strerror}") from None
        except OSError:
            return True  # SQLite will say why
        for file_name in (self.path, *logs):
            make_private(file_name)
        return True

    def _create_file(self) -> None:
        folder = self.path.parent
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as problem:
            raise StoreError(f"{folder}: {problem.strerror or problem}") from None
        try:
            with (
                suppress(FileExistsError),
                closing(sqlite3.connect(":memory:", isolation_level=None)) as blank,
                creating(self.path) as empty,
                self._translate_errors(),
            ):
                upgrade_sqlite(blank)
                blank.execute("VACUUM INTO ?", (str(empty),))
        except OSError as problem:
            raise StoreError(f"{self.path}: it cannot be created: {problem.strerror or problem}") from None

    def _prepare(self, connection: sqlite3.Connection) -> None:
        # A text that is not UTF-8 belongs to one game; the other games must remain readable.
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        connection.execute("PRAGMA cell_size_check = ON")  # finds damage before it is read as data
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA secure_delete = ON")  # what a player deletes is gone from the file
        self._check_owner(connection)
        if sys.platform == "emscripten":
            # No other program has the file, and its memory cannot be shared; the worker of the page keeps it.
            connection.execute("PRAGMA journal_mode = MEMORY")
        elif self.exists:
            # Readers and a writer do not block each other. If several programs create a store at the same time, SQLite
            # fails at once instead of waiting.
            _try_until_free(connection, "PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # in WAL mode, less could lose the last commits in a power cut
        connection.execute("PRAGMA fullfsync = ON")  # on macOS, plain fsync does not reach the disk
        upgrade_sqlite(connection)
        _set_busy_timeout(connection, BUSY_SECONDS)
        if not self.exists:
            connection.execute("PRAGMA query_only = ON")

    def _check_owner(self, connection: sqlite3.Connection) -> None:
        """Reject a file of another program or of a newer version, before anything is written to it."""
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if application != APPLICATION_ID and (application or tables):
            raise StoreError(f"{self.path}: this database belongs to another program")
        if read_sqlite_version(connection) > VERSION:
            raise StoreError(f"{self.path}: made by a newer version of lianliankan")

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError as problem:
            if "closed" not in str(problem):
                raise
            raise StoreError(f"{self.path}: the store is closed") from None
        except UnicodeDecodeError:  # the name of a column
            raise self.damaged("its tables cannot be read") from None
        except sqlite3.Error as problem:
            code = getattr(problem, "sqlite_errorcode", 0) & 0xFF  # the upper bits only add detail
            if code in _DAMAGES:
                raise self.damaged(str(problem)) from problem
            raise StoreError(f"{self.path}: {_PROBLEMS.get(code, problem)}") from problem


# One statement for all games: with one each, this thread would wait for the interpreter lock once per game.
_INSERT = (
    "INSERT INTO commands (game, number, at, command) SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), "
    "json_extract(value, '$[2]'), json_extract(value, '$[3]') FROM json_each(?)"
)

_UPDATE_ROOMS = (
    "UPDATE rooms SET version = rooms.version + new.number, changed = max(changed, opened + 1000 * new.at) "
    "FROM (SELECT json_extract(value, '$[0]') AS code, json_extract(value, '$[1]') AS version, "
    "json_extract(value, '$[2]') AS number, json_extract(value, '$[3]') AS at FROM json_each(?)) AS new "
    "WHERE rooms.code = new.code AND rooms.version >= new.version RETURNING rooms.code, rooms.version"
)


@cache
def _update_sql(names: tuple[str, ...]) -> str:
    fields = ", ".join(
        f"json_extract(value, '$[{place}]') AS {name}"
        for place, name in enumerate(("id", "old_length", "old_player", *names))
    )
    setters = ", ".join(f"{name} = new.{name}" for name in names)
    return (
        f"UPDATE games SET {setters} FROM (SELECT {fields} FROM json_each(?)) AS new "
        "WHERE games.id = new.id AND games.length = new.old_length AND games.player = new.old_player "
        "RETURNING id, length"
    )


def _encode(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _set_busy_timeout(connection: sqlite3.Connection, seconds: float) -> None:
    connection.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")


def _try_until_free(connection: sqlite3.Connection, statement: str) -> None:
    """Run a statement as soon as no other program is in its way."""
    deadline = monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute(statement)
            return
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                raise
            sleep(_POLL_SECONDS)
