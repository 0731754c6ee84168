"""Everything that the store has about a player as a zip, made piece by piece while it is sent."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import TypeVarTuple

from lianliankan.errors import DamagedStore, NoSuchGame, NoSuchPictures
from lianliankan.faces.custom.names import SUFFIX
from lianliankan.store.archive import ArchiveWriter, add_lists, list_pictures, list_races
from lianliankan.store.race_results import NoSuchRace
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
    """Return the zip in parts; games are read in the player's turns, and everything else in threads."""
    server, store = context.server, context.store
    if not server.player_exports.add(session.player):
        raise ApiError(503, "busy", "one export at a time")
    try:
        archive, problems = ArchiveWriter(), list[str]()
        ids = await context.read_slowly(add_lists, archive, store, session.device)
        yield archive.take()
        for id in ids:
            try:
                record = await _ask(context, record_of, StoredSource(session.player, id))
                await context.read_slowly(archive.add, f"games/{id}.json", record + "\n")
            except (DamagedStore, TooHard, Busy) as problem:
                problems.append(f"games/{id}.json: {problem}\n")
            except NoSuchGame:
                continue  # removed meanwhile
            if part := archive.take(_PART_BYTES):
                yield part
        for id in await context.read_slowly(list_races, store):
            try:
                record = await _ask(context, race_record, id, session.player)
                await context.read_slowly(archive.add, f"races/{id}.json", record + "\n")
            except (DamagedStore, TooHard, Busy) as problem:
                problems.append(f"races/{id}.json: {problem}\n")
            except NoSuchRace:
                continue  # removed meanwhile
            if part := archive.take(_PART_BYTES):
                yield part
        for name, picture in await context.read_slowly(list_pictures, store):
            try:
                data = await context.read_slowly(store.pictures.picture_data, picture)
            except (NoSuchPictures, DamagedStore) as problem:
                problems.append(f"{name}: {problem}\n")
                continue
            archive.add(name + SUFFIX, data)
            yield archive.take()
        if problems:
            archive.add("problems.txt", "".join(problems))
        yield archive.close()
    finally:
        server.player_exports.remove(session.player)


async def _ask(context: RequestContext, function: Callable[[JobContext, *Ts], str], *args: *Ts) -> str:
    for _ in range(_TRIES):
        try:
            return await context.server.jobs.run(context.owner, function, *args)
        except Busy:
            await asyncio.sleep(_RETRY_SECONDS)
    return await context.server.jobs.run(context.owner, function, *args)
