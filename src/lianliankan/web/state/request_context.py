"""The context of an API handler: the request, its player, the server's state and the limits."""

import re
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, TypeVar, TypeVarTuple

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from lianliankan.errors import NoSuchGame
from lianliankan.store import Store, StoredGame
from lianliankan.web.http.identity import CheckedCookie, PlayerSession
from lianliankan.web.http.rate_limits import RateLimiter, client_network
from lianliankan.web.http.responses import ApiError
from lianliankan.web.http.security import is_same_origin
from lianliankan.web.live.live_game import open_stored
from lianliankan.web.state.server_state import ServerState
from lianliankan.web.work.job_context import JobContext
from lianliankan.web.work.jobs import Requester, unless_first

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Handler = Callable[["RequestContext"], Awaitable[Response]]

GAME_ID = re.compile(r"[0-9a-z]{1,16}")
"""What the id of a game looks like."""


class RequestContext:
    """A request, the state of the server, and what its cookie says; `player` is None without a valid one.

    `new_session` is the one that the response will set the cookie of.
    """

    def __init__(self, request: Request, visit: CheckedCookie) -> None:
        self.request = request
        self.visit = visit
        self.server: ServerState = request.app.state.server
        self.new_session: PlayerSession | None = None

    @property
    def session(self) -> PlayerSession | None:
        """The player and browser of the request; None without a valid cookie."""
        return self.new_session or self.visit.session

    @property
    def player(self) -> str | None:
        """The player's id; None without a valid cookie."""
        return None if self.session is None else self.session.player

    @property
    def limit_key(self) -> str:
        """The key of rate limits: the player, or the network if there is no player."""
        return f"@{client_network(self.request)}" if self.player is None else self.player

    @property
    def requester(self) -> Requester:
        """The player and network whose share of the worker processes this request uses."""
        return Requester(client_network(self.request), self.limit_key)

    @property
    def store(self) -> Store:
        """The player's part of the store; without a player, a part that stays empty."""
        return self.server.store.of_player("nobody" if self.player is None else self.player)

    @property
    def game_id(self) -> str:
        """The id of the game in the path; raises NoSuchGame for anything but a complete id."""
        id = str(self.request.path_params["id"])
        if self.player is None or not GAME_ID.fullmatch(id):
            raise NoSuchGame("no such game")
        return id

    def ensure_player(self) -> str:
        """Return the player, creating one if there is none; the response will set the cookie."""
        if self.session is None:
            if not self.server.new_player_limiter.take(self.limit_key):
                raise ApiError(429, "slow", "too many new players from this address")
            player = self.server.cookies.new_player()
            self.new_session = PlayerSession(player, player)
        assert self.session is not None
        return self.session.player

    def renew_cookie(self) -> None:
        """Renew the age of the cookie in the browser; only when a page is opened.

        The answer to any other request might come late, and replace a newer cookie by an old one.
        """
        self.new_session = self.session

    def attach_cookie(self, response: Response) -> Response:
        """Add the cookie to a response if there is a new one, or if it is to be renewed."""
        if self.new_session is not None:
            is_https = self.request.url.scheme == "https"
            self.server.cookies.set_cookie(response, *self.new_session, is_https=is_https)
        return response

    def charge_expensive(self) -> None:
        """Count a request that takes real work; raises ApiError if the player has made too many."""
        if not self.server.expensive_limiter.take(self.limit_key):
            raise ApiError(429, "slow", "too many requests; slow down")

    async def read_json(self, limit: int) -> bytes:
        """Read a JSON body of at most `limit` bytes."""
        if self.request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise ApiError(415, "type", "the body must be application/json")
        body = bytearray()
        async for part in self.request.stream():
            body += part
            if len(body) > limit:
                raise ApiError(413, "large", f"the body is limited to {limit} bytes")
        return bytes(body)

    async def read(self, call: Callable[..., T], *args: object) -> T:
        """Run a function that reads the store, in a thread."""
        return await self.server.read(call, *args)

    async def read_slowly(self, call: Callable[..., T], *args: object) -> T:
        """Run a function that may take long, in a thread; it does not delay `read`."""
        return await self.server.read_slowly(call, *args)

    async def write(self, act: Callable[[Store], T]) -> T:
        """Run a function that writes, with the player's part of the store, as a job of the writer."""
        return await self.server.write(self.store.player, act)

    async def open_game(self) -> StoredGame:
        """Open the game in the path."""
        player, server = self.store.player, self.server
        live = server.live_games.find(player, self.game_id)
        if live is not None:
            return live
        return await self.while_there(open_stored(server.services, self.requester, self.game_id))

    async def do_job(self, function: Callable[[JobContext, *Ts], T], *args: *Ts) -> T:
        """Have a worker process run a function in the player's turn; raises Busy and TooHard."""
        return await self.while_there(self.server.jobs.run(self.requester, function, *args))

    async def while_there(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for work, and drop it if the client goes away; the body must have been read."""
        return await unless_first(work, self._until_gone(), ClientDisconnect())

    async def _until_gone(self) -> None:
        while (await self.request.receive())["type"] != "http.disconnect":
            pass


def _request_limiter(server: ServerState) -> RateLimiter:
    return server.request_limiter


def endpoint(
    handler: Handler,
    *,
    limiter: Callable[[ServerState], RateLimiter] = _request_limiter,
    admits_ended: bool = False,
) -> Callable[[Request], Awaitable[Response]]:
    """Make a Starlette endpoint of a handler: checks origin and rate first.

    A device that was signed out gets an error; an endpoint that `admits_ended` ones treats it as a new player.
    """

    @wraps(handler)
    async def serve(request: Request) -> Response:
        server: ServerState = request.app.state.server
        context = RequestContext(request, await server.sessions.identify(request))
        _check_origin(request)
        if not limiter(server).take(context.limit_key):
            raise ApiError(429, "slow", "too many requests; slow down")
        if context.visit.is_ended and not admits_ended:
            raise ApiError(401, "signed out", "this device has been signed out")
        return context.attach_cookie(await handler(context))

    return serve


def _check_origin(request: Request) -> None:
    """Reject requests from other sites' pages; requests that change something must name their origin."""
    is_ours = request.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    is_safe = request.method in ("GET", "HEAD")
    if not is_ours or not (is_safe or is_same_origin(request.headers)):
        raise ApiError(403, "origin", "only pages of this site may send this request")
