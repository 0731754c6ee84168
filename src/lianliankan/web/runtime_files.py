"""Python for browsers, beside the page: the files that `lianliankan.site` has prepared in a folder.

Learners' functions run on it in the lab, never on the server. The files are stored packed, and have names that change
with what is in them; the list of them is checked for changes every time.
"""

import json
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from lianliankan.web.page_files import KEEP, CachedContent

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
