"""The JSON endpoints for races: rooms, quick matches, ghosts, names, leader boards, profiles and replays."""

import asyncio
import re
from collections.abc import Mapping
from time import monotonic
from typing import get_args

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.routing import Route

from lianliankan.errors import BadOptions, StoreError
from lianliankan.race.items import Format
from lianliankan.race.ratings import RATED_FORMATS, has_ratings
from lianliankan.race.room import Room
from lianliankan.race.settings import FORMATS, RaceSettings
from lianliankan.store import Store
from lianliankan.store.player_names import BadPlayerName, guest_tag
from lianliankan.store.race_results import racer_handle
from lianliankan.store.room_log import NoSuchRoom
from lianliankan.store.rooms import MAX_CLEANED, NewRoom, RoomRow, clean_code
from lianliankan.store.skills import MIN_RACES, Leader
from lianliankan.web.base.page_data import find_hidden
from lianliankan.web.http.rate_limits import TokenBucket, client_network
from lianliankan.web.http.responses import ApiError, json_response
from lianliankan.web.race.answers import (
    GhostRaceRequest,
    LeaderAnswer,
    LeadersAnswer,
    LobbyAnswer,
    LobbyRoom,
    NewRoomRequest,
    QuickMatchRequest,
    RaceFactsAnswer,
    RaceNameAnswer,
    RaceNameRequest,
    RaceProfileAnswer,
    RecentRaceAnswer,
    RoomAnswer,
    RoomCodeAnswer,
    SkillAnswer,
    describe_results,
    find_language,
    race_record,
    race_replay_json,
)
from lianliankan.web.race.ghosts import find_ghosts, read_ghosts
from lianliankan.web.race.protocol import RaceSettingsView, race_catalog
from lianliankan.web.race.replica import first_base, make_card
from lianliankan.web.state.request_context import RequestContext, endpoint
from lianliankan.web.state.server_state import ServerState

_MAX_BODY = 4096
_MAX_GHOST_BODY = 20_000  # a share text may be long
_CLEAN_UP_SECONDS = 600.0
_PAUSE_SECONDS = 1.0  # others write, too


async def get_facts(context: RequestContext) -> Response:
    """Return the facts about races, and those about the player in them."""
    player = context.ensure_player()

    def describe(store: Store) -> RaceFactsAnswer:
        return RaceFactsAnswer(
            catalog=race_catalog(),
            you=_describe_name(store),
            id=racer_handle(player),
            has_ratings=has_ratings(),
            room=store.rooms.own_room(),
        )

    return json_response(await context.read(describe, context.store))


async def get_rooms(context: RequestContext) -> Response:
    """List public rooms."""
    rows = await context.read(context.store.rooms.list_public)
    return json_response(LobbyAnswer([_describe_room(row) for row in rows]))


async def get_room(context: RequestContext) -> Response:
    """Look a room up by its code; wrong codes are limited."""
    server, code = context.server, room_code(context.request)
    attempts = code_attempts(server, context.request)
    if attempts.is_empty:
        raise ApiError(429, "slow", "too many attempts; slow down")
    try:
        row, has_seat, is_kicked = await context.read(context.store.rooms.look_up, code)
    except NoSuchRoom:
        attempts.take()
        raise
    refusal = None
    if row.phase == "closed":
        refusal = "closed"
    elif is_kicked:
        refusal = "kicked"
    elif not has_seat and row.people + row.bots >= row.seats:
        refusal = "full"
    return json_response(RoomAnswer(_describe_room(row), refusal))


def room_code(connection: HTTPConnection) -> str:
    """Return the code of the room in the address: as the store has it, however a person has typed it."""
    return clean_code(str(connection.path_params["code"]))


def code_attempts(server: ServerState, connection: HTTPConnection) -> TokenBucket:
    """Return how many wrong codes a network may still try: each takes a token, and without any, none is tried."""
    return server.attempt_limiter.bucket(f"room {client_network(connection)}")


async def create_room(context: RequestContext) -> Response:
    """Open a room."""
    asked = msgspec.json.decode(await context.read_json(_MAX_BODY), type=NewRoomRequest)
    new = await _new_room(context, RaceSettings.from_dict(asked.settings))
    code = await context.write(lambda store: store.rooms.create(new._replace(is_public=asked.is_public)))
    clean_up_now_and_then(context.server)
    return json_response(RoomCodeAnswer(code), status=201)


async def find_quick(context: RequestContext) -> Response:
    """Find a room for a quick match: where people of similar rating wait, or a new one."""
    asked = msgspec.json.decode(await context.read_json(_MAX_BODY), type=QuickMatchRequest)
    new = await _new_room(context, RaceSettings(format=asked.format))
    code = await context.write(lambda store: store.rooms.find_quick(new))
    clean_up_now_and_then(context.server)
    return json_response(RoomCodeAnswer(code))


async def _new_room(context: RequestContext, settings: RaceSettings) -> NewRoom:
    """Return a room to open; raises BadOptions for settings that a room cannot have."""
    context.ensure_player()
    context.charge_expensive()
    rating = await context.read(context.store.skills.points, settings.format)
    return NewRoom(first_base(settings), make_card(Room(settings)), rating=rating)


async def create_ghost_room(context: RequestContext) -> Response:
    """Open a room for a race against recorded games, for one player."""
    asked = msgspec.json.decode(await context.read_json(_MAX_GHOST_BODY), type=GhostRaceRequest)
    player = context.ensure_player()
    context.charge_expensive()
    header = context.request.headers.get("accept-language", "")
    language = await context.read(find_language, context.store, header)
    settings, ghosts = await context.do_job(find_ghosts, player, asked, language)
    racers = await context.read(read_ghosts, ghosts)
    new = NewRoom(first_base(settings, ghosts=racers), make_card(Room(settings, ghosts=racers)), ghosts=ghosts)
    code = await context.write(lambda store: store.rooms.create(new))
    clean_up_now_and_then(context.server)
    return json_response(RoomCodeAnswer(code), status=201)


async def put_name(context: RequestContext) -> Response:
    """Choose the name to race under."""
    asked = msgspec.json.decode(await context.read_json(_MAX_BODY), type=RaceNameRequest)
    context.ensure_player()
    context.charge_expensive()
    if (await context.read(_describe_name, context.store)).is_fixed:
        raise ApiError(409, "account", "the name of an account is changed in the account")
    try:
        await context.write(lambda store: store.racers.rename(asked.name))
    except BadPlayerName as problem:
        raise ApiError(400, "name", str(problem), problem.code) from None
    return json_response(await context.read(_describe_name, context.store))


def _describe_name(store: Store) -> RaceNameAnswer:
    name, is_fixed = store.racers.own_name()
    return RaceNameAnswer(name, guest_tag(store.player), is_fixed)


def _describe_room(row: RoomRow) -> LobbyRoom:
    try:
        settings = RaceSettings.from_dict(msgspec.json.decode(row.settings))
    except (BadOptions, msgspec.DecodeError):  # of a later version
        settings = RaceSettings()
    return LobbyRoom(
        code=row.code,
        is_public=row.is_public,
        is_quick=row.is_quick,
        phase=row.phase,  # type: ignore[arg-type]
        settings=RaceSettingsView.of(settings),
        seats=row.seats,
        people=row.people,
        bots=row.bots,
        host=row.host,
        rating=row.rating,
    )


def clean_up_now_and_then(server: ServerState) -> None:
    """Remove rooms that are no longer needed, in the background."""

    async def clean_up() -> None:
        try:
            while await server.write("", lambda store: store.rooms.clean_up()) == MAX_CLEANED:
                await asyncio.sleep(_PAUSE_SECONDS)
        except StoreError:
            return

    now = monotonic()
    if now - server.rooms_cleaned >= _CLEAN_UP_SECONDS:
        server.rooms_cleaned = now
        server.tasks.start(clean_up())


# ---- Leader boards, profiles and replays -----------------------------------------------------------------------------


_ID = re.compile(r"[0-9a-z-]{1,40}")
_FORMATS: tuple[Format, ...] = get_args(Format)


async def get_leaders(context: RequestContext) -> Response:
    """Return the leader board of a format."""
    format = context.request.query_params.get("format", "sprint")
    if format not in RATED_FORMATS:
        raise BadOptions(f"unknown format {format!r} (choose from {', '.join(RATED_FORMATS)})")
    return json_response(await context.read(_describe_leaders, context.store, format))


async def get_profile(context: RequestContext) -> Response:
    """Return a player's ratings and last races: one's own, or those of the handle in the path."""
    handle = context.request.path_params.get("id")
    player = context.ensure_player()
    store = context.store
    if handle is not None and handle != racer_handle(player):
        found = await context.read(store.racers.find, str(handle)) if _ID.fullmatch(str(handle)) else None
        if found is None:
            raise ApiError(404, "gone", "there is no such player")
        player = found
    return json_response(await context.read(_describe_profile, store, player))


async def get_replay(context: RequestContext) -> Response:
    """Return a race that is over with its replay, which a worker makes."""
    return json_response(await context.do_job(race_replay_json, _read_id(context), context.store.player))


async def get_record(context: RequestContext) -> Response:
    """Return the record of a race that is over, as a file."""
    id = _read_id(context)
    record = await context.do_job(race_record, id, None)
    headers = {"Content-Disposition": f'attachment; filename="race-{id}.json"', "Cache-Control": "no-store"}
    return Response(record + "\n", headers=headers, media_type="application/json")


def _read_id(context: RequestContext) -> str:
    id = str(context.request.path_params["id"])
    if not _ID.fullmatch(id):
        raise ApiError(404, "gone", "there is no such race")
    context.charge_expensive()
    return id


def _describe_leaders(store: Store, format: Format) -> LeadersAnswer:
    found = store.skills.leaders(format)
    players = {leader.player for leader in (*found.top, *found.near)} | ({found.own.player} if found.own else set())
    names = store.racers.names(players)
    hidden = find_hidden(store, names)

    def describe(leader: Leader) -> LeaderAnswer:
        return LeaderAnswer(
            place=leader.place,
            id=None if leader.player in hidden - {store.player} else racer_handle(leader.player),
            name=None if leader.player in hidden else names.get(leader.player),
            tag=guest_tag(leader.player),
            points=leader.points,
            races=leader.races,
            wins=leader.wins,
            is_own=leader.player == store.player,
        )

    return LeadersAnswer(
        format=format,
        players=found.players,
        min_races=MIN_RACES,
        top=[describe(leader) for leader in found.top],
        near=[describe(leader) for leader in found.near],
        own=None if found.own is None else describe(found.own),
    )


def _describe_profile(store: Store, player: str) -> RaceProfileAnswer:
    skills, recent = store.skills.of_player(player), store.races.recent(player)
    return RaceProfileAnswer(
        id=racer_handle(player),
        name=store.racers.names([player]).get(player),
        tag=guest_tag(player),
        is_own=player == store.player,
        skills=[SkillAnswer(_as_format(row.format), row.points, row.races, row.wins, row.place) for row in skills],
        recent=[
            RecentRaceAnswer(
                id=race.id,
                format=_as_format(race.format),
                is_team=FORMATS[_as_format(race.format)].is_team,
                began=race.began // 1_000_000,
                is_rated=race.is_rated,
                seat=next(result.seat for result in race.results if result.player == player),
                results=describe_results(race, store.player),
            )
            for race in recent
        ],
    )


_BY_NAME: Mapping[str, Format] = {format: format for format in _FORMATS}


def _as_format(name: str) -> Format:
    return _BY_NAME.get(name, "sprint")


routes = [
    Route("/api/races/leaders", endpoint(get_leaders), methods=["GET"]),
    Route("/api/races/profile", endpoint(get_profile), methods=["GET"]),
    Route("/api/races/profile/{id}", endpoint(get_profile), methods=["GET"]),
    Route("/api/races/records/{id}", endpoint(get_replay), methods=["GET"]),
    Route("/api/races/records/{id}/file", endpoint(get_record), methods=["GET"]),
    Route("/api/races", endpoint(get_rooms), methods=["GET"]),
    Route("/api/races", endpoint(create_room), methods=["POST"]),
    Route("/api/races/facts", endpoint(get_facts), methods=["GET"]),
    Route("/api/races/quick", endpoint(find_quick), methods=["POST"]),
    Route("/api/races/ghost", endpoint(create_ghost_room), methods=["POST"]),
    Route("/api/races/name", endpoint(put_name), methods=["POST", "PUT"]),
    Route("/api/races/{code:str}", endpoint(get_room), methods=["GET"]),  # the last: it fits most of the others
]
