"""What browsers load in place of the page's files: scripts and the first style sheets joined, all without comments."""

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from typing import Final

from lianliankan.web.http.join_modules import FIRST, join_modules
from lianliankan.web.http.minify import minify_sheet

SITE_ONLY: Final = ("js/server/local_transport.js", "js/local/service_worker.js")
"""The scripts that only a site has, one in the place of transport.js, the other at the top of its folder."""

_SHEETS = re.compile(r'(?: *<link rel="stylesheet" href="/static/css/[^"]+" />\n)+')
_SHEET = re.compile(r'"/static/(css/[^"]+)"')
_SCRIPT = re.compile(r'<script type="module" src="/static/js/([^"]+)"')


def join_files(files: Mapping[str, bytes], *, first: Iterable[str] = ()) -> dict[str, bytes]:
    """Return the files that browsers load for those of the page, by their paths.

    The style sheets that an HTML file links are joined into one, which has the name of the HTML file. `first` names
    modules that the first script has, too.
    """
    joined = {path: content for path, content in files.items() if not path.endswith((".js", ".css", ".html"))}
    joined |= {path: _minify(content) for path, content in files.items() if path.endswith(".css")}
    entries: list[str] = []
    for path, content in files.items():
        if path.endswith(".html"):
            html = content.decode()
            entries += _SCRIPT.findall(html)
            linked = _SHEET.findall(html)
            sheet = f"css/{PurePosixPath(path).stem}.css"
            joined[sheet] = b"".join(joined[other] for other in linked)
            joined[path] = _SHEETS.sub(f'    <link rel="stylesheet" href="/static/{sheet}" />\n', html).encode()
    modules = {path.removeprefix("js/"): content.decode() for path, content in files.items() if path.endswith(".js")}
    scripts = join_modules(modules, first=first, alone=[entry for entry in entries if entry != FIRST])
    return joined | {f"js/{path}": code.encode() for path, code in scripts.items()}


def _minify(content: bytes) -> bytes:
    return minify_sheet(content.decode()).encode()
