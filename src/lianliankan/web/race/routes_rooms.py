"""The endpoint that opens a room."""

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from lianliankan.errors import BadOptions
from lianliankan.race.settings import RaceSettings
from lianliankan.store.rooms import NewRoom
from lianliankan.web.race.answers import RoomCodeAnswer
from lianliankan.web.race.replica import first_base, first_card
from lianliankan.web.race.requests import NewRoomRequest
from lianliankan.web.request_context import RequestContext, endpoint
from lianliankan.web.responses import ApiError, json_response

__all__ = ["routes"]


async def create_room(context: RequestContext) -> Response:
    """Open a room."""
    body = await context.read_json(4096)
    player = context.ensure_player()
    try:
        asked = msgspec.json.decode(body, type=NewRoomRequest)
        settings = RaceSettings.from_dict(asked.settings)
        new = NewRoom(first_base(settings), first_card(settings), is_public=asked.is_public)
    except (msgspec.DecodeError, BadOptions) as problem:
        raise ApiError(400, "bad", str(problem)) from None
    server = context.server
    code = await server.writer.run(lambda: server.store_for_writing(player).rooms.create(new))
    return json_response(RoomCodeAnswer(code), status=201)


routes = [Route("/api/races", endpoint(create_room), methods=["POST"])]
