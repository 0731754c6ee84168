"""The JSON endpoints for games: starting, listing, removing, sharing and replaying them; settings."""

import re
from contextlib import suppress
from datetime import date
from typing import Any

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from lianliankan.errors import BadDeal, NoSuchGame, StoreError
from lianliankan.game.game import Game
from lianliankan.game.modes import Plan, true_mode
from lianliankan.game.replay import restarted
from lianliankan.game.start import NearestBoard, NewGameRequest, UsualBoard, check_day, plan_next, today
from lianliankan.store import Store
from lianliankan.store.archive_import import MAX_SETTING
from lianliankan.web.base.page_data import PAGE_SETTINGS
from lianliankan.web.endpoints.answers import (
    AccountBrief,
    BoardOutline,
    CampaignAnswer,
    DailyAnswer,
    NewGameAnswer,
    PlayerAnswer,
    PreviewAnswer,
    RemovedAnswer,
)
from lianliankan.web.endpoints.board_answers import read_game, shared_board_json
from lianliankan.web.endpoints.replay_view import (
    GameSource,
    SharedSource,
    StoredSource,
    course_json,
    record_of,
    replay_json,
    share_json,
    win_json,
)
from lianliankan.web.http.responses import ApiError, describe_error, json_response
from lianliankan.web.state.board_choices import impossible_choices
from lianliankan.web.state.new_game import check_limits, plan_posted
from lianliankan.web.state.request_context import RequestContext, endpoint
from lianliankan.web.work.jobs import TooHard

MAX_GAMES = 5_000
"""How many games a player may have; lists of them must stay fast."""

_MAX_BODY = 32 * 1024
_MAX_LISTED = 100
_VERSION = re.compile(r"[0-9]{1,6}")
_FLAGS = {"1": True, "0": False}


async def get_me(context: RequestContext) -> Response:
    """Return what a page needs to know about its player; new players get their cookie here."""
    context.ensure_player()
    return json_response(await meet_player(context))


async def meet_player(context: RequestContext) -> PlayerAnswer:
    """Describe the player of a request that opens a page, and note the visit."""
    context.renew_cookie()
    await _note_visit(context)
    was_signed_out = context.visit.is_ended if context.server.config.accounts else None
    answer = await context.read(describe_player, context.store, was_signed_out)
    if context.player:
        missing = await context.read(context.store.rankings.all_pending)
        context.server.ranker.rank_later(context.requester, missing)
    return answer


def describe_player(store: Store, was_signed_out: bool | None) -> PlayerAnswer:
    """Describe a player; `was_signed_out` is None where there are no accounts."""
    progress, day = store.campaign(), today().isoformat()
    return PlayerAnswer(
        unfinished=store.unfinished(),
        campaign=CampaignAnswer(progress.level, progress.lives, dict(progress.stars)),
        daily=DailyAnswer(day, store.first_attempt(day)),
        settings=store.setting(PAGE_SETTINGS, dict[str, Any]()),
        account=_describe_account(store, was_signed_out),
    )


async def _note_visit(context: RequestContext) -> None:
    """Write down that a device was used, unless that was done a short while ago."""
    session = context.session
    if session is not None and context.visit.is_stale:
        with suppress(StoreError):  # it is of no importance
            await context.write(lambda store: store.players.touch_device(*session))


def _describe_account(store: Store, was_signed_out: bool | None) -> AccountBrief | None:
    if was_signed_out is None or not store.player:
        return None
    account = store.players.account(store.player)
    return AccountBrief(account is not None, (account and account.name) or "", was_signed_out)


async def put_settings(context: RequestContext) -> Response:
    """Store the page's settings."""
    settings = msgspec.json.decode(await context.read_json(MAX_SETTING), type=dict[str, Any])
    context.ensure_player()
    await context.write(lambda store: store.set_setting(PAGE_SETTINGS, settings))
    return json_response(settings)


async def post_game(context: RequestContext) -> Response:
    """Start a game."""
    request = msgspec.json.decode(await context.read_json(_MAX_BODY), type=NewGameRequest)
    context.ensure_player()
    context.charge_expensive()
    await _check_quota(context)
    planned = await context.read(plan_posted, request, context.store)
    if planned is None:
        shared = await context.do_job(read_game, request.share or "")
        if true_mode(shared) == "daily":
            check_day(date.fromisoformat(shared.options.day or ""), today(), first=date.min)
        return await _store(context, restarted(shared, asks=bool(request.ask_first)))
    return await _start(context, planned, any_seed=request.seed is None)


async def preview_game(context: RequestContext) -> Response:
    """Return the board that a request would be dealt, apart from its tiles, or why it is refused as a new game."""
    request = msgspec.json.decode(await context.read_json(_MAX_BODY), type=NewGameRequest)
    board, problem = None, None
    try:
        deal, _ = await context.read(request.plan)
        check_limits(deal)
        mask = deal.mask or "/".join(["A" * deal.cols] * deal.rows)
        board = BoardOutline(mask, deal.tile_count, deal.kind_count)
    except (BadDeal, ApiError) as error:
        _, problem = describe_error(error)
    return json_response(PreviewAnswer(board, problem, impossible_choices(request)))


async def post_next_game(context: RequestContext) -> Response:
    """Start the game to follow another one; `ask_first` as in a request for a new game, by default as before.

    The body, if any, is the board that is usual on the player's screen.
    """
    context.charge_expensive()
    await _check_quota(context)
    usual = None
    if "content-type" in context.request.headers:
        usual = msgspec.json.decode(await context.read_json(_MAX_BODY), type=UsualBoard)
    game = (await context.open_game()).game
    progress = await context.read(context.store.campaign)
    asks = _FLAGS.get(context.request.query_params.get("ask_first", ""))
    planned = plan_next(game, progress, usual=usual, asks=asks)
    if planned is None:
        return await _store(context, restarted(game, asks=asks))
    check_limits(planned.deal)
    return await _start(context, planned, any_seed=True)


async def _check_quota(context: RequestContext) -> None:
    """Refuse a new game to a player with too many games, before its board is dealt."""
    if await context.read(context.store.count) >= MAX_GAMES:
        raise ApiError(413, "games", f"players are limited to {MAX_GAMES} games; remove some first")


async def _start(context: RequestContext, planned: Plan, *, any_seed: bool) -> Response:
    """Deal the board of a game, and store it."""
    context.ensure_player()
    dealing = context.server.dealer.start_game(context.requester, planned, any_seed=any_seed)
    return await _store(context, *await context.while_there(dealing))


async def _store(context: RequestContext, game: Game, nearest: NearestBoard | None = None) -> Response:
    """Store a new game."""
    context.ensure_player()
    stored = await context.server.writer.create(context.store.prepare(game))
    context.server.live_games.open_new(context.requester, stored)
    return json_response(NewGameAnswer(stored.id, nearest), status=201)


async def list_games(context: RequestContext) -> Response:
    """List the player's games, most recent first."""
    query, store = context.request.query_params, context.store
    over = _FLAGS.get(query.get("over", ""))
    mode = query.get("mode") or None
    return json_response(await context.read(lambda: store.games(over=over, mode=mode, limit=_MAX_LISTED)))


async def delete_game(context: RequestContext) -> Response:
    """Remove a game from the store, and close it if it is open."""
    id, store = context.game_id, context.store
    if await context.read(store.find, id) != id:
        raise NoSuchGame("no such game")
    await context.write(lambda store: store.remove(id))
    await context.server.live_games.remove(store.player, id)
    return json_response(RemovedAnswer(id))


async def get_record(context: RequestContext) -> Response:
    """Return a game's record as a file to download."""
    context.charge_expensive()
    text = await context.do_job(record_of, _game_source(context))
    disposition = f'attachment; filename="lianliankan-{context.game_id}.json"'
    headers = {"Cache-Control": "no-store", "Content-Disposition": disposition}
    return Response(text + "\n", 200, headers, media_type="application/json")


async def get_share(context: RequestContext) -> Response:
    """Return the share texts of a game and of its board."""
    context.charge_expensive()
    return json_response(await context.do_job(share_json, _game_source(context)))


async def get_replay(context: RequestContext) -> Response:
    """Return the replay of a game."""
    context.charge_expensive()
    return json_response(await context.do_job(replay_json, _game_source(context)))


async def get_course(context: RequestContext) -> Response:
    """Return the course of a game: free pairs, help, and where it could be won."""
    context.charge_expensive()
    return json_response(await context.do_job(course_json, _game_source(context)))


async def get_win(context: RequestContext) -> Response:
    """Return how a game could have been won after `version` commands, as a replay."""
    context.charge_expensive()
    version = context.request.query_params.get("version", "")
    if not _VERSION.fullmatch(version):
        raise ApiError(400, "bad", "version must be a number of commands")
    try:
        found = await context.do_job(win_json, _game_source(context), int(version))
    except TooHard:
        raise ApiError(404, "late", "the time was over before a win was found") from None
    if found is None:
        raise ApiError(404, "unwinnable", "no win is known from here")
    return json_response(found)


def _game_source(context: RequestContext) -> GameSource:
    """Return which game to look back at: a stored one by its id, or a shared one by its text."""
    if "id" in context.request.path_params:
        return StoredSource(context.store.player, context.game_id)
    return SharedSource(context.request.query_params.get("share", ""))


async def get_shared_board(context: RequestContext) -> Response:
    """Return a shared board, or the first board of a shared game."""
    context.charge_expensive()
    text = context.request.query_params.get("share", "")
    return json_response(await context.do_job(shared_board_json, text, context.store.player))


routes = [
    Route("/api/me", endpoint(get_me, admits_ended=True)),
    Route("/api/settings", endpoint(put_settings), methods=["PUT"]),
    Route("/api/games", endpoint(post_game), methods=["POST"]),
    Route("/api/games", endpoint(list_games)),
    Route("/api/games/preview", endpoint(preview_game), methods=["POST"]),
    *(
        Route(f"{of}/{what}", endpoint(handler))
        for of in ("/api", "/api/games/{id}")
        for what, handler in (("replay", get_replay), ("course", get_course), ("win", get_win))
    ),
    Route("/api/board", endpoint(get_shared_board)),
    Route("/api/games/{id}", endpoint(delete_game), methods=["DELETE"]),
    Route("/api/games/{id}/next", endpoint(post_next_game), methods=["POST"]),
    Route("/api/games/{id}/record", endpoint(get_record)),
    Route("/api/games/{id}/share", endpoint(get_share)),
]
