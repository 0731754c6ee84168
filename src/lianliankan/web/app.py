"""The whole site as one app: the page, its files, the faces, the endpoints and the WebSocket."""

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
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from lianliankan.faces.registry import FACE_SETS
from lianliankan.web import routes_faces, routes_games
from lianliankan.web.live.game_socket import GameSocket
from lianliankan.web.routes_games import json_response
from lianliankan.web.security import SecurityMiddleware
from lianliankan.web.state import ServerState

__all__ = ["STATIC", "make_app"]

STATIC = Path(__file__).parent / "static"
"""The folder of the page's own files."""

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
    """Make the app of a server, which is at work while it is served."""

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        server.start()
        try:
            yield
        finally:
            await server.close()

    def healthz(_: Request) -> Response:
        return json_response({"ok": True, "version": version("lianliankan"), "games": len(server.live_games)})

    def enter(request: Request) -> Response:
        """Let the owner of the machine in: the address that was printed has the secret in it."""
        given = str(request.path_params["token"])
        token = server.config.token
        if token is None or not compare_digest(given.encode(), token.encode()):
            return Response("this address is not valid any more", 404)
        answer = RedirectResponse("/", 303, {"Cache-Control": "no-store"})
        answer.headers["Set-Cookie"] = server.cookies.set_cookie("")
        return answer

    app = Starlette(
        routes=[
            *(Route(path, _page) for path in _PAGES),
            Route("/healthz", healthz),
            Route("/enter/{token}", enter),
            Route("/faces/{name}.svg", _faces),
            Mount("/static", _Files(STATIC)),
            *routes_games.routes(server),
            *routes_faces.routes(server),
        ],
        lifespan=lifespan,
    )
    return SecurityMiddleware(app, GameSocket(server), server.config.names)


def _page(request: Request) -> Response:
    return _file(request, STATIC / "index.html")


def _faces(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in FACE_SETS:
        return Response("there are no such faces", 404)
    plain, packed = _sprite(name)
    is_packed = "gzip" in request.headers.get("accept-encoding", "")
    answer = _tagged(request, packed if is_packed else plain, _TYPES[".svg"])
    answer.headers["Vary"] = "Accept-Encoding"
    if is_packed and answer.body:
        answer.headers["Content-Encoding"] = "gzip"
    return answer


@lru_cache(maxsize=16)
def _sprite(name: str) -> tuple[bytes, bytes]:
    """Give a sprite as it is, and packed, for it is a tenth then."""
    from lianliankan.render.sprite import to_sprite

    plain = to_sprite(name).encode()
    return plain, gzip.compress(plain, mtime=0)


class _Files:
    """The files that a folder has when the site begins; whatever else a path looks like is not there."""

    def __init__(self, folder: Path) -> None:
        self._files = {file.relative_to(folder).as_posix(): file for file in _files_in(folder)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        path = str(request.path_params.get("path", "")) or scope["path"].removeprefix("/static/")
        if request.method not in ("GET", "HEAD"):
            response = Response("files are only read", 405)
        elif path in self._files:
            response = _file(request, self._files[path])
        else:
            response = Response("there is no such file", 404)
        await response(scope, receive, send)


def _files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]


def _file(request: Request, path: Path) -> Response:
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    try:
        found = path.read_bytes()
    except OSError:
        return Response("there is no such file", 404)
    return _tagged(request, found, kind)


def _tagged(request: Request, body: bytes, kind: str) -> Response:
    """Answer with a body, or that it is the same as before; browsers ask every time, so that none goes stale."""
    headers = {"ETag": f'"{sha256(body).hexdigest()[:24]}"', "Cache-Control": "no-cache"}
    known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
    if headers["ETag"] in known or "*" in known:
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type=kind)
