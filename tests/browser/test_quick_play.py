"""Quick players: on a slow line, with pairs under way, while the path of the last pair is still shown."""

from collections.abc import Callable, Iterator
from itertools import chain

import pytest

import lianliankan as llk
from support.browser_stage import CLICK, Player, Server, as_first_seen, solution
from support.slow_line import SlowLine, slow_line

MakePlayer = Callable[..., Player]


@pytest.fixture
def motion() -> str:
    return "no-preference"


ROUND_TRIP = 0.2
MAX_MILLISECONDS = 2000  # for twenty pairs

ESCAPE = """() => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
    return document.querySelector("#message").textContent.trim();
}"""


@pytest.fixture
def line(server: Server) -> Iterator[SlowLine]:
    with slow_line(server.port) as line:
        yield line


@pytest.mark.parametrize("gravity", ["still", "down"])
def test_twenty_quick_pairs_on_a_slow_line(sit_down: MakePlayer, line: SlowLine, gravity: str) -> None:
    player = sit_down(at=line)
    times = [play_twenty_pairs(player, line, gravity)]
    while times[-1] > MAX_MILLISECONDS and len(times) < 4:  # the machine may be busy with other things
        times.append(play_twenty_pairs(player, line, gravity))
    assert min(times) < MAX_MILLISECONDS


def play_twenty_pairs(player: Player, line: SlowLine, gravity: str) -> float:
    """Click twenty pairs of a new game at once, and return how many milliseconds it takes until they are gone."""
    line.round_trip = 0.0
    player.begin(mode="classic", seed=7, gravity=gravity)
    line.round_trip = ROUND_TRIP
    board = player.game().board
    moves = solution(board)[:20]
    script = """async ([cells, left]) => {
        const began = performance.now();
        for (const cell of cells) document.querySelector(cell).click();
        const marked = document.querySelectorAll(".cell.picked").length;
        const tiles = document.querySelector("[data-stat=tiles] dd");
        while (tiles.textContent !== left && performance.now() < began + 20000)
            await new Promise((resolve) => setTimeout(resolve, 10));
        return [marked, performance.now() - began];
    }"""
    cells = [player.cell(cell) for cell in as_first_seen(board, moves)]
    marked, milliseconds = player.page.evaluate(script, [cells, str(board.tile_count - 40)])
    assert marked == 40, "every tile is marked at once"
    game = player.game()
    assert [str(entry.command) for entry in game.entries] == [f"play {move}" for move in moves]
    assert player.shows(game.board.to_rows())
    assert player.page.locator(".cell.picked").count() == 0
    return float(milliseconds)


def test_what_the_server_refuses_is_taken_back_and_the_rest_goes_on(sit_down: MakePlayer, line: SlowLine) -> None:
    player = sit_down(at=line)
    page = player.page
    player.begin(mode="classic", rows=6, cols=8, seed=5)
    line.round_trip = ROUND_TRIP
    board = player.game().board
    cells = [llk.Cell(row, col) for row in range(6) for col in range(8)]
    moves = solution(board)[:3]
    blocked = next(
        (a, b)
        for a in cells
        for b in cells
        if a < b and board[a] == board[b] and not board.linkable(a, b) and not {a, b} & set(chain(*moves))
    )
    page.evaluate(CLICK, [player.cell(cell) for cell in chain(moves[0], blocked, *moves[1:])])
    assert page.locator(".cell.picked").count() == 8
    page.wait_for_selector(".cell.refused")
    player.await_stat("tiles", 42)
    assert page.locator(".cell.refused").count() == 2, "the pairs behind it do not hide it"
    assert page.locator("#message.bad").count() == 1
    page.wait_for_selector(".cell.refused", state="detached")
    assert player.game().board == board.play(moves[0]).play(moves[1]).play(moves[2])


def test_pairs_under_way_survive_a_killed_server(sit_down: MakePlayer, lone_server: Server) -> None:
    with slow_line(lone_server.port) as line:
        player = sit_down(at=line)
        page = player.page
        player.begin(mode="classic", rows=6, cols=8, seed=5, gravity="left")
        line.round_trip = ROUND_TRIP
        board = player.game().board
        moves = solution(board)[:12]
        seen = [player.cell(cell) for cell in as_first_seen(board, moves)]
        page.evaluate(CLICK, seen[:12])
        lone_server.kill()
        page.wait_for_selector("#banner:has-text('Connection lost')")
        lone_server.start()
        page.wait_for_selector("#banner", state="hidden")
        player.await_stat("tiles", 36)
        played = [str(entry.command) for entry in player.game().entries if entry.command.word == "play"]
        assert played == [f"play {move}" for move in moves[:6]]


def test_escape_drops_the_selection_and_says_so(sit_down: MakePlayer, lone_server: Server) -> None:
    with slow_line(lone_server.port) as line:
        player = sit_down(at=line)
        page = player.page
        player.begin(mode="classic", rows=4, cols=6, seed=7)
        line.round_trip = ROUND_TRIP
        first, second = solution(player.game().board)[:2]

        def click(*cells: llk.Cell) -> None:
            page.evaluate(CLICK, [player.cell(cell) for cell in cells])

        def press_escape() -> str:
            """Press Esc, and return what the page says at once."""
            return str(page.evaluate(ESCAPE))

        click(*first, second.a)  # a pair is under way
        assert press_escape() == "Selection cleared."
        press_escape()  # which it stays
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
    player = sit_down(reduced_motion="reduce")
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    moves = solution(player.game().board)
    page.wait_for_selector(".board[data-faces]")
    script = """async (cells) => {
        const frame = () => new Promise(requestAnimationFrame);
        const canvas = document.querySelector("canvas.tiles");
        const hasTile = (name) => {
            const [cell, box] = [document.querySelector(name), canvas].map((found) => found.getBoundingClientRect());
            const scale = canvas.width / box.width;
            const [x, y] = [cell.x + cell.width / 2 - box.x, cell.y + cell.height / 2 - box.y];
            return canvas.getContext("2d").getImageData(x * scale, y * scale, 1, 1).data[3] > 0;
        };
        const path = () => document.querySelector(".path.linked");
        for (const cell of cells) document.querySelector(cell).click();
        while (!path()) await frame();
        const began = performance.now();
        await frame();
        const during = [...cells.map(hasTile), path().getAnimations({subtree: true}).length];
        while (path()) await frame();
        const milliseconds = performance.now() - began;
        await frame();
        await frame();
        return [during, milliseconds, cells.map(hasTile)];
    }"""
    during, milliseconds, after = page.evaluate(script, [player.cell(cell) for cell in moves[0]])
    assert during == [True, True, 0]
    assert milliseconds > 500
    assert after == [False, False]
    page.evaluate(CLICK, [player.cell(cell) for cell in chain(*moves[1:4])])
    player.await_stat("tiles", 16)  # quick players do not wait for it
    assert page.locator(".path.linked").count() <= 1
    assert player.shows(player.game().board.to_rows())


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
