"""How long the board editor takes to know a board: from a change to the verdict and the difficulty, in chromium.

    PYTHONPATH=tests .venv/bin/python tools/editor_speed.py [--boards 100]

Boards of 8 × 18 cells are given to the page's own worker one after the other, as after a change: dealt ones (all can be
won), random ones (most can be won), and dealt ones with one pair of tiles exchanged. Times are of the page's clock
(`performance.now`), in milliseconds: the median, the 95th percentile and the maximum.
"""

import argparse
import tempfile
from pathlib import Path
from statistics import quantiles
from typing import Any

from playwright.sync_api import Page, sync_playwright

import lianliankan as llk
from support.browser_stage import FLAGS, find_chromium, serving, skip_lesson

ROWS, COLS = 8, 18
GRAVITIES: tuple[llk.Gravity, ...] = ("still", "down", "outward", "rotating")

ASK = """async (boards) => {
    const main = document.querySelector('script[type=module]').src;
    const {FactFinder} = await import(main.replace('main.js', 'server/board_facts.js'));
    const times = [];
    let noted = () => {};
    const finder = new FactFinder((facts) => noted(facts));
    const ask = (board) => new Promise((resolve) => {
        const began = performance.now();
        const time = {};
        noted = (facts) => {
            const now = performance.now() - began;
            if (facts.moves) time.pairs ??= now;
            if (facts.verdict && facts.verdict.winnable !== null) time.verdict ??= now;
            if (facts.chance !== undefined) time.estimate ??= now;
            if (facts.isDone) resolve({...time, all: now, winnable: facts.verdict.winnable});
        };
        finder.ask(board, {seconds: 20});
    });
    await ask(boards[0]); // the worker starts
    for (const board of boards) times.push(await ask(board));
    finder.stop();
    return times;
}"""


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=100)
    count = parser.parse_args().boards
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data") as server,
        sync_playwright() as started,
    ):
        browser = started.chromium.launch(executable_path=find_chromium(with_windows=True), args=FLAGS)
        page = skip_lesson(browser.new_context()).new_page()
        page.goto(f"{server.url}/edit")
        page.wait_for_selector(".verdict")
        print("| 8 × 18 | free pairs | verdict | estimated difficulty | everything |\n|---|---|---|---|---|")
        for gravity in GRAVITIES:
            print(f"| gravity `{gravity}` | {' | '.join(_measure(page, gravity, count))} |", flush=True)
        browser.close()


def _measure(page: Page, gravity: llk.Gravity, count: int) -> list[str]:
    found: list[dict[str, Any]] = page.evaluate(ASK, [_fields(_board(gravity, seed)) for seed in range(count)])
    columns = ("pairs", "verdict", "estimate", "all")
    return [_summary([one[name] for one in found if name in one]) for name in columns]


def _board(gravity: llk.Gravity, seed: int) -> llk.Board:
    rules = llk.Rules(gravity=gravity)
    if seed % 3 == 1:
        return llk.scatter(ROWS, COLS, seed=seed, rules=rules)
    board = llk.deal(ROWS, COLS, seed=seed, rules=rules)
    if seed % 3 == 2:
        a, b = (seed % ROWS, 3), ((seed + 4) % ROWS, 12)
        kinds = board[a], board[b]
        board = board.with_cell(a, kinds[1]).with_cell(b, kinds[0])
    return board


def _fields(board: llk.Board) -> dict[str, Any]:
    rules = {name: getattr(board.rules, name) for name in ("max_turns", "outside", "gravity", "adjacent")}
    return {"rows": board.to_rows(), "rules": rules, "phase": board.phase}


def _summary(times: list[float]) -> str:
    """Write the median, the 95th percentile and the maximum."""
    parts = quantiles(times, n=20)
    return f"{parts[9]:.0f} / {parts[18]:.0f} / {max(times):.0f}"


if __name__ == "__main__":
    main()
