"""The endpoints for own pictures: a draft to which they are sent, the sets that become of it, the pictures themselves.

A player sees the own pictures alone. They are squares that were written here, of pixels alone; whatever else was in a
file is gone before it is kept.
"""

import re
from collections.abc import Sequence
from contextlib import aclosing
from functools import partial
from typing import Any

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from lianliankan.errors import NoRoom, NoSuchPictures
from lianliankan.faces.custom.names import MEDIA_TYPE, SUFFIX
from lianliankan.faces.custom.refusal import Refusal
from lianliankan.store.picture_sets import PictureSet, PictureStore, StoredPicture
from lianliankan.web.rate_limits import ConcurrencyLimiter, RateLimiter
from lianliankan.web.routes_games import ApiError, RequestContext, api_route, json_response
from lianliankan.web.state import ServerState
from lianliankan.web.uploads import Uploads

__all__ = ["routes"]

_ID = re.compile(r"[0-9a-f]{32}")
_MAX_BODY = 32 * 1024
_MAX_NAME = 1_000  # characters
_IMMUTABLE = "private, max-age=31536000, immutable"  # another picture has another id
_IMAGE_HEADERS = {
    "Cache-Control": _IMMUTABLE,
    "Content-Disposition": f'inline; filename="picture{SUFFIX}"',
    # Should a browser ever take it for a page, that page may do nothing.
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
}


class SaveRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What is to become of the draft: a new set of a name, or more of an old one; of the chosen pictures or of all."""

    name: str | None = None
    into: str | None = None
    pictures: list[str] | None = None


class ChangeRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What is to change about a set: its name, or which pictures it has, in which order."""

    name: str | None = None
    pictures: list[str] | None = None


def routes(server: ServerState) -> list[Route]:
    """Give the routes of all endpoints for own pictures."""
    uploads, uploading, looking = (
        Uploads(server.store.path.parent),
        ConcurrencyLimiter(limit=1),
        ConcurrencyLimiter(limit=1),
    )
    rate_factor = server.config.rate_factor
    # A page sends file by file, and shows every picture of a set at once: both come by the hundred.
    upload_limiter = RateLimiter(rate=5 * rate_factor, burst=300 * rate_factor)
    picture_limiter = RateLimiter(rate=60 * rate_factor, burst=1_000 * rate_factor)

    async def sets(context: RequestContext) -> Response:
        pictures = context.store.pictures
        found, draft = await context.run_in(server.read_pool, lambda: (pictures.sets(), pictures.draft()))
        room = pictures.quota
        used = sum(picture_set.size for picture_set in (*found, *([draft] if draft else [])))
        about = {"sets": room.sets, "pictures": room.pictures, "bytes": room.total, "used": used}
        listed = {
            "sets": [_set_info(picture_set) for picture_set in found],
            "draft": _set_info(draft) if draft else None,
        }
        return json_response(listed | {"room": about})

    async def draft_add(context: RequestContext) -> Response:
        name = context.request.query_params.get("name", "")[:_MAX_NAME]
        player = context.ensure_player()
        if not uploading.add(player):
            raise ApiError(503, "busy", "one upload at a time")
        kept: list[StoredPicture] = []
        refused: list[Refusal] = []
        try:
            async with aclosing(uploads.take(context, name)) as taken:
                async for found in taken:
                    if isinstance(found, Refusal):
                        refused.append(found)
                        continue
                    try:
                        kept += await server.writer.run(
                            partial(_pictures_to_write(server, player).add_to_draft, [found])
                        )
                    except NoRoom as problem:
                        refused.append(Refusal(found.label, "full", str(problem)))
                        break
        finally:
            uploading.remove(player)
        told = [refusal._asdict() for refusal in refused]
        return json_response({"kept": [_picture_info(picture) for picture in kept], "refused": told})

    async def draft_look(context: RequestContext) -> Response:
        context.charge_expensive()
        pictures, into = context.store.pictures, context.request.query_params.get("into")

        def look() -> dict[str, Any]:
            draft = pictures.draft()
            there = () if into is None else pictures.by_id(into).pictures
            mine = () if draft is None else draft.pictures
            return {
                "id": None if draft is None else draft.id,
                "pictures": [_picture_info(picture) for picture in mine],
                "alike": _find_look_alikes(pictures, there, mine),
            }

        if not looking.add(context.limit_key):
            raise ApiError(503, "busy", "one look at a time")
        try:
            return json_response(await context.run_in(server.image_pool, look))
        finally:
            looking.remove(context.limit_key)

    async def draft_remove(context: RequestContext) -> Response:
        player, draft = await _find_draft(context)
        await server.writer.run(lambda: _pictures_to_write(server, player).remove(draft.id))
        return json_response({"removed": draft.id})

    async def draft_leave_out(context: RequestContext) -> Response:
        id, player = _read_id(context), context.player or ""
        await server.writer.run(lambda: _pictures_to_write(server, player).remove_from_draft(id))
        return json_response({"removed": id})

    async def save(context: RequestContext) -> Response:
        request = msgspec.json.decode(await context.read_json(_MAX_BODY), type=SaveRequest)
        player, _ = await _find_draft(context)
        if (request.name is None) == (request.into is None):
            raise ApiError(400, "bad", "save it under a name, or into a set")

        def write() -> str:
            mine = _pictures_to_write(server, player)
            if request.into is None:
                return mine.save_draft(request.name or "", request.pictures)
            mine.move_draft_into(request.into, request.pictures)
            return request.into

        return json_response({"id": await server.writer.run(write)}, status=201)

    async def change(context: RequestContext) -> Response:
        request, id = msgspec.json.decode(await context.read_json(_MAX_BODY), type=ChangeRequest), _read_id(context)
        player = context.player or ""

        def write() -> PictureSet:
            mine = _pictures_to_write(server, player)
            mine.change(id, name=request.name, chosen=request.pictures)
            return mine.by_id(id)

        return json_response(_set_info(await server.writer.run(write)))

    async def remove(context: RequestContext) -> Response:
        id, player = _read_id(context), context.player or ""
        await server.writer.run(lambda: _pictures_to_write(server, player).remove(id))
        return json_response({"removed": id})

    async def export(context: RequestContext) -> Response:
        context.charge_expensive()
        id, pictures = _read_id(context), context.store.pictures

        def pack() -> bytes:
            from lianliankan.faces.custom.zip_files import write_zip

            return write_zip([(picture.label, data) for picture, data in pictures.set_data(id)])

        headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="pictures.zip"'}
        return Response(await context.run_in(server.slow_pool, pack), 200, headers, media_type="application/zip")

    async def sprite(context: RequestContext) -> Response:
        context.charge_expensive()
        id, pictures = _read_id(context), context.store.pictures

        def draw() -> str:
            from lianliankan.faces.custom.faces import CustomFaces, PictureSource
            from lianliankan.render.sprite import to_sprite

            found = pictures.by_id(id).pictures
            prints = tuple(PictureSource(picture.label, _picture_url(picture.id)) for picture in found)
            return to_sprite(CustomFaces(f"own_{id}", prints))

        headers = {"Cache-Control": "no-store"}
        return Response(await context.run_in(server.slow_pool, draw), 200, headers, media_type="image/svg+xml")

    async def picture(context: RequestContext) -> Response:
        data = await context.run_in(server.read_pool, context.store.pictures.picture_data, _read_id(context))
        return Response(data, 200, _IMAGE_HEADERS, media_type=MEDIA_TYPE)

    return [
        api_route(server, "/api/faces/own", sets),
        api_route(server, "/api/faces/own", save, "POST"),
        api_route(server, "/api/faces/own/{id}", change, "PUT"),
        api_route(server, "/api/faces/own/{id}", remove, "DELETE"),
        api_route(server, "/api/faces/own/{id}/zip", export),
        api_route(server, "/api/faces/own/{id}/sprite.svg", sprite),
        api_route(server, "/api/faces/draft", draft_add, "POST", limiter=upload_limiter),
        api_route(server, "/api/faces/draft", draft_look),
        api_route(server, "/api/faces/draft", draft_remove, "DELETE"),
        api_route(server, "/api/faces/draft/{id}", draft_leave_out, "DELETE"),
        api_route(server, f"/api/faces/pictures/{{id}}{SUFFIX}", picture, limiter=picture_limiter),
    ]


def _read_id(context: RequestContext) -> str:
    """Give the set or the picture in question; whatever is no id is none of theirs."""
    id = str(context.request.path_params["id"])
    if context.player is None or not _ID.fullmatch(id):
        raise NoSuchPictures("there are no such pictures")
    return id


async def _find_draft(context: RequestContext) -> tuple[str, PictureSet]:
    """Give the player and the draft; raises NoSuchPictures where there is none."""
    found = await context.run_in(context.server.read_pool, context.store.pictures.draft)
    if context.player is None or found is None:
        raise NoSuchPictures("there is no draft")
    return context.player, found


def _pictures_to_write(server: ServerState, player: str) -> PictureStore:
    """Give a player's pictures for a job of the writer."""
    return server.store_for_writing(player).pictures


def _picture_url(id: str) -> str:
    return f"/api/faces/pictures/{id}{SUFFIX}"


def _picture_info(picture: StoredPicture) -> dict[str, str]:
    return {"id": picture.id, "label": picture.label, "address": _picture_url(picture.id)}


def _set_info(picture_set: PictureSet) -> dict[str, Any]:
    return {
        "id": picture_set.id,
        "name": picture_set.name,
        "changed": picture_set.changed // 1000,
        "bytes": picture_set.size,
        "pictures": [_picture_info(picture) for picture in picture_set.pictures],
    }


def _find_look_alikes(
    pictures: PictureStore, there: Sequence[StoredPicture], mine: Sequence[StoredPicture]
) -> list[dict[str, Any]]:
    """List which pictures of the draft look like others of it, or like those that a set has already."""
    from lianliankan.faces.custom.similarity import find_similar

    every = [*there, *mine]
    return [
        {
            "first": every[pair.first].id,
            "second": every[pair.second].id,
            "distance": round(pair.distance, 2),
            "view": pair.view,
        }
        for pair in find_similar([pictures.picture_data(picture.id) for picture in every])
        if pair.second >= len(there)
    ]
