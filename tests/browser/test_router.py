"""What the player asks for last is what appears: a page or a dialog that answers late takes nobody away."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from support.browser_stage import Player
from support.paths import ROOT
from support.patience import wait_until

from .conftest import MakePlayer

if TYPE_CHECKING:
    from playwright.sync_api import Route

PAGES = ROOT / "src" / "lianliankan" / "web" / "static" / "js" / "pages.js"

# Counts the requests on their way. One is over when the page has done all it does with the answer.
COUNT_REQUESTS = """
window.onTheWay = 0;
const ask = window.fetch;
window.fetch = async (...request) => {
    onTheWay += 1;
    const end = () => setTimeout(() => (onTheWay -= 1));
    try {
        const answer = await ask(...request);
        const isRead = /json/.test(answer.headers.get("Content-Type"));
        for (const read of isRead ? ["text", "json"] : []) {
            const whole = answer[read].bind(answer);
            answer[read] = () => whole().finally(end);
        }
        if (!isRead) end();
        return answer;
    } catch (problem) {
        end();
        throw problem;
    }
};
"""
IS_LOADED = "() => [...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet)"


class Line:
    """A line on which the answers to some requests can be held back."""

    def __init__(self, player: Player, requests: "str | re.Pattern[str]" = "**/api/**") -> None:
        self.page, self.is_holding = player.page, False
        self.held: list[Route] = []
        self.page.route(requests, self._pass)

    def _pass(self, route: "Route") -> None:
        if self.is_holding:
            self.held.append(route)
        else:
            route.continue_()

    @contextmanager
    def held_back(self) -> Iterator[None]:
        """Hold the data back that is asked for here, until all but this data is there."""
        self.is_holding = True
        yield
        wait_until(lambda: self.page.evaluate("onTheWay") == len(self.held) > 0)
        self.page.wait_for_function(IS_LOADED)
        self.is_holding = False

    def release(self) -> None:
        """Let the answers come, and wait until the page is done with them."""
        for route in self.held:
            route.continue_()
        self.page.wait_for_function("() => onTheWay === 0")


def arrive(sit_down: MakePlayer) -> Player:
    """Open a game on a page whose requests are counted."""
    player = sit_down()
    player.page.context.add_init_script(COUNT_REQUESTS)
    player.begin(mode="classic", rows=6, cols=8, seed=3)
    player.page.wait_for_function("() => onTheWay === 0")
    return player


def go(player: Player, path: str) -> None:
    """Go to an address of the page, as the browser does when the player goes back."""
    script = """(path) => {
        history.pushState(null, "", path);
        dispatchEvent(new PopStateEvent("popstate"));
    }"""
    player.page.evaluate(script, path)


def share(player: Player) -> str:
    return str(player.ask("GET", f"/api/games/{player.id}/share")["game"])


# For each page of the table, an address that leads there.
ADDRESSES: dict[str, Callable[[Player], str]] = {
    "play/:id": lambda _: "/",
    "lesson": lambda _: "/lesson",
    "stats": lambda _: "/stats",
    "account": lambda _: "/account",
    "join": lambda _: "/join#nobody",
    "replay/:id/:part?": lambda player: f"/replay/{player.id}",
    "g/:share/:part?": lambda player: f"/g/{share(player)}",
    "race/leaders/:format?": lambda _: "/race/leaders",
    "race/profile/:id?": lambda _: "/race/profile",
    "race/replay/:id": lambda _: "/race/replay/unknown",
    "race/:code": lambda _: "/race/BCDFGH",
    "race": lambda _: "/race",
    "edit/:text?": lambda player: f"/edit/{share(player)}",
    "lab/:share?": lambda player: f"/lab/{share(player)}",
    "b/:share": lambda player: f"/b/{share(player)}",
    "c/:name/:share": lambda player: f"/c/classic/{share(player)}?score=1",
}


def test_every_page_of_the_table_is_held_back_here() -> None:
    assert re.findall(r'\bat: "([^"]+)"', PAGES.read_text(encoding="utf-8")) == list(ADDRESSES)


@pytest.mark.parametrize("at", ADDRESSES)
def test_a_page_that_answers_late_takes_nobody_away(sit_down: MakePlayer, at: str) -> None:
    player = arrive(sit_down)
    page = player.page
    address = ADDRESSES[at](player)
    line = Line(player)
    with line.held_back():
        go(player, address)
    if at == "play/:id":
        page.click("#menu-stats")
    else:
        page.click("#home")
    shown = ".statistics" if at == "play/:id" else ".stage .cell.has-tile"
    page.wait_for_url("**/stats" if at == "play/:id" else "**/play/**")
    page.wait_for_selector(shown)
    there, length = page.url, page.evaluate("history.length")
    line.release()
    assert (page.url, page.evaluate("history.length")) == (there, length)
    assert page.is_visible(shown)
    assert page.locator("dialog").count() == 0
    assert page.evaluate("notices") == []


def test_statistics_that_come_late_leave_the_player_in_the_game(sit_down: MakePlayer) -> None:
    player = arrive(sit_down)
    page = player.page
    line = Line(player, "**/api/stats")
    game = page.url
    with line.held_back():
        page.click("#menu-stats")
    page.click("#home")
    wait_until(lambda: page.evaluate("onTheWay") == 1)
    line.release()
    assert page.url == game
    assert page.is_visible(".stage .cell.has-tile")


def test_late_statistics_change_nothing_about_the_way_back(sit_down: MakePlayer) -> None:
    player = arrive(sit_down)
    page = player.page
    line = Line(player, "**/api/stats")
    page.click("#menu-edit")
    page.wait_for_url("**/edit/**")
    page.wait_for_selector("body.editing")
    with line.held_back():
        page.click("#menu-stats")
    page.click("#menu-race")
    page.wait_for_selector(".lobby")
    length = page.evaluate("history.length")
    page.go_back()
    page.wait_for_selector("body.editing")
    line.release()
    assert "/edit/" in page.url
    assert page.is_visible("#edit-do-play")
    page.go_back()
    page.wait_for_url("**/play/**")
    player.await_board()
    assert page.evaluate("history.length") == length
    page.go_forward()
    page.go_forward()
    page.wait_for_selector(".lobby")


def test_of_two_dialogs_the_one_asked_for_last_opens(sit_down: MakePlayer) -> None:
    player = arrive(sit_down)
    page = player.page
    line = Line(player)
    with line.held_back():
        page.click("#menu-bests")
    page.click("#menu-help")
    page.wait_for_selector("dialog .help-picture")
    line.release()
    assert page.locator("dialog").count() == 1
    assert page.is_visible("dialog .help-picture")


def test_a_dialog_is_not_lost_while_the_part_of_another_is_loaded(sit_down: MakePlayer) -> None:
    player = arrive(sit_down)
    page = player.page
    line = Line(player, "**/*.js*")
    line.is_holding = True
    page.click("#menu-settings")
    wait_until(lambda: page.evaluate("() => true") and line.held)
    page.click("#menu-help")
    line.is_holding = False
    line.release()
    page.wait_for_selector("dialog .help-picture")
    assert page.locator("dialog").count() == 1


def test_a_dialog_takes_the_place_of_a_page_on_its_way(sit_down: MakePlayer) -> None:
    player = arrive(sit_down)
    page = player.page
    line = Line(player, "**/api/stats")
    with line.held_back():
        page.click("#menu-stats")
    page.click("#menu-help")
    page.wait_for_selector("dialog .help-picture")
    line.release()
    assert page.is_visible("dialog .help-picture")
    assert "/play/" in page.url


def test_an_error_card_goes_with_the_next_page(sit_down: MakePlayer) -> None:
    player = arrive(sit_down)
    page = player.page
    page.route("**/api/stats", lambda route: route.abort())
    page.goto(f"{player.url}/stats")
    page.wait_for_selector("#overlay .card")
    page.unroute("**/api/stats")
    page.click("#home")
    player.await_board()
    assert not page.is_visible("#overlay")


def test_a_code_that_is_found_late_opens_no_room(sit_down: MakePlayer) -> None:
    player = arrive(sit_down)
    page = player.page
    code = player.ask("POST", "/api/races", {"settings": {}, "is_public": False})["code"]
    page.click("#menu-race")
    page.fill("#room-code", code)
    line = Line(player, f"**/api/races/{code}")
    with line.held_back():
        page.press("#room-code", "Enter")
    page.click("#home")
    player.await_board()
    line.release()
    assert "/play/" in page.url


def test_a_language_that_cannot_be_loaded_is_not_chosen(sit_down: MakePlayer) -> None:
    player = arrive(sit_down)
    page = player.page
    page.route("**/texts/zh.json*", lambda route: route.abort())
    page.click("#menu-settings")
    page.wait_for_selector("#set-language-zh", state="attached")
    page.click("label:has(#set-language-zh)")
    page.wait_for_function("() => notices.length")
    assert page.is_checked("#set-language-en")
    player.press("Escape")
    page.click("#menu-stats")
    page.wait_for_selector("#statistics-title")
