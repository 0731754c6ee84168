"""The documentation site in a browser: search in both languages, and searches to step through."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from docs_site.boards import KERNEL
from support.docs_site import build_docs
from support.static_site import hosting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


pytestmark = pytest.mark.full  # with tests/test_docs_site.py, which builds the same site


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the site, served as any static host serves it."""
    with hosting(build_docs(), "") as host:
        yield host.url.rstrip("/")


@pytest.fixture
def page(browser: "Browser") -> "Iterator[Page]":
    """A page that must stay without errors."""
    complaints: list[str] = []
    with browser.new_context() as context:
        made = context.new_page()
        made.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        made.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        yield made
    assert complaints == []


@pytest.mark.parametrize(
    ("place", "query", "title"),
    [("search.html", "winnable", "The solver: can it be won?"), ("zh/search.html", "最小棋盘", "检查您自己写的函数")],
)
def test_search_finds_pages_of_its_language(site: str, page: "Page", place: str, query: str, title: str) -> None:
    page.goto(f"{site}/{place}?q={query}")
    page.locator("#search-results li a", has_text=title).first.wait_for()


needs_kernel = pytest.mark.skipif(not KERNEL.is_file(), reason="there is no kernel.wasm: make wasm")


@needs_kernel
def test_a_board_is_played_by_keyboard(site: str, page: "Page") -> None:
    """The trap of the tutorial: lost, taken back, and won. Its rules are those of the kernel."""
    page.goto(f"{site}/tutorials/player.html")
    trap = page.locator("figure.board", has_text="Three moves are possible")
    assert trap.locator("svg:visible title").text_content() == "A board of 3 × 2 cells with 6 tiles."
    trap.locator("button", has_text="Play with this board").press("Enter")
    status = trap.locator("output")

    def press(*keys: str) -> str:
        for key in keys:
            page.locator(":focus").press(key)
        return status.inner_text()

    trap.get_by_role("grid").wait_for()
    assert page.locator(":focus").get_attribute("aria-label") == "row 1, column 1: tile 1"
    assert "No pair is left" in press("Enter", "ArrowRight", "Enter")
    trap.get_by_role("button", name="Undo").click()
    trap.get_by_role("button", name="Show a pair").click()
    hinted = re.findall(r"row (\d), column (\d)", status.inner_text())
    assert len(hinted) == 2
    for _ in range(3):
        trap.get_by_role("button", name="Show a pair").click()
        row, col = re.findall(r"row (\d), column (\d)", status.inner_text())[1]
        trap.get_by_role("gridcell", name=f"row {row}, column {col}:").press("Enter")
    assert status.inner_text() == "The board is clear."


@needs_kernel
def test_tiles_fall_as_the_kernel_says(site: str, page: "Page") -> None:
    page.goto(f"{site}/zh/tutorials/contributor.html")
    board = page.locator("figure.board")
    board.get_by_role("button", name="在这个棋盘上试试").click()
    for col in (1, 4):
        board.get_by_role("gridcell", name=f"第 2 行第 {col} 列").click()
    assert board.locator("output").inner_text() == "已消去，转弯 2 次；还剩 4 张牌。"
    labels = board.get_by_role("gridcell").evaluate_all("cells => cells.map((cell) => cell.ariaLabel.split(': ')[1])")
    assert labels == ["空格", "空格", "空格", "空格", "牌 3", "牌 1", "牌 1", "牌 3"]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("place", ["tutorials/player.html", "zh/tutorials/student.html", "api/deals.html"])
def test_pages_are_open_to_everyone(site: str, browser: "Browser", axe: Path, place: str, theme: str) -> None:
    with browser.new_context(color_scheme=theme) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(f"{site}/{place}")
        page.evaluate("document.querySelectorAll('.live-open').forEach((button) => button.click())")
        page.wait_for_function("document.querySelector('.live-open') === null")
        page.add_script_tag(path=axe)
        found = page.evaluate("axe.run({runOnly: ['wcag2a', 'wcag2aa']}).then((found) => found.violations)")
    assert [(each["id"], [node["target"] for node in each["nodes"]][:5]) for each in found] == []


@pytest.mark.parametrize(
    ("place", "first", "last"),
    [
        ("algorithms.html", "continue from 1,8", "1,8-1,9-4,9-4,6: 2 turns, 7 steps"),
        ("zh/algorithms.html", "从 1,8 继续", "1,8-1,9-4,9-4,6：转弯 2 次，7 步"),
    ],
)
def test_a_search_is_stepped_through_by_keyboard(site: str, page: "Page", place: str, first: str, last: str) -> None:
    page.goto(f"{site}/{place}")
    frame = page.locator(".live-frame", has=page.locator(".search-layers"))
    frame.locator("button").press("Enter")
    frame = page.locator(".live-search")
    frame.get_by_role("slider").press("ArrowRight")  # it has the focus
    assert first in frame.locator("output").inner_text()
    assert frame.locator(".live-here").count() == 1
    frame.get_by_role("slider").press("End")
    assert last in frame.locator("output").inner_text()
    assert len((frame.locator("polyline").get_attribute("points") or "").split()) == 8
    frame.get_by_role("slider").press("Home")
    assert frame.locator("[data-mark=reached]").count() == 0
