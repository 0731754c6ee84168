"""The first minute: the lesson, which comes once, and the small first board."""

from collections.abc import Callable
from pathlib import Path

import pytest

from support.browser_stage import PHONE, Player, check, play_lesson

MakePlayer = Callable[..., Player]


@pytest.fixture
def motion() -> str:
    return "no-preference"


def test_a_newcomer_learns_by_mouse_and_gets_a_small_board(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(is_newcomer=True, init=axe)
    page = player.page

    def click(cell: tuple[int, int]) -> None:
        page.click(player.cell(cell))

    page.goto(player.url)
    page.wait_for_selector(".lesson h2:has-text('A straight line')")
    page.wait_for_selector(".finger[visibility=visible]")
    check(player, "lesson")
    assert "Pick panda, row 1, column 1." in (page.text_content("#message") or "")
    click((0, 0))
    click((1, 1))
    player.await_message("These tiles don’t match.")
    click((1, 1))  # nothing is selected any more
    play_lesson(player, "straight", click)
    page.wait_for_selector(".lesson h2:has-text('Well done!')")
    page.click("[data-action='lesson next']")
    play_lesson(player, "turn", click)
    page.click("[data-action='lesson next']")
    click((0, 2))
    click((3, 2))
    player.await_message("The path would need 3 turns; the limit is 2.")
    player.shoot("lesson-turns")
    click((3, 2))
    play_lesson(player, "round", click)
    check(player, "lesson-over")
    assert player.ask("GET", "/api/games") == [], "a lesson is no game"
    page.click("[data-action='lesson play']")
    player.await_stat("tiles", 48)
    game = player.game()
    assert (game.options.mode, game.board.rows, game.board.cols, game.version) == ("relaxed", 6, 8, 0)
    page.goto(player.url)
    player.await_stat("tiles", 48)


def test_the_lesson_is_played_by_keyboard_again_from_the_help(sit_down: MakePlayer) -> None:
    player = sit_down(reduced_motion="reduce")
    page = player.page
    player.arrive()
    id = player.id
    player.press("?")
    page.click("[data-action='help lesson']")
    page.wait_for_selector(".lesson")
    assert page.eval_on_selector(".finger path", "hand => getComputedStyle(hand).animationName") == "none"

    def walk(cell: tuple[int, int]) -> None:
        here = "() => { const {row, col} = document.activeElement.dataset; return [Number(row), Number(col)]; }"
        player.press("ArrowRight")
        while (found := tuple(page.evaluate(here))) != cell:
            player.press("ArrowRight" if found < cell else "ArrowLeft")
        player.press("Enter")

    play_lesson(player, "straight", walk)
    player.press("Enter")  # the next button has the focus
    page.wait_for_selector(".lesson h2:has-text('One turn')")
    assert "One turn. The line runs through empty cells" in (page.text_content("#message") or ""), "it is told too"
    play_lesson(player, "turn", walk)
    player.press("Enter")
    page.wait_for_selector(".lesson h2:has-text('Two turns')")
    page.click("[data-action='lesson skip']")
    player.await_board()
    assert player.id == id, "the game goes on"


def test_a_newcomer_on_a_phone_skips_once_for_all(sit_down: MakePlayer) -> None:
    player = sit_down(is_newcomer=True, viewport=PHONE, has_touch=True, locale="zh-CN")
    page = player.page
    page.goto(player.url)
    page.wait_for_selector(".lesson h2:has-text('一条直线')")
    page.tap(player.cell((0, 0)))
    page.tap(player.cell((0, 3)))
    player.await_tiles(6)
    player.shoot("lesson-phone")
    page.reload()  # neither played nor skipped
    page.tap("[data-action='lesson skip']")
    player.await_board()
    assert player.game().options.mode == "classic"
    player.ask("DELETE", f"/api/games/{player.id}")
    page.goto(player.url)
    player.await_board()
    assert page.locator(".lesson").count() == 0


@pytest.mark.parametrize("address", ["/?mode=timed", "/play/{id}"])
def test_a_link_shows_no_lesson(sit_down: MakePlayer, address: str) -> None:
    player = sit_down(is_newcomer=True)
    page = player.page
    player.ask("GET", "/api/me")
    id = player.ask("POST", "/api/games", {"mode": "classic", "rows": 4, "cols": 6})["id"] if "id" in address else ""
    page.goto(player.url + address.format(id=id))
    player.await_board()
    assert page.locator(".lesson").count() == 0
