"""The page's files, and other content that is the same for everyone: what browsers may keep, and for how long.

Files have an address with the hash of all of them, where they never change, and a plain one, which is checked for
changes every time.
"""

import gzip
import json
import mimetypes
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

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


def file_routes() -> list[Route]:
    """Return the routes of the page's files."""
    hashed, plain = "/static/" + _hash_files(), "/static"
    return [Route(f"{start}/{{path:path}}", get_file) for start in (hashed, plain)]


def load_files() -> None:
    """Read and pack the page's files, which takes a tenth of a second: when the server starts, not while it serves."""
    for cache_control in (KEEP, _CHECK):
        _files(cache_control)


async def get_file(request: Request) -> Response:
    """Return a file of the page, from memory: reading it would take the server's time."""
    is_hashed = request.url.path.startswith(f"/static/{_hash_files()}/")
    found = _files(KEEP if is_hashed else _CHECK).get(request.path_params["path"])
    return Response("no such file", 404) if found is None else found.respond(request)


@cache
def _files(cache_control: str) -> dict[str, CachedContent]:
    files = {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*") if path.is_file()}
    return {
        name: CachedContent(
            path.read_bytes(), mimetypes.guess_type(name)[0] or "text/plain", cache_control, _POLICIES.get(name, "")
        )
        for name, path in files.items()
    }


@cache
def page(name: str) -> CachedContent:
    """Return a page, with the addresses of files that never change."""
    text = (STATIC / name).read_text(encoding="utf-8")
    return CachedContent(text.replace('"/static/', f'"/static/{_hash_files()}/').encode(), "text/html; charset=utf-8")


@cache
def _hash_files() -> str:
    found = sha256()
    for path in sorted(path for path in STATIC.rglob("*") if path.is_file()):
        found.update(f"{path.relative_to(STATIC).as_posix()}\0{path.stat().st_size}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:12]


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
