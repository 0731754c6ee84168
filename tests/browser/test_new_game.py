"""The form for custom games: what it shows of the board, what it offers, and what it says instead."""

from collections.abc import Callable
from pathlib import Path

import lianliankan as llk
from support.browser_stage import Player, check

MakePlayer = Callable[..., Player]

PLAY = "[data-action='new play']"
DISABLED = "all => all.filter(({disabled}) => disabled).map(({value}) => value)"


def pick(player: Player, field: str, value: str) -> None:
    """Choose one of the options of a field."""
    player.page.click(f"label:has(#custom-{field}-{value})")


def await_preview(player: Player, text: str) -> None:
    """Wait until the preview says this."""
    player.page.wait_for_selector(f".board-preview p:text-is('{text}')")


def disabled(player: Player, field: str) -> list[str]:
    """Return the options of a field that cannot be chosen, once the server has said it."""
    player.page.wait_for_selector(".form-grid:not([aria-busy])")
    found: list[str] = player.page.eval_on_selector_all(f"[name='custom-{field}']", DISABLED)
    return found


def test_the_board_is_shown_while_it_is_chosen(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe)
    page = player.page
    player.arrive()
    player.choose("own")
    await_preview(player, "8×18 · 144 tiles · 36 kinds")
    pick(player, "shape", "pyramid")
    await_preview(player, "8×18 · 80 tiles · 20 kinds")
    assert page.locator(".preview-picture .place").count() == 80
    pick(player, "shape", "gates")
    await_preview(player, "8×18 · 138 tiles · 35 kinds")
    assert page.locator(".preview-picture .stone").count() == 6
    pick(player, "shape", "full")

    pick(player, "mode", "expert")
    assert disabled(player, "size") == ["12x24", "14x26", "16x30"]
    said = "Boards of a chosen difficulty, and all boards of the mode Expert, have at most 240 cells."
    group = page.get_by_role("group", name="Size")
    assert group.locator(".note").inner_text() == said
    assert group.get_attribute("aria-describedby") == group.locator(".note").get_attribute("id")
    check(player, "custom-expert")
    pick(player, "mode", "classic")
    assert disabled(player, "size") == []
    assert group.locator(".note").is_hidden()
    pick(player, "size", "16x30")
    await_preview(player, "16×30 · 480 tiles · 36 kinds")
    assert disabled(player, "mode") == ["expert"]
    assert disabled(player, "difficulty") == ["easy", "medium", "hard", "fiendish"]
    assert disabled(player, "turns") == ["0", "1", "3", "4", "any"]
    assert page.is_disabled("#custom-outside")
    assert page.is_enabled(PLAY)

    for name in ("rows", "cols"):
        page.fill(f"#custom-{name}", "3")
        player.press("Tab")
    await_preview(player, "9 cells is an odd number, so the tiles can’t be paired. Change the size.")
    assert page.is_disabled(PLAY)
    assert page.locator("[name='custom-size']:checked").count() == 0


def test_the_hardest_board_found_is_dealt_and_said_to_be(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.arrive()
    first = player.id
    player.choose("own")
    pick(player, "mode", "expert")
    for name, side in (("rows", 3), ("cols", 4)):
        page.fill(f"#custom-{name}", str(side))
        player.press("Tab")
    await_preview(player, "3×4 · 12 tiles · 3 kinds")
    page.click(PLAY)
    player.await_message("No such board found. This is the hardest of 400 boards: ")
    assert player.id != first
    deal = player.game().deal
    assert deal is not None
    rating = llk.rate(deal.board())
    assert deal.board() == player.game().board
    assert deal.difficulty == rating.name != "fiendish"
    assert page.inner_text("#message").endswith(f": {rating.name.capitalize()}, {round(rating.score)} of 100.")
    assert page.inner_text("#mode .sub") == f"Deal {deal.seed}"
