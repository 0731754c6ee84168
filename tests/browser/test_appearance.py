"""Accessibility: axe-core on every state of the page, light and dark; focus; reduced motion."""

from collections.abc import Callable
from pathlib import Path

import pytest

from support.browser_stage import PHONE, Player, Server, check, solution

MakePlayer = Callable[..., Player]

SMALL_WINDOWS = ((320, 256), (427, 340), (640, 400), (360, 740))


def test_every_state_of_a_game_is_open_to_everybody(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe)
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    check(player, "game")
    player.press("ArrowRight", "Enter")
    page.wait_for_selector(".cell.picked")
    check(player, "picked")
    player.press("Escape", "h")
    page.wait_for_selector(".cell.hinted")
    check(player, "hint")
    player.press("p")
    page.wait_for_selector(".overlay .card")
    check(player, "paused")
    player.press("p")
    player.press("x")
    page.wait_for_selector("#dialog-yes")
    check(player, "confirm")
    page.click("#dialog-yes")
    page.wait_for_selector("dialog.end-dialog")
    check(player, "lost")


def test_every_dialog_is_open_to_everybody(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe)
    page = player.page
    player.begin(mode="relaxed", rows=2, cols=4, seed=3)
    player.win()
    page.wait_for_selector("dialog.end-dialog .course-graph")
    check(player, "won")
    page.click("[data-action='do share']")
    page.wait_for_selector("#share-game")
    check(player, "share")
    player.press("Escape", "Escape")
    page.wait_for_selector("dialog", state="detached")
    for key, name in (("n", "new"), ("b", "bests"), ("?", "help")):
        player.press(key)
        page.wait_for_selector("dialog .dialog-body")
        check(player, name)
        player.press("Escape")
        page.wait_for_selector("dialog", state="detached")
    page.click("#menu-settings")
    page.wait_for_selector("#set-sound")
    check(player, "settings")
    player.press("Escape", "n")
    page.click("#mode-own")
    check(player, "custom")
    player.press("Escape", "n")
    page.click("#mode-campaign")
    page.wait_for_selector("#level-1")
    check(player, "campaign")
    page.goto(page.url.replace("/play/", "/replay/"))
    page.wait_for_selector("#timeline")
    check(player, "replay")


def test_a_phone_is_open_to_everybody(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe, viewport=PHONE, has_touch=True, locale="zh-CN")
    player.arrive()
    check(player, "phone-zh")
    player.page.tap("#mode")
    player.page.wait_for_selector("#mode-own")
    check(player, "phone-zh-new")


@pytest.mark.kills
@pytest.mark.full
def test_stuck_and_offline_are_open_to_everybody(sit_down: MakePlayer, axe: Path, lone_server: Server) -> None:
    player = sit_down(init=axe, at=lone_server)
    page = player.page
    player.begin(mode="expert", rows=4, cols=4, kinds=4, seed=1, difficulty="medium")
    moves, board = [], player.game().board
    while not board.is_stuck:  # leave as few moves as possible
        moves.append(min(board.moves(), key=lambda move: len(board.play(move).moves())))
        board = board.play(moves[-1])
    player.take_at_once(moves)
    assert player.game().state == "stuck"
    assert page.locator(".tool .count").count() == 0, "a mode without hints and shuffles counts none"
    page.wait_for_selector(".overlay [data-action=back]")
    check(player, "stuck")
    lone_server.kill()
    page.wait_for_selector("#banner:not([hidden])")
    check(player, "offline")
    lone_server.start()
    player.reconnect()
    page.click(".overlay [data-action=back]")
    page.wait_for_selector(".overlay .card", state="detached")
    assert player.game().state == "playing"


def test_the_keyboard_stays_in_a_dialog_and_comes_back(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.arrive()
    page.focus("#menu-settings")
    player.press("Enter")
    page.wait_for_selector("dialog")
    for _ in range(25):
        player.press("Tab")
        assert page.evaluate(
            "() => document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
    player.press("Escape")
    assert page.evaluate("() => document.activeElement.id") == "menu-settings"
    player.press("ArrowRight")
    assert page.evaluate("() => document.activeElement.getAttribute('role')") == "gridcell"
    outline = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid", "the focus can be seen"
    assert page.locator(".cell[tabindex='0']").count() == 1


def test_calm_motion_plays_as_well(sit_down: MakePlayer) -> None:
    player = sit_down(reduced_motion="reduce")
    player.begin(mode="classic", rows=4, cols=6, seed=7, gravity="down")
    assert player.page.locator("html.reduced-motion").count() == 1
    for move in solution(player.game().board)[:4]:
        player.take(move)
    player.await_picture(player.game().board.to_rows())


def test_the_page_can_be_enlarged(sit_down: MakePlayer) -> None:
    """A zoom of 200 % is a window of half the size: nothing may stick out of it."""
    player = sit_down(viewport={"width": 640, "height": 400})
    player.arrive()
    assert player.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    viewport = player.page.get_attribute("meta[name=viewport]", "content") or ""
    assert "user-scalable" not in viewport
    assert "maximum-scale" not in viewport
    for name in ("hint", "new"):
        assert player.page.is_visible(f"[data-tool={name}]")


def test_nothing_overlaps_or_sticks_out_of_small_windows(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    id = player.begin(mode="classic", rows=4, cols=6, seed=7)
    player.take(solution(player.game().board)[0])
    script = """() => {
        const boxes = [...document.querySelectorAll("#home, #mode, #stats > div, #menu button")]
            .map((element) => element.getBoundingClientRect()).filter((box) => box.width);
        const beside = (a, b) => a.right <= b.left + 1 || a.bottom <= b.top + 1;
        const meet = (a, b) => !beside(a, b) && !beside(b, a);
        return [boxes.some((a, i) => boxes.slice(i + 1).some((b) => meet(a, b))),
                boxes.some((box) => box.left < 0 || box.right > innerWidth),
                document.documentElement.scrollWidth > innerWidth];
    }"""
    for width, height in SMALL_WINDOWS:
        player.resize(width, height)
        player.shoot(f"small-{width}")
        assert page.evaluate(script) == [False, False, False], (width, height)
    page.goto(f"{player.url}/replay/{id}")
    page.wait_for_selector("#timeline")
    ends = "parts => parts.map((part) => part.getBoundingClientRect().right)"
    shown = """parts => parts.every((part) => {
        part.focus();
        const {top, bottom} = part.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
    })"""
    for width, height in SMALL_WINDOWS:
        player.resize(width, height)
        player.shoot(f"small-replay-{width}")
        assert max(page.eval_on_selector_all(".replay-controls *", ends)) <= width
        assert page.eval_on_selector_all(".replay-controls button, .replay-controls input", shown), (
            "what has the focus is in view"
        )
