"""A browser and a server for trying the page."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from support.browser_stage import FLAGS, find_chromium, serving


@contextmanager
def open_browser() -> Iterator[tuple[Browser, str]]:
    """Start a server with an empty store, and a browser; yield the browser and the address of the game."""
    path = find_chromium()
    if path is None:
        sys.exit("chromium was not found; apt install chromium")
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data") as server,
        sync_playwright() as started,
        started.chromium.launch(executable_path=path, args=FLAGS) as browser,
    ):
        yield browser, server.url
