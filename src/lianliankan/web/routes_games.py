"""The JSON endpoints for games: starting, listing, removing, sharing and replaying them; settings."""

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from lianliankan.board.board import Board
from lianliankan.game.game import Game
from lianliankan.game.modes import Plan
from lianliankan.game.start import NewGameRequest, next_game, today
from lianliankan.records.record import to_record
from lianliankan.records.share import to_share
from lianliankan.store import Store
from lianliankan.web.answers import (
    BestListName,
    BoardAnswer,
    CampaignAnswer,
    DailyAnswer,
    IdAnswer,
    PlayerAnswer,
    RemovedAnswer,
    ShareAnswer,
)
from lianliankan.web.new_game import is_quick_deal, plan_posted, read_share, start_posted
from lianliankan.web.replay_view import build_replay
from lianliankan.web.request_context import RequestContext, endpoint
from lianliankan.web.responses import ApiError, json_response

__all__ = ["routes"]

_MAX_BODY = 32 * 1024
_MAX_SETTINGS = 4 * 1024
_MAX_LISTED = 100
_MAX_GAMES = 5_000  # of a player; lists of them must stay fast
_SETTINGS = "web"


async def get_me(context: RequestContext) -> Response:
    """Return what a page needs to know about its player; new players get their cookie here."""
    context.ensure_player()
    return json_response(await context.run_in(context.server.read_pool, _describe_player, context.store))


def _describe_player(store: Store) -> PlayerAnswer:
    progress, day = store.campaign(), today().isoformat()
    return PlayerAnswer(
        unfinished=store.unfinished(),
        campaign=CampaignAnswer(progress.level, progress.lives, dict(progress.stars)),
        daily=DailyAnswer(day, store.daily(day)),
        settings=store.setting(_SETTINGS, dict[str, Any]()),
    )


async def put_settings(context: RequestContext) -> Response:
    """Store the page's settings."""
    settings = msgspec.json.decode(await context.read_json(_MAX_SETTINGS), type=dict[str, Any])
    player, server = context.ensure_player(), context.server
    await server.writer.run(lambda: server.store_for_writing(player).set_setting(_SETTINGS, settings))
    return json_response(settings)


async def post_game(context: RequestContext) -> Response:
    """Start a game."""
    request = msgspec.json.decode(await context.read_json(_MAX_BODY), type=NewGameRequest)
    context.ensure_player()
    context.charge_expensive()
    planned = await context.run_in(context.server.read_pool, plan_posted, request, context.store)
    is_quick = planned is not None and is_quick_deal(planned)
    return await _start(context, lambda: start_posted(request, planned), is_quick=is_quick)


async def post_next_game(context: RequestContext) -> Response:
    """Start the game to follow another one."""
    context.charge_expensive()
    game = (await context.open_game()).game
    is_quick = game.deal is not None and is_quick_deal(Plan(game.deal, game.options))
    return await _start(context, lambda: next_game(game, context.store.campaign()), is_quick=is_quick)


async def _start(context: RequestContext, make: Callable[[], Game], *, is_quick: bool) -> Response:
    """Deal the board of a game, one at a time for each player, and store it."""
    player, server, store = context.ensure_player(), context.server, context.store
    if await context.run_in(server.read_pool, store.count) >= _MAX_GAMES:
        raise ApiError(413, "games", f"players are limited to {_MAX_GAMES} games; remove some first")
    slots, pool = (server.quick_deals, server.deal_pool) if is_quick else (server.slow_deals, server.slow_pool)
    if slots.locked() or not server.player_deals.add(player):
        raise ApiError(503, "busy", "too many boards are being dealt; try again")
    try:
        async with slots:
            new_row = await context.run_in(pool, lambda: store.prepare(make()))
            stored = await server.writer.create(new_row)
    finally:
        server.player_deals.remove(player)
    server.live_games.remember_new(player, stored)
    return json_response(IdAnswer(stored.id), status=201)


async def list_games(context: RequestContext) -> Response:
    """List the player's games, most recent first."""
    query, store = context.request.query_params, context.store
    over = {"1": True, "0": False}.get(query.get("over", ""))
    mode = query.get("mode") or None
    return json_response(
        await context.run_in(context.server.read_pool, lambda: store.games(over=over, mode=mode, limit=_MAX_LISTED))
    )


async def list_bests(context: RequestContext) -> Response:
    """List the best games of a mode and size; without a mode, the modes and sizes that have any."""
    query, store, pool = context.request.query_params, context.store, context.server.read_pool
    mode, size = query.get("mode", ""), query.get("size", "")
    if mode:
        return json_response(await context.run_in(pool, store.bests, mode, size))
    sizes = await context.run_in(pool, store.best_sizes)
    return json_response([BestListName(mode, size) for mode, size in sizes])


async def delete_game(context: RequestContext) -> Response:
    """Remove a game from the store, and close it if it is open."""
    stored, player, server = await context.open_game(), context.player or "", context.server
    await server.writer.run(lambda: server.store_for_writing(player).remove(stored.id))
    await server.live_games.remove(context.store.player, stored.id)
    return json_response(RemovedAnswer(stored.id))


async def get_record(context: RequestContext) -> Response:
    """Return a game's record as a file to download."""
    context.charge_expensive()
    stored = await context.open_game()
    text = await context.run_in(context.server.solver_pool, to_record, stored.game)
    disposition = f'attachment; filename="lianliankan-{stored.id}.json"'
    headers = {"Cache-Control": "no-store", "Content-Disposition": disposition}
    return Response(text + "\n", 200, headers, media_type="application/json")


async def get_share(context: RequestContext) -> Response:
    """Return the share texts of a game and of its board."""
    context.charge_expensive()
    game = (await context.open_game()).game
    texts = await context.run_in(context.server.solver_pool, lambda: (to_share(game), to_share(game.first_board)))
    return json_response(ShareAnswer(*texts))


async def get_replay(context: RequestContext) -> Response:
    """Return a game's replay."""
    context.charge_expensive()
    game = (await context.open_game()).game
    return json_response(await context.run_in(context.server.solver_pool, build_replay, game))


async def get_shared_replay(context: RequestContext) -> Response:
    """Return the replay of a shared game."""
    context.charge_expensive()
    text = context.request.query_params.get("share", "")

    def replay_share() -> object:
        found = read_share(text)
        return build_replay(found if isinstance(found, Game) else Game(found))

    return json_response(await context.run_in(context.server.slow_pool, replay_share))


async def get_shared_board(context: RequestContext) -> Response:
    """Return a shared board, or the first board of a shared game."""
    context.charge_expensive()
    text = context.request.query_params.get("share", "")
    found: Board | Game = await context.run_in(context.server.slow_pool, read_share, text)
    return json_response(BoardAnswer.of(found.first_board if isinstance(found, Game) else found))


routes = [
    Route("/api/me", endpoint(get_me)),
    Route("/api/settings", endpoint(put_settings), methods=["PUT"]),
    Route("/api/games", endpoint(post_game), methods=["POST"]),
    Route("/api/games", endpoint(list_games)),
    Route("/api/bests", endpoint(list_bests)),
    Route("/api/replay", endpoint(get_shared_replay)),
    Route("/api/board", endpoint(get_shared_board)),
    Route("/api/games/{id}", endpoint(delete_game), methods=["DELETE"]),
    Route("/api/games/{id}/next", endpoint(post_next_game), methods=["POST"]),
    Route("/api/games/{id}/record", endpoint(get_record)),
    Route("/api/games/{id}/share", endpoint(get_share)),
    Route("/api/games/{id}/replay", endpoint(get_replay)),
]
