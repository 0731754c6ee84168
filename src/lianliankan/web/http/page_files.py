"""The page's files, and other content that is the same for everyone: what browsers may keep, and for how long.

At an address with the hash of all of them are the files that browsers load, which never change there. At the plain
address are their sources, which are checked for changes every time. While the page is developed, browsers load these.
"""

import gzip
import json
import mimetypes
import os
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from lianliankan.web.http.joined_files import SITE_ONLY, join_files
from lianliankan.web.http.security import LEARNER_POLICY

STATIC = Path(__file__).parent.parent / "static"
"""The folder with the page's files."""

_CHECK: Final = "no-cache"
KEEP: Final = "public, max-age=31536000, immutable"
"""The Cache-Control of content that never changes at its address."""

_POLICIES: Final = {"js/lab/learner/learner_worker.js": LEARNER_POLICY}

mimetypes.add_type("text/javascript", ".js")  # some systems say otherwise, and browsers then refuse modules


class CachedContent:
    """Content with its ETag; clients ask every time whether it has changed, so nothing goes stale."""

    def __init__(self, body: bytes, media_type: str, cache_control: str = _CHECK, policy: str = "") -> None:
        self._body = body
        self._media_type = media_type
        self._packed = gzip.compress(body, mtime=0)  # once: for every request it would take the server's time
        tag = f'"{sha256(body).hexdigest()[:24]}"'
        self._headers = {"ETag": tag, "Cache-Control": cache_control, "Vary": "Accept-Encoding"}
        if policy:
            self._headers["Content-Security-Policy"] = policy

    def respond(self, request: Request, *, status: int = 200) -> Response:
        """Return the content, or 304 if the client has it; an error is always returned in full."""
        known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
        if status == 200 and (self._headers["ETag"] in known or "*" in known):
            return Response(status_code=304, headers=self._headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers = self._headers | {"Content-Encoding": "gzip"}
            return Response(self._packed, status, headers, media_type=self._media_type)
        return Response(self._body, status, self._headers, media_type=self._media_type)


def is_developed() -> bool:
    """Whether the page is loaded from its sources, as they are now: LLK_DEVELOP is in the environment."""
    return bool(os.environ.get("LLK_DEVELOP"))


def file_routes() -> list[Route]:
    """Return the route of the page's files."""
    return [Route("/static/{path:path}", get_file)]


def load_files() -> None:
    """Join and pack the page's files, which takes half a second: when the server starts, not while it serves."""
    if not is_developed():
        _files()
        _ = [_source(path) for path in _known_paths() if path.endswith(".wasm")]


async def get_file(request: Request) -> Response:
    """Return a file of the page, from memory: reading it would take the server's time; or one of its sources."""
    path = request.path_params["path"]
    if is_developed():
        found = _content(path, (STATIC / path).read_bytes()) if path in source_paths() else None
    elif request.url.path.startswith(f"{_lasting_address()}/"):
        found = _files().get(path.partition("/")[2])
    else:
        found = _source(path) if path in _known_paths() else None
    return Response("no such file", 404) if found is None else found.respond(request)


def page(name: str) -> str:
    """Return an HTML file, with the addresses of files that never change."""
    if is_developed():
        return (STATIC / name).read_text(encoding="utf-8")
    return _joined()[name].decode().replace('"/static/', f'"{_lasting_address()}/')


def source_paths() -> list[str]:
    """Return the paths of the page's files, in a fixed order."""
    return sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())


@cache
def _known_paths() -> frozenset[str]:
    return frozenset(source_paths())


@cache
def _source(path: str) -> CachedContent:
    return _content(path, (STATIC / path).read_bytes())


def _content(path: str, body: bytes, cache_control: str = _CHECK) -> CachedContent:
    media_type = mimetypes.guess_type(path)[0] or "text/plain"
    return CachedContent(body, media_type, cache_control, _POLICIES.get(path, ""))


@cache
def _files() -> dict[str, CachedContent]:
    return {path: _content(path, body, KEEP) for path, body in _joined().items()}


@cache
def _joined() -> dict[str, bytes]:
    return join_files({path: (STATIC / path).read_bytes() for path in source_paths() if _is_served(path)})


def _is_served(path: str) -> bool:
    return path not in SITE_ONLY and not path.endswith((".ts", ".wasm"))


@cache
def _lasting_address() -> str:
    found = sha256()
    for path, content in sorted(_joined().items()):
        found.update(f"{path}\0{len(content)}\0".encode() + content)
    return f"/static/{found.hexdigest()[:12]}"


# ---- Python for browsers, beside the page ----------------------------------------------------------------------------


RUNTIME_LIST: Final = "files.json"
"""The list of the files in a folder with Python for browsers."""


def runtime_routes(folder: Path | None) -> list[Route]:
    """Return the routes of the files in a folder; none without one."""
    if folder is None:
        return []
    listing = (folder / RUNTIME_LIST).read_bytes()
    listed = CachedContent(listing, "application/json")
    paths = {file["url"]: folder / file["url"] for file in json.loads(listing)["files"].values()}

    async def get_list(request: Request) -> Response:
        return listed.respond(request)

    async def get_file(request: Request) -> Response:
        path = paths.get(request.path_params["name"])
        if path is None or not path.exists():  # those of another version may have taken their place
            return Response("no such file", 404)
        return FileResponse(path, headers={"Cache-Control": KEEP}, media_type="application/gzip")

    return [Route(f"/runtime/{RUNTIME_LIST}", get_list), Route("/runtime/{name}", get_file)]
