"""A store in PostgreSQL: its connections, its transactions, and its errors as messages."""

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool, PoolTimeout

from lianliankan.errors import StoreError
from lianliankan.override import override
from lianliankan.store.database import Cursor, Database, Row, SqlConnection, Values
from lianliankan.store.postgres_session import Answers, WriteSession
from lianliankan.store.postgres_writes import (
    CONNECTION_SETTINGS,
    NOTIFY,
    add_to_rooms,
    find_added,
    find_updated,
    update_games,
)
from lianliankan.store.schema import check_postgres_version, read_postgres_version, upgrade_postgres

if TYPE_CHECKING:
    from lianliankan.store.room_log import RoomAddition
    from lianliankan.store.writes import Change

MAX_CONNECTIONS = 4
"""How many connections the threads of a program share."""

PATIENCE_SECONDS = 10.0
"""How long to wait for a connection: for one that is in use, or for a database that restarts."""

# A program that was frozen, or cut off, must not keep its locks.
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

_NO_URL = "this is not the URL of a PostgreSQL database (in a password, write % as %25, @ as %40, : as %3A, / as %2F)"

logging.getLogger("psycopg.pool").addHandler(logging.NullHandler())  # a program without logs prints our errors only

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
        if not as_found:
            with self._translate_errors(), self._connect() as connection:
                if create and not connection.execute("SELECT to_regclass('store_version')").fetchone()[0]:  # type: ignore[index]
                    upgrade_postgres(connection, self.name)
                check_postgres_version(connection, self.name)
        self._session = WriteSession(url, self.translate)
        self._pool: ConnectionPool[psycopg.Connection[Any]] = ConnectionPool(
            url,
            kwargs=CONNECTION_SETTINGS,
            min_size=0,
            max_size=MAX_CONNECTIONS,
            timeout=PATIENCE_SECONDS,
            reconnect_timeout=PATIENCE_SECONDS,
            check=ConnectionPool.check_connection,  # it may have been cut meanwhile
            num_workers=1,  # a thread that opens connections
            open=True,
        )

    @contextmanager
    @override
    def reading(self) -> Iterator[SqlConnection]:
        with self._transaction(_BEGIN_READING) as connection:
            yield connection

    @override
    def read_together(self, queries: Sequence[tuple[str, Sequence[object]]]) -> list[list[Any]]:
        """Send the queries as one text: a thread that waits for an answer may wait for the interpreter lock."""
        statements = [_BEGIN_READING.encode(), *(translate_parameters(text) for text, _ in queries), b"COMMIT"]
        values = [value for _, of_query in queries for value in of_query]
        with self._connected() as connection, psycopg.ClientCursor(connection) as cursor:
            cursor.execute(b"; ".join(statements), values)
            return [cursor.fetchall() for _ in queries if cursor.nextset()]

    @contextmanager
    @override
    def writing(self, player: str | None = None) -> Iterator[SqlConnection]:
        with self._transaction(_BEGIN_WRITING) as connection:
            if player is not None:
                connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", (player,))
            yield connection

    @override
    def update_games(self, names: tuple[str, ...], changes: Sequence["Change"], server: str = "") -> Answers:
        """Write changes of games in one statement, each exactly once."""
        self._check_open()
        return self._session.write(
            sorted(changes, key=attrgetter("id")),  # so that servers seldom wait for each other in a circle
            key=attrgetter("id"),
            send=lambda items: update_games(names, items, server),
            find=find_updated,
        )

    @override
    def add_to_rooms(self, additions: Sequence["RoomAddition"]) -> Answers:
        """Add entries to rooms in one statement, each exactly once."""
        self._check_open()
        return self._session.write(additions, key=attrgetter("code"), send=add_to_rooms, find=find_added)

    @override
    def read_clock(self) -> int:
        query = b"SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
        with self._connected() as connection:
            ((found,),) = connection.execute(query).fetchall()
        return int(found)

    @override
    def check_usable(self) -> None:
        with self._connected() as connection:
            check_postgres_version(connection, self.name)

    @override
    def notify(self, texts: Sequence[str]) -> None:
        with self._connected() as connection:
            connection.execute(NOTIFY, (list(texts),))

    @override
    def used_bytes(self, connection: SqlConnection) -> int:
        return int(connection.execute("SELECT pg_database_size(current_database())").fetchone()[0])

    @override
    def stream(self, connection: SqlConnection, statement: str) -> Iterator[Row]:
        assert isinstance(connection, _PostgresConnection)
        return connection.stream(statement)

    @override
    def insert_rows(self, connection: SqlConnection, table: str, names: Sequence[str], rows: Iterable[Row]) -> None:
        """Add many rows to a table, and let its row numbers go on after them."""
        assert isinstance(connection, _PostgresConnection)
        connection.copy_in(table, names, rows)
        if "rowid" in names:
            sequence = f"pg_get_serial_sequence('{table}', 'rowid')"
            connection.execute(f"SELECT setval({sequence}, max(rowid)) FROM {table} HAVING count(*) > 0")

    def version(self) -> int:
        """Return the version of the store; 0 if there is none."""
        with self._translate_errors(), self._connect() as connection:
            return read_postgres_version(connection)

    def migrate(self) -> tuple[int, int]:
        """Upgrade the store; return the versions before and after."""
        with self._translate_errors(), self._connect() as connection:
            return upgrade_postgres(connection, self.name)

    @override
    def close(self) -> None:
        """Close the connections that are not in use; those in use are closed afterwards."""
        self._pool.close()
        self._session.close()

    # ---- Connections -------------------------------------------------------------------------------------------------

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[_PostgresConnection]:
        with self._connected() as connection:
            try:
                connection.execute(begin.encode())
                yield _PostgresConnection(connection)
                connection.execute("COMMIT")
            except BaseException:
                with suppress(psycopg.Error):  # the connection is lost
                    connection.execute("ROLLBACK")
                raise

    def _connect(self) -> psycopg.Connection[Any]:
        return psycopg.connect(str(self.location), **CONNECTION_SETTINGS)

    @contextmanager
    def _connected(self) -> Iterator[psycopg.Connection[Any]]:
        """Lend a connection that works."""
        with self._translate_errors():
            self._check_open()
            try:
                connection = self._pool.getconn()
            except PoolTimeout:
                self._connect().close()  # says what is wrong, if it is not only that others use all of them
                raise StoreError(f"{self.name}: all connections are in use") from None
            try:
                yield connection
            finally:
                self._pool.putconn(connection)

    def _check_open(self) -> None:
        if self._pool.closed:
            raise StoreError(f"{self.name}: the store is closed")

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as problem:
            raise self.translate(problem) from problem

    @override
    def describe(self, problem: StoreError) -> str:
        return name_problem(problem.__cause__) or "the database cannot be written"

    def translate(self, problem: Exception) -> StoreError:
        """Return an error of the database as an error of the store."""
        text = " ".join(str(problem).split()) or type(problem).__name__
        if isinstance(problem, _DAMAGES):
            return self.damaged(text)
        known = name_problem(problem)
        return StoreError(f"{self.name}: {known}: {text}" if known else f"{self.name}: {text}")


def name_problem(problem: BaseException | None) -> str:
    """Return the problem of a database in a few words; empty if it is not a known one."""
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
