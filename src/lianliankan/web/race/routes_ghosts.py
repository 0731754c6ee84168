"""The endpoint that opens a room for a race against ghosts."""

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from lianliankan.store.room_log import RoomCard
from lianliankan.store.rooms import NewRoom
from lianliankan.web.race.answers import GhostRaceRequest, RoomCodeAnswer, find_language
from lianliankan.web.race.ghosts import find_ghosts, read_ghosts
from lianliankan.web.race.replica import first_base
from lianliankan.web.race.routes_lobby import clean_up_now_and_then
from lianliankan.web.request_context import RequestContext, endpoint
from lianliankan.web.responses import json_response

_MAX_BODY = 20_000  # a share text may be long


async def create_ghost_room(context: RequestContext) -> Response:
    """Open a room for a race against recorded games, for one player."""
    asked = msgspec.json.decode(await context.read_json(_MAX_BODY), type=GhostRaceRequest)
    player = context.ensure_player()
    context.charge_expensive()
    server = context.server
    header = context.request.headers.get("accept-language", "")
    language = await context.read(find_language, context.store, header)
    settings, ghosts = await context.do_job(find_ghosts, player, asked, language)
    racers = await context.read(read_ghosts, ghosts)
    card = RoomCard("waiting", settings.format, settings.to_dict(), settings.seats)
    new = NewRoom(first_base(settings, ghosts=racers), card, ghosts=ghosts)
    code = await context.write(lambda store: store.rooms.create(new))
    clean_up_now_and_then(server)
    return json_response(RoomCodeAnswer(code), status=201)


routes = [Route("/api/races/ghost", endpoint(create_ghost_room), methods=["POST"])]
