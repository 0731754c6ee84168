"""Everything that the store has about a player as a zip, made piece by piece while it is sent."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import TypeVarTuple

from lianliankan.errors import DamagedStore
from lianliankan.store.archive import PART_GONE, ArchivePart, ArchiveWriter
from lianliankan.web.identity import PlayerSession
from lianliankan.web.race.results import race_record
from lianliankan.web.replay_view import StoredSource, record_of
from lianliankan.web.request_context import RequestContext
from lianliankan.web.responses import ApiError
from lianliankan.web.work.job_context import JobContext
from lianliankan.web.work.jobs import Busy, TooHard

_TRIES = 30
_RETRY_SECONDS = 1.0  # while the workers have too much to do
_PART_BYTES = 64 * 1024

Ts = TypeVarTuple("Ts")


async def write_export(context: RequestContext, session: PlayerSession) -> AsyncGenerator[bytes]:
    """Return the zip in parts; games and races are read by the workers, and everything else in threads."""
    server, archive = context.server, ArchiveWriter()
    if not server.player_exports.add(session.player):
        raise ApiError(503, "busy", "one export at a time")
    try:
        parts = await context.read_slowly(archive.begin, context.store, session.device)
        yield archive.take()
        for part in parts:
            try:
                data = await _read_part(context, session.player, part)
            except (DamagedStore, TooHard, Busy) as problem:
                archive.skip_part(part, problem)
            except PART_GONE:
                continue
            else:
                await context.read_slowly(archive.add_part, part, data)
            if piece := archive.take(_PART_BYTES):
                yield piece
        yield archive.close()
    finally:
        server.player_exports.remove(session.player)


async def _read_part(context: RequestContext, player: str, part: ArchivePart) -> str | bytes:
    if part.kind == "game":
        return await _ask(context, record_of, StoredSource(player, part.id))
    if part.kind == "race":
        return await _ask(context, race_record, part.id, player)
    return await context.read_slowly(part.read, context.store)


async def _ask(context: RequestContext, function: Callable[[JobContext, *Ts], str], *args: *Ts) -> str:
    for _ in range(_TRIES):
        try:
            return await context.server.jobs.run(context.owner, function, *args)
        except Busy:
            await asyncio.sleep(_RETRY_SECONDS)
    return await context.server.jobs.run(context.owner, function, *args)
