"""The endpoints for custom pictures: a draft that uploads go to, the sets saved from it, the pictures themselves.

Players see only the pictures they have uploaded. A stored picture is a square encoded by this server from pixels alone;
anything else in an uploaded file is discarded before the picture is stored.
"""

import re
from collections.abc import Collection, Sequence
from contextlib import aclosing
from functools import partial

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from lianliankan.errors import NoSuchPictures, QuotaExceeded
from lianliankan.faces.custom.import_pictures import Thumbnail
from lianliankan.faces.custom.names import MEDIA_TYPE, SUFFIX
from lianliankan.faces.custom.refusal import Refusal
from lianliankan.faces.custom.zip_files import write_zip
from lianliankan.store import Store
from lianliankan.store.picture_sets import PictureSet, StoredPicture
from lianliankan.web.endpoints.answers import (
    DraftAnswer,
    IdAnswer,
    PictureAnswer,
    PictureListAnswer,
    PictureSetAnswer,
    QuotaAnswer,
    RefusalAnswer,
    RemovedAnswer,
    SimilarPictures,
    UploadAnswer,
)
from lianliankan.web.http.rate_limits import RateLimiter
from lianliankan.web.http.responses import ApiError, json_response
from lianliankan.web.state.request_context import RequestContext, endpoint
from lianliankan.web.state.server_state import ServerState

_ID = re.compile(r"[0-9a-f]{32}")
_MAX_BODY = 32 * 1024
_MAX_NAME = 1_000  # characters
_IMAGE_HEADERS = {
    "Cache-Control": "private, max-age=31536000, immutable",  # a different picture has a different id
    "Content-Disposition": f'inline; filename="picture{SUFFIX}"',
    # If a browser ever took it for a page, that page could do nothing.
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
}


class SaveRequest(msgspec.Struct, forbid_unknown_fields=True):
    """How to save the draft: as a new set with a name, or into a set; the chosen pictures, or all of them.

    `keep` are the pairs that look alike and are kept all the same; other such pairs are not saved.
    """

    name: str | None = None
    into: str | None = None
    pictures: list[str] | None = None
    keep: list[tuple[str, str]] = []


class ChangeRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A change of a set: its name, or its pictures and their order."""

    name: str | None = None
    pictures: list[str] | None = None


# ---- The draft -------------------------------------------------------------------------------------------------------


async def add_to_draft(context: RequestContext) -> Response:
    """Receive a picture or a zip, and add its pictures to the draft, unless they are there or in the set `into`."""
    name = context.request.query_params.get("name", "")[:_MAX_NAME]
    player, server = context.ensure_player(), context.server
    if not server.player_uploads.add(player):
        raise ApiError(503, "busy", "only one upload at a time")
    try:
        added, refused = await _import_upload(context, player, name)
    finally:
        server.player_uploads.remove(player)
    refusals = [RefusalAnswer(*each) for each in refused]
    return json_response(UploadAnswer([_picture_info(picture) for picture in added], refusals))


async def _import_upload(context: RequestContext, player: str, name: str) -> tuple[list[StoredPicture], list[Refusal]]:
    """Store the pictures of an upload one by one, until the player's quota is used up."""
    into = context.request.query_params.get("into")
    added: list[StoredPicture] = []
    refused: list[Refusal] = []
    async with aclosing(context.server.uploads.receive(context.request, name)) as results:
        async for result in results:
            if isinstance(result, Refusal):
                refused.append(result)
                continue
            try:
                stored = await context.write(partial(_add_unless_same, thumbnail=result, into=into))
                if isinstance(stored, Refusal):
                    refused.append(stored)
                else:
                    added.append(stored)
            except QuotaExceeded as problem:
                refused.append(Refusal(result.label, "full", str(problem)))
                break
    return added, refused


def _add_unless_same(store: Store, thumbnail: Thumbnail, into: str | None) -> StoredPicture | Refusal:
    other = store.pictures.find_same(thumbnail.data, into)
    if other is not None:
        return Refusal.of_same(thumbnail.label, other)
    (added,) = store.pictures.add_to_draft([thumbnail])
    return added


async def get_draft(context: RequestContext) -> Response:
    """Return the draft, with the pairs of pictures that look alike."""
    into = context.request.query_params.get("into")
    draft = await context.read(context.store.pictures.draft)
    pictures = () if draft is None else draft.pictures
    alike = await _find_look_alikes(context, into, pictures)
    found = [_picture_info(picture) for picture in pictures]
    return json_response(DraftAnswer(id=None if draft is None else draft.id, pictures=found, alike=alike))


async def delete_draft(context: RequestContext) -> Response:
    """Remove the draft."""
    draft = await _find_draft(context)
    await context.write(lambda store: store.pictures.remove(draft.id))
    return json_response(RemovedAnswer(draft.id))


async def delete_from_draft(context: RequestContext) -> Response:
    """Remove one picture from the draft."""
    id = _read_id(context)
    await context.write(lambda store: store.pictures.remove_from_draft(id))
    return json_response(RemovedAnswer(id))


async def save_draft(context: RequestContext) -> Response:
    """Save the draft as a new set, or into a set, unless undecided pictures look alike."""
    request = msgspec.json.decode(await context.read_json(_MAX_BODY), type=SaveRequest)
    draft = await _find_draft(context)
    if (request.name is None) == (request.into is None):
        raise ApiError(400, "bad", "expected either name or into")
    chosen = [picture.id for picture in draft.pictures] if request.pictures is None else request.pictures
    alike = await _find_undecided(context, draft, chosen, request)
    if alike:
        raise ApiError(409, "alike", "pictures look alike; leave one of each pair out, or keep both", pairs=len(alike))

    def save(store: Store) -> str:
        if request.into is None:
            return store.pictures.save_draft(request.name or "", chosen)
        store.pictures.move_draft_into(request.into, chosen)
        return request.into

    return json_response(IdAnswer(await context.write(save)), status=201)


async def _find_undecided(
    context: RequestContext, draft: PictureSet, chosen: Collection[str], request: SaveRequest
) -> list[SimilarPictures]:
    """List the pairs that look alike, would be saved, and are not among those to keep."""
    new = [picture for picture in draft.pictures if picture.id in chosen]
    kept = {frozenset(pair) for pair in request.keep}
    alike = await _find_look_alikes(context, request.into, new)
    return [pair for pair in alike if frozenset((pair.first, pair.second)) not in kept]


# ---- Sets and pictures -----------------------------------------------------------------------------------------------


async def list_sets(context: RequestContext) -> Response:
    """List the player's sets and the draft, with the quota."""
    pictures = context.store.pictures
    sets, draft = await context.read(lambda: (pictures.sets(), pictures.draft()))
    used = sum(picture_set.size for picture_set in (*sets, *([draft] if draft else [])))
    quota = pictures.quota
    return json_response(
        PictureListAnswer(
            sets=[_set_info(picture_set) for picture_set in sets],
            draft=_set_info(draft) if draft else None,
            quota=QuotaAnswer(quota.sets, quota.pictures, quota.total, used),
        )
    )


async def change_set(context: RequestContext) -> Response:
    """Rename a set, or remove and reorder its pictures."""
    request = msgspec.json.decode(await context.read_json(_MAX_BODY), type=ChangeRequest)
    id = _read_id(context)

    def change(store: Store) -> PictureSet:
        store.pictures.change(id, name=request.name, chosen=request.pictures)
        return store.pictures.by_id(id)

    return json_response(_set_info(await context.write(change)))


async def delete_set(context: RequestContext) -> Response:
    """Remove a set."""
    id = _read_id(context)
    await context.write(lambda store: store.pictures.remove(id))
    return json_response(RemovedAnswer(id))


async def export_set(context: RequestContext) -> Response:
    """Return a set as a zip to download."""
    context.charge_expensive()
    id, pictures = _read_id(context), context.store.pictures

    def pack() -> bytes:
        return write_zip([(picture.label, data) for picture, data in pictures.set_data(id)])

    headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="pictures.zip"'}
    return Response(await context.read_slowly(pack), 200, headers, media_type="application/zip")


async def get_sprite(context: RequestContext) -> Response:
    """Return a set as a sprite that refers to its pictures."""
    context.charge_expensive()
    id, pictures = _read_id(context), context.store.pictures

    def draw() -> str:
        from lianliankan.faces.custom.faces import CustomFaces, PictureSource
        from lianliankan.render.sprite import to_sprite

        found = pictures.by_id(id).pictures
        sources = tuple(PictureSource(picture.label, _picture_url(picture.id)) for picture in found)
        return to_sprite(CustomFaces(f"own_{id}", sources))

    headers = {"Cache-Control": "no-store"}
    return Response(await context.read_slowly(draw), 200, headers, media_type="image/svg+xml")


async def get_picture(context: RequestContext) -> Response:
    """Return one picture."""
    pictures = context.store.pictures
    data = await context.read(pictures.picture_data, _read_id(context))
    return Response(data, 200, _IMAGE_HEADERS, media_type=MEDIA_TYPE)


# ---- Helpers ---------------------------------------------------------------------------------------------------------


def _read_id(context: RequestContext) -> str:
    """Return the id of the set or picture in the path; raises NoSuchPictures for anything but a complete id."""
    id = str(context.request.path_params["id"])
    if context.player is None or not _ID.fullmatch(id):
        raise NoSuchPictures("no such pictures")
    return id


async def _find_draft(context: RequestContext) -> PictureSet:
    """Return the draft; raises NoSuchPictures if there is none."""
    draft = await context.read(context.store.pictures.draft)
    if context.player is None or draft is None:
        raise NoSuchPictures("there is no draft")
    return draft


def _picture_url(id: str) -> str:
    return f"/api/faces/pictures/{id}{SUFFIX}"


def _picture_info(picture: StoredPicture) -> PictureAnswer:
    return PictureAnswer(picture.id, picture.label, _picture_url(picture.id))


def _set_info(picture_set: PictureSet) -> PictureSetAnswer:
    return PictureSetAnswer(
        id=picture_set.id,
        name=picture_set.name or "",
        changed=picture_set.changed // 1000,
        bytes=picture_set.size,
        pictures=[_picture_info(picture) for picture in picture_set.pictures],
    )


async def _find_look_alikes(
    context: RequestContext, into: str | None, new: Sequence[StoredPicture]
) -> list[SimilarPictures]:
    """List the pairs of a new picture and an earlier one, new or in a set, that look alike."""
    context.charge_expensive()
    server, pictures = context.server, context.store.pictures
    if not server.player_comparisons.add(context.limit_key):
        raise ApiError(503, "busy", "only one comparison at a time")
    try:
        in_set = () if into is None else (await context.read(pictures.by_id, into)).pictures
        ids = [picture.id for picture in (*in_set, *new)]
        pairs = await server.picture_client.find_similar(lambda: [pictures.picture_data(id) for id in ids])
    finally:
        server.player_comparisons.remove(context.limit_key)
    return [
        SimilarPictures(ids[pair.first], ids[pair.second], round(pair.distance, 2), pair.view)
        for pair in pairs
        if pair.second >= len(in_set)
    ]


def _upload_limiter(server: ServerState) -> RateLimiter:
    return server.upload_limiter


def _picture_limiter(server: ServerState) -> RateLimiter:
    return server.picture_limiter


routes = [
    Route("/api/faces/own", endpoint(list_sets)),
    Route("/api/faces/own", endpoint(save_draft), methods=["POST"]),
    Route("/api/faces/own/{id}", endpoint(change_set), methods=["PUT"]),
    Route("/api/faces/own/{id}", endpoint(delete_set), methods=["DELETE"]),
    Route("/api/faces/own/{id}/zip", endpoint(export_set)),
    Route("/api/faces/own/{id}/sprite.svg", endpoint(get_sprite)),
    Route("/api/faces/draft", endpoint(add_to_draft, limiter=_upload_limiter), methods=["POST"]),
    Route("/api/faces/draft", endpoint(get_draft)),
    Route("/api/faces/draft", endpoint(delete_draft), methods=["DELETE"]),
    Route("/api/faces/draft/{id}", endpoint(delete_from_draft), methods=["DELETE"]),
    Route(f"/api/faces/pictures/{{id}}{SUFFIX}", endpoint(get_picture, limiter=_picture_limiter)),
]
