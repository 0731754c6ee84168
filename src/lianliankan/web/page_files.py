"""The page's files, and other content that is the same for everyone: what browsers may keep, and for how long.

Files have an address with the hash of all of them, where they never change, and a plain one, which is checked for
changes every time.
"""

import gzip
import mimetypes
from functools import cache
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

__all__ = ["STATIC", "CachedContent", "file_mounts", "index_page"]

STATIC = Path(__file__).parent / "static"
"""The folder with the page's files."""

_CHECK, _KEEP = "no-cache", "public, max-age=31536000, immutable"

mimetypes.add_type("text/javascript", ".js")  # some systems say otherwise, and browsers then refuse modules


class CachedContent:
    """Content with its ETag; clients ask every time whether it has changed, so nothing goes stale."""

    def __init__(self, body: bytes, media_type: str) -> None:
        self._body, self._media_type = body, media_type
        self._packed = gzip.compress(body, mtime=0)  # once: for every request it would take the server's time
        tag = f'"{sha256(body).hexdigest()[:24]}"'
        self._headers = {"ETag": tag, "Cache-Control": _CHECK, "Vary": "Accept-Encoding"}

    def respond(self, request: Request) -> Response:
        """Return the content, or 304 if the client has it."""
        known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
        if self._headers["ETag"] in known or "*" in known:
            return Response(status_code=304, headers=self._headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers = self._headers | {"Content-Encoding": "gzip"}
            return Response(self._packed, headers=headers, media_type=self._media_type)
        return Response(self._body, headers=self._headers, media_type=self._media_type)


class _Files(StaticFiles):
    """The page's files, with a Cache-Control header."""

    def __init__(self, cache_control: str) -> None:
        super().__init__(directory=STATIC)
        self._cache_control = cache_control

    def file_response(self, full_path: str | PathLike[str], *args: Any, **kwargs: Any) -> Response:  # noqa: ANN401
        """Return a file, or 304 if the client has it."""
        response = super().file_response(full_path, *args, **kwargs)
        response.headers["Cache-Control"] = self._cache_control
        return response


def file_mounts() -> list[Mount]:
    """Return the routes of the page's files."""
    return [Mount(f"/static/{_hash_files()}", _Files(_KEEP)), Mount("/static", _Files(_CHECK))]


@cache
def index_page() -> CachedContent:
    """Return the page, with the addresses of files that never change."""
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    return CachedContent(text.replace('"/static/', f'"/static/{_hash_files()}/').encode(), "text/html; charset=utf-8")


@cache
def _hash_files() -> str:
    found = sha256()
    for path in sorted(path for path in STATIC.rglob("*") if path.is_file()):
        found.update(f"{path.relative_to(STATIC).as_posix()}\0{path.stat().st_size}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:12]
