"""The JSON endpoints: whose they are, how much may be asked, and the answers."""

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
from lianliankan.web.new_game import Wish, begin, is_usual, shared, today
from lianliankan.web.rate_limits import Buckets
from lianliankan.web.replay_view import about_board, replay_of
from lianliankan.web.security import is_same_origin
from lianliankan.web.state import Site

__all__ = ["Asked", "Problem", "answer", "route", "routes"]

T = TypeVar("T")
Handler = Callable[["Asked"], Awaitable[Response]]

_MOST_BODY = 32 * 1024
_MOST_SETTINGS = 4 * 1024
_MOST_LISTED = 100
_MOST_USUAL, _MOST_UNUSUAL = 4000, 32  # boards that are being dealt, or wait for it
_ID = re.compile(r"[0-9a-z]{1,16}")
_SETTINGS = "web"


class Problem(Exception):
    """An answer that is no: its status, a short code for the page, and words."""

    def __init__(self, status: int, code: str, words: str) -> None:
        super().__init__(words)
        self.status, self.code, self.words = status, code, words


def answer(value: object, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with JSON that nobody else may keep."""
    own = {"Cache-Control": "no-store"} | dict(headers or {})
    return Response(encode(value), status, own, media_type="application/json")


class Asked:
    """A request and who makes it: `player` is None for somebody who has no cookie."""

    def __init__(self, site: Site, request: Request) -> None:
        self.site = site
        self.request = request
        self.player = site.players.player_of(request.headers.get("cookie", ""))
        self._cookie: str | None = None

    @property
    def who(self) -> str:
        """Whom limits are for: the player, else the address."""
        client = self.request.client
        return f"@{client.host if client else ''}" if self.player is None else self.player

    @property
    def store(self) -> Store:
        """The player's own store; that of nobody has nothing in it, and nobody writes to it."""
        return self.site.store.of_player("nobody" if self.player is None else self.player)

    @property
    def id(self) -> str:
        """The game in question; only a whole id names one."""
        id = str(self.request.path_params["id"])
        if self.player is None or not _ID.fullmatch(id):
            raise NoSuchGame("there is no such game")
        return id

    def settle(self) -> str:
        """Give the player; somebody new becomes one, and gets a cookie with the answer."""
        if self.player is None:
            if not self.site.newcomers.take(self.who):
                raise Problem(429, "slow", "too many new players from one place")
            self.player = self.site.players.new()
        self._cookie = self.site.players.header(self.player)
        return self.player

    def seal(self, response: Response) -> Response:
        """Put the cookie into an answer, where there is one to put."""
        if self._cookie is not None:
            response.headers["Set-Cookie"] = self._cookie
        return response

    async def body(self, most: int) -> bytes:
        """Read what was sent: JSON from a page of this site, and not too much of it."""
        if self.request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise Problem(415, "type", "send application/json")
        found = bytearray()
        async for part in self.request.stream():
            found += part
            if len(found) > most:
                raise Problem(413, "large", f"more than {most} bytes")
        return bytes(found)

    async def find(self, pool: Executor, job: Callable[..., T], *given: object) -> T:
        """Do something in a thread."""
        return await asyncio.get_running_loop().run_in_executor(pool, job, *given)

    async def open(self) -> StoredGame:
        """Find the game in question."""
        kept = await self.find(self.site.thinkers, self.store.open, self.id)
        if kept.id != self.id:
            raise NoSuchGame("there is no such game")
        return kept

    def take_much(self) -> None:
        """Count something that takes work."""
        if not self.site.works.take(self.who):
            raise Problem(429, "slow", "slow down")


def routes(site: Site) -> list[Route]:
    """Give the routes of all endpoints."""
    usual, unusual = asyncio.Semaphore(_MOST_USUAL), asyncio.Semaphore(_MOST_UNUSUAL)

    async def games_begin(asked: Asked) -> Response:
        wish = msgspec.json.decode(await asked.body(_MOST_BODY), type=Wish)
        player = asked.settle()
        asked.take_much()
        dealing, pool = (usual, site.dealers) if is_usual(wish) else (unusual, site.tinkers)
        if dealing.locked() or not site.dealing.add(player):
            raise Problem(503, "busy", "too many boards are being dealt")
        try:
            async with dealing:
                store = asked.store
                beginning = await asked.find(pool, lambda: store.prepare(begin(wish, store)))
                kept = await site.writer.begin(beginning)
        finally:
            site.dealing.remove(player)
        site.rooms.expect(player, kept)
        return answer({"id": kept.id}, status=201)

    async def games_list(asked: Asked) -> Response:
        query = asked.request.query_params
        over = {"1": True, "0": False}.get(query.get("over", ""))
        store, mode = asked.store, query.get("mode") or None
        return answer(await asked.find(site.readers, lambda: store.games(over=over, mode=mode, limit=_MOST_LISTED)))

    async def bests(asked: Asked) -> Response:
        query, store = asked.request.query_params, asked.store
        mode, size = query.get("mode", ""), query.get("size", "")
        if not mode:
            sizes = await asked.find(site.readers, store.best_sizes)
            return answer([{"mode": mode, "size": size} for mode, size in sizes])
        return answer(await asked.find(site.readers, store.bests, mode, size))

    async def me(asked: Asked) -> Response:
        asked.settle()
        store, day = asked.store, today()

        def look() -> dict[str, Any]:
            progress = store.campaign()
            campaign = {"level": progress.level, "lives": progress.lives, "stars": dict(progress.stars)}
            return {
                "unfinished": store.unfinished(),
                "campaign": campaign,
                "daily": {"day": day, "summary": store.daily(day)},
                "settings": store.setting(_SETTINGS, dict[str, Any]()),
            }

        return answer(await asked.find(site.readers, look))

    async def settings(asked: Asked) -> Response:
        given = msgspec.json.decode(await asked.body(_MOST_SETTINGS), type=dict[str, Any])
        player = asked.settle()
        await site.writer.run(lambda: site.store_for_writing(player).set_setting(_SETTINGS, given))
        return answer(given)

    async def remove(asked: Asked) -> Response:
        kept, player = await asked.open(), asked.player or ""
        await site.writer.run(lambda: site.store_for_writing(player).remove(kept.id))
        await site.rooms.forget(asked.store.player, kept.id)
        return answer({"removed": kept.id})

    async def record(asked: Asked) -> Response:
        asked.take_much()
        kept = await asked.open()
        text = await asked.find(site.thinkers, to_record, kept.game)
        name = f'attachment; filename="lianliankan-{kept.id}.json"'
        headers = {"Cache-Control": "no-store", "Content-Disposition": name}
        return Response(text + "\n", 200, headers, media_type="application/json")

    async def share(asked: Asked) -> Response:
        asked.take_much()
        game = (await asked.open()).game
        texts = await asked.find(site.thinkers, lambda: (to_share(game), to_share(game.first_board)))
        return answer({"game": texts[0], "board": texts[1]})

    async def replay(asked: Asked) -> Response:
        asked.take_much()
        game = (await asked.open()).game
        return answer(await asked.find(site.thinkers, replay_of, game))

    async def replay_shared(asked: Asked) -> Response:
        asked.take_much()
        text = asked.request.query_params.get("share", "")

        def look() -> object:
            found = shared(text)
            return replay_of(found if isinstance(found, Game) else Game(found))

        return answer(await asked.find(site.tinkers, look))

    async def board_shared(asked: Asked) -> Response:
        asked.take_much()
        found: Board | Game = await asked.find(site.tinkers, shared, asked.request.query_params.get("share", ""))
        return answer(about_board(found.first_board if isinstance(found, Game) else found))

    return [
        route(site, "/api/me", me),
        route(site, "/api/settings", settings, "PUT"),
        route(site, "/api/games", games_begin, "POST"),
        route(site, "/api/games", games_list),
        route(site, "/api/bests", bests),
        route(site, "/api/replay", replay_shared),
        route(site, "/api/board", board_shared),
        route(site, "/api/games/{id}", remove, "DELETE"),
        route(site, "/api/games/{id}/record", record),
        route(site, "/api/games/{id}/share", share),
        route(site, "/api/games/{id}/replay", replay),
    ]


def route(site: Site, path: str, handler: Handler, method: str = "GET", *, asks: Buckets | None = None) -> Route:
    """Make the route of a handler; how often it may be asked, the site says for all, or `asks` for this one."""
    endpoint = _endpoint(site, handler, site.asks if asks is None else asks, is_safe=method == "GET")
    return Route(path, endpoint, methods=[method])


def _endpoint(
    site: Site, handler: Handler, asks: Buckets, *, is_safe: bool
) -> Callable[[Request], Awaitable[Response]]:
    """Make an endpoint of a handler: limits before it, and an answer in JSON whatever goes wrong."""

    async def endpoint(request: Request) -> Response:
        try:
            asked = Asked(site, request)
            # Where browsers say which page asks, no other site's may; what changes something must always say.
            if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                raise Problem(403, "origin", "this is for pages of this site")
            if not is_safe and not is_same_origin(request.headers):
                raise Problem(403, "origin", "this is for pages of this site")
            if not asks.take(asked.who):
                raise Problem(429, "slow", "slow down")
            return asked.seal(await handler(asked))
        except Exception as problem:
            found = _problem_of(problem)
            headers = {"Retry-After": "2"} if found.status in (429, 503) else {}
            return answer({"error": found.words, "code": found.code}, status=found.status, headers=headers)

    return endpoint


def _problem_of(problem: Exception) -> Problem:
    """Say in an answer what went wrong; what nobody expected goes on, to the log and to a plain answer."""
    match problem:
        case Problem():
            return problem
        case NoSuchGame():
            return Problem(404, "gone", "there is no such game")
        case NoSuchPictures():
            return Problem(404, "gone", str(problem))
        case NoRoom():
            return Problem(413, "full", str(problem))
        case BadName():
            return Problem(400, "name", str(problem))
        case TooFewPictures():
            return Problem(400, "few", str(problem))
        case StoreError():
            return Problem(503, "store", "the store of games does not answer")
        case TooLarge():
            return Problem(413, "large", str(problem))
        case ClientDisconnect():
            return Problem(400, "left", "the request broke off")
        case msgspec.MsgspecError() | ValueError() | RecursionError():
            return Problem(400, "bad", str(problem))
    raise problem
