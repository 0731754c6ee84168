"""Whole games in the browser: by mouse, by keyboard, by touch; every tool, every mode."""

from collections.abc import Callable

import pytest

from support.browser_stage import PHONE, Player, solution

MakePlayer = Callable[..., Player]


@pytest.fixture
def motion() -> str:
    return "no-preference"


def test_a_board_is_there_at_once_and_a_whole_game_goes_by_mouse(sit_down: MakePlayer) -> None:
    player = sit_down()
    player.arrive()
    assert player.stat("tiles") == "144"
    assert player.page.locator(".cell.has-tile").count() == 144
    player.shoot("classic")
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    left = 24
    for move in solution(player.game().board):
        for cell in move:
            player.page.click(player.cell(cell))
        left -= 2
        player.await_stat("tiles", left)
    player.page.wait_for_selector("dialog.end-dialog")
    assert "You won!" in player.page.inner_text("dialog.end-dialog h2")
    player.page.wait_for_selector("dialog.end-dialog .course-graph")
    player.await_rest()
    player.shoot("won")
    game = player.game()
    assert game.state == "won"
    assert player.page.inner_text("dialog.end-dialog .result-stats dd").strip() == str(game.score)
    player.page.click("[data-action='do next']")
    player.await_board()
    assert player.stat("tiles") == "24"
    assert player.game().board != game.first_board


def test_a_whole_game_goes_by_keyboard(sit_down: MakePlayer) -> None:
    player = sit_down()
    player.begin(mode="relaxed", rows=4, cols=4, seed=8)
    left = 16
    for number, move in enumerate(solution(player.game().board)):
        for cell in move:
            player.walk_to(cell)
            player.press("Enter" if number % 2 else " ")
        left -= 2
        player.await_stat("tiles", left)
    player.page.wait_for_selector("dialog.end-dialog")
    player.press("Enter")  # the first button has the focus
    player.page.wait_for_selector("dialog", state="detached")
    player.await_stat("tiles", 16)


def test_a_whole_game_goes_by_touch_on_a_phone(sit_down: MakePlayer) -> None:
    player = sit_down(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    player.arrive()
    box = player.page.locator(".cell").first.bounding_box()
    assert box
    assert box["width"] >= 27, "cells on a phone are large enough, or enlarged"
    assert player.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    player.shoot("phone")
    player.begin(mode="classic", rows=4, cols=6, seed=9)
    turned = player.is_turned
    assert turned, "a wide board stands upright"
    left = 24
    for move in solution(player.game().board):
        for cell in move:
            player.page.tap(player.cell(cell, turned=turned))
        left -= 2
        player.await_stat("tiles", left)
    player.page.wait_for_selector("dialog.end-dialog")
    player.await_rest()
    player.shoot("phone-won")


def test_fingers_enlarge_a_large_board(sit_down: MakePlayer) -> None:
    player = sit_down(viewport=PHONE, has_touch=True, is_mobile=True)
    player.begin(mode="classic", rows=16, cols=30, seed=1)
    box = player.page.locator(".cell").first.bounding_box()
    assert box
    assert box["width"] >= 40
    player.shoot("phone-large")
    player.page.tap("#menu-zoom")
    small = player.page.locator(".cell").first.bounding_box()
    assert small
    assert small["width"] < 25
    client = player.page.context.new_cdp_session(player.page)
    for event, spread in (("touchStart", 30), ("touchMove", 60), ("touchMove", 90), ("touchEnd", 0)):
        fingers = [{"x": 180 + side * spread, "y": 400} for side in (-1, 1)] if spread else []
        client.send("Input.dispatchTouchEvent", {"type": event, "touchPoints": fingers})
    pinched = player.page.locator(".cell").first.bounding_box()
    assert pinched
    assert pinched["width"] > 2 * small["width"]


def test_the_classic_board_is_enlarged_for_fingers(sit_down: MakePlayer) -> None:
    player = sit_down(viewport=PHONE, has_touch=True, is_mobile=True)
    page = player.page
    player.begin(mode="classic", seed=7)
    page.tap("#menu-zoom")
    box = page.locator(".cell").first.bounding_box()
    assert box
    assert box["width"] >= 40
    assert page.eval_on_selector("#stage", "stage => stage.scrollWidth <= stage.clientWidth"), "it scrolls one way only"
    player.shoot("phone-enlarged")
    moves = solution(player.game().board)
    turned = player.is_turned
    for number in range(3):  # wherever a hint points, it comes into view
        page.eval_on_selector("#stage", "(stage, far) => stage.scrollTo(0, far)", 0 if number % 2 else 1000)
        page.tap("[data-tool=hint]")
        page.wait_for_selector(".cell.hinted")
        inside = """() => {
            const {top, bottom} = document.querySelector("#stage").getBoundingClientRect();
            const tiles = [...document.querySelectorAll(".cell.hinted")];
            const boxes = tiles.map((tile) => tile.getBoundingClientRect());
            return boxes.some((box) => box.top >= top && box.bottom <= bottom);
        }"""
        page.wait_for_function(inside)
        player.take(moves[number], turned=turned)


@pytest.mark.parametrize(
    "gravity",
    ["down", "rotating", "inward"],
)
def test_the_picture_follows_every_event(sit_down: MakePlayer, gravity: str) -> None:
    player = sit_down(viewport=PHONE if gravity == "rotating" else {"width": 1000, "height": 700})
    player.begin(mode="relaxed", rows=4, cols=6, seed=3, gravity=gravity)
    turned = player.is_turned
    moves = solution(player.game().board)
    for move in moves[:3]:
        player.take(move, turned=turned)
        player.await_rest()  # a click on a moving tile means that tile
    player.take_at_once(moves[3:8], turned=turned)
    for key in ("u", "u", "r", "u", "u", "u"):
        player.press(key)
    player.await_stat("tiles", 16)
    player.press("s")
    player.await_message("Shuffled")
    player.await_picture(player.game().board.to_rows(), turned=turned)


def test_tools_work_by_button_and_by_key(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=6, cols=8, seed=5)
    page.click("[data-tool=hint]")
    page.wait_for_selector(".path.hinted", state="attached")
    assert page.locator(".cell.hinted").count() == 2
    assert page.inner_text("[data-tool=hint] .count").startswith("5")
    player.shoot("hint")
    player.press("a")
    player.await_stat("tiles", 46)
    page.click("[data-tool=undo]")
    player.await_stat("tiles", 48)
    player.press("r")
    player.await_stat("tiles", 46)
    player.press("Control+z")
    player.await_stat("tiles", 48)
    page.click("[data-tool=shuffle]")
    player.await_message("Shuffled")
    assert page.inner_text("[data-tool=shuffle] .count").startswith("2")
    player.press("p")
    page.wait_for_selector(".overlay .card")
    assert page.locator(".board.hidden").count() == 1
    assert "tile, row 1" in (page.get_attribute(player.cell((0, 0)), "aria-label") or "")
    player.shoot("paused")
    page.click(".overlay .primary")
    page.wait_for_selector(".overlay .card", state="detached")
    player.press("a")
    player.await_stat("tiles", 46)
    player.press("R")
    page.click("#dialog-yes")
    player.await_stat("tiles", 48)
    assert page.inner_text("[data-tool=hint] .count").startswith("6")
    player.press("x")
    page.click("#dialog-yes")
    page.wait_for_selector("dialog.end-dialog")
    assert "Gave up" in page.inner_text("dialog.end-dialog")
    player.shoot("lost")
    page.click("[data-action='do try']")
    page.wait_for_selector("dialog", state="detached")
    player.await_stat("tiles", 48)


def test_a_pair_of_the_old_board_is_not_played_on_the_new_one(sit_down: MakePlayer) -> None:
    player = sit_down()
    sent: list[str] = []
    player.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    player.begin(mode="classic", rows=6, cols=8, seed=5)
    move = player.game().board.moves()[0]
    script = """(cells) => {
        document.querySelector("[data-tool=shuffle]").click();
        for (const cell of cells) document.querySelector(cell).click();
    }"""
    player.page.evaluate(script, [player.cell(cell) for cell in move])
    player.await_message("Shuffled")
    player.press("u")
    player.await_message("Undone")
    assert [word for word in ("shuffle", "play", "undo") if any(f'"{word}' in text for text in sent)] == [
        "shuffle",
        "undo",
    ]


def test_the_clock_starts_with_the_first_pick_and_does_not_run_against_who_looks_at_a_dialog(
    sit_down: MakePlayer,
) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="timed", rows=4, cols=6, seed=2)
    player.press("?")
    page.wait_for_selector("dialog[open]")
    player.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert (player.stat("time"), player.game().version) == ("3:20", 0), "there was no clock to stop"
    page.click(".cell.has-tile >> nth=0")
    page.wait_for_selector("[data-stat=time] dd:not(:text-is('3:20'))")
    page.click(".cell.picked")
    player.press("?")
    page.wait_for_selector(".board.hidden")
    assert player.game().state == "paused"
    player.press("Escape")
    page.wait_for_selector(".board:not(.hidden)")
    player.take(solution(player.game().board)[0])
    assert player.game().options.limit == 200
    assert page.inner_text("[data-stat=time] dt") == "Time left"


def test_every_mode_begins_with_one_click(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.arrive()
    for mode in ("relaxed", "classic", "timed", "expert"):
        page.click("#mode")
        page.click(f"#mode-{mode}")
        page.wait_for_selector("dialog", state="detached")
        page.wait_for_selector(f"#mode:has-text('{mode.capitalize()}')")
        player.await_stat("tiles", 144)
        assert player.game().options.mode == mode
        player.shoot(f"mode-{mode}")


def test_a_custom_game_has_all_its_rules(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.arrive()
    player.choose("own")
    page.click("label:has(#custom-mode-relaxed)")
    page.fill("#custom-rows", "7")
    page.fill("#custom-cols", "10")
    page.click("label:has(#custom-gravity-inward)")
    page.click("label:has(#custom-shape-pillars)")
    page.click("label:has(#custom-turns-3)")
    page.fill("#custom-kinds", "12")
    page.fill("#custom-deal", "4711")
    page.click("label:has(#custom-adjacent)")
    player.shoot("custom")
    page.click("[data-action='new play']")
    page.wait_for_selector("dialog", state="detached")
    page.wait_for_selector("#mode:has-text('4711')")
    game = player.game()
    assert game.options.mode == "relaxed"
    assert (game.board.rows, game.board.cols) == (7, 10)
    assert game.board.rules.gravity == "inward"
    assert game.board.rules.max_turns == 3
    assert not game.board.rules.adjacent
    assert "#" in str(game.board)
    assert page.locator(".ground .wall").count() == sum(row.count(-1) for row in game.board.to_rows())
    player.shoot("custom-board")


def test_what_cannot_be_dealt_says_why_in_the_players_language(sit_down: MakePlayer) -> None:
    player = sit_down(locale="zh-CN")
    page = player.page
    player.arrive()
    player.choose("own")

    def wish(rows: int, cols: int, *others: str) -> None:
        page.click("label:has(#custom-size-6x10)")  # for which everything can be chosen
        for other in others:
            page.click(f"label:has(#custom-{other})")
        page.fill("#custom-rows", str(rows))
        page.fill("#custom-cols", str(cols))
        player.press("Tab")

    def hear(text: str) -> None:
        said = page.wait_for_selector(f"dialog .dialog-footer .error:has-text('{text}')")
        assert said
        assert said.evaluate("said => said.getBoundingClientRect().bottom < innerHeight")

    wish(3, 3)
    hear("9 个格子是奇数")
    wish(40, 40)
    hear("1600 个格子太多，最多 1024 个")
    wish(20, 25, "turns-3")
    hear("使用这样的连线规则时最多 400 个")
    wish(16, 20, "turns-2", "mode-expert")
    hear("这样的难度最多 240 个")
    page.fill("#custom-kinds", "200")
    wish(4, 6, "mode-classic")
    hear("共 12 对牌，图案种数应为 1 到 12")
    page.fill("#custom-kinds", "")
    page.press("#custom-kinds", "Tab")
    page.wait_for_selector("dialog .error", state="detached")
    wish(2, 2, "turns-0", "outside", "adjacent")  # which only dealing finds out
    page.wait_for_selector(".board-preview p:has-text('4 张牌')")
    page.click("[data-action='new play']")
    hear("发不出这样的牌")
    # The buttons go no further than what can be dealt.
    page.click("label:has(#custom-turns-2)")
    wish(31, 33, "outside")
    page.click(".form-field:has(#custom-rows) .icon-button:last-child")
    assert page.input_value("#custom-rows") == "31"
    page.click(".form-field:has(#custom-rows) .icon-button:first-child")
    assert page.input_value("#custom-rows") == "30"
