"""A browser and a server for all tests here; every page must stay without errors."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from support.browser_stage import (
    DESK,
    FLAGS,
    Player,
    Server,
    find_axe,
    find_chromium,
    note_notices,
    serving,
    skip_lesson,
)
from support.patience import PATIENCE
from support.static_site import SitePlayer, StaticHost, hosting, share_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

MakePlayer = Callable[..., Player]
Visit = Callable[..., SitePlayer]

# What the browser says by itself when the tests cut its line to the server.
EXPECTED = (
    "WebSocket connection to",
    "net::ERR_CONNECTION_REFUSED",
    "net::ERR_CONNECTION_RESET",
    "net::ERR_CONTENT_LENGTH_MISMATCH",  # a server that was killed while it sent a file
    "net::ERR_EMPTY_RESPONSE",
    "net::ERR_FAILED",
    "net::ERR_SOCKET_NOT_CONNECTED",
    "the server responded with a status of 4",
)


def note_errors(page: "Page", complaints: list[str]) -> "Page":
    """Add everything that goes wrong on a page to a list."""
    page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    return page


@pytest.fixture(scope="session", autouse=True)
def _slow_tests() -> Iterator[None]:
    """With `LLK_SLOW_TESTS=0.8` every call of Playwright is late by so many seconds, as on a busy machine."""
    seconds = float(os.environ.get("LLK_SLOW_TESTS", "0"))
    if seconds <= 0:
        yield
        return
    base = pytest.importorskip("playwright._impl._sync_base", reason="the browser tests need Playwright").SyncBase
    call = base._sync

    def call_late(self: object, coroutine: object) -> object:
        time.sleep(seconds)
        return call(self, coroutine)

    base._sync = call_late
    yield
    base._sync = call


@pytest.fixture(scope="package")
def browser() -> "Iterator[Browser]":
    """The system's chromium; not for the whole session, for Playwright keeps an event loop running meanwhile."""
    playwright = pytest.importorskip("playwright.sync_api", reason="the browser tests need Playwright")
    path = find_chromium()
    if path is None:
        pytest.skip("chromium was not found; apt install chromium")
    with playwright.sync_playwright() as started:
        launched = started.chromium.launch(executable_path=path, args=FLAGS, timeout=1000 * PATIENCE)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The web server, for all tests that do not harm it."""
    with serving(tmp_path_factory.mktemp("served") / "data") as found:
        yield found


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game as files, in the folder of its host; all processes of the tests share it."""
    own = tmp_path_factory.getbasetemp()
    return share_site(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)


@pytest.fixture(scope="session")
def host(site: Path) -> Iterator[StaticHost]:
    """A plain host of it, for all tests that do not harm it."""
    with hosting(site.parent.parent) as found:
        yield found


@pytest.fixture(scope="session")
def server_to_kill(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for one test after the other."""
    with serving(tmp_path_factory.mktemp("killed") / "data") as found:
        yield found


@pytest.fixture
def lone_server(server_to_kill: Server) -> Server:
    """A server that may be killed."""
    if not server_to_kill.is_running:
        server_to_kill.start()
    return server_to_kill


@pytest.fixture(scope="session")
def axe() -> Path:
    """The file of axe-core, which finds what keeps people out of a page."""
    found = find_axe()
    if found is None:
        pytest.skip("there is no axe-core: make browser")
    return found


@pytest.fixture
def motion() -> str:
    """Whether pages move: not where it does not matter, which is quicker. Modules about motion have their own."""
    return "reduce"


@pytest.fixture
def sit_down(browser: "Browser", server: Server, motion: str) -> Iterator[MakePlayer]:
    """Give new players, each with a cookie of its own; at the end, no page may have complained.

    On a page that is frozen, time passes only when a test says so.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(
        *,
        at: Server | None = None,
        init: Path | None = None,
        is_newcomer: bool = False,
        is_frozen: bool = False,
        **options: object,
    ) -> Player:
        given: dict[str, Any] = {"viewport": DESK, "locale": "en-US", "color_scheme": "light", "reduced_motion": motion}
        given |= options
        context = browser.new_context(**given)
        context.set_default_timeout(1000 * PATIENCE)
        note_notices(context)
        if not is_newcomer:
            skip_lesson(context)
        if init is not None:
            context.add_init_script(path=init)
        if is_frozen:
            context.clock.install(time=time.time())
            context.clock.pause_at(time.time() + 60)
        contexts.append(context)
        return Player(note_errors(context.new_page(), complaints), (at or server).url)

    yield make
    for context in contexts:
        context.close()
    assert [text for text in complaints if not any(known in text for known in EXPECTED)] == []


@pytest.fixture
def visit(browser: "Browser") -> Iterator[Visit]:
    """Give new visitors of a site, each with a browser of its own; no page may complain, but about a lost network."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(host: StaticHost, *, script: str = "", **options: object) -> SitePlayer:
        given: dict[str, Any] = {"viewport": DESK, "locale": "en-US", "reduced_motion": "reduce"} | options
        context = browser.new_context(**given)
        context.set_default_timeout(1000 * PATIENCE)
        if script:
            context.add_init_script(script)
        contexts.append(context)
        return SitePlayer(note_errors(context.new_page(), complaints), host.url)

    yield make
    for context in contexts:
        context.close()
    assert [text for text in complaints if "net::ERR_" not in text] == []
