"""Measure how fast a returning player sees the board, with nothing in the cache; docs/page.md names the command.

The page of this checkout is compared with those of other checkouts in which `make play` has set up what is needed, such
as one of an older commit. All are measured in turn, in a Chromium with the window of a phone. On slow lines, which the
DevTools protocol makes, its processor is four times slower.
"""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urljoin

import click
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from support.browser_stage import FLAGS, find_chromium, skip_lesson
from support.children import child, read_line
from support.paths import ROOT
from support.patience import PATIENCE

VIEW = {"width": 390, "height": 844}

# Notes when the board is first seen with its faces.
WATCH = """{
    const look = () => {
        if (document.querySelector(".board[data-faces]")) setTimeout(() => (window.seen = performance.now()));
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""


class Line(NamedTuple):
    """A line: its latency in milliseconds, its Mbit/s, and how many times slower the processor is."""

    name: str
    latency: int
    speed: float
    slower: int


LINES = (Line("no slowing down", 0, 0, 1), Line("slow 4G", 150, 1.6, 4), Line("3G", 400, 0.4, 4))


class Visit(NamedTuple):
    """A visit: responses, kilobytes on the wire, seconds until something is painted, until the board has its faces."""

    responses: int
    kilobytes: float
    painted: float
    board: float


@contextmanager
def serve(checkout: Path) -> Iterator[str]:
    """Start the server of a checkout with an empty store, and yield the address that lets its owner in."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(checkout / ".venv" / "bin" / "llk"), "play", "--no-browser", "--port", "0"]
        with child([*command, "--data", folder], stdout=subprocess.PIPE, cwd=checkout) as server:
            yield read_line(server).split()[1]


def begin(browser: Browser, url: str) -> BrowserContext:
    """Return a browser whose player has a game, and has played before."""
    context = skip_lesson(browser.new_context(viewport=VIEW, device_scale_factor=2, is_mobile=True, has_touch=True))  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    with page.expect_response(lambda answer: answer.url.endswith("/api/settings")):  # stored a while after the start
        page.goto(url)
    page.wait_for_selector(".board[data-faces]")
    page.close()
    return context


def visit(context: BrowserContext, url: str, line: Line) -> Visit:
    """Visit the page once on a line, with nothing in the cache."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.add_init_script(WATCH)
    devtools = context.new_cdp_session(page)
    sizes: dict[str, float] = {}

    def note(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = event.get("encodedDataLength", 0)

    devtools.on("Network.responseReceived", note)
    devtools.on("Network.loadingFinished", note)
    devtools.send("Network.enable")
    devtools.send("Network.clearBrowserCache")
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": line.slower})
    if line.speed:
        bytes_a_second = line.speed * 1e6 / 8
        speeds = {"downloadThroughput": bytes_a_second, "uploadThroughput": bytes_a_second}
        devtools.send("Network.emulateNetworkConditions", {"offline": False, "latency": line.latency, **speeds})
    page.goto(urljoin(url, "/"))
    page.wait_for_selector(".board[data-faces]")
    page.wait_for_load_state("networkidle")
    painted, board = page.evaluate("[performance.getEntriesByName('first-contentful-paint')[0].startTime, seen]")
    page.close()
    return Visit(len(sizes), sum(sizes.values()) / 1000, painted / 1000, board / 1000)


def write_range(values: list[Any], form: str) -> str:
    """Return the least and the greatest of some values."""
    least, most = format(min(values), form), format(max(values), form)
    return least if least == most else f"{least}–{most}"


@click.command()
@click.argument("others", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--rounds", default=3, show_default=True)
def main(others: tuple[Path, ...], rounds: int) -> None:
    """Measure the page of this checkout after those of others, and print a table."""
    path = find_chromium()
    if path is None:
        raise click.ClickException("chromium was not found; apt install chromium")
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        browser = stack.enter_context(playwright.chromium.launch(executable_path=path, args=FLAGS))
        places = [stack.enter_context(serve(checkout.resolve())) for checkout in (*others, ROOT)]
        players = [begin(browser, url) for url in places]
        found: dict[tuple[str, int], list[Visit]] = {}
        for _ in range(rounds):
            for line in LINES:
                for place, (context, url) in enumerate(zip(players, places, strict=True)):
                    found.setdefault((line.name, place), []).append(visit(context, url, line))
    names = [*(other.name for other in others), "this checkout"]
    click.echo(f"| | {' | '.join(names)} |\n|---|{'--:|' * len(names)}")

    def write_row(name: str, line: str, field: str, form: str) -> None:
        values = [[getattr(one, field) for one in found[line, place]] for place in range(len(names))]
        click.echo(f"| {name} | {' | '.join(write_range(each, form) for each in values)} |")

    write_row("responses", LINES[0].name, "responses", "d")
    write_row("KB", LINES[0].name, "kilobytes", ".0f")
    for line in LINES:
        write_row(f"first contentful paint, {line.name}", line.name, "painted", ".1f")
        write_row(f"board with faces, {line.name}", line.name, "board", ".1f")


if __name__ == "__main__":
    main()
