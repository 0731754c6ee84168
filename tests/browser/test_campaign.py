"""The campaign: its map, the card before each level with its toy, and the explanations."""

from collections.abc import Callable
from pathlib import Path

import pytest

import lianliankan as llk
from lianliankan.game.toy import TOYS, work_out
from support.browser_stage import PHONE, Player, check

MakePlayer = Callable[..., Player]


@pytest.fixture
def motion() -> str:
    return "no-preference"


def test_the_campaign_is_a_map_with_a_card_before_every_level(sit_down: MakePlayer) -> None:
    player = sit_down(viewport=PHONE, has_touch=True)
    page = player.page
    player.arrive()
    before = player.id
    page.tap("#mode")
    page.tap("#mode-campaign")
    page.wait_for_selector("#level-1")
    assert page.locator(".level:disabled").count() == 41
    player.shoot("campaign")
    page.tap("#level-1")
    page.wait_for_selector(".level-card .new-badge")
    assert player.id == before, "nothing has begun, so no clock is running"
    text = page.inner_text(".level-card")
    assert all(fact in text for fact in ("Still", "10×6", "3:20", "+2 s", "Without a shuffle", "1:07"))
    page.tap("[data-action='level start']")
    player.await_stat("tiles", 60)
    assert "Level 1" in page.inner_text("#mode")
    assert page.eval_on_selector("#mode", "chip => chip.scrollWidth <= chip.clientWidth"), "the level can be read"
    page.tap("#winnability button")  # a tick on phones
    page.wait_for_selector(".explanation:popover-open:has-text('can still all be removed')")
    player.shoot("explanation-phone")
    player.press("Escape")
    player.win()
    page.emulate_media(reduced_motion="reduce")  # the toy waits for the player
    page.tap("[data-action='do level']")
    page.wait_for_selector(".level-card h3:has-text('Right')")  # down, on a board that is shown with rows as columns
    game = llk.Game(TOYS["down"])
    stage = page.locator(".level-card .toy-stage")
    hint = work_out(game.board).positions[0].hint
    assert hint is not None
    page.tap("[data-action='level open']")
    for cell in hint:  # the player tries it
        stage.locator(player.cell(cell, turned=True)).tap()
    game.play(*hint)
    player.await_tiles(14, ".toy-stage")
    places = stage.locator(".has-tile").evaluate_all("cells => cells.map(({dataset}) => [dataset.col, dataset.row])")
    assert {(int(row), int(col)) for row, col in places} == {cell for cell, _ in game.board.tiles()}
    player.shoot("level-card-phone")
    page.tap("[data-action='level start']")
    page.wait_for_selector("#mode:has-text('Level 2')")
    assert player.game().board.rules.gravity == "down"
    assert player.game().version == 0


def test_a_gravity_is_new_once_and_its_toy_plays_by_itself(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe)
    page = player.page
    player.arrive()
    player.choose("campaign")
    page.click("#level-1")
    page.wait_for_selector(".level-card .new-badge")
    player.await_tiles(14, ".toy-stage")
    page.click("[data-action='level stop']")
    assert page.evaluate("() => document.activeElement.dataset.action") == "level again"
    page.focus("[data-action='level start']")
    for _ in range(4):  # from the button to the toy; others may have won the level, so that it has a ranking
        player.press("Shift+Tab")
        if (role := page.evaluate("() => document.activeElement.getAttribute('role')")) == "gridcell":
            break
    assert role == "gridcell"
    player.press("Enter")
    page.wait_for_selector(".toy-stage .cell.picked")  # it waits for the player now
    assert page.locator("[data-action='level again']").count() == 1
    player.press("Escape", "Escape")  # for the selected tile, and for the card
    page.wait_for_selector(".level-card", state="detached")
    assert page.evaluate("() => document.activeElement.id") == "level-1", "the focus is back on the map"
    page.click("#level-1")
    page.wait_for_selector(".level-card [data-action='level start']")
    assert page.locator(".new-badge").count() == 0
    check(player, "level-card")
    page.click(".level-card .explained")
    page.wait_for_selector(".explanation:popover-open:has-text('Each shuffle costs one life')")
    player.press("Escape")
    page.wait_for_selector(".explanation:popover-open", state="detached")
    page.focus("[data-action='level start']")
    player.press("Enter")
    page.wait_for_selector("#mode:has-text('Level 1')")
    assert "one life" in (page.get_attribute("[data-tool=shuffle]", "title") or "")
    page.click("[data-stat=score] button")
    page.wait_for_selector(".explanation:popover-open:has-text('A pair scores 10 points, plus 5')")
    check(player, "explanation")
    page.click("#winnability button")
    page.wait_for_selector(".explanation:popover-open:has-text('can still all be removed')")


def test_with_reduced_motion_two_pictures_stand_for_the_toy(sit_down: MakePlayer) -> None:
    player = sit_down(reduced_motion="reduce", locale="zh-CN")
    page = player.page
    player.arrive()
    player.choose("campaign")
    page.click("#level-1")
    page.wait_for_selector(".toy-stage canvas.thumbnail")
    assert page.locator(".toy-stage canvas.thumbnail").count() == 2
    player.shoot("level-card-still")
    page.click("[data-action='level open']")
    toy = work_out(TOYS["still"]).positions[0]
    assert toy.hint is not None
    for cell in toy.hint:
        page.click(f".toy-stage {player.cell(cell)}")
    player.await_tiles(14, ".toy-stage")
