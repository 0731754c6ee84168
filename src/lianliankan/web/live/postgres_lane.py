"""A connection that writes changes of games to PostgreSQL, each exactly once.

A batch is one statement: one round trip and one transaction. If the connection breaks before the answer, nobody knows
whether the batch was written, so it is sent again over another connection: the version check in the statement refuses
what was written already, and the chain of the game, which covers its commands, shows that it was this change.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import psycopg
from psycopg import AsyncConnection, errors

from lianliankan.errors import GameMoved, NoSuchGame, StoreError
from lianliankan.store import Change
from lianliankan.store.postgres_writes import CONNECTION_SETTINGS, FIND_WRITTEN, encode_update, update_statement
from lianliankan.store.writes import entry_rows
from lianliankan.web.live.writer import FateUnknown

_MIN_DELAY, _MAX_DELAY = 0.05, 1.0  # seconds until a batch is sent again
_TRY_AGAIN = (errors.DeadlockDetected, errors.SerializationFailure)
# The plan of the statement is kept, and must not be one for few games, which reads all of them for every batch.
_FIND_BY_INDEX = b"SET enable_seqscan = off"
_FIND_GAMES = b"SELECT id FROM games WHERE id = ANY(%s)"


class PostgresLane:
    """Writes one batch at a time; `worker` is the name of this server in announcements."""

    def __init__(self, url: str, worker: str) -> None:
        self._url, self._worker = url, worker
        self._connection: AsyncConnection[Any] | None = None

    async def write(self, changes: Sequence[Change], seconds: float) -> list[StoreError | None]:
        """Write changes of different games that have the same columns; return for each the error, or None.

        Raises StoreError if none was written, and FateUnknown if nobody knows after so many seconds.
        """
        loop = asyncio.get_running_loop()
        deadline, delay = loop.time() + seconds, _MIN_DELAY
        was_sent = False  # by an attempt of which the answer was lost
        while True:
            is_sent, problem, cause = False, "", None
            try:
                async with asyncio.timeout_at(deadline):
                    connection = await self._connect()
                    is_sent = True
                    return await self._send(connection, changes, was_sent=was_sent)
            except _TRY_AGAIN:
                is_sent = False
            except (psycopg.Error, TimeoutError, OSError) as error:
                problem, cause = " ".join(str(error).split()) or "it does not answer", error
                if is_sent and isinstance(error, psycopg.Error) and not connection.closed:
                    if was_sent:
                        raise FateUnknown(problem) from error
                    if len(changes) > 1 and not isinstance(error, psycopg.OperationalError):
                        return [await self._write_alone(change, deadline - loop.time()) for change in changes]
                    raise StoreError(problem) from error
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

    async def _write_alone(self, change: Change, seconds: float) -> StoreError | None:
        """Write one change of a batch of which the database does not take all."""
        try:
            return (await self.write([change], seconds))[0]
        except StoreError as problem:
            return problem

    async def _send(
        self, connection: AsyncConnection[Any], changes: Sequence[Change], *, was_sent: bool
    ) -> list[StoreError | None]:
        names = tuple(changes[0].columns)
        firsts = [change.first_pair for change in changes if change.first_pair]
        values = encode_update(names, [change.row for change in changes], entry_rows(changes), firsts, self._worker)
        found = await connection.execute(update_statement(names), values, prepare=True)
        written = {id for id, _ in await found.fetchall()}
        rest = [change for change in changes if change.id not in written]
        ids, known = [change.id for change in rest], set[str]()
        if rest and was_sent:
            chains = [change.columns["chain"] for change in rest]
            written |= await _fetch_ids(connection, FIND_WRITTEN, ids, chains)
        if rest:
            known = await _fetch_ids(connection, _FIND_GAMES, ids)

        def find_problem(change: Change) -> StoreError | None:
            if change.id in written:
                return None
            if change.id not in known:
                return NoSuchGame(f"there is no game {change.id}")
            return GameMoved(f"game {change.id} was changed elsewhere; open it again")

        return [find_problem(change) for change in changes]


async def _fetch_ids(connection: AsyncConnection[Any], query: bytes, *values: list[str]) -> set[str]:
    found = await connection.execute(query, values)
    return {id for (id,) in await found.fetchall()}
