"""The ASGI app: the page and its files, the faces, the API endpoints and the WebSockets."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import cache

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from lianliankan.errors import needs
from lianliankan.faces.registry import FACE_SETS
from lianliankan.game.toy import TOYS, work_out
from lianliankan.texts import LANGUAGES, PAGE_PARTS, Language, page_texts
from lianliankan.web.base.metrics import NO_METRICS
from lianliankan.web.base.page_data import ErrorAnswer, encode
from lianliankan.web.endpoints import boards, faces, games, health, moving, pages, races, results
from lianliankan.web.endpoints.sockets import serve_game, serve_room
from lianliankan.web.http.page_files import CachedContent, file_routes, load_files, page, runtime_routes
from lianliankan.web.http.responses import EXCEPTION_HANDLERS, json_response
from lianliankan.web.http.security import HostMiddleware, SecurityMiddleware
from lianliankan.web.lab import routes as lab_routes
from lianliankan.web.state.server_state import ServerState

_USED = """This address was good once, and it has been used. Start llk play again for a new one.
这个地址只能用一次，已经用过了。请重新运行 llk play。
"""


def make_app(server: ServerState) -> ASGIApp:
    """Make the app of a server; handlers find the state in `request.app.state.server`."""
    app = Starlette(
        routes=[
            *pages.routes,
            *health.routes,
            Route("/enter/{token}", enter),
            Route("/faces/{name}.svg", get_faces),
            Route("/texts/{language}.json", get_texts),
            Route("/texts/{part}/{language}.json", get_texts),
            Route("/api/toys/{name}", get_toy),
            *file_routes(),
            *runtime_routes(server.config.runtime),
            *games.routes,
            *boards.routes,
            *results.routes,
            *faces.routes,
            *moving.routes,
            *lab_routes.routes,
            *_account_routes(server),
            *_race_routes(server),
            WebSocketRoute("/ws/{id}", serve_game),
            WebSocketRoute("/api/races/{code}/socket", serve_room),
        ],
        middleware=[
            Middleware(HostMiddleware, ["localhost", "*.localhost", *server.config.names], www_redirect=False),
            Middleware(GZipMiddleware),
        ],
        exception_handlers={**EXCEPTION_HANDLERS, 404: get_not_found},
        lifespan=_lifespan,
    )
    app.state.server = server
    return SecurityMiddleware(app, server.config.metrics)


def _account_routes(server: ServerState) -> list[Route]:
    if not server.config.accounts:
        return []
    with needs("a server with accounts", "lianliankan[server]"):
        from lianliankan.web.endpoints import account
    return account.routes


def _race_routes(server: ServerState) -> list[Route]:
    return races.routes if server.has_races else []


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    server: ServerState = app.state.server
    load_files()
    server.start()
    if server.config.metrics is not NO_METRICS:
        server.tasks.start(health.keep_measuring(server))
    try:
        yield
    finally:
        await server.close()


async def get_not_found(request: Request, _: Exception) -> Response:
    """Answer for an address that does not exist: players get a page that leads back to the game, programs get JSON."""
    if request.url.path.startswith("/api/"):
        return json_response(ErrorAnswer("there is nothing at this address", "gone"), status=404)
    return _not_found_page().respond(request, status=404)


async def enter(request: Request) -> Response:
    """Let the owner of the machine in, once for each token; a browser that is signed in already is redirected."""
    server: ServerState = request.app.state.server
    is_new = request.method == "GET" and server.tokens.use(str(request.path_params["token"]))
    session = server.cookies.read(request)
    if not is_new and (session is None or session.player != ""):
        return Response(_USED, 404, media_type="text/plain")
    response = RedirectResponse(server.config.entrance, 303, {"Cache-Control": "no-store"})
    if is_new:
        server.cookies.set_cookie(response, "", is_https=request.url.scheme == "https")
        server.config.on_enter()
    return response


async def get_faces(request: Request) -> Response:
    """Return a drawn set of faces as a sprite."""
    name = request.path_params["name"]
    if name not in FACE_SETS:
        return Response("no such faces", 404)
    if name not in _sprites:  # drawing it must hold up no game
        _sprites[name] = await asyncio.to_thread(_draw_sprite, name)
    return _sprites[name].respond(request)


async def get_toy(request: Request) -> Response:
    """Return a toy: a tiny game to learn from, worked out."""
    name = request.path_params["name"]
    if name not in TOYS:
        return Response("no such toy", 404)
    return (await asyncio.to_thread(_toy, name)).respond(request)


async def get_texts(request: Request) -> Response:
    """Return the texts of a language, which page and terminal share, or those of a part of the page."""
    language, part = request.path_params["language"], request.path_params.get("part", "")
    if language not in LANGUAGES or part not in ("", *PAGE_PARTS):
        return Response("no such texts", 404)
    return _texts(language, part).respond(request)


_sprites: dict[str, CachedContent] = {}


def _draw_sprite(name: str) -> CachedContent:
    from lianliankan.render.sprite import to_sprite

    return CachedContent(to_sprite(name).encode(), "image/svg+xml")


def _not_found_page() -> CachedContent:
    return CachedContent(page("404.html").encode(), "text/html; charset=utf-8")


@cache
def _toy(name: str) -> CachedContent:
    return CachedContent(encode(work_out(TOYS[name])), "application/json")


@cache
def _texts(language: Language, part: str) -> CachedContent:
    return CachedContent(encode(page_texts(language, part)), "application/json")
