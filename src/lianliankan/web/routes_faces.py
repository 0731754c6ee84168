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
from lianliankan.store.picture_sets import KeptPicture, Pictures, PictureSet
from lianliankan.web.rate_limits import Buckets, Counts
from lianliankan.web.routes_games import Asked, Problem, answer, route
from lianliankan.web.state import Site
from lianliankan.web.uploads import Uploads

__all__ = ["routes"]

_ID = re.compile(r"[0-9a-f]{32}")
_MOST_BODY = 32 * 1024
_MOST_NAME = 1_000  # characters
_FOR_EVER = "private, max-age=31536000, immutable"  # another picture has another id
_AS_IMAGE = {
    "Cache-Control": _FOR_EVER,
    "Content-Disposition": f'inline; filename="picture{SUFFIX}"',
    # Should a browser ever take it for a page, that page may do nothing.
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
}


class Saving(msgspec.Struct, forbid_unknown_fields=True):
    """What is to become of the draft: a new set of a name, or more of an old one; of the chosen pictures or of all."""

    name: str | None = None
    into: str | None = None
    pictures: list[str] | None = None


class Changing(msgspec.Struct, forbid_unknown_fields=True):
    """What is to change about a set: its name, or which pictures it has, in which order."""

    name: str | None = None
    pictures: list[str] | None = None


def routes(site: Site) -> list[Route]:
    """Give the routes of all endpoints for own pictures."""
    uploads, uploading, looking = Uploads(site.store.path.parent), Counts(most=1), Counts(most=1)
    patience = site.setup.patience
    # A page sends file by file, and shows every picture of a set at once: both come by the hundred.
    sendings = Buckets(rate=5 * patience, burst=300 * patience)
    lookings = Buckets(rate=60 * patience, burst=1_000 * patience)

    async def sets(asked: Asked) -> Response:
        pictures = asked.store.pictures
        found, draft = await asked.find(site.readers, lambda: (pictures.sets(), pictures.draft()))
        room = pictures.room
        used = sum(own.size for own in (*found, *([draft] if draft else [])))
        about = {"sets": room.sets, "pictures": room.pictures, "bytes": room.total, "used": used}
        listed = {"sets": [_about(own) for own in found], "draft": _about(draft) if draft else None}
        return answer(listed | {"room": about})

    async def draft_add(asked: Asked) -> Response:
        name = asked.request.query_params.get("name", "")[:_MOST_NAME]
        player = asked.settle()
        if not uploading.add(player):
            raise Problem(503, "busy", "one upload at a time")
        kept: list[KeptPicture] = []
        refused: list[Refusal] = []
        try:
            async with aclosing(uploads.take(asked, name)) as taken:
                async for found in taken:
                    if isinstance(found, Refusal):
                        refused.append(found)
                        continue
                    try:
                        kept += await site.writer.run(partial(_mine(site, player).draw_up, [found]))
                    except NoRoom as problem:
                        refused.append(Refusal(found.label, "full", str(problem)))
                        break
        finally:
            uploading.remove(player)
        told = [refusal._asdict() for refusal in refused]
        return answer({"kept": [_picture(picture) for picture in kept], "refused": told})

    async def draft_look(asked: Asked) -> Response:
        asked.take_much()
        pictures, into = asked.store.pictures, asked.request.query_params.get("into")

        def look() -> dict[str, Any]:
            draft = pictures.draft()
            there = () if into is None else pictures.of_id(into).pictures
            mine = () if draft is None else draft.pictures
            return {
                "id": None if draft is None else draft.id,
                "pictures": [_picture(picture) for picture in mine],
                "alike": _alike(pictures, there, mine),
            }

        if not looking.add(asked.who):
            raise Problem(503, "busy", "one look at a time")
        try:
            return answer(await asked.find(site.cutter, look))
        finally:
            looking.remove(asked.who)

    async def draft_remove(asked: Asked) -> Response:
        player, draft = await _draft(asked)
        await site.writer.run(lambda: _mine(site, player).remove(draft.id))
        return answer({"removed": draft.id})

    async def draft_leave_out(asked: Asked) -> Response:
        id, player = _id(asked), asked.player or ""
        await site.writer.run(lambda: _mine(site, player).leave_out(id))
        return answer({"removed": id})

    async def save(asked: Asked) -> Response:
        wish = msgspec.json.decode(await asked.body(_MOST_BODY), type=Saving)
        player, _ = await _draft(asked)
        if (wish.name is None) == (wish.into is None):
            raise Problem(400, "bad", "save it under a name, or into a set")

        def write() -> str:
            mine = _mine(site, player)
            if wish.into is None:
                return mine.save(wish.name or "", wish.pictures)
            mine.join(wish.into, wish.pictures)
            return wish.into

        return answer({"id": await site.writer.run(write)}, status=201)

    async def change(asked: Asked) -> Response:
        wish, id = msgspec.json.decode(await asked.body(_MOST_BODY), type=Changing), _id(asked)
        player = asked.player or ""

        def write() -> PictureSet:
            mine = _mine(site, player)
            mine.change(id, name=wish.name, chosen=wish.pictures)
            return mine.of_id(id)

        return answer(_about(await site.writer.run(write)))

    async def remove(asked: Asked) -> Response:
        id, player = _id(asked), asked.player or ""
        await site.writer.run(lambda: _mine(site, player).remove(id))
        return answer({"removed": id})

    async def export(asked: Asked) -> Response:
        asked.take_much()
        id, pictures = _id(asked), asked.store.pictures

        def pack() -> bytes:
            from lianliankan.faces.custom.zip_files import write_zip

            return write_zip([(picture.label, data) for picture, data in pictures.data_of(id)])

        headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="pictures.zip"'}
        return Response(await asked.find(site.tinkers, pack), 200, headers, media_type="application/zip")

    async def sprite(asked: Asked) -> Response:
        asked.take_much()
        id, pictures = _id(asked), asked.store.pictures

        def draw() -> str:
            from lianliankan.faces.custom.faces import CustomFaces, PictureSource
            from lianliankan.render.sprite import to_sprite

            found = pictures.of_id(id).pictures
            prints = tuple(PictureSource(picture.label, _address(picture.id)) for picture in found)
            return to_sprite(CustomFaces(f"own_{id}", prints))

        headers = {"Cache-Control": "no-store"}
        return Response(await asked.find(site.tinkers, draw), 200, headers, media_type="image/svg+xml")

    async def picture(asked: Asked) -> Response:
        data = await asked.find(site.readers, asked.store.pictures.data, _id(asked))
        return Response(data, 200, _AS_IMAGE, media_type=MEDIA_TYPE)

    return [
        route(site, "/api/faces/own", sets),
        route(site, "/api/faces/own", save, "POST"),
        route(site, "/api/faces/own/{id}", change, "PUT"),
        route(site, "/api/faces/own/{id}", remove, "DELETE"),
        route(site, "/api/faces/own/{id}/zip", export),
        route(site, "/api/faces/own/{id}/sprite.svg", sprite),
        route(site, "/api/faces/draft", draft_add, "POST", asks=sendings),
        route(site, "/api/faces/draft", draft_look),
        route(site, "/api/faces/draft", draft_remove, "DELETE"),
        route(site, "/api/faces/draft/{id}", draft_leave_out, "DELETE"),
        route(site, f"/api/faces/pictures/{{id}}{SUFFIX}", picture, asks=lookings),
    ]


def _id(asked: Asked) -> str:
    """Give the set or the picture in question; whatever is no id is none of theirs."""
    id = str(asked.request.path_params["id"])
    if asked.player is None or not _ID.fullmatch(id):
        raise NoSuchPictures("there are no such pictures")
    return id


async def _draft(asked: Asked) -> tuple[str, PictureSet]:
    """Give the player and the draft; raises NoSuchPictures where there is none."""
    found = await asked.find(asked.site.readers, asked.store.pictures.draft)
    if asked.player is None or found is None:
        raise NoSuchPictures("there is no draft")
    return asked.player, found


def _mine(site: Site, player: str) -> Pictures:
    """Give a player's pictures for a job of the writer."""
    return site.store_for_writing(player).pictures


def _address(id: str) -> str:
    return f"/api/faces/pictures/{id}{SUFFIX}"


def _picture(picture: KeptPicture) -> dict[str, str]:
    return {"id": picture.id, "label": picture.label, "address": _address(picture.id)}


def _about(own: PictureSet) -> dict[str, Any]:
    return {
        "id": own.id,
        "name": own.name,
        "changed": own.changed // 1000,
        "bytes": own.size,
        "pictures": [_picture(picture) for picture in own.pictures],
    }


def _alike(pictures: Pictures, there: Sequence[KeptPicture], mine: Sequence[KeptPicture]) -> list[dict[str, Any]]:
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
        for pair in find_similar([pictures.data(picture.id) for picture in every])
        if pair.second >= len(there)
    ]
