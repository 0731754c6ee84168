"""The JSON endpoints: whose they are, how much may be context, and the answers."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Executor
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from lianliankan.board.board import Board
from lianliankan.errors import BadName, NoRoom, NoSuchGame, NoSuchPictures, StoreError, TooFewPictures, TooLarge
from lianliankan.game.game import Game
from lianliankan.records.record import to_record
from lianliankan.records.share import to_share
from lianliankan.store import Store, StoredGame
from lianliankan.web.live.protocol import encode
from lianliankan.web.new_game import NewGameRequest, create_game, is_quick_deal, read_share, today
from lianliankan.web.rate_limits import RateLimiter
from lianliankan.web.replay_view import board_info, build_replay
from lianliankan.web.security import is_same_origin
from lianliankan.web.state import ServerState

__all__ = ["ApiError", "RequestContext", "api_route", "json_response", "routes"]

T = TypeVar("T")
Handler = Callable[["RequestContext"], Awaitable[Response]]

_MAX_BODY = 32 * 1024
_MAX_SETTINGS = 4 * 1024
_MAX_LISTED = 100
_MAX_QUICK_DEALS, _MAX_SLOW_DEALS = 4000, 32  # boards that are being dealt, or wait for it
_ID = re.compile(r"[0-9a-z]{1,16}")
_SETTINGS = "web"


class ApiError(Exception):
    """An answer that is no: its status, a short code for the page, and words."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


def json_response(value: object, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with JSON that nobody else may keep."""
    own = {"Cache-Control": "no-store"} | dict(headers or {})
    return Response(encode(value), status, own, media_type="application/json")


class RequestContext:
    """A request and who makes it: `player` is None for somebody who has no cookie."""

    def __init__(self, server: ServerState, request: Request) -> None:
        self.server = server
        self.request = request
        self.player = server.cookies.read_player(request.headers.get("cookie", ""))
        self._cookie: str | None = None

    @property
    def limit_key(self) -> str:
        """Whom limits are for: the player, else the address."""
        client = self.request.client
        return f"@{client.host if client else ''}" if self.player is None else self.player

    @property
    def store(self) -> Store:
        """The player's own store; that of nobody has nothing in it, and nobody writes to it."""
        return self.server.store.of_player("nobody" if self.player is None else self.player)

    @property
    def game_id(self) -> str:
        """The game in question; only a whole id names one."""
        id = str(self.request.path_params["id"])
        if self.player is None or not _ID.fullmatch(id):
            raise NoSuchGame("there is no such game")
        return id

    def ensure_player(self) -> str:
        """Give the player; somebody new becomes one, and gets a cookie with the answer."""
        if self.player is None:
            if not self.server.new_player_limiter.take(self.limit_key):
                raise ApiError(429, "slow", "too many new players from one place")
            self.player = self.server.cookies.new_player()
        self._cookie = self.server.cookies.set_cookie(self.player)
        return self.player

    def attach_cookie(self, response: Response) -> Response:
        """Put the cookie into an answer, where there is one to put."""
        if self._cookie is not None:
            response.headers["Set-Cookie"] = self._cookie
        return response

    async def read_json(self, limit: int) -> bytes:
        """Read what was sent: JSON from a page of this server, and not too much of it."""
        if self.request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise ApiError(415, "type", "send application/json")
        found = bytearray()
        async for part in self.request.stream():
            found += part
            if len(found) > limit:
                raise ApiError(413, "large", f"more than {limit} bytes")
        return bytes(found)

    async def run_in(self, pool: Executor, job: Callable[..., T], *given: object) -> T:
        """Do something in a thread."""
        return await asyncio.get_running_loop().run_in_executor(pool, job, *given)

    async def open_game(self) -> StoredGame:
        """Find the game in question."""
        stored = await self.run_in(self.server.solver_pool, self.store.open, self.game_id)
        if stored.id != self.game_id:
            raise NoSuchGame("there is no such game")
        return stored

    def charge_expensive(self) -> None:
        """Count something that takes work."""
        if not self.server.expensive_limiter.take(self.limit_key):
            raise ApiError(429, "slow", "slow down")


def routes(server: ServerState) -> list[Route]:
    """Give the routes of all endpoints."""
    usual, unusual = asyncio.Semaphore(_MAX_QUICK_DEALS), asyncio.Semaphore(_MAX_SLOW_DEALS)

    async def games_begin(context: RequestContext) -> Response:
        request = msgspec.json.decode(await context.read_json(_MAX_BODY), type=NewGameRequest)
        player = context.ensure_player()
        context.charge_expensive()
        dealing, pool = (usual, server.deal_pool) if is_quick_deal(request) else (unusual, server.slow_pool)
        if dealing.locked() or not server.player_deals.add(player):
            raise ApiError(503, "busy", "too many boards are being dealt")
        try:
            async with dealing:
                store = context.store
                beginning = await context.run_in(pool, lambda: store.prepare(create_game(request, store)))
                stored = await server.writer.create(beginning)
        finally:
            server.player_deals.remove(player)
        server.live_games.remember_new(player, stored)
        return json_response({"id": stored.id}, status=201)

    async def games_list(context: RequestContext) -> Response:
        query = context.request.query_params
        over = {"1": True, "0": False}.get(query.get("over", ""))
        store, mode = context.store, query.get("mode") or None
        return json_response(
            await context.run_in(server.read_pool, lambda: store.games(over=over, mode=mode, limit=_MAX_LISTED))
        )

    async def bests(context: RequestContext) -> Response:
        query, store = context.request.query_params, context.store
        mode, size = query.get("mode", ""), query.get("size", "")
        if not mode:
            sizes = await context.run_in(server.read_pool, store.best_sizes)
            return json_response([{"mode": mode, "size": size} for mode, size in sizes])
        return json_response(await context.run_in(server.read_pool, store.bests, mode, size))

    async def me(context: RequestContext) -> Response:
        context.ensure_player()
        store, day = context.store, today()

        def look() -> dict[str, Any]:
            progress = store.campaign()
            campaign = {"level": progress.level, "lives": progress.lives, "stars": dict(progress.stars)}
            return {
                "unfinished": store.unfinished(),
                "campaign": campaign,
                "daily": {"day": day, "summary": store.daily(day)},
                "settings": store.setting(_SETTINGS, dict[str, Any]()),
            }

        return json_response(await context.run_in(server.read_pool, look))

    async def settings(context: RequestContext) -> Response:
        given = msgspec.json.decode(await context.read_json(_MAX_SETTINGS), type=dict[str, Any])
        player = context.ensure_player()
        await server.writer.run(lambda: server.store_for_writing(player).set_setting(_SETTINGS, given))
        return json_response(given)

    async def remove(context: RequestContext) -> Response:
        stored, player = await context.open_game(), context.player or ""
        await server.writer.run(lambda: server.store_for_writing(player).remove(stored.id))
        await server.live_games.remove(context.store.player, stored.id)
        return json_response({"removed": stored.id})

    async def record(context: RequestContext) -> Response:
        context.charge_expensive()
        stored = await context.open_game()
        text = await context.run_in(server.solver_pool, to_record, stored.game)
        name = f'attachment; filename="lianliankan-{stored.id}.json"'
        headers = {"Cache-Control": "no-store", "Content-Disposition": name}
        return Response(text + "\n", 200, headers, media_type="application/json")

    async def share(context: RequestContext) -> Response:
        context.charge_expensive()
        game = (await context.open_game()).game
        texts = await context.run_in(server.solver_pool, lambda: (to_share(game), to_share(game.first_board)))
        return json_response({"game": texts[0], "board": texts[1]})

    async def replay(context: RequestContext) -> Response:
        context.charge_expensive()
        game = (await context.open_game()).game
        return json_response(await context.run_in(server.solver_pool, build_replay, game))

    async def replay_shared(context: RequestContext) -> Response:
        context.charge_expensive()
        text = context.request.query_params.get("share", "")

        def look() -> object:
            found = read_share(text)
            return build_replay(found if isinstance(found, Game) else Game(found))

        return json_response(await context.run_in(server.slow_pool, look))

    async def board_shared(context: RequestContext) -> Response:
        context.charge_expensive()
        found: Board | Game = await context.run_in(
            server.slow_pool, read_share, context.request.query_params.get("share", "")
        )
        return json_response(board_info(found.first_board if isinstance(found, Game) else found))

    return [
        api_route(server, "/api/me", me),
        api_route(server, "/api/settings", settings, "PUT"),
        api_route(server, "/api/games", games_begin, "POST"),
        api_route(server, "/api/games", games_list),
        api_route(server, "/api/bests", bests),
        api_route(server, "/api/replay", replay_shared),
        api_route(server, "/api/board", board_shared),
        api_route(server, "/api/games/{id}", remove, "DELETE"),
        api_route(server, "/api/games/{id}/record", record),
        api_route(server, "/api/games/{id}/share", share),
        api_route(server, "/api/games/{id}/replay", replay),
    ]


def api_route(
    server: ServerState, path: str, handler: Handler, method: str = "GET", *, limiter: RateLimiter | None = None
) -> Route:
    """Make the route of a handler; how often it may be context, the site says for all, or `limiter` for this one."""
    limiter = server.request_limiter if limiter is None else limiter
    endpoint = _endpoint(server, handler, limiter, is_safe=method == "GET")
    return Route(path, endpoint, methods=[method])


def _endpoint(
    server: ServerState, handler: Handler, limiter: RateLimiter, *, is_safe: bool
) -> Callable[[Request], Awaitable[Response]]:
    """Make an endpoint of a handler: limits before it, and an answer in JSON whatever goes wrong."""

    async def endpoint(request: Request) -> Response:
        try:
            context = RequestContext(server, request)
            # Where browsers say which page limiter, no other site's may; what changes something must always say.
            if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                raise ApiError(403, "origin", "this is for pages of this site")
            if not is_safe and not is_same_origin(request.headers):
                raise ApiError(403, "origin", "this is for pages of this site")
            if not limiter.take(context.limit_key):
                raise ApiError(429, "slow", "slow down")
            return context.attach_cookie(await handler(context))
        except Exception as problem:
            found = _find_api_error(problem)
            headers = {"Retry-After": "2"} if found.status in (429, 503) else {}
            return json_response({"error": found.message, "code": found.code}, status=found.status, headers=headers)

    return endpoint


def _find_api_error(problem: Exception) -> ApiError:
    """Say in an answer what went wrong; what nobody expected goes on, to the log and to a plain answer."""
    match problem:
        case ApiError():
            return problem
        case NoSuchGame():
            return ApiError(404, "gone", "there is no such game")
        case NoSuchPictures():
            return ApiError(404, "gone", str(problem))
        case NoRoom():
            return ApiError(413, "full", str(problem))
        case BadName():
            return ApiError(400, "name", str(problem))
        case TooFewPictures():
            return ApiError(400, "few", str(problem))
        case StoreError():
            return ApiError(503, "store", "the store of games does not answer")
        case TooLarge():
            return ApiError(413, "large", str(problem))
        case ClientDisconnect():
            return ApiError(400, "left", "the request broke off")
        case msgspec.MsgspecError() | ValueError() | RecursionError():
            return ApiError(400, "bad", str(problem))
    raise problem
