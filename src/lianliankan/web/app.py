"""The ASGI app: the page and its files, the faces, the API endpoints and the WebSocket."""

import contextlib
import gzip
import mimetypes
from collections.abc import AsyncIterator
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from secrets import compare_digest

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from lianliankan.faces.registry import FACE_SETS
from lianliankan.texts import LANGUAGES, texts_file
from lianliankan.web import routes_faces, routes_games
from lianliankan.web.game_facts import encode_game_facts
from lianliankan.web.live.game_socket import GameSocket
from lianliankan.web.responses import ApiError, error_response, json_response
from lianliankan.web.security import SecurityMiddleware
from lianliankan.web.server_state import ServerState

__all__ = ["STATIC", "make_app"]

STATIC = Path(__file__).parent / "static"
"""The folder with the page's files."""

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
_PAGES = ("/", "/b/{rest:path}", "/g/{rest:path}", "/play/{rest:path}", "/replay/{rest:path}")


def make_app(server: ServerState) -> ASGIApp:
    """Make the app of a server; handlers find the state in `request.app.state.server`."""
    app = Starlette(
        routes=[
            *(Route(path, get_page) for path in _PAGES),
            Route("/healthz", get_health),
            Route("/enter/{token}", enter),
            Route("/faces/{name}.svg", get_faces),
            Route("/texts/{language}.json", get_texts),
            Route("/api/game", get_game_facts),
            Mount("/static", _StaticFiles(STATIC)),
            *routes_games.routes,
            *routes_faces.routes,
        ],
        middleware=[Middleware(GZipMiddleware)],
        lifespan=_lifespan,
    )
    app.state.server = server
    return SecurityMiddleware(app, GameSocket(server), server.config.names)


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    server: ServerState = app.state.server
    server.start()
    try:
        yield
    finally:
        await server.close()


def get_page(request: Request) -> Response:
    """Return the page, which reads the rest of its address itself."""
    return _file_response(request, STATIC / "index.html")


def get_health(request: Request) -> Response:
    """Tell monitoring that the server is up."""
    server: ServerState = request.app.state.server
    return json_response({"ok": True, "version": version("lianliankan"), "games": len(server.live_games)})


def enter(request: Request) -> Response:
    """Let the owner of the machine in: the printed address contains the token."""
    server: ServerState = request.app.state.server
    given, token = str(request.path_params["token"]), server.config.token
    if token is None or not compare_digest(given.encode(), token.encode()):
        return Response("this address is no longer valid", 404)
    response = RedirectResponse("/", 303, {"Cache-Control": "no-store"})
    response.headers["Set-Cookie"] = server.cookies.set_cookie("")
    return response


def get_faces(request: Request) -> Response:
    """Return a drawn set of faces as a sprite."""
    name = request.path_params["name"]
    if name not in FACE_SETS:
        return Response("no such faces", 404)
    plain, compressed = _sprite(name)
    is_gzip = "gzip" in request.headers.get("accept-encoding", "")
    response = _tagged_response(request, compressed if is_gzip else plain, _TYPES[".svg"])
    response.headers["Vary"] = "Accept-Encoding"
    if is_gzip and response.body:
        response.headers["Content-Encoding"] = "gzip"
    return response


async def get_texts(request: Request) -> Response:
    """Return the texts of a language, which page and terminal share."""
    language = request.path_params["language"]
    if language not in LANGUAGES:
        return error_response(ApiError(404, "gone", "no such language"))
    return _tagged_response(request, texts_file(language).read_bytes(), _TYPES[".json"])


def get_game_facts(request: Request) -> Response:
    """Return what the game offers; the page asks for it at its start, and repeats none of it."""
    return _tagged_response(request, encode_game_facts(), _TYPES[".json"])


@lru_cache(maxsize=16)
def _sprite(name: str) -> tuple[bytes, bytes]:
    """Return a sprite as it is, and compressed to a tenth of that."""
    from lianliankan.render.sprite import to_sprite

    plain = to_sprite(name).encode()
    return plain, gzip.compress(plain, mtime=0)


class _StaticFiles:
    """Serves the files that the folder has at the start; every other path is a 404."""

    def __init__(self, folder: Path) -> None:
        self._files = {file.relative_to(folder).as_posix(): file for file in _list_files(folder)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        path = str(request.path_params.get("path", "")) or scope["path"].removeprefix("/static/")
        if request.method not in ("GET", "HEAD"):
            response = Response("method not allowed; use GET", 405)
        elif path in self._files:
            response = _file_response(request, self._files[path])
        else:
            response = Response("no such file", 404)
        await response(scope, receive, send)


def _list_files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]


def _file_response(request: Request, path: Path) -> Response:
    media_type = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    try:
        content = path.read_bytes()
    except OSError:
        return Response("no such file", 404)
    return _tagged_response(request, content, media_type)


def _tagged_response(request: Request, body: bytes, media_type: str) -> Response:
    """Return a body with its ETag, or 304 if the client has it; clients ask every time, so nothing goes stale."""
    headers = {"ETag": f'"{sha256(body).hexdigest()[:24]}"', "Cache-Control": "no-cache"}
    known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
    if headers["ETag"] in known or "*" in known:
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type=media_type)
