"""The gallery of tile sets: every set is chosen and played with, by mouse and by keyboard, and is remembered."""

from collections.abc import Callable
from pathlib import Path

import pytest

from support.browser_stage import PHONE, Player, check, solution

MakePlayer = Callable[..., Player]


@pytest.fixture
def motion() -> str:
    return "no-preference"


SETS = ("opera", "mahjong", "garden", "seals", "signs", "numbers", "animals")


def test_every_set_is_chosen_and_played(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, kinds=12, seed=7, gravity="down")
    page.wait_for_selector(".board[data-faces=animals]")
    for name, move in zip(SETS, solution(player.game().board), strict=False):
        page.click("[data-tool=tiles]")
        page.click(f"label:has(#faces-{name})")
        page.wait_for_selector(f".board[data-faces={name}]")
        page.keyboard.press("Escape")
        player.take(move)
        page.mouse.move(5, 5)
        player.await_picture(player.game().board.to_rows())
        player.shoot(f"faces-{name}")
    assert player.game().pairs == len(SETS), "the game went on all the time"


def test_a_board_of_more_kinds_than_a_set_has(sit_down: MakePlayer) -> None:
    player = sit_down()
    player.begin(mode="relaxed", rows=10, cols=20, kinds=100, seed=3)
    player.page.wait_for_selector(".board[data-faces=animals]")
    player.await_picture(player.game().board.to_rows())
    player.shoot("faces-laps")


def test_tiles_that_slide_leave_no_line_behind(sit_down: MakePlayer) -> None:
    player = sit_down()
    player.begin(mode="relaxed", rows=10, cols=16, kinds=80, seed=3, gravity="down")  # cells of 61 pixels
    player.await_picture(player.game().board.to_rows())
    for move in solution(player.game().board)[:4]:
        player.take(move)
    player.await_picture(player.game().board.to_rows())


def test_the_gallery_by_keyboard_and_what_tiles_are_called(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, kinds=12, seed=7)
    rows = player.game().board.to_rows()
    panda = next((row, col) for row, line in enumerate(rows) for col, kind in enumerate(line) if kind == 1)
    place = f"row {panda[0] + 1}, column {panda[1] + 1}"
    assert page.get_attribute(player.cell(panda), "aria-label") == f"panda, {place}"
    player.press("g")
    page.wait_for_selector("dialog.gallery .preview canvas")
    assert page.evaluate("() => document.activeElement.id") == "faces-animals"
    player.press("ArrowRight")
    page.wait_for_selector(".board[data-faces=opera]")
    assert page.evaluate("() => document.activeElement.id") == "faces-opera"
    player.press("ArrowLeft", "Escape")
    page.wait_for_selector("dialog", state="detached")
    player.press("ArrowRight")
    assert page.evaluate("() => document.activeElement.getAttribute('role')") == "gridcell"
    page.click("#menu-settings")
    page.click("label:has(#set-language-zh)")
    label = f"熊猫，第 {panda[0] + 1} 行第 {panda[1] + 1} 列"
    page.wait_for_selector(f"{player.cell(panda)}[aria-label='{label}']")


def test_the_chosen_set_is_seen_until_the_pointer_moves(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    seen = "() => document.querySelector('dialog.gallery .preview canvas').toDataURL()"
    page.mouse.move(640, 470)  # a set will lie there
    player.press("g")
    page.wait_for_selector("dialog.gallery .preview canvas")
    drawn = """() => {
        const canvas = document.querySelector('dialog.gallery .preview canvas');
        return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte);
    }"""
    page.wait_for_function(drawn)
    player.await_rest()
    chosen = page.evaluate(seen)
    page.hover("label:has(#faces-animals)")
    player.await_rest()
    assert page.evaluate(seen) == chosen
    page.hover("label:has(#faces-seals)")
    page.wait_for_function(f"(chosen) => ({seen})() !== chosen", arg=chosen)
    page.hover("label:has(#faces-emoji)")
    box = page.locator("dialog.gallery .preview").bounding_box()
    assert box is not None
    assert box["y"] > 0, "the preview stays in sight"


def test_the_choice_is_remembered_by_the_server(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.arrive()
    player.press("n")
    page.click("[data-action='new tiles']")
    with player.saving(faces="garden"):
        page.click("label:has(#faces-garden)")
        page.wait_for_selector(".board[data-faces=garden]")
    page.evaluate("() => localStorage.clear()")  # as in another browser
    page.reload()
    page.wait_for_selector(".board[data-faces=garden]")
    answer = page.request.get(f"{player.url}/faces/garden.svg")
    tag = answer.headers["etag"]
    assert answer.headers["content-encoding"] == "gzip"
    assert page.request.get(f"{player.url}/faces/garden.svg", headers={"If-None-Match": tag}).status == 304


def test_the_gallery_is_open_to_everybody(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe)
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    player.press("g")
    player.page.wait_for_selector("#faces-emoji")
    check(player, "gallery")
    phone = sit_down(init=axe, viewport=PHONE, has_touch=True, locale="zh-CN")
    phone.begin(mode="classic", rows=4, cols=6, seed=7)
    phone.page.tap("#menu-more")
    phone.page.tap("#more-tiles")
    phone.page.wait_for_selector("#faces-emoji")
    check(phone, "phone-gallery")
    assert phone.page.evaluate("() => document.querySelector('dialog').scrollWidth <= 360")
