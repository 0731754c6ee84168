"""The daily game in the browser: today, the streak, practice, and past days to play later."""

from datetime import timedelta
from pathlib import Path

from lianliankan.game.start import FIRST_DAY, today
from support.browser_stage import check, solution

from .conftest import MakePlayer


def test_the_first_attempt_counts_and_a_past_day_can_be_played_later(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe)
    page = player.page
    player.arrive()
    player.choose("daily")
    page.wait_for_selector(".calendar")
    assert page.inner_text("[role=timer]").startswith("Next board in ")
    now = today().isoformat()
    assert (page.get_attribute(f"#day-{now}", "aria-label") or "").endswith(": today")
    check(player, "daily")
    page.click("[data-action='daily play']")
    page.wait_for_selector("#mode:has-text('Daily')")
    player.await_board()
    board = player.game().board
    player.win()
    page.wait_for_selector("dialog >> text=it counts")
    page.click("[data-action='do again']")
    page.wait_for_selector("dialog", state="detached")
    player.await_stat("tiles", board.tile_count)
    player.take(solution(board)[0])
    player.press("x")
    page.click("#dialog-yes")
    page.wait_for_selector("dialog >> text=Practice")
    player.press("Escape")
    player.choose("daily")
    page.wait_for_selector(f"#day-{now}.won")
    assert page.locator(".daily-today dd").all_inner_texts() == ["1 day", "1 day"]
    page.wait_for_selector("[data-action='daily practise']")

    past = today().replace(day=1) - timedelta(days=1)  # the last day of the month before
    if past >= FIRST_DAY:
        page.click("#daily-earlier")
        assert (page.get_attribute(f"#day-{past}", "aria-label") or "").endswith(": not played")
        page.click(f"#day-{past}")
        page.wait_for_selector("dialog", state="detached")
        player.await_notice("Played later")
        player.await_board()
        assert player.game().options.day == past.isoformat()
        player.take(solution(player.game().board)[0])
        player.press("x")
        page.click("#dialog-yes")
        page.wait_for_selector("dialog >> text=Played later")
