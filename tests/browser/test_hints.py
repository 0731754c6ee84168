"""What the page says about the board: why a pair was refused, which pair to take, and whether the game can be won."""

from collections.abc import Callable

import pytest

import lianliankan as llk
from lianliankan.records.share import to_share
from support.browser_stage import Player, Server

MakePlayer = Callable[..., Player]


def test_a_refused_pair_shows_why(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=6, cols=8, seed=5)
    board = player.game().board
    rows = board.to_rows()
    tiles = [(r, c) for r in range(6) for c in range(8)]
    blocked = next(
        (a, b)
        for a in tiles
        for b in tiles
        if a < b and rows[a[0]][a[1]] == rows[b[0]][b[1]] and not board.linkable(a, b)
    )
    script = """async (cells) => {  // a refusal is shown for a second only
        for (const cell of cells) document.querySelector(cell).click();
        const count = (name) => document.querySelectorAll(name).length;
        await new Promise((resolve) => new MutationObserver(() => count(".path.missed") && resolve()).observe(
            document.body, {childList: true, subtree: true}));
        const {overflow} = getComputedStyle(document.querySelector(".cell.refused"));
        const message = document.querySelector("#message").textContent;
        return [count(".cell.refused"), overflow, count("#message.bad"), count(".cell.blocking"), message];
    }"""
    refused, overflow, bad, blocking, message = page.evaluate(script, [player.cell(cell) for cell in blocked])
    assert (refused, bad) == (2, 1)
    assert overflow == "visible"  # otherwise the ring of the raised tile has no upper edge
    assert blocking > 0 or "turns" in message
    player.shoot("refused")
    other = next(cell for cell in tiles if rows[cell[0]][cell[1]] != rows[blocked[0][0]][blocked[0][1]])
    page.click(player.cell(other))
    player.await_message("These tiles don’t match.")
    assert page.get_attribute(player.cell(other), "aria-selected") == "true"
    player.press("Escape")
    page.wait_for_selector(".cell.picked", state="detached")


def test_the_light_leads_back_to_where_it_could_be_won(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="relaxed", rows=4, cols=6, kinds=6, seed=20)
    page.wait_for_selector("#winnability.won")
    page.evaluate("""() => {  // whether the light ever goes out
        const light = document.querySelector("#winnability");
        new MutationObserver(() => light.hidden && (document.body.dataset.wentOut = "yes")).observe(light, {
            attributes: true,
        });
    }""")
    for _ in range(12):  # play badly until it is lost
        board = player.game().board
        losing = [move for move in board.moves() if is_lost(board.play(move))]
        player.take((losing or board.moves())[0])
        if losing:
            break
    page.wait_for_selector("#winnability.lost button")
    before = player.game().pairs
    assert f"Dead end since move {before} – a shuffle will help" in page.inner_text("#winnability")
    player.shoot("doomed")
    page.click("#winnability button:text-is('Undo to there')")
    player.await_message("Back to where the game can still be won.")
    assert player.game().pairs == before - 1
    page.wait_for_selector("#winnability.won")
    assert page.get_attribute("body", "data-went-out") is None


def test_a_hint_is_paid_once_and_can_be_clicked(sit_down: MakePlayer) -> None:
    player = sit_down(is_frozen=True)  # for a refusal is shown for a second only
    page = player.page
    player.begin(mode="classic", rows=6, cols=8, seed=5)
    hints = int(page.inner_text("[data-tool=hint] .count").split()[0])
    page.click(player.cell((0, 0)))
    player.press("h")
    page.wait_for_selector(".cell.hinted")
    assert page.locator(".cell.picked").count() == 0  # so the first click on a hinted tile selects it
    player.press("h")
    player.press("h")
    hinted = page.eval_on_selector_all(
        ".cell.hinted", "found => found.map((cell) => [cell.dataset.row, cell.dataset.col])"
    )
    first, second = [(int(row), int(col)) for row, col in hinted]
    other = next(
        cell
        for cell in ((0, 0), (0, 1), (0, 2))
        if cell not in (first, second) and player.game().board[cell] != player.game().board[first]
    )
    page.click(player.cell(first))
    page.click(player.cell(other))
    page.wait_for_selector(".cell.refused")
    assert page.locator(".cell.hinted").count() == 2
    player.pass_time(2)
    assert page.locator(".cell.refused").count() == 0, "a refusal fades by itself"
    assert page.locator(".cell.hinted").count() == 2
    player.press("Escape")
    player.take((first, second))
    assert player.game().hints_left == hints - 1


@pytest.mark.kills
@pytest.mark.full
def test_no_hint_is_paid_while_there_is_no_connection(sit_down: MakePlayer, lone_server: Server) -> None:
    player = sit_down(at=lone_server)
    page = player.page
    page.clock.install()
    player.begin(mode="classic", rows=6, cols=8, seed=5)
    hints = player.game().hints_left
    lone_server.kill()
    page.wait_for_selector("#banner:not([hidden])")
    time = player.stat("time")
    player.press("h")
    player.await_message("Connection lost.")
    player.pass_time(2)
    assert player.stat("time") == time  # the server's clock stands still as well
    lone_server.start()
    player.reconnect()
    player.await_message("Reconnected.")
    player.take(player.game().board.moves()[0])
    assert player.game().hints_left == hints


def is_lost(board: llk.Board) -> bool:
    """Whether a board can no longer be won, though there are moves."""
    return not board.is_stuck and llk.solve(board).winnable is False


def test_an_automatic_shuffle_is_announced(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=4, cols=4, kinds=4, seed=1, difficulty="medium")
    game = player.game()
    shuffles = game.shuffles_left
    assert shuffles
    player.press("Home")
    moves, board = [], game.board
    while not board.is_stuck:  # leave as few moves as possible
        moves.append(min(board.moves(), key=lambda move: len(board.play(move).moves())))
        board = board.play(moves[-1])
    *others, last = moves
    player.take_at_once(others)
    script = """async (cells) => {
        const announced = new Promise((resolve) =>
            new MutationObserver(resolve).observe(document.querySelector("#notice"), {childList: true}));
        for (const cell of cells) document.querySelector(cell).click();
        await announced;
        const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
        for (const key of ["s", "Enter", "h"]) press(key);  // the board has not been shuffled yet
        return document.querySelectorAll(".cell.picked").length;
    }"""
    assert page.evaluate(script, [player.cell(cell) for cell in last]) == 0, "nobody picks what is not seen"
    assert f"shuffled, {shuffles - 1} left" in page.inner_text("#notice")
    player.shoot("shuffled")
    page.wait_for_selector(".cell.hinted")
    game = player.game()
    player.await_picture(game.board.to_rows())
    assert page.locator(".cell.hinted").count() == 2, "the shuffle leaves the hint"
    assert game.shuffles_left == shuffles - 1, "and is paid once"
    player.take(game.board.moves()[0])


def test_a_player_can_be_asked_before_an_automatic_shuffle(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    trap = f"{player.url}/b/{to_share(llk.Board.parse('AA/AB/BA'))}"
    page.goto(trap)
    page.click("[data-action='challenge play']")
    player.await_board()
    player.take(llk.Move.parse("1,1-1,2"))
    player.await_message("No moves left – shuffled, 2 left.")
    page.click("#menu-settings")
    page.click("label:has(#set-askFirst)")
    page.keyboard.press("Escape")
    page.goto(trap)
    page.click("[data-action='challenge play']")
    player.await_board()
    player.take(llk.Move.parse("1,1-1,2"))
    page.wait_for_selector("#overlay .card")
    offered = page.locator("#overlay button").all_inner_texts()
    assert offered[-3:] == ["Shuffle (3 left)", "Undo", "Give up"]  # after the way back, once the server knows it
    player.shoot("stuck")
    page.click("#overlay button:text('Shuffle')")
    player.await_message("Shuffled. The new board can be won.")
    player.choose("timed")
    page.wait_for_selector("[data-stat=tiles] dd:text-is('144')")
    options = player.game().options
    assert (options.mode, options.when_stuck) == ("timed", "ask")
