"""The lab in the browser: tiles moved and links explained, positions solved, recorded games."""

from pathlib import Path
from typing import TYPE_CHECKING

import lianliankan as llk
from support.browser_stage import Player, check

from .conftest import MakePlayer

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

BOARD = llk.Board.parse(
    "2 5 . . . 5 7 1/. . . 4 3 . . ./. 7 2 . 8 . . 8/. . . 4 6 1 . ./3 . . . . . . ./6 . . 3 . . 3 ."
)
FREE = len(BOARD.moves())
FIRST_NUMBER = ".lab-what-if .trace-numbers dd"


def open_lab(player: Player, path: str) -> "Page":
    player.page.goto(player.url + path)
    player.page.wait_for_selector(".lab .cell.has-tile")
    return player.page


def cell(page: "Page", row: int, col: int) -> "Locator":
    """A cell of the board, counted from 1; the ring is 0."""
    return page.locator(f"[data-row='{row}'][data-col='{col}']")


def await_share(page: "Page", share: str) -> None:
    """Wait until the address has a board or a game."""
    page.wait_for_function("(share) => location.pathname === `/lab/${share}`", arg=share)


def swapped(board: llk.Board, a: tuple[int, int], b: tuple[int, int]) -> llk.Board:
    return board.with_cell(a, board[b]).with_cell(b, board[a])


def drag(page: "Page", start: "Locator", end: "Locator", *, drop: bool = True) -> None:
    boxes = [place.bounding_box() for place in (start, end)]
    (x1, y1), (x2, y2) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box)
    page.mouse.move(x1, y1)
    page.mouse.down()
    page.mouse.move((x1 + x2) / 2, (y1 + y2) / 2)
    page.mouse.move(x2, y2)
    if drop:
        page.mouse.up()


def test_tiles_are_moved_by_mouse_and_keys_and_the_answers_follow(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe)
    page = open_lab(player, "/lab?tab=what-if&pair=1,8-4,6")
    page.wait_for_selector(".lab-what-if .trace-result.good")
    assert page.locator(FIRST_NUMBER).first.inner_text() == str(FREE)
    assert page.locator(".link-arc").count() == page.locator(".link-chip").count() == FREE
    moved = swapped(BOARD, (0, 7), (0, 4))
    drag(page, cell(page, 1, 8), cell(page, 1, 5), drop=False)
    page.wait_for_selector(".lab-what-if .trace-result.bad")
    await_share(page, llk.to_share(BOARD))  # while it is dragged, only the answers change
    assert page.locator(".link-arc").count() == len(moved.moves())
    page.mouse.up()
    page.wait_for_selector(".why-reasons")
    await_share(page, llk.to_share(moved))
    page.wait_for_url("**pair=1,5-4,6*")
    assert page.locator(FIRST_NUMBER).first.inner_text().split()[0] == str(len(moved.moves()))
    assert page.locator(".why-longer").count() == 1
    assert "3 turns; at most 2 are allowed" in page.inner_text(".why-reasons")
    assert page.locator(".why .cell-list li").all_inner_texts() == ["flamingo 1,6", "penguin 2,5"]
    assert page.locator(".reach").count() > 20
    page.click("[data-shade=first]")
    assert page.locator(".reach.second").count() == 0
    check(player, "lab-what-if")

    cell(page, 1, 1).focus()
    player.press("d", "ArrowDown", "ArrowRight", "Enter")
    page.wait_for_function("document.querySelector('[data-row=\"2\"][data-col=\"2\"]').ariaLabel.startsWith('tiger')")
    twice = swapped(moved, (0, 0), (1, 1))
    await_share(page, llk.to_share(twice))
    player.press("d", "ArrowDown", "Escape", "Control+z")
    await_share(page, llk.to_share(moved))
    page.click("[data-action='what-if reset']")
    page.wait_for_selector(".lab-what-if .trace-result.good")
    await_share(page, llk.to_share(BOARD))
    page.locator(".link-chip").last.focus()
    assert page.locator(".link-path").count() == 1, "a link that has the focus shows its path"
    page.uncheck("#link-arcs")
    assert page.locator(".link-arc").count() == 0


def test_a_position_is_solved_and_played_both_ways(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe)
    board = llk.Board.parse("AA/AB/BA")
    page = open_lab(player, f"/lab/{llk.to_share(board)}?tab=solve")
    page.wait_for_selector(".move-row.losing")
    rows = page.locator(".move-row")
    advice = llk.advise(board)
    assert rows.count() == len(advice)
    assert [rows.nth(place).get_attribute("class") for place in range(3)] == [
        f"move-row {each.outcome}" for each in advice
    ]
    assert rows.first.locator(".move-chance").inner_text() == "100%"
    page.click("[data-solve=win]")
    page.wait_for_selector("#solve-verdict[data-state=clear]")
    assert page.locator(".lab .cell.has-tile").count() == 0
    check(player, "lab-solve")
    page.click("[data-play=back]")
    assert page.locator(".lab .cell.has-tile").count() == 2
    page.locator(".trace-slider").fill("0")
    page.wait_for_selector(".move-row.losing")
    page.locator(".move-row.losing").press("Enter")
    page.wait_for_selector("#solve-verdict[data-state=lost]")
    page.wait_for_url("**line=1,1-1,2")
    page.click("[data-proof=toggle]")
    assert page.locator(".proof-tile").count() == 4
    assert "Whichever of these 4 tiles" in page.inner_text(".proof-text")
    check(player, "lab-solve-lost")
    page.reload()
    page.wait_for_selector("#solve-verdict[data-state=lost]")
    assert page.locator(".lab .cell.has-tile").count() == 4, "the address holds the line"
    page.locator("#lab-tab-solve").focus()
    page.locator(".lab-stage").click(position={"x": 3, "y": 3})
    player.press("Backspace")
    page.wait_for_selector("#solve-verdict[data-state=won]")
    cell(page, 1, 1).click()
    cell(page, 2, 1).click()
    page.wait_for_url("**line=1,1-2,1")
    page.click("#lab-tab-trace")
    page.wait_for_selector(".lab-trace .code-view")
    assert page.locator(".lab .cell.has-tile").count() == 6, "other tabs have the board itself"


def test_the_move_that_lost_is_found_in_a_record_and_in_a_replay_on_a_phone(sit_down: MakePlayer) -> None:
    player = sit_down(viewport={"width": 390, "height": 844}, has_touch=True, locale="zh-CN")
    game = llk.Game(llk.Board.parse("AA/AB/BA/CC"), llk.Options(when_stuck="ask"))
    game.play((3, 0), (3, 1))
    game.play((0, 0), (0, 1))
    game.give_up()
    page = open_lab(player, "/lab?tab=solve")
    page.fill("#solve-record", "hello")
    page.tap("#solve-record-read")
    page.wait_for_selector(".recorded [role=alert]")
    page.fill("#solve-record", llk.to_record(game))
    page.tap("#solve-record-read")
    page.wait_for_selector(".strip-move.mistake")
    states = [each.get_attribute("class") for each in page.locator(".strip-move").all()]
    assert states == ["strip-move won", "strip-move won", "strip-move lost mistake", "strip-move lost"]
    await_share(page, llk.to_share(game))
    page.tap("#solve-mistake")
    page.wait_for_url("**point=1")
    page.wait_for_selector(".move-row.losing .move-outcome em")
    assert page.locator(".lab .cell.has-tile").count() == 6
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    page.goto(f"{player.url}/g/{llk.to_share(game)}")
    page.wait_for_selector("[data-replay=play]")
    page.locator("#timeline").fill("2")
    page.tap("#menu-more")
    page.tap("#more-lab")
    page.wait_for_url("**point=2")
    page.wait_for_selector("#solve-verdict[data-state=lost]")
    assert page.locator(".strip-move[aria-current=step]").inner_text() == "2"
