"""The JSON endpoints for rankings: of days, of levels, and of numbered deals."""

from datetime import date

from starlette.responses import Response
from starlette.routing import Route

from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import BadOptions
from lianliankan.game.modes import FIXED_BOARDS, LEVELS, MODES
from lianliankan.game.start import check_day, today
from lianliankan.records.record_form import format_deal
from lianliankan.store import Store
from lianliankan.store.best_lists import BestList
from lianliankan.store.player_names import guest_tag
from lianliankan.store.rankings import RankedResult
from lianliankan.web.answers import PAGE_SETTINGS, RankingAnswer, StandingAnswer
from lianliankan.web.request_context import RequestContext, endpoint
from lianliankan.web.responses import ApiError, json_response

_MODES = [mode for mode in MODES if mode not in FIXED_BOARDS]
_SHOWN = "ranked"  # the page's setting: whether the player's name is shown


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
    level = int(context.request.path_params["level"])
    if not 1 <= level <= LEVELS:
        raise BadOptions(f"unknown level {level}; expected a number from 1 to {LEVELS}")
    return await _answer(context, BestList("campaign", level=level))


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
        await context.while_there(context.server.ranker.rank(context.owner, found))
    return json_response(await context.read(_describe, store, best_list))


def _describe(store: Store, best_list: BestList) -> RankingAnswer:
    found = store.rankings.read(best_list)
    shown = {result.player for result in (*found.top, *found.near)}
    if found.own is not None:
        shown.add(found.own.player)
    names = store.players.names(shown)
    settings = store.rankings.settings_of(names, PAGE_SETTINGS) if names else {}
    for player, setting in settings.items():
        if setting.get(_SHOWN) is False:
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
    Route("/api/rankings/daily/{day}", endpoint(get_day)),
    Route("/api/rankings/levels/{level:int}", endpoint(get_level)),
    Route("/api/rankings/deals", endpoint(get_deal)),
]
