"""The endpoints that move a player's data: everything as a zip, and everything from such a zip.

On a server they are for every player, with an account or without; and for the owner of the machine.
"""

from collections.abc import AsyncIterator
from contextlib import aclosing

from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from lianliankan.store.archive_import import MAX_ARCHIVE_BYTES
from lianliankan.web.answers import ImportAnswer, RefusedFileAnswer
from lianliankan.web.player_export import write_export
from lianliankan.web.player_import import import_player
from lianliankan.web.request_context import RequestContext, endpoint
from lianliankan.web.responses import ApiError, json_response


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
