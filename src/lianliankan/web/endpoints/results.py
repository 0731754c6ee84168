"""The JSON endpoints for finished games: best lists, results, statistics, the daily calendar, and rankings."""

from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta

from starlette.responses import Response
from starlette.routing import Route

from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import BadOptions, NoSuchGame
from lianliankan.game.modes import ALL_MODES, FIXED_BOARDS, LEVELS, MODES
from lianliankan.game.start import FIRST_DAY, check_day, today
from lianliankan.records.record_form import format_deal
from lianliankan.store import Store
from lianliankan.store.best_lists import BestList, find_best_games
from lianliankan.store.player_names import guest_tag
from lianliankan.store.rankings import RankedResult
from lianliankan.text import shorten
from lianliankan.web.base.page_data import find_hidden
from lianliankan.web.endpoints.answers import CalendarAnswer, ListedBest, RankingAnswer, StandingAnswer
from lianliankan.web.http.responses import ApiError, json_response
from lianliankan.web.state.request_context import RequestContext, endpoint
from lianliankan.web.work.game_jobs import result_json, statistics_json


async def list_bests(context: RequestContext) -> Response:
    """List the best games of a list; without a mode, all lists that have any, and which have the `game` asked about."""
    query, store = context.request.query_params, context.store
    mode = query.get("mode", "")
    if not mode or "board" in query:  # all games are read for it
        context.charge_expensive()
    if not mode:
        return json_response(await context.read(_list_all, store, query.get("game", "")))
    return json_response(await context.read(find_best_games, store, _parse_list(context)))


def _list_all(store: Store, game: str) -> list[ListedBest]:
    own: list[BestList] = []
    with suppress(NoSuchGame):
        own = store.lists_of(game) if game else []
    return [ListedBest.of(each, own) for each in store.best_lists()]


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
    context.server.analyst.start(context.requester, pending)
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


# ---- Rankings of days, of levels, and of numbered deals --------------------------------------------------------------


_MODES = [mode for mode in MODES if mode not in FIXED_BOARDS]


async def get_day(context: RequestContext) -> Response:
    """Return the ranking of a day: first attempts."""
    try:
        day = date.fromisoformat(context.request.path_params["day"])
    except ValueError:
        raise BadOptions("a day must be a date, e.g. 2026-11-15") from None
    check_day(day, today())
    return await _answer(context, BestList("daily", day=day.isoformat()))


async def get_level(context: RequestContext) -> Response:
    """Return the ranking of a level: the best win of each player."""
    text = str(context.request.path_params["level"])
    if text not in map(str, range(1, LEVELS + 1)):
        raise BadOptions(f"unknown level {shorten(text)}; expected a number from 1 to {LEVELS}")
    return await _answer(context, BestList("campaign", level=int(text)))


async def get_deal(context: RequestContext) -> Response:
    """Return the ranking of a numbered deal in a mode: the best win of each player."""
    query = context.request.query_params
    mode = query.get("mode", "")
    if mode not in _MODES:
        raise BadOptions(f"unknown mode {mode!r} (choose from {', '.join(_MODES)})")
    return await _answer(context, BestList(mode, deal=format_deal(Deal.parse(query.get("deal", "")))))


async def _answer(context: RequestContext, best_list: BestList) -> Response:
    """Verify what the player has played since, and return the ranking with the player's place."""
    store = context.store
    if not store.player:
        raise ApiError(404, "gone", "the owner of the machine plays alone")
    if context.player is not None and (found := await context.read(store.rankings.pending, best_list)):
        context.charge_expensive()
        await context.while_there(context.server.ranker.rank(context.requester, found))
    return json_response(await context.read(_describe_ranking, store, best_list))


def _describe_ranking(store: Store, best_list: BestList) -> RankingAnswer:
    found = store.rankings.read(best_list)
    shown = {result.player for result in (*found.top, *found.near)}
    if found.own is not None:
        shown.add(found.own.player)
    names = store.players.names(shown)
    for player in find_hidden(store, names):
        del names[player]

    def standing(result: RankedResult) -> StandingAnswer:
        return StandingAnswer(
            place=result.place,
            name=names.get(result.player),
            tag=guest_tag(result.player),
            won=result.won,
            score=result.score,
            seconds=result.played / 1000,
            stars=result.stars,
            is_own=result.player == store.player,
        )

    others = found.players - 1
    return RankingAnswer(
        players=found.players,
        top=[standing(result) for result in found.top],
        near=[standing(result) for result in found.near],
        own=None if found.own is None else standing(found.own),
        game=None if found.own is None else found.own.game,
        percent=None if found.own is None or others < 1 else 100 * found.worse // others,
    )


routes = [
    Route("/api/bests", endpoint(list_bests)),
    Route("/api/stats", endpoint(get_statistics)),
    Route("/api/daily", endpoint(get_calendar)),
    Route("/api/games/{id}/result", endpoint(get_result)),
    Route("/api/rankings/daily/{day}", endpoint(get_day)),
    Route("/api/rankings/levels/{level}", endpoint(get_level)),
    Route("/api/rankings/deals", endpoint(get_deal)),
]
