"""The lab in the browser: a search stepped through, finders in a race, boards on which they fail, pictures."""

from pathlib import Path
from typing import TYPE_CHECKING

import lianliankan as llk
from support.browser_stage import Player, check

from .conftest import MakePlayer

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

CELL = "[data-row='{}'][data-col='{}']"  # the ring is row and column 0


def open_lab(player: Player, path: str = "/lab") -> "Page":
    player.page.goto(player.url + path)
    player.page.wait_for_selector(".lab .cell.has-tile")
    return player.page


def await_trace(page: "Page", finder: str) -> None:
    """Wait until the search of a finder has been stepped through to its end."""
    page.wait_for_function(
        """(finder) => document.querySelector(".trace-result:not([hidden])")
            && new URL(document.URL.replace("#/", "")).searchParams.get("finder") === finder""",
        arg=finder,
    )


def test_a_search_is_stepped_through_by_mouse_and_keys(sit_down: MakePlayer, axe: Path, tmp_path: Path) -> None:
    player = sit_down(init=axe)
    page = open_lab(player)
    await_trace(page, "layers")
    trace = llk.find("layers", llk.Board.parse(BOARD), (0, 7), (3, 5)).trace
    assert page.inner_text(".trace-count") == f"{len(trace)} / {len(trace)}"
    assert "2 steps more than needed" in page.inner_text(".trace-result")
    page.click("[data-trace=first]")
    assert (page.inner_text(".trace-sentence"), page.locator(".trace-mark").count()) == ("Before the first step.", 0)
    page.click("[data-trace=forth]")
    assert page.inner_text(".trace-sentence") == "It starts at 1,8."
    assert page.inner_text(".code-line.lit").strip() == "probe.visit(cell, layer[cell])"
    page.locator(".lab-stage").click(position={"x": 3, "y": 3})
    player.press("ArrowRight", "ArrowRight", "ArrowRight")
    steps = page.locator(".trace-count")
    assert steps.inner_text().startswith("4 /")
    assert page.locator(".trace-layer").count() == sum(step.name == "queue" for step in trace[:4])
    player.press("ArrowLeft")
    assert steps.inner_text().startswith("3 /")
    player.press("ArrowDown")
    assert page.inner_text(".trace-sentence").startswith("It continues from")
    page.locator(".trace-slider").fill("30")
    assert steps.inner_text().startswith("30 /")
    queue = page.locator(".waiting-list li").all_inner_texts()
    assert len(queue) == int(page.inner_text(".trace-waiting .count"))
    check(player, "lab-trace")

    page.locator(CELL.format(1, 1)).click()
    assert "second tile" in page.inner_text(".lab-note")
    page.locator(CELL.format(3, 3)).click()
    page.wait_for_url("**pair=1,1-3,3*")
    await_trace(page, "layers")
    page.select_option("#lab-finder", label="kernel – lines as numbers")
    await_trace(page, "kernel")
    assert page.inner_text(".code-line.lit").strip().startswith("probe.attempt(way)")
    page.reload()
    await_trace(page, "kernel")
    assert page.locator(".cell[aria-selected=true]").count() == 2, "the address holds the two tiles"
    for kind in ("SVG", "PNG", "animation"):
        with page.expect_download() as saved:
            page.click(f"[data-save={kind}]")
        saved.value.save_as(tmp_path / kind)
    assert (tmp_path / "PNG").read_bytes().startswith(b"\x89PNG")
    drawn = (tmp_path / "SVG").read_text(encoding="utf-8")
    assert "data:image/png" in drawn
    assert "var(" not in drawn, "it needs no style sheet"
    assert (tmp_path / "animation").read_text(encoding="utf-8").startswith("<svg ")


BOARD = "2 5 . . . 5 7 1/. . . 4 3 . . ./. 7 2 . 8 . . 8/. . . 4 6 1 . ./3 . . . . . . ./6 . . 3 . . 3 ."


def test_a_race_leads_to_the_smallest_board_on_which_a_finder_fails(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe)
    page = open_lab(player, "/lab?tab=race")
    row = ".race-row[data-finder='{}'] ".format
    page.wait_for_selector(row("published.cases") + ".race-verdict >> text=misses the link")
    assert page.inner_text(row("cross") + ".race-count") == str(
        llk.find("cross", llk.Board.parse(BOARD), (0, 7), (3, 5)).examined
    )
    assert page.locator(".trace-path.wrong").count() == 1, "the others missed the link"
    page.locator(".trace-slider").fill("10")
    assert page.inner_text(row("layers") + ".race-count") == "10"
    assert page.locator(row("layers") + ".race-verdict").is_hidden()
    page.click("[data-race=play]")
    page.wait_for_selector(row("layers") + ".race-verdict >> visible=true")
    page.click(row("cross") + ".race-name")
    assert page.inner_text(".trace-sentence") == "cross: best."
    page.uncheck(".race-choices [value=edges]")
    page.wait_for_selector(row("edges"), state="detached")
    slider = page.locator(".trace-slider")
    slider.fill(slider.get_attribute("max") or "")
    assert page.locator(".race-row:not(.done)").count() == 0
    page.locator(".race-bars").evaluate("(bars) => bars.scrollIntoView()")
    check(player, "lab-race")
    page.click("[data-smallest='published.cases']")
    await_trace(page, "published.cases")
    assert page.locator(".lab .cell.has-tile").count() == 4
    assert "misses the link" in page.inner_text(".trace-result")
    assert page.inner_text(".lab-note") == "The smallest board on which it fails: finds every link."
    page.click("[data-promise=connects]")
    page.wait_for_selector(".lab-note >> text=finds every path, regardless of turns")
    await_trace(page, "published.cases")  # until then, keys do nothing
    page.keyboard.press("-")
    assert page.inner_text("[data-trace=speed]") == "2×"
    page.go_back()
    page.go_back()
    page.wait_for_selector("#lab-tab-race[aria-selected=true]")
    page.wait_for_selector(row("cross"))


def test_a_board_that_is_too_large_for_a_search_is_refused_for_what_it_is(sit_down: MakePlayer) -> None:
    board = llk.Board([[1] + [0] * 23 + [1]] + [[0] * 25] * 24)
    page = open_lab(sit_down(), f"/lab/{llk.to_share(board)}")
    page.wait_for_selector(".lab-note.bad")
    assert page.inner_text(".lab-note") == "The lab takes boards of up to 600 cells."


def test_a_slow_or_broken_line_shows_no_wrong_tab_and_no_wrong_words(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = open_lab(player)
    await_trace(page, "layers")
    held = list["Route"]()
    page.route("**/js/lab_check_check_tab.js", lambda route: held.append(route))
    page.click("#lab-tab-check")
    page.wait_for_selector("#loading-line[aria-label='Loading…']")
    page.click("#lab-tab-solve")
    page.wait_for_selector("#lab-tab-solve[aria-selected=true]")
    held[0].continue_()
    page.evaluate("(address) => import(address)", held[0].request.url)
    page.wait_for_selector("#solve-verdict[data-state=won]")
    page.wait_for_selector("#loading-line", state="hidden")
    player.await_rest()
    assert page.get_attribute("#lab-tab-solve", "aria-selected") == "true", "it was asked for last"
    page.click("#lab-tab-trace")
    page.route("**/api/lab/trace*", lambda route: route.abort())
    page.select_option("#lab-finder", label="bfs – breadth first")
    page.wait_for_selector(".lab-note.bad")
    assert page.inner_text(".lab-note") == "The server is not responding."


def test_the_board_of_a_game_is_taken_to_the_lab_on_a_phone_in_chinese(sit_down: MakePlayer) -> None:
    player = sit_down(viewport={"width": 390, "height": 844}, has_touch=True, locale="zh-CN")
    player.begin(mode="classic", rows=6, cols=4, seed=7)
    (move, *_) = player.game().board.moves()
    player.take(move)
    player.await_stat("tiles", 22)
    board = player.game().board
    page = player.page
    page.tap("#menu-more")
    page.tap("#more-lab")
    await_trace(page, "layers")
    assert page.locator(".lab .cell.has-tile").count() == 22, "as it stands"
    page.wait_for_url(f"**/lab/{llk.to_share(board)}?*")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.inner_text(".trace-sentence").endswith("没有可试的了。")
    page.tap("[data-trace=back]")
    assert page.locator(".trace-result").is_hidden()
    page.tap("#lab-tab-race")
    page.wait_for_selector(".race-verdict >> text=正确：连不上")
    page.tap("[data-action='lab edit']")
    page.wait_for_url("**/edit/**")
    page.tap("#menu-more")
    page.tap("#more-lab")
    page.wait_for_url("**/lab/**")
    page.wait_for_selector(".lab .cell.has-tile")
    page.tap("[data-action='lab back']")
    player.await_board()
