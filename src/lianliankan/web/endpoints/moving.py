"""The endpoints that move a player's data: everything as a zip, and everything from such a zip.

On a server they are for every player, with an account or without; and for the owner of the machine.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import IO, Any, TypeVar

from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from lianliankan.errors import DamagedStore
from lianliankan.store.archive import PART_GONE, ArchivePart, ArchiveWriter
from lianliankan.store.archive_import import (
    MAX_ARCHIVE_BYTES,
    ArchivedGame,
    DecodeStep,
    ImportReport,
    ImportStep,
    VerifyStep,
    WriteStep,
    import_steps,
)
from lianliankan.store.imports import MovedGame
from lianliankan.web.endpoints.answers import ImportAnswer, RefusedFileAnswer
from lianliankan.web.endpoints.games import MAX_GAMES
from lianliankan.web.endpoints.import_check import verify_moved
from lianliankan.web.endpoints.replay_view import StoredSource, record_of
from lianliankan.web.http.identity import PlayerSession
from lianliankan.web.http.responses import ApiError, json_response
from lianliankan.web.race.answers import race_record
from lianliankan.web.state.request_context import RequestContext, endpoint
from lianliankan.web.work.jobs import Busy, TooHard

T = TypeVar("T")

_TRIES = 30
_RETRY_SECONDS = 1.0  # while the workers have too much to do
_PART_BYTES = 64 * 1024


async def _retry(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask the workers for something, and again while they have too much to do; raises Busy in the end."""
    for _ in range(_TRIES):
        try:
            return await ask()
        except Busy:
            await asyncio.sleep(_RETRY_SECONDS)
    return await ask()


# ---- To a zip --------------------------------------------------------------------------------------------------------


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
    jobs = context.server.jobs
    if part.kind == "game":
        return await _retry(lambda: jobs.run(context.requester, record_of, StoredSource(player, part.id)))
    if part.kind == "race":
        return await _retry(lambda: jobs.run(context.requester, race_record, part.id, player))
    return await context.read_slowly(part.read, context.store)


# ---- From a zip ------------------------------------------------------------------------------------------------------


async def import_player(context: RequestContext, file: IO[bytes]) -> ImportReport:
    """Take everything from a zip that the player does not have yet; raises BadArchive."""
    context.ensure_player()
    steps = import_steps(file, max_games=MAX_GAMES)
    answer: Any = None
    while True:
        try:
            step = steps.send(answer)
        except StopIteration as end:
            report: ImportReport = end.value
            return report
        answer = await _do(context, step)


async def _do(context: RequestContext, step: ImportStep) -> Any:  # noqa: ANN401  # what it is depends on the step
    if isinstance(step, VerifyStep):
        return await _verify(context, step.game)
    if isinstance(step, DecodeStep):
        return await context.server.picture_client.take_next(step.run, step.files)
    if isinstance(step, WriteStep):
        return await context.write(step.act)
    return await context.read_slowly(step.act, context.store)


async def _verify(context: RequestContext, game: ArchivedGame) -> MovedGame | str:
    try:
        return await _retry(lambda: context.do_job(verify_moved, game))
    except Busy:
        return "the server is busy; import the file once more"
    except TooHard as problem:
        return f"{problem}; import the file once more while the server is less busy"


# ---- The endpoints ---------------------------------------------------------------------------------------------------


async def export(context: RequestContext) -> Response:
    """Return everything that the store has about the player, as a zip that is made while it is sent."""
    context.ensure_player()
    context.charge_expensive()
    assert context.session is not None
    parts = write_export(context, context.session)
    first = await anext(parts)  # it begins here, so that it also ends if the client goes away at once
    headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="lianliankan.zip"'}
    headers["Content-Encoding"] = "identity"  # what is packed is not compressed once more

    async def send() -> AsyncIterator[bytes]:
        async with aclosing(parts):
            yield first
            async for part in parts:
                yield part

    return StreamingResponse(send(), 200, headers, media_type="application/zip")


async def import_zip(context: RequestContext) -> Response:
    """Take games, settings and pictures from a zip, and say what became of them."""
    context.charge_expensive()
    player, server = context.ensure_player(), context.server
    if not server.player_uploads.add(player):
        raise ApiError(503, "busy", "only one upload at a time")
    try:
        async with server.uploads.save(context.request, MAX_ARCHIVE_BYTES) as file:
            report = await import_player(context, file)
    finally:
        server.player_uploads.remove(player)
    refused = [RefusedFileAnswer(*each) for each in report.refused]
    return json_response(
        ImportAnswer(
            new=report.games["new"],
            continued=report.games["continued"],
            known=report.games["known"],
            apart=report.games["apart"],
            settings=report.settings,
            sets=report.sets["new"],
            known_sets=report.sets["known"],
            unfinished=report.unfinished,
            refused=refused,
            more_refused=report.more_refused,
        )
    )


routes = [
    Route("/api/player/export", endpoint(export)),
    Route("/api/player/import", endpoint(import_zip), methods=["POST"]),
]
