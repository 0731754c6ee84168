"""The game as files: played without a server, below a path of a plain host, and without a network."""

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

import lianliankan as llk
from lianliankan.site import builder
from lianliankan.texts import Language, page_texts
from support.browser_stage import FLAGS, PHONE, find_chromium, play_lesson, solution
from support.patience import PATIENCE
from support.picture_bombs import BOMBS
from support.picture_files import FORMATS, picture
from support.static_site import SitePlayer, StaticHost, hosting

from .conftest import MakePlayer, Visit, note_errors

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route


@pytest.mark.full
def test_from_the_lesson_to_the_end_of_a_level_and_on_without_a_network(site: Path, visit: Visit) -> None:
    """On a phone, in Chinese."""
    with hosting(site.parent.parent) as host:
        player = visit(host, viewport=PHONE, has_touch=True, locale="zh-CN")
        page = player.page
        page.goto(host.url)
        page.wait_for_selector(".lesson h2:has-text('一条直线')")
        player.shoot("site-lesson")
        for name in ("straight", "turn", "round"):
            play_lesson(player, name, lambda cell: page.tap(player.cell(cell)))
            page.tap("[data-action='lesson play']" if name == "round" else "[data-action='lesson next']")
        player.await_stat("tiles", 48)
        player.await_ready()
        page.wait_for_function("() => !location.hash.includes('first')")
        player.win()
        player.press("Escape")
        page.tap("#mode")
        page.tap("#mode-campaign")
        page.tap("#level-1")
        page.tap("[data-action='level start']")
        player.await_stat("tiles", 60)
        moves = llk.solve(player.game().board).moves
        turned = player.is_turned
        for move in moves[:3]:
            player.take(move, turned=turned)
        player.await_kept()
    page.context.set_offline(True)
    page.reload()
    player.await_stat("tiles", 54)
    for move in moves[3:]:
        player.take(move, turned=turned)
    page.wait_for_selector("dialog.end-dialog")
    player.shoot("site-level-won")
    assert player.ask("GET", "/api/me")["campaign"]["level"] == 2
    page.tap("[data-action='do level']")
    page.tap("[data-action='level start']")
    page.wait_for_selector("#mode:has-text('第 2 关')")
    page.reload()
    page.wait_for_selector("#mode:has-text('第 2 关')")
    page.goto(f"{player.url}#/stats")
    page.wait_for_selector(".statistics .numbers")


def test_what_is_done_before_python_is_there_is_done_as_soon_as_it_is(host: StaticHost, visit: Visit) -> None:
    player = visit(host)
    page = player.page
    held: list[Route] = []
    is_let_go = Event()  # what is asked for later is not held
    page.context.route("**/runtime/*.gz", lambda route: route.continue_() if is_let_go.is_set() else held.append(route))
    page.goto(host.url)
    page.click(".lesson button:has-text('Skip')")
    player.await_board()
    name = player.id.removeprefix("first-classic-8x18-")
    board = llk.deal(8, 18, seed=int(name))
    assert page.get_attribute("#loading", "aria-label") == "Getting the game ready…"
    page.click("[data-tool=tiles]")  # which asks for custom pictures
    page.wait_for_selector("#waiting:has-text('One moment: the game is still getting ready')")
    player.shoot("site-waiting")
    player.press("Escape")
    for cell in (move := board.moves()[0]):
        page.click(player.cell(cell))
    player.await_message("as soon as the game is ready")
    player.shoot("site-loading")
    assert player.stat("tiles") == "144"
    is_let_go.set()
    for route in held:
        route.continue_()
    player.await_stat("tiles", 142)
    player.await_ready()
    page.wait_for_selector("#waiting", state="hidden")
    page.wait_for_url(lambda url: "first" not in url)
    game = player.game()
    assert (game.board, str(game.deal)) == (board.play(move), f"8x18 seed={name}")
    assert len(player.ask("GET", "/api/games")) == 1


@pytest.mark.full
def test_a_new_version_waits_beside_the_old_one(
    site: Path, visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(site.parent.parent, tmp_path / "host")
    out = tmp_path / "host" / site.relative_to(site.parent.parent)
    (old,) = json.loads((out / builder.MARK).read_bytes())["versions"]
    with hosting(tmp_path / "host") as host:
        player = visit(host)
        page = player.page
        page.goto(host.url)
        page.click(".lesson button:has-text('Skip')")
        player.await_ready()
        player.await_kept()
        runtime = tmp_path / "runtime"
        shutil.copytree(out / old / "runtime", runtime)
        monkeypatch.setattr(builder, "build_runtime", lambda _, new: shutil.copytree(runtime, new / "runtime"))

        def changed(language: Language, part: str = "") -> dict[str, Any]:
            found = page_texts(language, part)
            return found | {"stats title": "Numbers"} if part == "reading" else found

        monkeypatch.setattr(builder, "page_texts", changed)
        pyodide = tmp_path / "pyodide"  # not looked into
        pyodide.mkdir()
        (pyodide / ".ready").touch()
        new = builder.write_site(out, pyodide)
        assert json.loads((out / builder.MARK).read_bytes())["versions"] == [new, old]
        asked: list[str] = []
        page.context.on("request", lambda request: asked.append(request.url) if request.service_worker else None)
        page.evaluate("async () => void (await (await navigator.serviceWorker.ready).update())")
        page.wait_for_selector(".new-version:has-text('There is a new version of the game.')")
        player.shoot("site-new-version")
        below = "() => document.querySelector('.new-version').getBoundingClientRect().bottom <= main.offsetTop"
        assert page.evaluate(below), "it covers nothing"
        assert not [url for url in asked if "/runtime/" in url], "what has not changed is not loaded again"
        shutil.rmtree(out / old)
        player.press("?")  # a part that was not loaded yet
        page.wait_for_selector(".keys")
        player.press("Escape")
        board = player.game().board
        page.click("#new-version")
        page.wait_for_selector(f"script[src*='{new}']", state="attached")
        player.await_board()
        assert player.game().board == board
        modules = page.evaluate("() => performance.getEntriesByType('resource').map(({name}) => name)")
        assert not [url for url in modules if f"/{old}/" in url], "no page has files of two versions"
    page.context.set_offline(True)
    page.goto(f"{player.url}#/stats")
    page.wait_for_selector("#statistics-title:has-text('Numbers')")
    names = page.evaluate("() => caches.keys()")
    assert [name.rpartition(" ")[2] for name in names] == [new]


@pytest.mark.parametrize(
    ("script", "locale", "text"),
    [
        ("delete globalThis.WebAssembly;", "en-US", "This browser is too old for the game."),
        ("delete globalThis.WebAssembly;", "zh-CN", "此浏览器版本过旧"),
    ],
)
def test_a_page_that_cannot_have_the_game_says_why(
    host: StaticHost, visit: Visit, script: str, locale: str, text: str
) -> None:
    player = visit(host, script=script, locale=locale)
    player.page.goto(host.url)
    player.page.wait_for_selector(f".card:has-text('{text}')")


@pytest.mark.full
def test_browsers_can_install_it(browser: "Browser", host: StaticHost, tmp_path: Path) -> None:
    """In a profile of its own: what tests usually use is a private window, which installs nothing."""
    path = find_chromium()
    with browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=path, args=FLAGS, timeout=1000 * PATIENCE
    ) as context:
        context.set_default_timeout(1000 * PATIENCE)
        page = context.new_page()
        page.goto(host.url)
        SitePlayer(page, host.url).await_kept()
        protocol = context.new_cdp_session(page)
        found = protocol.send("Page.getAppManifest")
        assert found["errors"] == []
        assert protocol.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        for icon in json.loads(found["data"])["icons"]:
            answer = page.request.get(f"{host.url}{icon['src']}")
            width = int.from_bytes(answer.body()[16:20])
            assert (answer.ok, f"{width}x{width}") == (True, icon["sizes"])


@pytest.fixture(scope="module")
def regular(browser: "Browser", host: StaticHost) -> Iterator[SitePlayer]:
    """Somebody in whose page Python runs, for all tests that only use it: it takes long to start."""
    complaints: list[str] = []
    with browser.new_context(locale="en-US", reduced_motion="reduce") as context:
        context.set_default_timeout(1000 * PATIENCE)
        player = SitePlayer(note_errors(context.new_page(), complaints), host.url)
        player.page.goto(host.url)
        player.page.click(".lesson button:has-text('Skip')")
        player.await_ready()
        player.page.wait_for_function("() => !location.hash.includes('first')")
        yield player
    assert complaints == []


@pytest.mark.full
def test_the_lab_searches_in_the_browser(regular: SitePlayer) -> None:
    page = regular.page
    page.goto(f"{regular.url}#/lab/{llk.to_share(llk.Board.parse('AXA'))}?finder=published.relax&pair=1,1-1,3")
    page.wait_for_selector(".trace-result:visible")
    assert "misses the link" in page.inner_text(".trace-result")
    page.locator(".trace-slider").fill("1")
    assert page.inner_text(".code-line.lit").strip() == "probe.visit(cell, lines)"
    page.click("#lab-tab-race")
    page.wait_for_selector(".race-row[data-finder=layers] .race-verdict >> text=best")
    page.click("#lab-tab-what-if")
    page.wait_for_selector(".lab-what-if .trace-result.good")
    page.click("[data-row='1'][data-col='1']")
    page.click("[data-row='1'][data-col='2']")
    page.wait_for_selector(".why-reasons")
    page.click("#lab-tab-solve")
    page.wait_for_selector("#solve-verdict[data-state=lost]")
    assert "an odd number" in page.inner_text("#solve-verdict")


@pytest.mark.full
def test_a_board_is_drawn_and_played(regular: SitePlayer) -> None:
    page, board = regular.page, llk.deal(4, 6, seed=7)
    page.goto(f"{regular.url}#/edit/{llk.to_share(board)}")
    page.wait_for_selector(".verdict[data-state=won]")
    page.click("#paint-0")
    page.click(regular.cell((0, 0)))
    page.wait_for_selector(".verdict[data-state=lost]")
    odd = board.with_cell((0, 0), llk.EMPTY)
    page.wait_for_url(lambda url: url.endswith(f"/edit/{llk.to_share(odd)}"))
    page.click("#edit-undo")
    page.click("#edit-do-share")
    with page.expect_download() as file:
        page.click("#export-txt")
    assert llk.Board.parse(file.value.path().read_text(encoding="utf-8")) == board
    regular.press("Escape")
    page.click("#edit-do-play")
    page.wait_for_url("**/play/*")
    regular.await_stat("tiles", 24)
    assert regular.game().board == board


@pytest.mark.full
def test_no_file_breaks_the_worker(regular: SitePlayer) -> None:
    chance = random.Random(3)
    files = [picture(kind, seed=1) for kind in FORMATS]
    damaged = []
    for _ in range(40):
        broken = bytearray(chance.choice(files))
        for _ in range(chance.randrange(1, 40)):
            broken[chance.randrange(12, len(broken))] = chance.randrange(256)
        damaged.append(bytes(broken))
    bombs = ("webp", "jpeg", "text", "profile", "two sizes, png", "two sizes, gif", "fcTL chunks", "jpeg comments")
    for data in (*(BOMBS[name][0]() for name in bombs), *damaged):
        found = json.loads(regular.send("POST", "/api/faces/draft?name=x", data))
        codes = [refusal["code"] for refusal in found["refused"]]
        assert len(found["kept"]) + len(codes) == 1
        assert set(codes) <= {"broken", "pixels", "small", "thin", "same", "type"}
    regular.ask("GET", "/api/faces/draft")
    regular.begin(mode="relaxed", rows=4, cols=6, seed=7)
    regular.win()


@pytest.mark.full
def test_a_challenge_of_a_site_opens_there(regular: SitePlayer, host: StaticHost, visit: Visit) -> None:
    page = regular.page
    regular.begin(mode="relaxed", rows=4, cols=6, seed=7)
    regular.win()
    page.click("dialog.end-dialog [data-action='do share']")
    page.wait_for_selector("#share-text")
    link = next(word for word in page.input_value("#share-text").split() if word.startswith("http"))
    assert link.startswith(f"{host.url}#/c/relaxed-7/")
    other = visit(host)
    other.page.goto(link)
    other.page.wait_for_selector("dialog.challenge-dialog .challenge-beat")
    other.page.click("[data-action='challenge play']")
    other.await_stat("tiles", 24)
    assert other.page.locator("[title*='Account'], [aria-label*='Account']").count() == 0
    assert other.ask("GET", "/api/me")["account"] is None


@pytest.mark.full
def test_a_game_of_the_site_is_finished_on_a_server_and_comes_back(
    regular: SitePlayer, sit_down: MakePlayer, tmp_path: Path
) -> None:
    here, there, page = regular, sit_down(), regular.page
    id = here.begin(mode="classic", seed=7, rows=4, cols=6)
    here.take(solution(llk.deal(4, 6, seed=7))[0])
    here.await_stat("tiles", 22)
    page.goto(f"{here.url}#/stats")
    save_all(page, tmp_path / "site.zip")
    there.arrive()
    there.page.goto(f"{there.url}/stats")
    there.page.set_input_files("#import-file", tmp_path / "site.zip")
    there.page.click("[data-action='data imported done']")
    there.await_stat("tiles", 22)
    there.win()
    there.page.goto(f"{there.url}/stats")
    save_all(there.page, tmp_path / "server.zip")
    page.set_input_files("#import-file", tmp_path / "server.zip")
    page.click("[data-action='data imported done']")
    assert {game["id"]: game["state"] for game in here.ask("GET", "/api/games")}[id] == "won"


def save_all(page: "Page", file: Path) -> None:
    with page.expect_download() as download:
        page.click("#data-export")
    download.value.save_as(file)


@pytest.mark.full
def test_one_tab_has_the_games_and_another_can_take_them(regular: SitePlayer, host: StaticHost) -> None:
    first = regular.page
    id = regular.begin(mode="classic", rows=4, cols=6, seed=7)
    other = SitePlayer(first.context.new_page(), host.url)
    other.page.goto(host.url)
    other.page.wait_for_selector(".card:has-text('The game is open in another tab.')")
    other.shoot("site-other-tab")
    other.page.click("[data-action='site take over']")
    other.await_board()
    first.wait_for_selector(".card:has-text('The game was continued in another tab.')")
    assert other.id == id
    first.click("[data-action='site take over']")
    regular.await_board()
    other.page.close()
