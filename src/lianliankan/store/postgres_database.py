"""A store in PostgreSQL: its connections, its transactions, and its errors as messages."""

import re
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, TypeVar

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from lianliankan.errors import StoreError
from lianliankan.store.database import Cursor, Database, Row, SqlConnection, Values
from lianliankan.store.first_attempts import FirstPair
from lianliankan.store.postgres_room_writes import (
    APPEND_TO_ROOMS,
    FIND_APPENDED,
    encode_additions,
    encode_search,
)
from lianliankan.store.postgres_writes import (
    CONNECTION_SETTINGS,
    FIND_WRITTEN,
    NOTIFY,
    encode_update,
    update_statement,
)
from lianliankan.store.schema import check_postgres_version, read_postgres_version, upgrade_postgres

if TYPE_CHECKING:
    from lianliankan.store.room_log import RoomAddition

T = TypeVar("T")

MAX_CONNECTIONS = 4
"""How many connections the threads of a program share."""

PATIENCE_SECONDS = 10.0
"""How long to wait for a connection: for one that is in use, or for a database that restarts."""

_RETRY_SECONDS = 0.1
# A program that was frozen, or cut off, must not keep its locks for ever.
_BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_BEGIN_WRITING = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '30s'"
_MANY_ROWS = 2000  # of a query that is not read all at once
_PROBLEMS: tuple[tuple[type[psycopg.Error], str], ...] = (
    (errors.DiskFull, "the disk is full"),
    (errors.InsufficientPrivilege, "no permission"),
    (errors.ReadOnlySqlTransaction, "it is read-only"),
    (errors.TooManyConnections, "it has too many connections"),
    (errors.LockNotAvailable, "it is in use, perhaps by a backup; try again later"),
    (errors.OperationalError, "it cannot be reached"),
)
_DAMAGES = (errors.UndefinedTable, errors.UndefinedColumn, errors.DataCorrupted, errors.IndexCorrupted)
_TRY_AGAIN = (errors.DeadlockDetected, errors.SerializationFailure)

_NO_URL = "this is not the URL of a PostgreSQL database (in a password, write % as %25, @ as %40, : as %3A, / as %2F)"

_PARAMETER = re.compile(r"'[^']*'|\?|(?<!:):([A-Za-z_]\w*)|%")


@cache
def translate_parameters(statement: str) -> bytes:
    """Return a statement with psycopg's parameters in place of `?` and `:name`.

    >>> translate_parameters("SELECT * FROM games WHERE id = :id AND deal LIKE 'a?%'")
    b"SELECT * FROM games WHERE id = %(id)s AND deal LIKE 'a?%%'"
    """

    def translate(found: re.Match[str]) -> str:
        if found[0] == "?":
            return "%s"
        return f"%({found[1]})s" if found[1] else found[0].replace("%", "%%")

    return _PARAMETER.sub(translate, statement).encode()


class _PostgresConnection:
    """A connection that takes the statements of the store."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def execute(self, statement: str, values: Values = (), /) -> Cursor:
        """Run a statement."""
        return self._connection.execute(translate_parameters(statement), values)

    def executemany(self, statement: str, rows: Iterable[Row], /) -> None:
        """Run a statement for every row, all of them in one round trip."""
        with self._connection.cursor() as cursor:
            cursor.executemany(translate_parameters(statement), rows)

    def stream(self, statement: str) -> Iterator[Row]:
        """Run a query, and yield the rows, some thousand at a time."""
        with self._connection.cursor("rows") as cursor:
            cursor.itersize = _MANY_ROWS
            cursor.execute(statement.encode())
            yield from cursor

    def copy_in(self, table: str, names: Sequence[str], rows: Iterable[Row]) -> None:
        """Add rows to a table."""
        with (
            self._connection.cursor() as cursor,
            cursor.copy(f"COPY {table} ({', '.join(names)}) FROM STDIN".encode()) as copy,
        ):
            for row in rows:
                copy.write_row(row)


class PostgresDatabase(Database):
    """A PostgreSQL database. Connections are opened when they are needed, and kept.

    A store that is empty is created; one of an older version must be upgraded first, for which there is `llk admin`.
    """

    def __init__(self, url: str, *, create: bool = True, as_found: bool = False) -> None:
        """Open it; `as_found` neither creates nor checks the store, which `migrate` may then upgrade."""
        self.location = url
        self.name = _name(url)
        self._idle: deque[psycopg.Connection[Any]] = deque()
        self._free = threading.BoundedSemaphore(MAX_CONNECTIONS)
        self._is_closed = False
        if as_found:
            return
        try:
            with self._connected() as connection:
                if create and not connection.execute("SELECT to_regclass('store_version')").fetchone()[0]:  # type: ignore[index]
                    upgrade_postgres(connection, self.name)
                check_postgres_version(connection, self.name)
        except BaseException:
            self.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[SqlConnection]:
        """Run a read transaction on an unchanging snapshot of the store."""
        with self._transaction(_BEGIN_READING) as connection:
            yield connection

    def read_together(self, queries: Sequence[tuple[str, Sequence[object]]]) -> list[list[Any]]:
        """Run queries on an unchanging snapshot of the store, in one round trip; return the rows of each.

        They are sent as one text, as every answer that a thread waits for may have it wait for the interpreter lock.
        """
        statements = [_BEGIN_READING.encode(), *(translate_parameters(text) for text, _ in queries), b"COMMIT"]
        values = [value for _, of_query in queries for value in of_query]

        def read(connection: psycopg.Connection[Any]) -> list[list[Any]]:
            try:
                with psycopg.ClientCursor(connection) as cursor:
                    cursor.execute(b"; ".join(statements), values)
                    return [cursor.fetchall() for _ in queries if cursor.nextset()]
            except BaseException:
                with suppress(psycopg.Error):
                    connection.rollback()
                raise

        return self._persist(read, first="")

    @contextmanager
    def writing(self, player: str | None = None) -> Iterator[SqlConnection]:
        """Run a write transaction; those that name the same player run one at a time."""
        with self._transaction(_BEGIN_WRITING) as connection:
            if player is not None:
                connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", (player,))
            yield connection

    def update_games(
        self, names: tuple[str, ...], rows: Sequence[Row], entries: Sequence[Row], firsts: Sequence[FirstPair]
    ) -> set[str]:
        """Write new columns and command rows of games in one statement, and return the ids of those written.

        If the connection drops, the outcome is unknown, so the write is retried. A game that already has the chain
        of its new columns was written by the first attempt.
        """
        statement, values = update_statement(names), encode_update(names, rows, entries, firsts)
        chains = [(row[0], row[3 + names.index("chain")]) for row in rows]
        is_again = False

        def update(connection: psycopg.Connection[Any]) -> set[str]:
            nonlocal is_again
            was_lost, is_again = is_again, True
            done = {id for id, _ in connection.execute(statement, values).fetchall()}
            if was_lost and len(done) < len(rows):
                ids, ends = zip(*chains, strict=True)
                done |= {id for (id,) in connection.execute(FIND_WRITTEN, (list(ids), list(ends))).fetchall()}
            return done

        return self._persist(update)

    def append_to_rooms(self, additions: Sequence["RoomAddition"]) -> set[str]:
        """Add entries to rooms in one statement, and return the codes of those that had the right version.

        If the connection drops, the outcome is unknown, so the write is retried. A room that already has the first of
        the entries was written by the first attempt.
        """
        values, is_again = encode_additions(additions), False

        def append(connection: psycopg.Connection[Any]) -> set[str]:
            nonlocal is_again
            was_lost, is_again = is_again, True
            done = {code for code, *_ in connection.execute(APPEND_TO_ROOMS, values).fetchall()}
            if was_lost and len(done) < len(additions):
                found = connection.execute(FIND_APPENDED, encode_search(additions)).fetchall()
                done |= {code for (code,) in found}
            return done

        return self._persist(append)

    def read_clock(self) -> int:
        """Return the time by the clock of the database, in microseconds since 1970."""
        query = b"SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
        ((found,),) = self._persist(lambda connection: connection.execute(query).fetchall(), first="")
        return int(found)

    def check_usable(self) -> None:
        """Raise StoreError unless the database answers, and this program can use the store as it is."""
        with self._connected() as connection:
            check_postgres_version(connection, self.name)

    def notify(self, texts: Sequence[str]) -> None:
        """Send notifications to the servers of the store."""
        with self._connected() as connection:
            connection.execute(NOTIFY, (list(texts),))

    def used_bytes(self, connection: SqlConnection) -> int:
        """Return the size of the database."""
        return int(connection.execute("SELECT pg_database_size(current_database())").fetchone()[0])

    def stream(self, connection: SqlConnection, statement: str) -> Iterator[Row]:
        """Run a query, and yield the rows, some thousand at a time."""
        assert isinstance(connection, _PostgresConnection)
        return connection.stream(statement)

    def insert_rows(self, connection: SqlConnection, table: str, names: Sequence[str], rows: Iterable[Row]) -> None:
        """Add many rows to a table, and let its row numbers go on after them."""
        assert isinstance(connection, _PostgresConnection)
        connection.copy_in(table, names, rows)
        if "rowid" in names:
            sequence = f"pg_get_serial_sequence('{table}', 'rowid')"
            connection.execute(f"SELECT setval({sequence}, max(rowid)) FROM {table} HAVING count(*) > 0")

    def version(self) -> int:
        """Return the version of the store; 0 if there is none."""
        with self._connected() as connection:
            return read_postgres_version(connection)

    def migrate(self) -> tuple[int, int]:
        """Upgrade the store; return the versions before and after."""
        with self._connected() as connection:
            return upgrade_postgres(connection, self.name)

    def close(self) -> None:
        """Close the connections that are not in use; those in use are closed afterwards."""
        self._is_closed = True
        while self._idle:
            self._idle.popleft().close()

    # ---- Connections -------------------------------------------------------------------------------------------------

    def _persist(self, act: Callable[[psycopg.Connection[Any]], T], *, first: str = "SELECT 1") -> T:
        """Do something that may be done again until it is known to be done, or the patience ends."""
        deadline = monotonic() + PATIENCE_SECONDS
        while True:
            try:
                with self._connected(first) as connection:
                    return act(connection)
            except StoreError as problem:
                cause = problem.__cause__
                is_lost = isinstance(cause, psycopg.OperationalError) and not isinstance(cause, errors.DiskFull)
                if not (is_lost or isinstance(cause, _TRY_AGAIN)) or monotonic() > deadline:
                    raise
            sleep(_RETRY_SECONDS)

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[_PostgresConnection]:
        with self._connected(begin) as connection:
            try:
                yield _PostgresConnection(connection)
                connection.execute("COMMIT")
            except BaseException:
                with suppress(psycopg.Error):  # the connection is lost
                    connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _connected(self, first: str = "SELECT 1") -> Iterator[psycopg.Connection[Any]]:
        """Lend a connection on which the statement `first` has worked; without one, it may have been cut."""
        if not self._free.acquire(timeout=PATIENCE_SECONDS):
            raise StoreError(f"{self.name}: all connections are in use")
        try:
            with self._translate_errors():
                connection = self._connect(first)
                try:
                    yield connection
                finally:
                    if self._is_closed or connection.broken:
                        connection.close()
                    else:
                        self._idle.append(connection)
        finally:
            self._free.release()

    def _connect(self, first: str) -> psycopg.Connection[Any]:
        """Return a connection that works; one that was idle may have been cut meanwhile."""
        if self._is_closed:
            raise StoreError(f"{self.name}: the store is closed")
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                connection = psycopg.connect(str(self.location), **CONNECTION_SETTINGS)
                connection.execute(first.encode())
                return connection
            if not first:
                return connection
            try:
                connection.execute(first.encode())
                return connection
            except psycopg.OperationalError:
                connection.close()

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as problem:
            raise self.translate(problem) from problem

    def translate(self, problem: psycopg.Error) -> StoreError:
        """Return an error of the database as an error of the store."""
        text = " ".join(str(problem).split()) or type(problem).__name__
        if isinstance(problem, _DAMAGES):
            return self.damaged(text)
        known = name_problem(problem)
        return StoreError(f"{self.name}: {known}: {text}" if known else f"{self.name}: {text}")


def name_problem(problem: BaseException | None) -> str:
    """Return what is wrong with a database in a few words; empty if it is nothing that is known."""
    return next((message for kind, message in _PROBLEMS if isinstance(problem, kind)), "")


def _name(url: str) -> str:
    """Return a URL without its password.

    >>> _name("postgresql://llk:secret@db.example:5433/games")
    'postgresql://llk@db.example:5433/games'
    """
    try:
        parts = conninfo_to_dict(url)
    except psycopg.Error:  # whose message may quote the password
        raise StoreError(_NO_URL) from None
    user, host, port = (str(parts.get(part) or "") for part in ("user", "host", "port"))
    if "@" in f"{host}{parts.get('dbname')}" or not re.fullmatch(r"[\d,]*", port):  # the password is torn apart
        raise StoreError(_NO_URL)
    place = f"{host}:{port}" if port else host
    return f"postgresql://{f'{user}@' if user else ''}{place}/{parts.get('dbname') or user}"
