"""After a game: its graph, where it was lost, how it could have been won, and the replay by pairs."""

from collections.abc import Callable
from pathlib import Path

import pytest

import lianliankan as llk
from lianliankan.records.share import to_share
from support.browser_stage import Player, check

MakePlayer = Callable[..., Player]


@pytest.fixture
def motion() -> str:
    return "no-preference"


LANDSCAPE = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}


def lost_game() -> llk.Game:
    """Return a game that its second pair led into a dead end, with a hint and an undo before it."""
    game = llk.Game(llk.Board.parse("CC/AA/AB/BA"), llk.Options(when_stuck="ask"))
    for second, command in enumerate(("hint", "play 1,1-1,2", "undo", "redo", "play 2,1-2,2", "give-up")):
        game.do(command, at=second)
    return game


def test_a_lost_game_shows_where_it_was_lost_and_how_to_win(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe)
    page = player.page
    id = player.begin(share=to_share(lost_game()))
    player.take(((0, 0), (0, 1)))
    player.take(((1, 0), (1, 1)))
    player.press("x")
    page.click("#dialog-yes")
    page.wait_for_selector("dialog .verdict:has-text('Pair 2 led into a dead end')")
    assert page.locator(".course-graph .band.won, .course-graph .band.lost").count() == 2
    assert "2 pairs" in (page.get_attribute("dialog .course-graph", "aria-label") or "")
    assert page.inner_text("dialog .course-legend").split("\n") == ["Free pairs, up to 4", "Can be won", "Dead end"]
    assert page.is_hidden("#combo"), "with the clock, it would stand still"
    check(player, "lost")
    page.click("[data-action='do win']")
    page.wait_for_url(f"**/replay/{id}/win-1")
    player.await_message("All tiles are gone.")  # it plays by itself, to the end
    player.press("Home")
    player.await_message("From pair 2 on, you could have won like this.")
    player.await_picture([[0, 0], [2, 2], [2, 3], [3, 2]])
    player.press("ArrowRight")
    player.await_message("Pair 2 of 4")
    page.click("[data-replay=whole]")
    page.wait_for_url(f"**/replay/{id}")
    page.go_back()
    page.wait_for_selector("[data-replay=whole]")
    player.press("Escape")
    page.wait_for_url(f"**/play/{id}")
    page.wait_for_selector("dialog.end-dialog")


def test_the_replay_goes_by_pairs_along_the_graph(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe, reduced_motion="reduce")
    page = player.page
    page.goto(f"{player.url}/g/{to_share(lost_game())}")
    page.wait_for_selector(".timeline .band.lost")
    player.press("Home")
    player.await_message("Pair 0 of 2: Start")
    slider = page.locator("#timeline")
    assert slider.get_attribute("max") == "3", "the start, two pairs and the end"
    slider.focus()
    player.press("ArrowRight")
    player.await_message("Pair 1 of 2: Hint")
    player.press("ArrowRight")
    player.await_message("Pair 2 of 2: Undo, Dead end")
    told = slider.get_attribute("aria-valuetext")
    assert told == "Pair 2 of 2: Undo, Dead end, panda: row 2, column 1 and row 2, column 2."
    assert player.stat("tiles") == "4"
    player.press("End")
    player.await_message("Lost. Gave up. 4 tiles left.")
    box = slider.bounding_box()
    assert box
    page.mouse.click(box["x"] + 8 + (box["width"] - 16) / 3, box["y"] + 30)
    player.await_message("Pair 1 of 2: Hint")
    assert page.locator(".timeline .mark.hint, .timeline .mark.undo").count() == 2
    check(player, "replay")


def test_the_replay_fits_a_phone_held_sideways(sit_down: MakePlayer) -> None:
    player = sit_down(**LANDSCAPE)
    page = player.page
    game = llk.plan("classic", seed=5).game()
    for _ in range(8):
        game.play(*game.board.moves()[0])
    game.give_up()
    page.goto(f"{player.url}/g/{to_share(game)}")
    page.wait_for_selector("[data-replay=win]")
    player.press("End")
    player.await_rest()
    player.shoot("replay-landscape")
    script = """() => ["#stage .board", ".timeline", "#message", ".replay-controls .row:not(.actions)",
        ".replay-controls .actions", ".header"].map((name) => {
            const {left, top, right, bottom} = document.querySelector(name).getBoundingClientRect();
            return [name, left, top, right, bottom];
        })"""
    boxes: list[tuple[str, float, float, float, float]] = page.evaluate(script)
    for number, (name, left, top, right, bottom) in enumerate(boxes):
        assert left >= 0 and top >= 0 and right <= 844 and bottom <= 390, f"{name} is cut off"  # noqa: PT018
        for other, left2, top2, right2, bottom2 in boxes[:number]:
            is_apart = right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top
            assert is_apart, f"{name} overlaps {other}"
    for button in page.locator(".replay-controls button").all():
        size = button.bounding_box()
        assert size
        assert min(size["width"], size["height"]) >= 40
    page.set_viewport_size({"width": 320, "height": 568})
    page.wait_for_function("document.body.classList.contains('zoomable')")
    assert "enlarged" not in (page.get_attribute("body", "class") or ""), "the whole board is shown"
