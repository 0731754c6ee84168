"""Statistics and best lists in the browser: numbers, plots with their tables, achievements, what is compared."""

from pathlib import Path

from support.browser_stage import Player, check

from .conftest import MakePlayer


def win(player: Player, **wish: object) -> str:
    id = player.begin(**wish)
    player.win()
    return id


def test_best_lists_compare_what_can_be_compared(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    win(player, mode="classic", rows=4, cols=4, seed=2)
    page.wait_for_selector(".achievement-line, .course")
    assert page.locator(".highlight").count() == 0, "a first game is not a new best"
    win(player, mode="timed", rows=4, cols=4, seed=2)
    win(player, mode="classic", rows=4, cols=6, seed=3)
    win(player, mode="classic", rows=4, cols=4, seed=2)
    page.wait_for_selector(".best-list li.highlighted")
    assert page.locator(".best-list li").count() == 2, "of the same board"
    player.press("Escape", "b")
    page.wait_for_selector(".best-list li.highlighted")
    assert page.is_checked("#best-classic")
    assert page.locator("#best-list option").all_inner_texts() == ["4×4", "4×6"]
    assert page.locator(".best-list li").count() == 2
    page.select_option("#best-list", "4×6")
    page.wait_for_selector(".best-list li:only-child")
    page.check("#best-timed", force=True)
    page.wait_for_selector("#best-list:has(option:only-child)")
    assert page.locator(".best-list li").count() == 1


def test_statistics_are_drawn_and_told(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe)
    page = player.page
    player.arrive()
    page.goto(f"{player.url}/stats")
    page.wait_for_selector(".statistics >> text=No finished games yet")
    win(player, mode="classic", rows=6, cols=10, seed=1)
    page.wait_for_selector(".achievement-line >> text=Unaided")
    win(player, mode="classic", rows=4, cols=6, seed=2)
    player.press("Escape", "b")
    page.click("[data-action='tool stats']")
    page.wait_for_url("**/stats")
    page.wait_for_selector(".plot-picture")
    numbers = [text.split("\n")[0] for text in page.locator(".numbers dd").all_inner_texts()]
    assert numbers[:4] + numbers[5:] == ["2", "100%", "2", "0", "0"]
    rows = [text.split()[:4] for text in page.locator(".table-scroll >> nth=0 >> tbody tr").all_inner_texts()]
    assert rows == [["Classic", "4×6", "1", "100%"], ["Classic", "6×10", "1", "100%"]]
    assert page.locator(".plot-picture").count() == 2
    assert page.inner_text("figcaption >> nth=0").startswith("Scores\nOne win: ")
    page.click(".plot summary")
    assert page.locator(".plot >> nth=0 >> tbody tr").count() == 1
    assert {"Unaided", "No way back"} <= set(page.locator(".achievements li.reached strong").all_inner_texts())
    check(player, "statistics")
    page.click("[data-action='stats back']")
    page.wait_for_url("**/play/**")
    page.wait_for_selector("dialog.end-dialog")  # the game that was open last
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{player.url}/stats")
    page.wait_for_selector(".statistics .plot-picture")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate("document.querySelector('.statistics').scrollWidth") <= 320
