"""The exercises of the lab, in a site: a student from the link to a passed exercise, and a teacher with a class."""

from pathlib import Path
from typing import TYPE_CHECKING

from support.browser_stage import Player, check
from support.static_site import StaticHost

from .conftest import MakePlayer, Visit

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload, Page

FORGETS_COLUMNS = """def straight(grid, a, b):
    row, left, right = a[0], min(a[1], b[1]), max(a[1], b[1])
    return row == b[0] and not any(grid[row][col] for col in range(left + 1, right))
"""
STRAIGHT = """def straight(grid, a, b):
    (top, left), (bottom, right) = sorted([a, b])
    if top == bottom:
        return not any(grid[top][col] for col in range(left + 1, right))
    return left == right and not any(grid[row][left] for row in range(top + 1, bottom))
"""


def write(page: "Page", program: str) -> None:
    """Write a program in the place of the old one."""
    page.focus("#editor")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(program)


def test_a_student_gets_a_counterexample_and_passes_an_exercise(visit: Visit, host: StaticHost, axe: Path) -> None:
    player = visit(host, script=axe.read_text(encoding="utf-8"))
    page = player.page
    page.goto(f"{host.url}#/lab?tab=check&sheet=straight,one-turn&title=Week+3")
    page.wait_for_selector("#check-task-title:has-text('1. Straight line')")
    assert page.inner_text(".check-titles h3") == "Week 3"
    assert page.locator(".check-step").count() == 2
    assert page.locator("#editor").input_value().startswith("def straight(grid, a, b):")

    page.focus("#editor")
    page.keyboard.press("Control+a")
    page.keyboard.type("def straight(grid, a, b):\nif a == b:\nreturn True\nreturn 1")
    typed = ["def straight(grid, a, b):", "    if a == b:", "        return True", "    return 1"]
    assert page.locator("#editor").input_value().split("\n") == typed, "lines are indented as they are typed"
    page.keyboard.press("Shift+Tab")
    assert page.locator("#editor").input_value().endswith("\nreturn 1")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+z")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "check-go", "Esc and Tab lead out of the editor"

    write(page, "def straight(grid, a, b)：\n    return True\n")
    assert page.inner_text(".code-wrong") == "："
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".check-verdict.error")
    assert "line 1" in page.inner_text("#check-verdict-title")
    assert page.locator(".code-line.wrong").get_attribute("data-line") == "1"

    write(page, FORGETS_COLUMNS)
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".check-verdict.failed")
    assert page.inner_text(".check-call pre") == "straight([[1], [1]], (0, 0), (1, 0))"
    assert page.inner_text(".check-answer .bad") == "returned False"
    assert page.locator(".check-figures .figure-path.right").count() == 1
    check(player, "check-failed")
    page.click("[data-check=trace]")
    page.wait_for_selector(".trace-result:has-text('misses the link')")
    assert page.locator(".code-view .code-line").first.inner_text().startswith("def straight(grid, a, b)")
    page.click("#lab-tab-race")
    page.wait_for_selector(".race-row[data-finder=own].bad")
    page.click("#lab-tab-check")

    write(page, STRAIGHT)
    page.click("#check-go")
    page.wait_for_selector(".check-verdict.passed")
    assert "on all boards of up to" in page.inner_text(".check-details")
    page.click("#check-next")
    assert page.inner_text("#check-task-title") == "2. One turn"
    assert page.locator("#editor").input_value().startswith(STRAIGHT + "\n\ndef one_turn(grid, a, b):")
    assert page.locator(".check-steps .passed").count() == 1
    page.wait_for_url("**&exercise=one-turn")  # the address holds the exercise
    page.goto(page.url.replace("exercise=one-turn", "exercise=straight"))
    page.wait_for_selector("#check-task-title:has-text('1. Straight line')")
    page.click("[data-exercise=one-turn]")
    page.reload()
    page.wait_for_selector("#check-task-title:has-text('2. One turn')")
    assert STRAIGHT in page.locator("#editor").input_value(), "the browser keeps the program"
    with page.expect_download() as saved:
        page.click("#check-save")
    assert saved.value.suggested_filename == "my_game.py"

    page.set_input_files("#program-file", {"name": "other.py", "mimeType": "", "buffer": b"pass"})
    page.click("#dialog-no")
    assert STRAIGHT in page.locator("#editor").input_value(), "a file replaces a program only if that is meant"

    page.click("#check-class")
    files = [
        ("anna.py", f"# coding: gbk  牌\n{STRAIGHT}".encode("gbk")),
        ("ben.py", FORGETS_COLUMNS.encode()),
        ("chen.py", "牌".encode("gbk")),
    ]
    chosen: list[FilePayload] = [{"name": name, "mimeType": "", "buffer": text} for name, text in files]
    page.set_input_files("#class-files", chosen)
    page.wait_for_selector(".class-dialog [role=status]:text-is('4 of 4 functions in 3 files checked.')")
    rows = [row.split() for row in page.locator(".class-table tbody tr").all_inner_texts()]
    assert [(row[0], row[-3]) for row in rows] == [("anna.py", "1"), ("ben.py", "0"), ("chen.py", "0")]
    outcomes = page.locator(".class-table [data-outcome]").evaluate_all("cells => cells.map(c => c.dataset.outcome)")
    assert outcomes == ["passed", "missing", "failed", "missing"]
    page.click("[data-outcome=failed] button")
    assert "straight misses a link" in page.inner_text(".class-detail")
    page.wait_for_function("document.querySelector('.class-detail h3').getBoundingClientRect().top < innerHeight")
    check(player, "check-class")
    with page.expect_download() as saved:
        page.click("#class-csv")
    table = Path(saved.value.path()).read_text(encoding="utf-8-sig").splitlines()
    assert table[:3] == [
        "File,Straight line,One turn,Passed",
        "anna.py,passed,missing,1",
        "ben.py,failed: knows only rows or only columns,missing,0",
    ]


def test_without_python_beside_the_page_tasks_and_sheets_are_there(sit_down: MakePlayer, axe: Path) -> None:
    player: Player = sit_down(init=axe, viewport={"width": 390, "height": 844}, has_touch=True, locale="zh-CN")
    page = player.page
    page.goto(f"{player.url}/lab?tab=check")
    page.wait_for_selector("#check-task-title:has-text('1. 直线')")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.is_disabled("#check-go")
    assert "llk play --python" in page.inner_text(".check-run .lab-note")
    page.tap("[data-exercise=stuck]")
    page.wait_for_selector("#check-task-title:has-text('8. 无牌可消')")
    page.tap("#check-add")
    assert "def is_stuck(grid):" in page.locator("#editor").input_value()
    page.tap(".editor-keys button >> nth=0")
    check(player, "check-phone")
    page.tap("#check-sheet")
    page.fill("#sheet-name", "第三周")
    page.uncheck("#sheet-straight")
    link = page.input_value("#sheet-link")
    page.locator(".sheet-choices :checked").evaluate_all("boxes => boxes.forEach((box) => box.click())")
    assert page.input_value("#sheet-link") == "", "a sheet without exercises has no link"
    assert page.is_hidden("#sheet-open")
    assert "sheet=one-turn,two-turns," in link
    check(player, "check-sheet")
    page.goto(link)
    page.wait_for_selector("#check-task-title:has-text('1. 一次转弯')")
    assert page.inner_text(".check-titles h3") == "第三周"
    assert "is_stuck" not in page.locator("#editor").input_value(), "each sheet has its own program"
