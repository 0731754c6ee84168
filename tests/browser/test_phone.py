"""Phones: boards shaped for the screen, and cells that a finger can hit."""

from collections.abc import Callable

import pytest

import lianliankan as llk
from lianliankan.game.modes import true_mode
from support.browser_stage import Player

MakePlayer = Callable[..., Player]

MEASURE = """() => {
    const box = (name) => document.querySelector(name).getBoundingClientRect();
    const [header, board, tools, stage, cell] = [".header", ".board", "#tools", "#stage", ".cell"].map(box);
    const {scrollWidth, clientWidth, scrollHeight, clientHeight} = document.querySelector("#stage");
    return {
        rows: document.querySelectorAll(".grid-row").length,
        cell: Math.min(cell.width, cell.height),
        scrolls: scrollWidth > clientWidth || scrollHeight > clientHeight,
        inside: board.left >= stage.left && board.right <= stage.right
            && board.top >= stage.top && board.bottom <= stage.bottom,
        apart: header.bottom <= stage.top + 1
            && (stage.bottom <= tools.top + 1 || stage.right <= tools.left + 1)
            && Math.max(header.right, tools.right) <= innerWidth && tools.bottom <= innerHeight,
    };
}"""

CENTRE = """(name) => {
    const {x, y, width, height} = document.querySelector(name).getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""


@pytest.mark.parametrize(
    ("width", "height", "rows", "cell"), [(390, 844, 14, 40), (360, 740, 14, 36), (320, 568, 12, 27), (844, 390, 8, 34)]
)
def test_boards_have_the_shape_of_the_screen(
    sit_down: MakePlayer, width: int, height: int, rows: int, cell: int
) -> None:
    player = sit_down(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page = player.page
    player.arrive()
    seen = page.evaluate(MEASURE)
    player.shoot(f"phone-{width}x{height}")
    tells = page.locator("#message:has-text('Tap the magnifier to zoom in.')").count() == 1
    assert tells == (seen["cell"] < 34)
    assert seen.pop("cell") >= cell
    assert seen == {"rows": rows, "scrolls": False, "inside": True, "apart": True}
    game = player.game()
    assert true_mode(game) == "classic"
    assert len(set(game.board.kinds)) == 36


def test_a_phone_that_is_turned(sit_down: MakePlayer) -> None:
    """The next game and the sizes to choose from follow the way the phone is held."""
    player = sit_down(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = player.page
    player.arrive()
    player.choose("relaxed")
    page.wait_for_selector("#mode:has-text('Relaxed')")
    player.await_board()
    first = player.id
    assert player.game().deal == llk.Deal(14, 9, kinds=36, seed=player.game().seed)
    page.set_viewport_size({"width": 844, "height": 390})
    player.press("x")
    page.click("#dialog-yes")
    page.click("[data-action='do next']")
    page.wait_for_url(lambda url: "/play/" in url and not url.endswith(first))
    player.await_board()
    assert str(player.game().deal).startswith("8x18 seed=")

    for width, height in ((844, 390), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        player.choose("own")
        page.wait_for_selector(".preview-picture svg")
        sizes = page.eval_on_selector_all("[name='custom-size']", "all => all.map(({value}) => value)")
        is_wide = [int(rows) < int(cols) for rows, cols in (size.split("x") for size in sizes)]
        assert set(is_wide) == {width > height}
        assert page.locator("[name='custom-size']:checked").count() == 1
        player.press("Escape")
        page.wait_for_selector("dialog", state="detached")


def test_a_phone_held_sideways_shows_the_whole_result(sit_down: MakePlayer) -> None:
    """And fingers are offered neither a magnifier without a board nor a list of keys."""
    player = sit_down(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    page = player.page
    player.begin(mode="classic", seed=7)
    assert page.is_visible("#menu-zoom")
    page.touchscreen.tap(*page.evaluate(f"({CENTRE})('[data-stat=tiles] dd')"))
    page.wait_for_selector(".explanation:popover-open:has-text('tiles are left')")  # the number is enough to hit
    player.press("Escape", "?")
    page.wait_for_selector("dialog summary")
    assert not page.is_visible(".keys")
    player.press("Escape")
    page.tap("#menu-more")
    page.tap("#more-stats")
    page.wait_for_selector(".statistics")
    assert not page.is_visible("#menu-zoom")
    assert page.eval_on_selector(".statistics", "page => page.getBoundingClientRect().bottom") == 390

    player.begin(mode="classic", rows=4, cols=6, seed=3)
    player.win()
    page.wait_for_selector(".end-dialog .achievement-line")
    page.wait_for_selector(".end-dialog .course svg")
    player.await_rest()
    player.shoot("phone-end-sideways")
    assert page.eval_on_selector(".end-dialog", "end => end.scrollHeight <= end.clientHeight"), "it fits"
