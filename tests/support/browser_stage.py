"""What the browser tests play on: the real server in its own process, a browser, and a player."""

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import lianliankan as llk
from lianliankan.game.toy import LESSONS, work_out
from lianliankan.records.share import from_share
from reserved_port import reserve_port
from support.children import end_child, read_line, start_child
from support.paths import ROOT
from support.patience import PATIENCE
from support.unhurried_server import UNHURRIED_LLK

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Response

SCREENSHOTS = ROOT / "build" / "screenshots"

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

TAKE = """(cells) => {
    const left = Number(document.querySelector("[data-stat=tiles] dd").textContent) - cells.length;
    for (const cell of cells) document.querySelector(cell).click();
    return left;
}"""
CLICK = "(cells) => cells.forEach((cell) => document.querySelector(cell).click())"


def find_chromium(*, with_windows: bool = False) -> str | None:
    """Find a browser of the system, if possible one without windows, which is quicker; none can be downloaded."""
    names = ("chromium", "chromium-browser", "google-chrome")
    for name in names if with_windows else ("chromium-headless-shell", *names):
        if found := shutil.which(name):
            return found
    return None


def find_axe() -> Path | None:
    """Find the axe-core that `make browser` has installed."""
    return max((ROOT / "build").glob("axe-core-*/node_modules/axe-core/axe.min.js"), default=None)


NOTE_NOTICES = """
window.notices = [];
document.addEventListener("readystatechange", () => {
    const banner = document.querySelector("#banner");
    if (document.readyState !== "interactive" || !banner) return;
    const note = () => banner.checkVisibility() && notices.push(banner.textContent);
    new MutationObserver(note).observe(banner, {attributes: true, childList: true});
});
"""


class Server:
    """The web server in its own process, on a port that it keeps."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data, self._options, self.port = data, options, reserve_port()
        self._log = (data.parent / f"{data.name}.log").open("ab")
        self.start()

    def start(self) -> None:
        """Start it, and wait until it says where; the next time at the same port."""
        command = [*UNHURRIED_LLK, "serve", "--host", "127.0.0.1", "--quiet"]
        command += ["--port", str(self.port), "--data", str(self.data), *self._options]
        self._process = start_child(command, stdout=subprocess.PIPE, stderr=self._log)
        said = read_line(self._process)
        assert said.startswith("lianliankan: http://"), f"the server does not start: see {self._log.name}"
        self.url = said.split()[1].rstrip("/")

    @property
    def is_running(self) -> bool:
        """Whether it has not been killed."""
        return self._process.poll() is None

    def kill(self) -> None:
        """Kill it, like a power cut."""
        end_child(self._process)

    def stop(self) -> None:
        """Shut it down properly."""
        self._process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=PATIENCE)
        self.kill()
        self._log.close()


def skip_lesson(context: "BrowserContext") -> "BrowserContext":
    """Make the pages of a context believe that their player knows the game, so that they show no lesson first."""
    context.add_init_script("try { localStorage.setItem('lianliankan lesson', '1'); } catch {}")
    return context


def note_notices(context: "BrowserContext") -> "BrowserContext":
    """Make the pages of a context keep what their banner has said: most of it is there for a few seconds only."""
    context.add_init_script(NOTE_NOTICES)
    return context


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Server]:
    """Serve games kept in a folder."""
    server = Server(folder, *options)
    try:
        yield server
    finally:
        server.stop()


class Player:
    """A player at the page, who starts games and plays them with a solution from the solver."""

    def __init__(self, page: "Page", url: str) -> None:
        self.page, self.url = page, url

    # ---- Asking the server ------------------------------------------------------------------------------------------

    def ask(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401  # whatever JSON has
        """Ask as the page does, with its cookie."""
        headers = {"Origin": self.url}
        answer = self.page.request.fetch(self.url + path, method=method, data=body, headers=headers)
        assert answer.ok, f"{path}: {answer.status} {answer.text()}"
        return answer.json()

    def arrive(self) -> None:
        """Open the page, and wait for its board."""
        self.page.goto(self.url)
        self.await_board()

    def begin(self, **wish: object) -> str:
        """Begin a game and open it."""
        self.ask("GET", "/api/me")
        id = str(self.ask("POST", "/api/games", wish)["id"])
        self.page.goto(f"{self.url}/play/{id}")
        self.await_board()
        return id

    def choose(self, mode: str) -> None:
        """Choose a card of the dialog for new games."""
        self.press("n")
        self.page.click(f"#mode-{mode}")

    @property
    def id(self) -> str:
        """The game that is open, by the page's own address: that of the browser follows later."""
        return str(self.page.evaluate("document.URL")).rpartition("/play/")[2]

    def game(self) -> llk.Game:
        """Return the game as the server stores it."""
        found = from_share(self.ask("GET", f"/api/games/{self.id}/share")["game"])
        assert isinstance(found, llk.Game)
        return found

    # ---- Looking ----------------------------------------------------------------------------------------------------

    def await_board(self) -> None:
        """Wait until the tiles and the first message are there."""
        self.page.wait_for_selector(".cell.has-tile")
        self.page.wait_for_selector("[data-stat=tiles] dd:not(:empty)")

    def await_tiles(self, count: int, within: str = ".stage") -> None:
        """Wait until a board has so many tiles, also one that is no game."""
        script = "([name, count]) => document.querySelectorAll(name).length === count"
        self.page.wait_for_function(script, arg=[f"{within} .cell.has-tile", count])

    def stat(self, name: str) -> str:
        """Read a number at the top."""
        return self.page.inner_text(f"[data-stat={name}] dd")

    def await_stat(self, name: str, value: object) -> None:
        """Wait until a number at the top has this value."""
        script = "([name, value]) => document.querySelector(name)?.textContent.trim() === value"
        self.page.wait_for_function(script, arg=[f"[data-stat={name}] dd", str(value)])

    def await_message(self, text: str) -> None:
        """Wait until the message below the board contains a text."""
        self.page.wait_for_selector(f"#message:has-text('{text}')")

    def await_notice(self, text: str) -> None:
        """Wait until the page has said this in its banner, even if it is gone by now."""
        self.page.wait_for_function("(text) => notices.some((notice) => notice.includes(text))", arg=text)

    @property
    def is_turned(self) -> bool:
        """Whether the screen shows rows as columns."""
        return self.page.locator(".grid-row").count() != self.game().board.rows

    def await_picture(self, rows: list[list[int]], *, turned: bool = False) -> None:
        """Wait until the picture is still and shows a board: equal tiles look equal, and others differ.

        The faces are bitmaps, so this compares the pixels in the middle of every cell.
        """
        script = """(rows) => {
            const canvas = document.querySelector('canvas.tiles');
            const lines = [...document.querySelectorAll('.grid-row')];
            const side = Math.round(canvas.width / (lines[0].children.length + 32 / 48));
            const margin = Math.round(side * 16 / 48);
            const pixels = canvas.getContext('2d');
            const look = (row, col) => {
                const [x, y] = [margin + (col + 0.25) * side, margin + (row + 0.25) * side].map(Math.round);
                const {data} = pixels.getImageData(x, y, Math.round(side / 2), Math.round(side / 2));
                return data.reduce((sum, byte) => (sum * 31 + byte) % 4294967291, 0);
            };
            const looks = lines.map((line, row) => [...line.children].map((_, col) => look(row, col)));
            const before = window.looksBefore;
            window.looksBefore = String(looks);
            if (before !== String(looks)) return false;  // tiles move, or faces are still being drawn
            const [looksOf, kindsOf] = [new Map([[0, 0]]), new Map([[0, 0]])];  // no tile, no colour
            const isSame = (of, key, value) => (of.has(key) || of.set(key, value)) && of.get(key) === value;
            return rows.length === looks.length && rows.every((line, row) => line.length === looks[row].length &&
                line.every((kind, col) => isSame(looksOf, Math.max(kind, 0), looks[row][col]) &&
                    isSame(kindsOf, looks[row][col], Math.max(kind, 0))));
        }"""
        self.page.wait_for_selector(".board[data-faces]")
        wanted = [list(column) for column in zip(*rows, strict=True)] if turned else rows
        self.page.wait_for_function(script, arg=wanted, polling=100)

    def await_rest(self) -> None:
        """Wait until nothing on the page fades or slides any more; endless pulsing and countdowns do not count."""
        script = """async () => {
            const frame = () => new Promise(requestAnimationFrame);
            const isRunning = (motion) => motion.playState === "running" && motion.id !== "countdown" &&
                motion.effect.getComputedTiming().endTime < Infinity;
            for (let quiet = 0; quiet < 2; quiet++) {
                await frame();
                const running = document.getAnimations().filter(isRunning);
                if (running.length) quiet = -1;
                await Promise.allSettled(running.map((motion) => motion.finished));
            }
        }"""
        self.page.evaluate(script)

    def pass_time(self, seconds: float) -> None:
        """Let time pass on a page whose clock stands still."""
        self.page.clock.run_for(round(1000 * seconds))

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, and wait until the page has followed."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def shoot(self, name: str) -> None:
        """Keep a screenshot, if the tests are asked for them."""
        if os.environ.get("LLK_SCREENSHOTS"):
            SCREENSHOTS.mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=SCREENSHOTS / f"{name}.png")

    # ---- Playing ----------------------------------------------------------------------------------------------------

    def cell(self, cell: tuple[int, int], *, turned: bool = False) -> str:
        """Name the element of a cell."""
        row, col = reversed(cell) if turned else cell
        return f".cell[data-row='{row}'][data-col='{col}']"

    def take(self, move: tuple[tuple[int, int], tuple[int, int]], *, turned: bool = False) -> None:
        """Click the two cells of a move, without moving the mouse, and wait until the pair is gone."""
        left = self.page.evaluate(TAKE, [self.cell(cell, turned=turned) for cell in move])
        self.await_stat("tiles", left)

    def take_at_once(self, moves: Sequence[llk.Move], *, turned: bool = False) -> None:
        """Click the cells of many moves without waiting for answers, and wait until all pairs are gone."""
        left = int(self.stat("tiles")) - 2 * len(moves)
        cells = [self.cell(cell, turned=turned) for cell in as_first_seen(self.game().board, moves)]
        self.page.evaluate(CLICK, cells)
        self.await_stat("tiles", left)

    def win(self) -> None:
        """Play the open game to its end, which is then told."""
        board = self.game().board
        self.take_at_once(solution(board), turned=self.page.locator(".grid-row").count() != board.rows)
        self.page.wait_for_selector("dialog.end-dialog")

    def reconnect(self) -> None:
        """Tell the page that the network is back, as the browser does, and wait until it has its server again."""
        self.page.evaluate("() => dispatchEvent(new Event('online'))")
        self.page.wait_for_selector("#banner", state="hidden")

    def look_away(self, *, away: bool) -> None:
        """Make the page believe that its tab is hidden, or visible again."""
        script = """(away) => {
            Object.defineProperty(document, "hidden", {configurable: true, get: () => away});
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
        self.page.evaluate(script, away)

    @contextmanager
    def saving(self, **changed: object) -> Iterator[None]:
        """Do something that changes settings, and wait until the server has stored the new values.

        An answer to what the page has sent before is not taken for one to that.
        """

        def keeps(answer: "Response") -> bool:
            sent = answer.request.post_data if answer.url.endswith("/api/settings") else None
            return sent is not None and changed.items() <= json.loads(sent).items()

        with self.page.expect_response(keeps) as kept:
            yield
        assert kept.value.ok

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def walk_to(self, cell: tuple[int, int]) -> None:
        """Go to a cell with the arrow keys alone."""
        wanted = f"{cell[0]},{cell[1]}"
        script = "() => { const {row, col} = document.activeElement.dataset; return `${row},${col}`; }"
        self.press("Home")
        for _ in range(300):
            here = self.page.evaluate(script)
            if here == wanted:
                return
            row = None if "undefined" in here else int(here.split(",")[0])
            after = row is None or tuple(map(int, here.split(","))) < cell
            self.press("ArrowRight" if after else "ArrowLeft")
        raise AssertionError(f"the arrows do not lead to {wanted}")


def solution(board: llk.Board) -> tuple[llk.Move, ...]:
    """Return the moves that clear a board."""
    verdict = llk.solve(board)
    assert verdict.winnable
    return verdict.moves


def as_first_seen(board: llk.Board, moves: Sequence[llk.Move]) -> list[llk.Cell]:
    """Return the cells of some moves where their tiles are before the first of them."""
    first = {llk.Cell(row, col): llk.Cell(row, col) for row in range(board.rows) for col in range(board.cols)}
    seen = []
    for move in moves:
        seen += [first[cell] for cell in move]
        first |= {shift.end: first[shift.start] for shift in list(llk.shifts(board, move))}
        board = board.play(move)
    return seen


def play_lesson(player: Player, name: str, pick: Callable[[tuple[int, int]], object]) -> None:
    """Wait for the board of a lesson, and play the pairs that the finger shows."""
    toy, number = work_out(LESSONS[name]), 0
    player.await_tiles(sum(kind > 0 for row in toy.positions[0].rows for kind in row))
    while (hint := toy.positions[number].hint) is not None:
        for cell in hint:
            pick(cell)
        number = next(pair.next for pair in toy.positions[number].pairs if pair.cells == hint)
        left = sum(kind > 0 for row in toy.positions[number].rows for kind in row)
        player.await_tiles(left)


def check(player: Player, name: str) -> None:
    """Run axe-core on the page as it is, in light, and for its colours in dark."""
    script = """async (rules) => {
        const {violations} = await axe.run({resultTypes: ["violations"], ...rules});
        const first = (nodes) => nodes.slice(0, 3).map(({html}) => html.slice(0, 160)).join(" | ");
        return violations.map(({id, nodes}) => `${id}: ${first(nodes)}`);
    }"""
    found: dict[str, Any] = {}
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        player.page.emulate_media(color_scheme=scheme)
        player.await_rest()
        player.shoot(f"state-{name}-{scheme}")
        found[scheme] = player.page.evaluate(script, {"runOnly": ["color-contrast"]} if scheme == "dark" else {})
    assert found == {"light": [], "dark": []}, (name, found)
