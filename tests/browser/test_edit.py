"""The board editor: drawing by mouse, keyboard and touch, texts, the proof of a loss, and what becomes of a board."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import lianliankan as llk
from support.browser_stage import PHONE, Player, check

if TYPE_CHECKING:
    from playwright.sync_api import Route

MakePlayer = Callable[..., Player]

IN_DAT = "2 3\n1 0 1\n2 2 0\n1 1\n1 3"
HARD = llk.scatter(10, 20, kinds=40, seed=1, rules=llk.Rules(gravity="right"))


def open_editor(player: Player, board: llk.Board | None = None) -> None:
    player.page.goto(f"{player.url}/edit/{llk.to_share(board)}" if board else f"{player.url}/edit")
    player.page.wait_for_selector(".verdict[data-state]", state="attached")
    player.page.wait_for_selector(".board[data-faces]")


def drag(player: Player, *cells: tuple[int, int], button: Any = "left") -> None:  # noqa: ANN401
    """Draw from cell to cell with the mouse."""
    mouse = player.page.mouse
    for place, cell in enumerate(cells):
        mouse.move(*centre(player, cell), steps=4)
        if place == 0:
            mouse.down(button=button)
    mouse.up(button=button)


def centre(player: Player, cell: tuple[int, int]) -> tuple[float, float]:
    box = player.page.locator(player.cell(cell)).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def await_address(player: Player, board: llk.Board) -> None:
    """Wait until the address has a board."""
    ending = f"/edit/{llk.to_share(board)}"
    player.page.wait_for_url(lambda url: url.endswith(ending))


def test_drawn_by_mouse_and_keyboard(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe)
    page = player.page
    open_editor(player)
    drag(player, (0, 0), (0, 3))  # the brush, faster than the cells
    page.click("#edit-rectangle")
    page.click("#paint-2")
    drag(player, (3, 4), (2, 1))
    drag(player, (2, 1), button="right")
    player.press("w")
    player.press("l")
    drag(player, (5, 0), (5, 7))
    drawn = ["1 1 1 1 . . . .", ". . . . . . . .", ". . 2 2 2 . . .", ". 2 2 2 2 . . .", ". . . . . . . ."]
    await_address(player, llk.Board.parse("\n".join([*drawn, "# # # # # # # #"])))
    assert page.get_attribute("#paint-2", "aria-label") == "tiger: 7 tiles, an odd number"
    assert page.inner_text("#paint-2 .badge") == "7!"
    page.wait_for_selector(".verdict[data-state=lost]:has-text('7 tiles show “tiger”')")
    check(player, "edit-odd")
    page.focus(player.cell((2, 1)))
    player.press("2")
    player.press("d")
    player.press("Enter")
    player.await_message("tiger, row 3, column 2")
    for key in ("o", "r", "Home", "ArrowUp", "Enter"):  # a rectangle of gaps, from corner to corner
        player.press(key)
    player.await_message("Rectangle from row 2, column 1")
    for key in ("End", "Enter"):
        player.press(key)
    drawn[1:3] = ["_ _ _ _ _ _ _ _", ". 2 2 2 2 . . ."]
    whole = llk.Board.parse("\n".join([*drawn, "# # # # # # # #"]))
    await_address(player, whole)
    assert page.get_attribute(player.cell((1, 0)), "aria-label") == "gap, row 2, column 1"
    page.wait_for_selector(".verdict[data-state=won]:has-text('random play wins 100%')")
    player.await_stat("moves", whole.move_count)
    page.click("#edit-clockwise")
    page.select_option("#edit-gravity", label="Down")
    page.fill("#edit-cols", "7")
    page.press("#edit-cols", "Tab")
    turned = [*map(list, zip(*reversed(whole.to_rows()), strict=True))]
    await_address(player, llk.Board.from_rows([[*row, 0] for row in turned], rules=llk.Rules(gravity="down")))
    page.focus(player.cell((0, 0)))
    for _ in range(3):
        player.press("Control+z")
    player.await_message("Undone: turned clockwise")
    await_address(player, whole)
    page.reload()
    page.wait_for_selector(".verdict[data-state=won]")
    player.await_picture(whole.to_rows())


def test_a_deal_is_compared_with_others_until_it_changes(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    open_editor(player, llk.deal(8, 18, seed=1))
    page.wait_for_selector(".verdict[data-state=won]:has-text('of the winnable deals of this kind')")
    page.click(player.cell((0, 0)), button="right")
    page.wait_for_selector(".verdict[data-state=lost]")
    player.press("Control+z")
    page.wait_for_selector(".verdict[data-state=won]:has-text('of the winnable deals of this kind')")


def test_the_editor_leaves_the_address_alone_while_the_lab_opens(sit_down: MakePlayer) -> None:
    """It writes its board there half a second after it was opened or changed."""
    player = sit_down(is_frozen=True)
    page = player.page
    open_editor(player, llk.deal(4, 6, seed=1))
    held: list[Route] = []
    page.route("**/api/board?share=*", lambda route: held.append(route))
    with page.expect_request("**/api/board?share=*"):
        page.click("#menu-lab")
    player.pass_time(1)
    for route in held:
        route.continue_()
    page.wait_for_selector(".lab .cell.has-tile")


def test_texts_a_proof_and_a_game(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe)
    page = player.page
    open_editor(player)
    page.click("#edit-do-open")
    windows = IN_DAT.replace("2 2", "2 x").replace("\n", "\r\n").encode()
    page.set_input_files("#board-file", {"name": "in.dat", "mimeType": "text/plain", "buffer": windows})
    page.wait_for_function("() => document.activeElement.selectionStart === 12")
    page.fill("#board-text", IN_DAT.replace("2 2", "2 x"))
    page.click("[data-action='edit read']")
    page.wait_for_selector("#board-problem:has-text('line 3, column 3')")
    page.wait_for_function("() => getSelection().toString() === 'x' || document.activeElement.selectionStart === 12")
    check(player, "edit-text")
    page.fill("#board-text", IN_DAT)
    page.click("[data-action='edit read']")
    player.await_message("The two points of the file: row 1, column 1, and row 1, column 3.")
    assert page.locator(".cell.point").count() == 2
    page.click("#edit-do-lab")
    page.wait_for_selector(".lab-stage .cell")
    page.wait_for_url(lambda url: "pair=1%2C1-1%2C3" in url or "pair=1,1-1,3" in url)
    page.go_back()
    page.wait_for_selector(".verdict[data-state=won]")
    page.click("#edit-do-open")
    page.fill("#board-text", "AB/BA")
    page.press("#board-text", "Control+Enter")
    crossed = llk.Board.parse("AB/BA")
    await_address(player, crossed)
    page.wait_for_selector(".verdict[data-state=lost]:has-text('4 tiles block each other')")
    page.click("#proof-toggle")
    assert page.locator(".cell.blocked").count() == 4
    player.await_message("4 tiles: panda, row 1, column 1; tiger, row 1, column 2")
    check(player, "edit-proof")
    page.click("#edit-do-saved")
    page.fill("#board-name", "Crossed 交叉")
    page.click("#board-save")
    page.wait_for_selector(".saved-board:has-text('Crossed 交叉')")
    player.press("Escape")
    page.click("#edit-do-share")
    with page.expect_download() as file:
        page.click("#export-txt")
    assert llk.Board.parse(file.value.path().read_text(encoding="utf-8")) == crossed
    with page.expect_download() as file:
        page.click("#export-png")
    assert file.value.path().read_bytes().startswith(b"\x89PNG")
    player.press("Escape")
    page.click("#edit-do-play")
    page.wait_for_selector("dialog:has-text('This board can’t be won')")
    page.click("#dialog-yes")
    page.wait_for_url("**/play/*")
    player.await_board()
    assert player.game().board == crossed
    page.click("#menu-edit")
    await_address(player, crossed)
    page.goto(f"{player.url}/b/{llk.to_share(crossed)}")
    page.wait_for_selector("#challenge-lost")
    page.goto(f"{player.url}/edit")
    page.click("#edit-do-deal")
    page.click("[data-action='edit deal now']")
    page.wait_for_selector(".verdict[data-state=won]")
    player.await_stat("tiles", 48)
    page.click("#edit-do-saved")
    page.click("#saved-0")
    await_address(player, crossed)


def test_by_touch_on_a_phone_in_chinese_with_a_long_search(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe, viewport=PHONE, has_touch=True, is_mobile=True, locale="zh-CN")
    page = player.page
    open_editor(player)
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        given = [{"x": x, "y": y, "id": place} for place, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": given})

    first, last = centre(player, (1, 0)), centre(player, (1, 5))
    send("touchStart", first)
    send("touchMove", last)
    send("touchEnd")
    rows = [[0] * 6 for _ in range(8)]
    rows[1] = [1] * 6
    await_address(player, llk.Board.from_rows(rows))
    send("touchStart", centre(player, (3, 0)))  # two fingers zoom, and draw nothing
    send("touchStart", centre(player, (3, 0)), centre(player, (3, 5)))
    send("touchEnd")
    player.await_stat("tiles", 6)
    page.tap("#edit-panel-toggle")
    page.wait_for_selector(".edit-panel.open .verdict[data-state=won]:has-text('有解')")
    check(player, "edit-phone-panel")
    page.tap(".edit-close button")
    open_editor(player, HARD)
    page.tap("#edit-panel-toggle")
    page.tap("#verdict-stop")
    page.wait_for_selector(".verdict[data-state=unknown]:has-text('尚无结论')")
    page.tap("#verdict-on")
    page.wait_for_selector(".verdict[data-state=searching] progress")
    page.tap("#edit-do-clear")
    page.wait_for_selector(".verdict[data-state=empty]")
    page.tap(".edit-close button")
    check(player, "edit-phone")
