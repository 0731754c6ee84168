"""The kernel in the page: paths are shown before the server has answered, and taken back if it says otherwise."""

from collections.abc import Callable, Iterator, Sequence

import pytest

import lianliankan as llk
from support.browser_stage import Player, Server, solution
from support.held_line import HeldLine, held_line
from support.paths import ROOT

MakePlayer = Callable[..., Player]

KERNEL = ROOT / "src" / "lianliankan" / "web" / "static" / "kernel.wasm"

SHOWN_AT_ONCE = """(cells) => {
    for (const cell of cells) document.querySelector(cell).click();
    const path = document.querySelector(".effects .path.linked .line");
    return [path?.getAttribute("points") ?? null, document.querySelector("[data-stat=tiles] dd").textContent];
}"""

pytestmark = pytest.mark.skipif(not KERNEL.exists(), reason="there is no kernel.wasm; run: make wasm")


@pytest.fixture
def line(server: Server) -> Iterator[HeldLine]:
    with held_line(server.port) as line:
        yield line


def load_kernel(player: Player) -> None:
    """Pick a tile and drop it again, and wait until the kernel can be used."""
    page = player.page
    cell = player.cell(player.game().board.moves()[0].a)
    with page.expect_response("**/kernel.wasm") as answer:
        page.click(cell)
    page.click(cell)
    assert answer.value.headers["content-type"] == "application/wasm"
    answer.value.finished()


def click(player: Player, cells: Sequence[llk.Cell]) -> tuple[str | None, str]:
    """Click tiles at once; return the points of the path that is there now, and the number of tiles."""
    path, tiles = player.page.evaluate(SHOWN_AT_ONCE, [player.cell(cell) for cell in cells])
    return path, tiles


@pytest.mark.parametrize("gravity", ["still", "down"])
def test_a_path_is_there_before_the_answer(sit_down: MakePlayer, line: HeldLine, gravity: str) -> None:
    player = sit_down(at=line)
    player.begin(mode="classic", rows=6, cols=8, seed=5, gravity=gravity)
    load_kernel(player)
    moves = solution(player.game().board)
    for number, move in enumerate(moves[:6]):
        line.hold()
        path, tiles = click(player, move)
        assert tiles == str(48 - 2 * number), "the server has not answered yet"
        line.release()
        player.await_stat("tiles", 46 - 2 * number)
        if path:
            break
    else:
        pytest.fail("no path was shown before the answer")
    player.page.wait_for_selector(".path.linked", state="detached")
    player.await_picture(player.game().board.to_rows())


def test_what_does_not_link_shows_no_path(sit_down: MakePlayer, line: HeldLine) -> None:
    player = sit_down(at=line, is_frozen=True)  # for a refusal is shown for a second only
    player.begin(mode="classic", rows=6, cols=8, seed=5)
    load_kernel(player)
    board = player.game().board
    line.hold()
    cells = [cell for cell, _ in board.tiles()]
    apart = next((a, b) for a in cells for b in cells if a < b and board[a] == board[b] and not board.linkable(a, b))
    assert click(player, apart)[0] is None
    line.release()
    player.page.wait_for_selector(".cell.refused")
    assert player.page.locator(".path.linked").count() == 0


def test_a_path_is_taken_back_if_the_board_has_changed(sit_down: MakePlayer, server: Server, line: HeldLine) -> None:
    """Another window has removed one of the two tiles, and this one has not heard of it yet."""
    player = sit_down(at=line)
    page = player.page
    player.begin(mode="classic", rows=6, cols=8, seed=5)
    load_kernel(player)
    board = player.game().board
    line.hold()
    first, second = next((one, other) for one in board.moves() for other in board.moves() if len({*one, *other}) == 3)
    other = Player(page.context.new_page(), server.url)
    other.page.goto(f"{server.url}/play/{player.id}")
    other.await_board()
    other.take(first)
    path, _ = click(player, second)
    assert path, "this window knows of nothing"
    line.release()
    page.wait_for_selector(".path.linked", state="detached")
    player.await_stat("tiles", 46)
    player.await_picture(board.play(first).to_rows())


def test_without_a_kernel_the_path_comes_with_the_answer(sit_down: MakePlayer) -> None:
    player = sit_down()
    player.page.route("**/kernel.wasm", lambda route: route.abort())
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    for move in solution(player.game().board)[:3]:
        player.take(move)
    player.await_picture(player.game().board.to_rows())
