"""Writing to PostgreSQL exactly once: send, lose the answer, find out what happened, send the rest again.

If the connection breaks before the answer, the database may still do what was sent. So the lost session is ended first,
over a new connection; then it writes nothing more, and what it has written can be looked up.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from math import inf
from time import monotonic, sleep
from typing import Any, TypeVar

import psycopg
from psycopg import errors
from psycopg.abc import PQGen

from lianliankan.errors import StoreError
from lianliankan.override import override
from lianliankan.store.database import FateUnknown
from lianliankan.store.postgres_writes import CONNECTION_SETTINGS, Statement

T = TypeVar("T")

Answers = dict[str, int | StoreError]
"""The result of a statement by item, or the error with which the database has refused an item."""

PATIENCE_SECONDS = 25.0
"""The time for which a batch is retried if the database does not answer."""

_MIN_DELAY, _MAX_DELAY = 0.05, 1.0  # seconds until a batch is sent again
_TRY_AGAIN = (errors.DeadlockDetected, errors.SerializationFailure)
# The plan of a statement is kept, and must not be one for few games, which reads all of them for every batch.
_FIND_BY_INDEX = b"SET enable_seqscan = off"
_OWN_SESSION = b"SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
_END_SESSION = b"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = %s AND backend_start = %s"


class _Connection(psycopg.Connection[Any]):
    """A connection that ends each statement at a `deadline`, however silent the database is."""

    deadline = inf

    @override
    def wait(self, gen: PQGen[T], *settings: Any, **options: Any) -> T:  # they differ between versions
        return super().wait(_until(self.deadline, gen), *settings, **options)


class WriteSession:
    """Writes batches over one connection, one at a time; `translate` makes errors of the database StoreErrors."""

    def __init__(self, url: str, translate: Callable[[Exception], StoreError]) -> None:
        self._url = url
        self._translate = translate
        self._lock = threading.RLock()
        self._connection: _Connection | None = None
        self._session: Sequence[object] = ()

    def write(
        self,
        items: Sequence[T],
        *,
        key: Callable[[T], str],
        send: Callable[[Sequence[T]], Statement],
        find: Callable[[Sequence[T]], Statement],
    ) -> Answers:
        """Write items with the statement `send`; `find` finds those that were written.

        Return their answers, without those that the statement has left alone. Raises StoreError if nothing was
        written, and FateUnknown if that is unknown.
        """
        with self._lock:
            deadline, delay = monotonic() + PATIENCE_SECONDS, _MIN_DELAY
            done: Answers = {}
            lost: list[Sequence[object]] = []  # sessions that may still write
            while True:
                is_sent = False
                try:
                    connection = self._connect(deadline)
                    if lost:
                        self._end(connection, lost)
                        done |= connection.execute(*find(items)).fetchall()
                        items, lost = [item for item in items if key(item) not in done], []
                    is_sent = bool(items)
                    if items:
                        done |= connection.execute(*send(items), prepare=True).fetchall()
                    return done
                except _TRY_AGAIN as error:
                    problem: Exception = error
                except (psycopg.Error, OSError) as error:
                    problem = error
                    if is_sent and isinstance(error, psycopg.Error) and not connection.closed:
                        if len(items) == 1 or isinstance(error, psycopg.OperationalError):
                            return self._refuse(done, map(key, items), self._translate(error))
                        return done | self._write_alone(items, key=key, send=send, find=find)
                    if is_sent:
                        lost.append(self._session)
                    self._disconnect()
                if monotonic() + delay > deadline:
                    refused = self._translate(problem)
                    return self._refuse(done, map(key, items), FateUnknown(str(refused)) if lost else refused)
                sleep(delay)
                delay = min(2 * delay, _MAX_DELAY)

    def close(self) -> None:
        """Close the connection; it is opened again when it is needed."""
        with self._lock:
            self._disconnect()

    def _connect(self, deadline: float) -> _Connection:
        if self._connection is None:
            self._connection = connection = _Connection.connect(self._url, **CONNECTION_SETTINGS)
            connection.deadline = deadline
            connection.execute(_FIND_BY_INDEX)
            self._session = connection.execute(_OWN_SESSION).fetchone() or ()
        self._connection.deadline = deadline
        return self._connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error, OSError):
                connection.close()

    def _end(self, connection: _Connection, sessions: Sequence[Sequence[object]]) -> None:
        """Wait until sessions are certain to write nothing more."""
        for session in sessions:
            while connection.execute(_END_SESSION, session).fetchone() is not None:
                if monotonic() > connection.deadline:
                    raise TimeoutError("it does not end a session")
                sleep(_MIN_DELAY)

    def _refuse(self, done: Answers, keys: Iterable[str], problem: StoreError) -> Answers:
        """Add the problem as the answer of the items that were not written; raises it if none was written."""
        if not done:
            raise problem
        return done | dict.fromkeys(keys, problem)

    def _write_alone(self, items: Sequence[T], **how: Any) -> Answers:  # noqa: ANN401
        """Write the items of a batch one by one: the database refuses some of them."""
        answers: Answers = {}
        for item in items:
            try:
                answers |= self.write([item], **how)
            except StoreError as problem:
                answers[how["key"](item)] = problem
        return answers


def _until(deadline: float, gen: PQGen[T]) -> PQGen[T]:
    """Run an operation that waits for a connection, until the deadline; raises TimeoutError."""
    try:
        wanted = next(gen)
        while True:
            found = yield wanted
            if not found and monotonic() > deadline:
                raise TimeoutError("it does not answer")
            wanted = gen.send(found)
    except StopIteration as end:
        result: T = end.value
        return result
