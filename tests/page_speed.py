"""Measure how fast the page draws and moves a large board on a slow machine: `../.venv/bin/python page_speed.py` here.

Chromium's main thread is slowed down four times. The same board is drawn in two ways, one after the other, as often as
asked: by the page, whose tiles are bitmaps on a canvas, and the plain way, each tile an SVG `<use>` of its symbol.
"""

import sys
import tempfile
from itertools import pairwise
from math import isnan, nan
from pathlib import Path
from statistics import median
from typing import Any

import click
from playwright.sync_api import Browser, Page, sync_playwright

import lianliankan as llk
from browser_stage import FLAGS, Player, find_chromium, serving

SLOWER = 4
WISH = {"mode": "relaxed", "rows": 16, "cols": 30, "kinds": 48, "seed": 7, "gravity": "left"}
VIEW = {"width": 1280, "height": 800}

# Notes when the board came, when its faces were there, and every frame.
WATCH = """() => {
    const Plain = WebSocket;
    window.frames_ = [];
    window.WebSocket = class extends Plain {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", ({data}) => {
                if (data.includes('"type":"state"')) window.came ??= performance.now();
                if (/"event":"(packed|shuffled)"/.test(data)) window.hasActed = true;
            });
        }
    };
    const look = () => {
        window.frames_.push(performance.now());
        if (document.querySelector(".board[data-faces]")) window.drawn ??= performance.now();
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""

PLAIN = """async ([rows, faces]) => {
    const sprite = await (await fetch(`/faces/${faces}.svg`)).text();
    const began = performance.now();
    document.body.replaceChildren();
    const holder = document.createElement("div");
    const parsed = new DOMParser().parseFromString(sprite, "image/svg+xml").documentElement;
    parsed.setAttribute("width", 0);
    parsed.setAttribute("height", 0);
    const make = (tag, given, ...children) => {
        const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
        for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
        element.append(...children);
        return element;
    };
    const side = 40;
    const picture = make("svg", {width: rows[0].length * side, height: (rows.length + 1) * side});
    window.plain = rows.flatMap((line, row) => line.map((kind, col) => {
        const size = {width: side - 2, height: side - 2};
        const body = make("rect", {...size, rx: 6, fill: "#fdf6e6"});
        const tile = make("g", {}, body, make("use", {...size, href: `#k${kind}`}));
        tile.style.transition = "transform 230ms";
        tile.style.transform = `translate(${col * side}px, ${row * side}px)`;
        picture.append(tile);
        return {tile, row, col};
    }));
    window.shift = (some) => {
        for (const {tile, row, col} of window.plain.slice(0, some))
            tile.style.transform = `translate(${col * side}px, ${(row + 1) * side}px)`;
    };
    document.body.append(document.importNode(parsed, true), picture);
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - began;
}"""


def interval(moments: list[float]) -> float:
    """Give the interval that 95 of 100 frames keep, in milliseconds."""
    gaps = sorted(after - before for before, after in pairwise(moments))
    return gaps[int(0.95 * len(gaps))]


def frames(page: Page, act: str, given: object = None) -> float:
    """Do something, and give the interval of frames until it is over."""
    script = f"""async (given) => {{
        const wait = (time) => new Promise((done) => setTimeout(done, time));
        window.hasActed = !document.querySelector(".board"); // which waits for the server's answer
        ({act})(given);
        while (!window.hasActed) await wait(1);
        window.frames_.length = 0;
        await wait(600);
        return window.frames_;
    }}"""
    return interval(page.evaluate(script, given))


def packing(board: llk.Board) -> tuple[llk.Move, int]:
    """Find the move after which the most tiles slide, and how many do."""
    rows = board.to_rows()

    def slid(move: llk.Move) -> int:
        after = board.play(move).to_rows()
        return sum(a != b for line, other in zip(rows, after, strict=True) for a, b in zip(line, other, strict=True))

    best = max(board.moves(), key=slid)
    return best, slid(best)


def measure(browser: Browser, url: str, faces: str) -> dict[str, tuple[float, float]]:
    """Measure once: by the page, and the plain way."""
    context = browser.new_context(viewport=VIEW, locale="en-US")  # type: ignore[arg-type]  # two numbers by name
    page = context.new_page()
    player = Player(page, url)
    page.add_init_script(f"localStorage.setItem('lianliankan', '{{\"faces\": \"{faces}\"}}')")
    page.add_init_script(f"({WATCH})()")
    page.goto(f"{url}/healthz")
    player.ask("GET", "/api/me")
    id = str(player.ask("POST", "/api/games", WISH)["id"])
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(f"{url}/play/{id}")
    page.wait_for_selector(".board[data-faces]")
    page.wait_for_timeout(1500)
    found: dict[str, Any] = {"drawn": page.evaluate("() => window.drawn - window.came")}
    dealt = "() => window.frames_.filter((moment) => moment > window.drawn && moment < window.drawn + 600)"
    found["dealt"] = interval(page.evaluate(dealt))
    move, count = packing(player.game().board)
    take = "(cells) => cells.forEach((cell) => document.querySelector(cell).click())"
    found["packing"] = frames(page, take, [player.cell(cell) for cell in move])
    found["shuffle"] = frames(page, "() => document.querySelector('[data-tool=shuffle]').click()")
    rows = player.game().first_board.to_rows()
    plain = {"drawn": page.evaluate(PLAIN, [rows, faces])}
    page.wait_for_timeout(1500)
    plain["packing"] = frames(page, "(count) => window.shift(count)", count)
    plain["shuffle"] = frames(page, "() => window.shift(480)")
    context.close()
    return {name: (found[name], plain.get(name, nan)) for name in found}


@click.command()
@click.option("--faces", default="opera", show_default=True, help="The set: opera is the heaviest to draw.")
@click.option("--rounds", default=3, show_default=True)
def main(faces: str, rounds: int) -> None:
    """Measure, and print a table."""
    path = find_chromium()
    if path is None:
        sys.exit("there is no chromium: apt install chromium")
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data") as server,
        sync_playwright() as started,
    ):
        browser = started.chromium.launch(executable_path=path, args=FLAGS)
        found = [measure(browser, server.url, faces) for _ in range(rounds)]
        browser.close()
    about = {
        "drawn": "from the board's arrival to all faces drawn",
        "dealt": "frame interval, p95, all 480 tiles are dealt",
        "packing": "frame interval, p95, a row or two slide",
        "shuffle": "frame interval, p95, all 480 tiles turn",
    }
    click.echo(f"{faces}, 16×30, {SLOWER} times slower, median of {rounds}")
    for name, text in about.items():
        own, plain = ([one[name][way] for one in found] for way in (0, 1))
        said = f"{text:<52} {median(own):5.0f} ms"
        if not isnan(plain[0]):
            said += f"   plain SVG {median(plain):5.0f} ms, {median(plain) / median(own):4.1f} times"
        click.echo(said)


if __name__ == "__main__":
    main()
