"""Quick players: while answers are held up, with pairs under way, while the path of the last pair is still shown."""

from collections.abc import Callable, Iterator
from itertools import chain

import pytest

import lianliankan as llk
from support.browser_stage import CLICK, Player, Server, as_first_seen, solution
from support.held_line import HeldLine, held_line
from support.patience import wait_until

MakePlayer = Callable[..., Player]


@pytest.fixture
def motion() -> str:
    return "no-preference"


ESCAPE = """() => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
    return document.querySelector("#message").textContent.trim();
}"""


@pytest.fixture
def line(server: Server) -> Iterator[HeldLine]:
    with held_line(server.port) as line:
        yield line


def await_commands(player: Player, server: Server, count: int) -> None:
    """Wait until the server has done so many commands, whatever the page has heard of them."""
    beside = Player(player.page, server.url)
    wait_until(lambda: beside.game().version == count)


@pytest.mark.parametrize("gravity", ["still", "down"])
def test_twenty_quick_pairs_on_a_slow_line(sit_down: MakePlayer, server: Server, line: HeldLine, gravity: str) -> None:
    """They are all sent before the first is answered: together they take one round trip, and not twenty."""
    player = sit_down(at=line)
    player.begin(mode="classic", seed=7, gravity=gravity)
    board = player.game().board
    moves = solution(board)[:20]
    line.hold("down")
    player.page.evaluate(CLICK, [player.cell(cell) for cell in as_first_seen(board, moves)])
    assert player.page.locator(".cell.picked").count() == 40, "every tile is marked at once"
    await_commands(player, server, 20)
    assert player.stat("tiles") == str(board.tile_count), "no answer has arrived"
    line.release()
    player.await_stat("tiles", board.tile_count - 40)
    game = player.game()
    assert [str(entry.command) for entry in game.entries] == [f"play {move}" for move in moves]
    player.await_picture(game.board.to_rows())
    assert player.page.locator(".cell.picked").count() == 0


def test_what_the_server_refuses_is_taken_back_and_the_rest_goes_on(sit_down: MakePlayer, line: HeldLine) -> None:
    player = sit_down(at=line, is_frozen=True)  # for a refusal is shown for a second only
    page = player.page
    player.begin(mode="classic", rows=6, cols=8, seed=5)
    board = player.game().board
    cells = [llk.Cell(row, col) for row in range(6) for col in range(8)]
    moves = solution(board)[:3]
    blocked = next(
        (a, b)
        for a in cells
        for b in cells
        if a < b and board[a] == board[b] and not board.linkable(a, b) and not {a, b} & set(chain(*moves))
    )
    line.hold()
    page.evaluate(CLICK, [player.cell(cell) for cell in chain(moves[0], blocked, *moves[1:])])
    assert page.locator(".cell.picked").count() == 8
    line.release()
    page.wait_for_selector(".cell.refused")
    player.await_stat("tiles", 42)
    assert page.locator(".cell.refused").count() == 2, "the pairs behind it do not hide it"
    assert page.locator("#message.bad").count() == 1
    player.pass_time(2)
    assert page.locator(".cell.refused").count() == 0
    assert player.game().board == board.play(moves[0]).play(moves[1]).play(moves[2])


@pytest.mark.kills
@pytest.mark.full
def test_pairs_under_way_survive_a_killed_server(sit_down: MakePlayer, lone_server: Server) -> None:
    """Whether they had not arrived yet, or had been done and only the answers were lost."""
    with held_line(lone_server.port) as line:
        player = sit_down(at=line)
        page = player.page
        player.begin(mode="classic", rows=6, cols=8, seed=5, gravity="left")
        boards = [player.game().board]
        moves = solution(boards[0])[:12]
        for move in moves:
            boards.append(boards[-1].play(move))
        for ways, first in (("up", "down"), 0), (("down",), 6):
            line.hold(*ways)
            cells = as_first_seen(boards[first], moves[first : first + 6])
            page.evaluate(CLICK, [player.cell(cell) for cell in cells])
            if ways == ("down",):
                await_commands(player, lone_server, 12)
            lone_server.kill()
            line.cut()
            page.wait_for_selector("#banner:has-text('Connection lost')")
            lone_server.start()
            page.wait_for_selector("#banner", state="hidden")
            player.await_stat("tiles", 36 - 2 * first)
            played = [str(entry.command) for entry in player.game().entries if entry.command.word == "play"]
            assert played == [f"play {move}" for move in moves[: first + 6]]


@pytest.mark.kills
@pytest.mark.full
def test_escape_drops_the_selection_and_says_so(sit_down: MakePlayer, lone_server: Server) -> None:
    with held_line(lone_server.port) as line:
        player = sit_down(at=line)
        page = player.page
        player.begin(mode="classic", rows=4, cols=6, seed=7)
        first, second = solution(player.game().board)[:2]

        def click(*cells: llk.Cell) -> None:
            page.evaluate(CLICK, [player.cell(cell) for cell in cells])

        def press_escape() -> str:
            """Press Esc, and return what the page says at once."""
            return str(page.evaluate(ESCAPE))

        line.hold()
        click(*first, second.a)  # a pair is under way
        assert press_escape() == "Selection cleared."
        press_escape()  # which it stays
        line.release()
        player.await_stat("tiles", 22)
        assert page.locator(".cell.picked").count() == 0
        lone_server.kill()
        page.wait_for_selector("#banner:has-text('Connection lost')")
        click(second.a)
        assert press_escape() == "Selection cleared."
        assert page.locator(".cell.picked").count() == 0
        click(*second)
        assert press_escape() == "Selection cleared."  # it has not been sent
        assert page.locator(".cell.picked").count() == 0
        lone_server.start()
        player.reconnect()
        player.take(second)
        played = [str(entry.command) for entry in player.game().entries if entry.command.word == "play"]
        assert played == [f"play {first}", f"play {second}"]


def test_with_reduced_motion_the_tiles_stay_while_the_path_is_shown(sit_down: MakePlayer) -> None:
    player = sit_down(reduced_motion="reduce", is_frozen=True)
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    moves = solution(player.game().board)
    page.wait_for_selector(".board[data-faces]")
    seen = """(cells) => {
        const canvas = document.querySelector("canvas.tiles");
        const hasTile = (name) => {
            const [cell, box] = [document.querySelector(name), canvas].map((found) => found.getBoundingClientRect());
            const scale = canvas.width / box.width;
            const [x, y] = [cell.x + cell.width / 2 - box.x, cell.y + cell.height / 2 - box.y];
            return canvas.getContext("2d").getImageData(x * scale, y * scale, 1, 1).data[3] > 0;
        };
        const path = document.querySelector(".path.linked");
        return [...cells.map(hasTile), path && path.getAnimations({subtree: true}).length];
    }"""
    cells = [player.cell(cell) for cell in moves[0]]
    page.evaluate(CLICK, cells)
    page.wait_for_selector(".path.linked", state="attached")
    player.await_stat("tiles", 22)
    for _ in range(5):
        player.pass_time(0.1)
        assert page.evaluate(seen, cells) == [True, True, 0]
    player.pass_time(0.2)
    assert page.evaluate(seen, cells) == [False, False, None]
    page.evaluate(CLICK, [player.cell(cell) for cell in chain(*moves[1:4])])
    player.await_stat("tiles", 16)  # quick players do not wait for it
    assert page.locator(".path.linked").count() <= 1
    player.pass_time(2)
    player.await_picture(player.game().board.to_rows())


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_click_means_the_tile_that_is_seen(sit_down: MakePlayer, motion: str) -> None:
    player = sit_down(reduced_motion=motion)
    player.begin(mode="classic", rows=4, cols=6, seed=1, gravity="down")
    board = player.game().board
    first, second = next(
        (move, after)
        for move in board.moves()
        for shift in llk.shifts(board, move)
        for after in board.play(move).moves()
        if after.a == shift.end
    )
    script = """async ([pair, next]) => {
        const tiles = document.querySelector("[data-stat=tiles] dd");
        for (const cell of pair) document.querySelector(cell).click();
        await new Promise((resolve) => new MutationObserver(resolve).observe(tiles, {childList: true, subtree: true}));
        for (const cell of next) document.querySelector(cell).click();  // the tiles have not slid yet
    }"""
    seen = [player.cell(cell) for cell in as_first_seen(board, (first, second))]
    player.page.evaluate(script, [seen[:2], seen[2:]])
    player.await_stat("tiles", 20)
    assert player.game().board == board.play(first).play(second)
