"""Around races: the lobby, a room for two, what is left of their race, a quick match, and a race against a ghost."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import lianliankan as llk
from support.browser_stage import Player, check, solution
from support.race_pages import UNHURRIED, press_button

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

MakePlayer = Callable[..., Player]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "zh-CN"}


def seen_board(page: "Page") -> tuple[llk.Board, list[list[str]]]:
    """Read the large board as a screen reader does: equal names are equal tiles. Also return the cells' selectors."""
    script = """() => [...document.querySelectorAll('.stage .grid-row')].map((row) => [...row.children].map((cell) =>
        cell.classList.contains('has-tile') ? cell.getAttribute('aria-label').split(/[,，]/)[0] : ''))"""
    names: list[list[str]] = page.evaluate(script)
    kinds = {name: kind for kind, name in enumerate(sorted({name for row in names for name in row} - {""}), 1)}
    cells = [
        [f".cell[data-row='{row}'][data-col='{col}']" for col in range(len(names[0]))] for row in range(len(names))
    ]
    return llk.Board.from_rows([[kinds.get(name, 0) for name in row] for row in names]), cells


def tiles_seen(page: "Page") -> int:
    return page.locator(".stage .cell.has-tile").count()


def take_pairs(player: Player, count: int) -> None:
    """Take pairs of the board on the screen, one after the other."""
    board, cells = seen_board(player.page)
    for move in solution(board)[:count]:
        left = tiles_seen(player.page) - 2
        for row, col in move:
            player.page.eval_on_selector(f".stage {cells[row][col]}", "cell => cell.click()")
        player.await_tiles(left)


def leave_time(route: "Route") -> None:
    """Open a room without the usual limits of time."""
    if route.request.method == "POST":
        wish = json.loads(route.request.post_data or "")
        route.continue_(post_data={**wish, "settings": wish["settings"] | UNHURRIED})
    else:
        route.continue_()


def test_two_players_meet_race_and_look_back(sit_down: MakePlayer, axe: Path) -> None:
    host = sit_down(init=axe)
    page = host.page
    host.arrive()
    page.click("#menu-race")
    page.wait_for_selector("#quick-sprint")
    check(host, "race-lobby")

    # A name, and a room of one's own.
    page.click("[data-action='name change']")
    page.fill("#asked-name", "Lobby Mei")
    host.press("Enter")
    page.wait_for_selector(".lobby strong:has-text('Lobby Mei')")
    page.click("[data-action='create open']")
    page.wait_for_selector("dialog.new-room")
    page.click("#room-more")
    check(host, "race-new-room")
    page.select_option("#room-size", label="4×6")
    page.route("**/api/races", leave_time)
    page.click("[data-action='create do']")
    page.wait_for_url(re.compile(r"/race/[A-Z]{5,6}$"))
    code = page.url.rpartition("/")[2]
    page.wait_for_selector("#room-ready")

    # A guest with a phone sees it in the list, mistypes the code, and then pastes the link.
    guest = sit_down(init=axe, **PHONE)
    phone = guest.page
    phone.goto(f"{guest.url}/race")
    phone.wait_for_selector(f"#room-{code}")
    line = phone.locator(f"li:has(#room-{code})").inner_text()
    assert "Lobby Mei" in line
    assert "4×6" in line
    phone.fill("#room-code", "AB")
    phone.click("#join-code")
    phone.wait_for_selector("#room-code-problem")
    check(guest, "race-lobby-phone")
    phone.fill("#room-code", f"{guest.url}/race/{code}")
    guest.press("Enter")
    phone.wait_for_selector("#room-ready")
    page.wait_for_selector(".seat-row >> nth=1")

    # They race: the host takes all pairs but one, then the guest leaves the race to the host.
    press_button(host, "#room-ready")
    press_button(guest, "#room-ready")
    page.wait_for_selector(".stage .cell.has-tile")  # face down until the countdown is over
    page.wait_for_selector(".stage .board:not(.hidden)")
    take_pairs(host, 12)
    phone.wait_for_selector(".stage .cell.has-tile")
    guest.press("x")
    phone.click("#dialog-yes")
    page.wait_for_selector("#podium-title")

    # The profile has the race, rated, and its replay.
    page.goto(f"{host.url}/race/profile")
    page.wait_for_selector(".recent-races li")
    assert "Place 1 of 2" in page.inner_text(".recent-races li")
    assert re.search(r"\+\d+", page.inner_text(".recent-races .points-change"))
    assert "1 race, 1 won" in page.inner_text(".skills")
    check(host, "race-profile")
    page.click(".recent-races .button")
    page.wait_for_url(re.compile(r"/race/replay/"))
    page.wait_for_selector(".seat-card >> nth=1")
    page.click("[data-replay=play]")  # it had begun by itself
    page.focus("#timeline")
    host.press("Home")
    assert tiles_seen(page) == 24
    host.press("ArrowRight", "ArrowRight")
    host.await_tiles(20)
    host.press("ArrowLeft")
    host.await_tiles(22)
    page.evaluate(
        "() => { const s = document.querySelector('#timeline'); s.value = s.max; s.dispatchEvent(new Event('input')); }"
    )
    host.await_tiles(0)
    assert "Lobby Mei wins" in page.inner_text("#message")
    assert "Lobby Mei wins" in (page.get_attribute("#timeline", "aria-valuetext") or "")
    host.press("2")  # the guest's board
    host.await_tiles(24)
    assert page.get_attribute(".seat-card[data-seat='1']", "aria-pressed") == "true"
    check(host, "race-replay")

    # The leader board, from there.
    page.click("[data-replay=leave]")
    page.click("#way-leaders-title")
    page.wait_for_url(re.compile(r"/race/leaders/sprint$"))
    page.click("label:has(#leaders-format-items)")
    page.wait_for_url(re.compile(r"/race/leaders/items$"))
    check(host, "race-leaders")


def test_bots_fill_a_quick_match_and_a_won_game_is_a_ghost(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=4, cols=4, seed=77)
    player.win()
    page.click("[data-action='do ghost']")
    page.wait_for_url(re.compile(r"/race/[A-Z]{5,6}$"))
    page.wait_for_selector("#room-ready, .stage .cell.has-tile")

    page.goto(f"{player.url}/race")
    page.click("#quick-together")
    page.wait_for_url(re.compile(r"/race/[A-Z]{5,6}$"))
    page.wait_for_selector(".seat-row .icon-bot, .stage .cell.has-tile")
