"""The JSON endpoints about the games a player has finished: best lists, results, statistics, and the daily calendar."""

from datetime import UTC, datetime, time, timedelta

from starlette.responses import Response
from starlette.routing import Route

from lianliankan.errors import BadOptions
from lianliankan.game.modes import ALL_MODES
from lianliankan.game.start import FIRST_DAY, today
from lianliankan.store import Store
from lianliankan.store.best_lists import BestList
from lianliankan.web.answers import CalendarAnswer
from lianliankan.web.request_context import RequestContext, endpoint
from lianliankan.web.responses import json_response
from lianliankan.web.work.game_jobs import result_json, statistics_json


async def list_bests(context: RequestContext) -> Response:
    """List the best games of a list; without a mode, all lists that have any."""
    query, store = context.request.query_params, context.store
    mode = query.get("mode", "")
    if not mode or "board" in query:  # all games are read for it
        context.charge_expensive()
    if not mode:
        return json_response(await context.read(store.best_lists))
    return json_response(await context.read(store.best_games, _parse_list(context)))


def _parse_list(context: RequestContext) -> BestList:
    query = context.request.query_params
    if query.get("mode") not in ALL_MODES:
        raise BadOptions(f"unknown mode (choose from {', '.join(ALL_MODES)})")
    level = query.get("level")
    if level is not None and not (level.isascii() and level.isdigit() and len(level) < 6):
        raise BadOptions("level must be a number")
    return BestList(
        query.get("mode", ""),
        level=None if level is None else int(level),
        day=query.get("day"),
        deal=query.get("deal"),
        kind=query.get("kind"),
        board=query.get("board"),
    )


async def get_result(context: RequestContext) -> Response:
    """Return what a finished game means to its player; if the solver has not looked at it, it does if there is time."""
    context.charge_expensive()
    player, id = context.store.player, context.game_id
    answer, analysis = await context.do_job(result_json, player, id, today(), context.server.jobs.result_seconds)
    if analysis is not None:
        await context.server.analyst.save(player, id, analysis)
    return json_response(answer)


async def get_statistics(context: RequestContext) -> Response:
    """Return the player's statistics; the solver looks at games that it has not seen yet, while the player reads on."""
    context.ensure_player()
    context.charge_expensive()
    answer, pending = await context.do_job(statistics_json, context.store.player, today())
    context.server.analyst.start(context.owner, pending)
    return json_response(answer)


async def get_calendar(context: RequestContext) -> Response:
    """Return what the player has made of the daily games."""
    context.ensure_player()
    return json_response(await context.read(_describe_days, context.store))


def _describe_days(store: Store) -> CalendarAnswer:
    now = datetime.now(UTC)
    tomorrow = datetime.combine(now.date() + timedelta(days=1), time(), UTC)
    return CalendarAnswer(
        today=now.date().isoformat(),
        first_day=FIRST_DAY.isoformat(),
        seconds_left=(tomorrow - now).total_seconds(),
        record=store.days(now.date()),
    )


routes = [
    Route("/api/bests", endpoint(list_bests)),
    Route("/api/stats", endpoint(get_statistics)),
    Route("/api/daily", endpoint(get_calendar)),
    Route("/api/games/{id}/result", endpoint(get_result)),
]
