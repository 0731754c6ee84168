"""The page at each of its addresses, with what it asks for first: who the player is, what the game offers, the game.

A page without that asks for it itself, so nothing that goes wrong here keeps anyone from the page.
"""

import asyncio
from contextlib import suppress
from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lianliankan.errors import Error
from lianliankan.faces.registry import FACE_SETS
from lianliankan.web.base.page_data import encode
from lianliankan.web.endpoints.answers import PlayerAnswer
from lianliankan.web.endpoints.game_facts import GameCatalog, game_facts
from lianliankan.web.endpoints.games import meet_player
from lianliankan.web.http.identity import CheckedCookie
from lianliankan.web.http.page_files import CachedContent, page
from lianliankan.web.live.connection import AtCapacity
from lianliankan.web.live.protocol import FullState
from lianliankan.web.race.answers import choose_language
from lianliankan.web.state.request_context import GAME_ID, RequestContext
from lianliankan.web.state.server_state import ServerState
from lianliankan.web.work.jobs import Busy

FIRST_FACES = "animals"
"""The tile set of players who have chosen none."""

_ADDRESSES = (
    "/",
    "/account",
    "/b/{rest:path}",
    "/c/{rest:path}",
    "/edit",
    "/edit/{rest:path}",
    "/g/{rest:path}",
    "/join",
    "/lab",
    "/lab/{rest:path}",
    "/play/{rest:path}",
    "/race",
    "/race/{rest:path}",
    "/replay/{rest:path}",
    "/stats",
)
_GAME_SECONDS = 0.5  # that the page waits for a game; one that takes longer to open is sent when it is open


_PROBLEMS = (Error, AtCapacity, Busy, TimeoutError)


class PageData(msgspec.Struct):
    """What is written into the page; `me` and `game` are None if the page has to ask for them."""

    facts: GameCatalog
    me: PlayerAnswer | None = None
    game: FullState | None = None


async def get_page(request: Request) -> Response:
    """Return the page, which reads the rest of its address itself."""
    server: ServerState = request.app.state.server
    context = RequestContext(request, CheckedCookie(None))
    data = PageData(facts_of(server))
    with suppress(*_PROBLEMS):
        context = RequestContext(request, await server.sessions.identify(request))
        if context.session is not None and server.request_limiter.take(context.limit_key):
            data.me = await meet_player(context)
            data.game = await _find_game(context, data.me)
    html = _write_page(data, request.headers.get("accept-language", ""))
    return context.attach_cookie(Response(html, headers={"Cache-Control": "no-store"}, media_type="text/html"))


async def _find_game(context: RequestContext, me: PlayerAnswer) -> FullState | None:
    """Return the game that the page will show, if its address says which one."""
    request, unfinished = context.request, me.unfinished
    id = str(request.path_params.get("rest", ""))
    if request.url.path == "/" and not request.query_params:
        id = "" if unfinished is None else unfinished.id
    elif not request.url.path.startswith("/play/"):
        return None
    if not GAME_ID.fullmatch(id):
        return None
    return await asyncio.wait_for(context.server.live_games.show(context.requester, id), _GAME_SECONDS)


def _write_page(data: PageData, accept_language: str) -> str:
    """Return the HTML with the data, and with links to the texts and faces, so that browsers load them at once."""
    settings = {} if data.me is None else data.me.settings
    faces = settings.get("faces")
    needed = [
        f"/texts/{choose_language(settings.get('language'), accept_language)}.json",
        f"/faces/{faces if faces in FACE_SETS else FIRST_FACES}.svg",
    ]
    links = "".join(f'    <link rel="preload" href="{path}" as="fetch" crossorigin="anonymous" />\n' for path in needed)
    json = encode(data).decode().replace("<", "\\u003c")
    script = f'    <script type="application/json" id="page-data">{json}</script>\n'
    html = page("index.html").replace("  </head>\n", f"{links}  </head>\n", 1)
    return html.replace("  </body>\n", f"{script}  </body>\n", 1)


async def get_game_facts(request: Request) -> Response:
    """Return what the game offers, for pages in which it is not written."""
    return _content_of(encode(facts_of(request.app.state.server))).respond(request)


def facts_of(server: ServerState) -> GameCatalog:
    """Return what the game offers on a server."""
    config = server.config
    return game_facts(together=not config.tokens, races=server.has_races, python=config.runtime is not None)


@cache
def _content_of(facts: bytes) -> CachedContent:
    return CachedContent(facts, "application/json")


routes = [*(Route(path, get_page) for path in _ADDRESSES), Route("/api/game", get_game_facts)]
