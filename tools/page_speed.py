"""Measure how fast the page draws and moves a large board on a slow machine; docs/page.md names the command.

Chromium's main thread is slowed down four times. The same board makes the same motions in two ways, one after the
other: by the page, whose tiles are bitmaps on a canvas, and the plain way, each tile an SVG `<use>` of its symbol. The
page also handles server messages, shows texts and draws paths meanwhile; the plain way does not. The row in which
nothing moves shows how much of an interval is due to the machine.
"""

from itertools import pairwise
from statistics import median
from typing import Any

import click
from playwright.sync_api import Browser, Page

import lianliankan as llk
from game_browser import open_browser
from support.browser_stage import Player

SLOWER = 4
WISH = {"mode": "relaxed", "rows": 16, "cols": 30, "kinds": 48, "seed": 7, "gravity": "left"}
VIEW = {"width": 1280, "height": 800}
SPAN = 600  # milliseconds in which frames are counted

# Records when the board arrived, when its faces were ready, and every frame.
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
        if (document.querySelector(".board[data-faces]") && !window.isSeen) {
            window.isSeen = true;
            setTimeout(() => (window.painted = performance.now())); // after the frame that shows it
        }
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
    const wave = (col) => (320 * col) / rows[0].length;
    const at = ({row, col}) => `translate(${col * side}px, ${row * side}px)`;
    window.plainly = {
        slide: (some) => {
            for (const {tile, row, col} of window.plain.slice(0, some)) tile.style.transform = at({row: row + 1, col});
        },
        turn: () => {
            for (const {tile, row, col} of window.plain) {
                const flat = {transform: `${at({row, col})} scaleX(0)`};
                tile.animate([{}, flat, {}], {duration: 220, delay: wave(col)});
            }
        },
        deal: () => {
            for (const {tile, row, col} of window.plain) {
                const above = {opacity: 0, transform: at({row: row - 0.3, col})};
                tile.animate([above, {}], {duration: 220, delay: wave(col), fill: "backwards"});
            }
        },
    };
    document.body.append(document.importNode(parsed, true), picture);
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - began;
}"""


def intervals(moments: list[float]) -> tuple[float, float]:
    """Return the 50th and 95th percentiles of the frame intervals, in milliseconds."""
    gaps = sorted(after - before for before, after in pairwise(moments)) or [SPAN]  # not even two frames
    return gaps[len(gaps) // 2], gaps[int(0.95 * len(gaps))]


def frames(page: Page, act: str, given: object = None, *, answered: bool = False) -> tuple[float, float]:
    """Do something, wait for the server's answer if there is one, and return the frame intervals until it is over."""
    script = f"""async (given) => {{
        const wait = (time) => new Promise((done) => setTimeout(done, time));
        window.hasActed = {"false" if answered else "true"};
        ({act})(given);
        while (!window.hasActed) await wait(1);
        window.frames_.length = 0;
        await wait({SPAN});
        return window.frames_;
    }}"""
    return intervals(page.evaluate(script, given))


def packing(board: llk.Board) -> tuple[llk.Move, int]:
    """Find the move after which the most tiles slide, and how many do."""
    rows = board.to_rows()

    def slid(move: llk.Move) -> int:
        after = board.play(move).to_rows()
        return sum(a != b for line, other in zip(rows, after, strict=True) for a, b in zip(line, other, strict=True))

    best = max(board.moves(), key=slid)
    return best, slid(best)


def open_board(browser: Browser, url: str, faces: str, **look: object) -> Player:
    """Open a new game on a slow machine, and wait until its tiles are there."""
    context = browser.new_context(viewport=VIEW, locale="en-US", **look)  # type: ignore[arg-type]  # a view, a motion
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
    page.wait_for_timeout(2000)
    return player


def measure(browser: Browser, url: str, faces: str) -> dict[str, Any]:
    """Measure once, by the page and the plain way: the time of the first paint, and the intervals of every motion."""
    calm = open_board(browser, url, faces, reduced_motion="reduce")  # all tiles are seen as soon as they are drawn
    found: dict[str, Any] = {"painted": calm.page.evaluate("() => window.painted - window.came")}
    calm.page.context.close()
    player = open_board(browser, url, faces)
    page = player.page
    dealt = f"() => window.frames_.filter((moment) => moment > window.painted && moment < window.painted + {SPAN})"
    found["dealt"] = intervals(page.evaluate(dealt))
    found["still"] = frames(page, "() => undefined")
    move, count = packing(player.game().board)
    take = "(cells) => cells.forEach((cell) => document.querySelector(cell).click())"
    found["packing"] = frames(page, take, [player.cell(cell) for cell in move], answered=True)
    page.wait_for_timeout(1000)
    found["shuffle"] = frames(page, "() => document.querySelector('[data-tool=shuffle]').click()", answered=True)
    rows = player.game().first_board.to_rows()
    found["plain painted"] = page.evaluate(PLAIN, [rows, faces])
    page.wait_for_timeout(2000)
    for name, act in (("dealt", "deal()"), ("still", "deal"), ("packing", f"slide({count})"), ("shuffle", "turn()")):
        found[f"plain {name}"] = frames(page, f"() => window.plainly.{act}")
        page.wait_for_timeout(1000)
    page.context.close()
    return found


@click.command()
@click.option("--faces", default="opera", show_default=True, help="The set: opera is the heaviest to draw.")
@click.option("--rounds", default=3, show_default=True)
def main(faces: str, rounds: int) -> None:
    """Measure, and print a table."""
    with open_browser() as (browser, url):
        found = [measure(browser, url, faces) for _ in range(rounds)]
    click.echo(f"{faces}, 16×30, {SLOWER} times slower, median of {rounds}; milliseconds")
    painted = [median(one[f"{way}painted"] for one in found) for way in ("", "plain ")]
    click.echo(f"from the board's arrival to its being seen   {painted[0]:5.0f}   plain SVG {painted[1]:5.0f}")
    click.echo("interval of frames, p50 and p95")
    about = {"still": "nothing moves", "dealt": "480 are dealt", "packing": "two rows slide", "shuffle": "480 turn"}
    for name, text in about.items():
        own, plain = ([median(one[way + name][share] for one in found) for share in (0, 1)] for way in ("", "plain "))
        click.echo(f"  {text:<40} {own[0]:4.0f} {own[1]:4.0f}   plain SVG {plain[0]:4.0f} {plain[1]:4.0f}")


if __name__ == "__main__":
    main()
