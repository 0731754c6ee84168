"""The JSON endpoints about races that are over: leader boards, profiles, replays and records."""

import re
from collections.abc import Mapping
from typing import get_args

from starlette.responses import Response
from starlette.routing import Route

from lianliankan.errors import BadOptions
from lianliankan.race.items import Format
from lianliankan.race.ratings import RATED_FORMATS
from lianliankan.store import Store
from lianliankan.store.player_names import guest_tag
from lianliankan.store.race_results import racer_handle
from lianliankan.store.skills import MIN_RACES, Leader
from lianliankan.web.answers import PAGE_SETTINGS
from lianliankan.web.race.answers import (
    LeaderAnswer,
    LeadersAnswer,
    RaceProfileAnswer,
    RecentRaceAnswer,
    SkillAnswer,
)
from lianliankan.web.race.results import describe_results, race_record, race_replay_json
from lianliankan.web.request_context import RequestContext, endpoint
from lianliankan.web.responses import ApiError, json_response

_ID = re.compile(r"[0-9a-z-]{1,40}")
_FORMATS: tuple[Format, ...] = get_args(Format)
_SHOWN = "ranked"  # the page's setting: whether the player's name is shown in lists


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
    settings = store.rankings.settings_of(names, PAGE_SETTINGS) if names else {}
    hidden = {player for player, setting in settings.items() if setting.get(_SHOWN) is False}

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
]
