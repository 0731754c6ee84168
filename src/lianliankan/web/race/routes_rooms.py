"""The endpoint that opens a room."""

import secrets

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from lianliankan.errors import BadOptions
from lianliankan.race.settings import RaceSettings
from lianliankan.web.request_context import RequestContext, endpoint
from lianliankan.web.responses import ApiError, json_response

__all__ = ["routes"]

_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"


class NewRoomRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A room to open: its settings, as `RaceSettings` has them, and whether lists show it."""

    settings: dict[str, object] = {}
    is_public: bool = False


class RoomCodeAnswer(msgspec.Struct, frozen=True):
    """The code of a room."""

    code: str


async def create_room(context: RequestContext) -> Response:
    """Open a room."""
    body = await context.read_json(4096)
    context.ensure_player()
    try:
        asked = msgspec.json.decode(body, type=NewRoomRequest)
        settings = RaceSettings.from_dict(asked.settings)
    except (msgspec.DecodeError, BadOptions) as problem:
        raise ApiError(400, "bad", str(problem)) from None
    code = "".join(secrets.choice(_LETTERS) for _ in range(6))
    context.server.rooms.create_room(code, settings, is_public=asked.is_public)
    return json_response(RoomCodeAnswer(code), status=201)


routes = [Route("/api/races", endpoint(create_room), methods=["POST"])]
