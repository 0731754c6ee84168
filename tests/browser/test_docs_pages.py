"""The documentation site in a browser: search in both languages, and searches to step through."""

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from support.docs_site import build_docs

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the site, served as any static host serves it."""
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(QuietHandler, directory=str(build_docs()))) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def page(browser: "Browser") -> "Iterator[Page]":
    """A page that must stay without errors."""
    complaints: list[str] = []
    with browser.new_context() as context:
        made = context.new_page()
        made.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        made.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        yield made
    assert complaints == []


@pytest.mark.parametrize(
    ("place", "query", "title"),
    [("search.html", "winnable", "The solver: can it be won?"), ("zh/search.html", "最小棋盘", "检查您自己写的函数")],
)
def test_search_finds_pages_of_its_language(site: str, page: "Page", place: str, query: str, title: str) -> None:
    page.goto(f"{site}/{place}?q={query}")
    page.locator("#search-results li a", has_text=title).first.wait_for()


@pytest.mark.parametrize(
    ("place", "first", "last"),
    [
        ("algorithms.html", "continue from 1,8", "1,8-1,9-4,9-4,6: 2 turns, 7 steps"),
        ("zh/algorithms.html", "从 1,8 继续", "1,8-1,9-4,9-4,6：转弯 2 次，7 步"),
    ],
)
def test_a_search_is_stepped_through_by_keyboard(site: str, page: "Page", place: str, first: str, last: str) -> None:
    page.goto(f"{site}/{place}")
    frame = page.locator(".live-frame", has=page.locator(".search-layers"))
    frame.locator("button").press("Enter")
    frame = page.locator(".live-search")
    frame.get_by_role("slider").press("ArrowRight")  # it has the focus
    assert first in frame.locator("output").inner_text()
    assert frame.locator(".live-here").count() == 1
    frame.get_by_role("slider").press("End")
    assert last in frame.locator("output").inner_text()
    assert len((frame.locator("polyline").get_attribute("points") or "").split()) == 8
    frame.get_by_role("slider").press("Home")
    assert frame.locator("[data-mark=reached]").count() == 0
