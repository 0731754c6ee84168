"""A connection that adds entries to rooms in PostgreSQL, each exactly once.

A batch is one statement: one round trip and one transaction, which announces the entries to the other servers, too. If
the connection breaks before the answer, the batch is sent again over another one: the version check in the statement
refuses what was written already, and the entries themselves show that they are these.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import psycopg
from psycopg import AsyncConnection, errors

from lianliankan.errors import StoreError
from lianliankan.store.postgres_room_writes import (
    APPEND_TO_ROOMS,
    FIND_APPENDED,
    FIND_ROOMS,
    encode_additions,
    encode_search,
)
from lianliankan.store.postgres_writes import CONNECTION_SETTINGS
from lianliankan.store.room_log import RoomAddition
from lianliankan.store.rooms import describe_change
from lianliankan.web.live.writer import FateUnknown

__all__ = ["PostgresRoomLane"]

_PATIENCE_SECONDS = 15.0  # for a database that does not answer
_MIN_DELAY, _MAX_DELAY = 0.05, 1.0  # seconds until a batch is sent again
_TRY_AGAIN = (errors.DeadlockDetected, errors.SerializationFailure)
# The plan of the statement is kept, and must not be one for few rooms, which reads all of them for every batch.
_FIND_BY_INDEX = b"SET enable_seqscan = off"


class PostgresRoomLane:
    """Writes one batch at a time, each of different rooms."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: AsyncConnection[Any] | None = None

    async def append(self, additions: Sequence[RoomAddition]) -> Sequence[int | StoreError]:
        """Add entries; raises StoreError if none was written, and FateUnknown if nobody knows."""
        loop = asyncio.get_running_loop()
        deadline, delay = loop.time() + _PATIENCE_SECONDS, _MIN_DELAY
        was_sent = False  # by an attempt of which the answer was lost
        while True:
            is_sent, problem, cause = False, "", None
            try:
                async with asyncio.timeout_at(deadline):
                    connection = await self._connect()
                    is_sent = True
                    return await self._send(connection, additions, was_sent=was_sent)
            except _TRY_AGAIN:
                is_sent = False
            except (psycopg.Error, TimeoutError, OSError) as error:
                problem, cause = " ".join(str(error).split()) or "it does not answer", error
                if is_sent and isinstance(error, psycopg.Error) and not connection.closed:
                    raise (FateUnknown if was_sent else StoreError)(problem) from error
                await self._disconnect()
            was_sent = was_sent or is_sent
            if loop.time() + delay > deadline:
                raise (FateUnknown if was_sent else StoreError)(problem) from cause
            await asyncio.sleep(delay)
            delay = min(2 * delay, _MAX_DELAY)

    async def close(self) -> None:
        """Close the connection."""
        await self._disconnect()

    async def _connect(self) -> AsyncConnection[Any]:
        if self._connection is None:
            connection = await AsyncConnection.connect(self._url, **CONNECTION_SETTINGS)
            await connection.execute(_FIND_BY_INDEX)
            self._connection = connection
        return self._connection

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error, OSError):
                await connection.close()

    async def _send(
        self, connection: AsyncConnection[Any], additions: Sequence[RoomAddition], *, was_sent: bool
    ) -> list[int | StoreError]:
        found = await connection.execute(APPEND_TO_ROOMS, encode_additions(additions), prepare=True)
        written = {code for code, *_ in await found.fetchall()}
        rest = [each for each in additions if each.code not in written]
        known = set[str]()
        if rest and was_sent:
            written |= await _fetch_codes(connection, FIND_APPENDED, *encode_search(rest))
        if rest:
            known = await _fetch_codes(connection, FIND_ROOMS, [each.code for each in rest])
        return [each.version if each.code in written else describe_change(each.code, known) for each in additions]


async def _fetch_codes(connection: AsyncConnection[Any], query: bytes, *values: object) -> set[str]:
    found = await connection.execute(query, values)
    return {code for (code,) in await found.fetchall()}
