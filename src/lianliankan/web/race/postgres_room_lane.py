"""A connection that adds entries to rooms in PostgreSQL, each exactly once.

A batch is one statement: one round trip and one transaction, which announces the entries to the other servers, too.
Entries come after whatever a room has by then. If the connection breaks before the answer, its session is ended first,
so that it writes nothing more; what it has written is looked up, and only the rest is sent again.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import psycopg
from psycopg import AsyncConnection, errors

from lianliankan.errors import StoreError
from lianliankan.store.postgres_room_writes import (
    ADD_TO_ROOMS,
    FIND_ADDED,
    FIND_ROOMS,
    encode_additions,
    encode_search,
)
from lianliankan.store.postgres_writes import CONNECTION_SETTINGS
from lianliankan.store.room_log import RoomAddition
from lianliankan.store.rooms import describe_change
from lianliankan.web.live.writer import FateUnknown

_PATIENCE_SECONDS = 15.0  # for a database that does not answer
_MIN_DELAY, _MAX_DELAY = 0.05, 1.0  # seconds until a batch is sent again
_TRY_AGAIN = (errors.DeadlockDetected, errors.SerializationFailure)
# The plan of the statement is kept, and must not be one for few rooms, which reads all of them for every batch.
_FIND_BY_INDEX = b"SET enable_seqscan = off"
_OWN_SESSION = b"SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
_END_SESSION = b"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = %s AND backend_start = %s"


class PostgresRoomLane:
    """Writes one batch at a time, each of different rooms."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: AsyncConnection[Any] | None = None
        self._session: tuple[int, object] | None = None

    async def append(self, additions: Sequence[RoomAddition]) -> Sequence[int | StoreError]:
        """Add entries; raises StoreError if none was written, and FateUnknown if nobody knows."""
        loop = asyncio.get_running_loop()
        deadline, delay = loop.time() + _PATIENCE_SECONDS, _MIN_DELAY
        lost: list[tuple[int, object]] = []  # sessions of which the answer was lost
        while True:
            is_sent, problem, cause = False, "", None
            try:
                async with asyncio.timeout_at(deadline):
                    connection = await self._connect()
                    if lost:
                        return await self._send_again(connection, additions, lost)
                    is_sent = True
                    return await self._send(connection, additions)
            except _TRY_AGAIN:
                is_sent = False
            except (psycopg.Error, TimeoutError, OSError) as error:
                problem, cause = " ".join(str(error).split()) or "it does not answer", error
                if is_sent and isinstance(error, psycopg.Error) and not connection.closed:
                    raise StoreError(problem) from error
                if (is_sent or lost) and self._session is not None:
                    lost.append(self._session)
                await self._disconnect()
            if loop.time() + delay > deadline:
                raise (FateUnknown if lost else StoreError)(problem) from cause
            await asyncio.sleep(delay)
            delay = min(2 * delay, _MAX_DELAY)

    async def close(self) -> None:
        """Close the connection."""
        await self._disconnect()

    async def _connect(self) -> AsyncConnection[Any]:
        if self._connection is None:
            connection = await AsyncConnection.connect(self._url, **CONNECTION_SETTINGS)
            await connection.execute(_FIND_BY_INDEX)
            self._session = await (await connection.execute(_OWN_SESSION)).fetchone()
            self._connection = connection
        return self._connection

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error, OSError):
                await connection.close()

    async def _send(
        self, connection: AsyncConnection[Any], additions: Sequence[RoomAddition]
    ) -> list[int | StoreError]:
        found = await connection.execute(ADD_TO_ROOMS, encode_additions(additions), prepare=True)
        before = {code: version for code, version, _ in await found.fetchall()}
        rest = [each.code for each in additions if each.code not in before]
        known = set[str]()
        if rest:
            found = await connection.execute(FIND_ROOMS, (rest,))
            known = {code for (code,) in await found.fetchall()}
        return [before[each.code] if each.code in before else describe_change(each.code, known) for each in additions]

    async def _send_again(
        self, connection: AsyncConnection[Any], additions: Sequence[RoomAddition], lost: Sequence[tuple[int, object]]
    ) -> list[int | StoreError]:
        """Send what lost sessions have not written, when they are certain to write nothing more."""
        for session in lost:
            while await (await connection.execute(_END_SESSION, session)).fetchone() is not None:
                await asyncio.sleep(_MIN_DELAY)
        found = await connection.execute(FIND_ADDED, encode_search(additions))
        answers: dict[str, int | StoreError] = dict(await found.fetchall())
        rest = [each for each in additions if each.code not in answers]
        if rest:
            answers |= {
                each.code: answer for each, answer in zip(rest, await self._send(connection, rest), strict=True)
            }
        return [answers[each.code] for each in additions]
