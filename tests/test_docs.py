"""The documentation is tested: examples are run, commands print what pages show, generated parts are current."""

import doctest
import importlib
import inspect
import pkgutil
import re
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import parse_qsl

import pytest

import lianliankan
from lianliankan import from_share
from lianliankan.board.cell import parse_cells
from lianliankan.lab.finders import FINDERS, PUBLISHED, counterexamples
from studies.finder_code import code_to_markdown
from studies.growth import format_growth, read
from studies.promise_table import to_markdown
from studies.published_flaws import count_flaws
from studies.tables import ResultTable
from support.page_examples import console_commands, run_python_blocks
from support.paths import DOCS, ROOT

READMES = ("README.md", "README.zh-CN.md")
DOCS_PAGES = sorted(str(page.relative_to(ROOT)) for page in DOCS.rglob("*.md"))
QUESTIONS = [page for page in DOCS_PAGES if page.startswith("docs/questions/")]
ALGORITHMS = ("docs/algorithms.md", "docs/algorithms.zh-CN.md")
SESSIONS = (
    *ALGORITHMS,
    "docs/check.md",
    "docs/check.zh-CN.md",
    "docs/dealing.md",
    "docs/questions/deadlock.md",
    "docs/tutorials/developer.md",
    "docs/tutorials/developer.zh-CN.md",
    "docs/tutorials/player.md",
    "docs/tutorials/player.zh-CN.md",
    "docs/tutorials/student.md",
    "docs/tutorials/student.zh-CN.md",
)


def page_text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def modules() -> list[ModuleType]:
    import docs_site
    import sheets
    import studies

    packages = [lianliankan, docs_site, sheets, studies]
    names = [found.name for of in packages for found in pkgutil.walk_packages(of.__path__, f"{of.__name__}.")]
    elsewhere = ("docs_site.conf", "lianliankan.wasm.")  # read by Sphinx, and in a browser's Python
    return [lianliankan, *(importlib.import_module(name) for name in names if not name.startswith(elsewhere))]


def test_examples_of_modules() -> None:
    """They may use `llk` without importing it, as those of NumPy use `np`. A test below runs those of public names."""
    public = [getattr(lianliankan, name) for name in lianliankan.__all__]
    failed, finder = [], doctest.DocTestFinder()
    for module in modules():
        for test in finder.find(module, extraglobs={"llk": lianliankan}):
            thing = getattr(module, test.name.removeprefix(f"{module.__name__}."), None)
            if any(thing is each for each in public):
                continue
            if doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed:
                failed.append(test.name)
    assert failed == []


def test_examples_of_the_compiled_methods() -> None:
    """Doctest does not look into classes that Python did not make."""
    runner, finder = doctest.DocTestRunner(), doctest.DocTestFinder()
    kernel = importlib.import_module("lianliankan._kernel")
    for owner in (kernel.Board, kernel.Position):
        for name, member in vars(owner).items():
            for test in finder.find(member, name, module=False, globs={}):
                runner.run(test)
    assert runner.summarize(verbose=False).failed == 0
    assert runner.tries >= 10


@pytest.mark.parametrize("name", lianliankan.__all__)
def test_every_public_name_is_documented(name: str) -> None:
    """With an example that needs nothing but `llk`; constants are explained in the docs."""
    thing = getattr(lianliankan, name)
    if not inspect.isclass(thing) and not inspect.isfunction(thing):
        assert any(re.search(rf"\b{name}\b", page_text(page)) for page in (*READMES, *DOCS_PAGES)), name
        return
    examples = doctest.DocTestParser().get_doctest(thing.__doc__ or "", {"llk": lianliankan}, name, None, None)
    assert examples.examples, f"llk.{name} has no example"
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(examples)
    assert runner.summarize(verbose=False).failed == 0
    for attribute, member in inspect.getmembers(thing) if inspect.isclass(thing) else ():
        if attribute.startswith("_") or hasattr(tuple, attribute) or hasattr(ValueError, attribute):
            continue
        said_by_class = inspect.ismemberdescriptor(member) and f"`{attribute}`" in (thing.__doc__ or "")
        assert said_by_class or inspect.getdoc(member), f"{name}.{attribute}"


@pytest.mark.parametrize("readme", READMES)
def test_python_examples_of_the_readme(readme: str) -> None:
    run_python_blocks(ROOT / readme)


@pytest.mark.parametrize("page", DOCS_PAGES)
def test_examples_of_the_docs(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert found.failed == 0
    assert found.attempted or page not in QUESTIONS


SHAPE_PICTURES: dict[str, dict[str, Any]] = {  # `make shapes` draws them
    **{name: {"rows": 8, "cols": 12, "shape": name} for name in lianliankan.SHAPES},
    "diamond-down": {"rows": 8, "cols": 12, "shape": "diamond", "rules": lianliankan.Rules(gravity="down")},
    "heart": {"mask": (ROOT / "examples" / "heart.txt").read_text()},
    "mask": {"mask": (ROOT / "examples" / "mask.txt").read_text(), "seed": 3},
}


@pytest.mark.parametrize("name", SHAPE_PICTURES)
def test_the_pictures_of_shapes_are_what_the_project_draws(name: str) -> None:
    from lianliankan.render import to_svg

    given: dict[str, Any] = {"seed": 1, **SHAPE_PICTURES[name]}
    board = lianliankan.deal(**given)
    picture = to_svg(board, board.link((0, 2), (2, 0)) if name == "mask" else None)
    assert (DOCS / "pictures" / "shapes" / f"{name}.svg").read_text(encoding="utf-8") == picture + "\n"
    assert f"pictures/shapes/{name}.svg" in page_text("docs/dealing.md")


@cache
def run_command(words: str) -> str:
    """Run `llk` once for all pages that show the command, and return what it prints."""
    from click.testing import CliRunner

    from lianliankan.cli import llk

    done = CliRunner(env={"COLUMNS": "80"}).invoke(llk, words.split(), standalone_mode=False)
    assert done.exception is None, done.exception
    return "\n".join(line.rstrip() for line in done.output.splitlines())


TAKES_LONG = "docs/check.zh-CN.md"  # as long as the English page, whose commands it shows with Chinese answers


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=pytest.mark.full if page == TAKES_LONG else ()) for page in SESSIONS]
)
def test_commands_of_the_pages(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    commands = console_commands(ROOT / page)
    assert commands
    for command, printed in commands:
        assert run_command(command) == printed, command


def test_every_page_with_commands_is_tried() -> None:
    assert {page for page in (*READMES, *DOCS_PAGES) if "```console\n$ llk " in page_text(page)} == set(SESSIONS)


def test_the_screen_of_the_docs_plays_a_whole_game() -> None:
    """The page shows the example as it is; a solver types at its prompt until the board is clear."""
    import subprocess
    import sys

    example = ROOT / "examples" / "screen.py"
    text = example.read_text(encoding="utf-8")
    assert text in (ROOT / "docs" / "game.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 30
    board = lianliankan.plan("classic", seed=7).game().board
    win = lianliankan.solve(board).moves
    typed = ["jump", "9,9", *(str(cell) for move in win for cell in move)]
    done = subprocess.run(
        [sys.executable, str(example), "7"], input="\n".join(typed), capture_output=True, text=True, encoding="utf-8"
    )
    assert done.stderr == ""
    assert done.stdout.count(" points\n") + done.stdout.count(", combo ") == len(win) + 1
    assert "unknown command 'jump'" in done.stdout
    assert re.search(r"\nwon in [0-9]+ s with [0-9]+ points\n$", done.stdout)


def test_links_lead_somewhere() -> None:
    """As a repository host shows the pages; test_docs_site.py tries the site. Nothing outside the project is asked."""
    lost = []
    for page in (*READMES, "CONTRIBUTING.md", "CHANGELOG.md", *DOCS_PAGES):
        for link, picture in re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", page_text(page)):
            place, _, anchor = (link or picture).partition("#")
            file = (ROOT / page).parent / place if place else ROOT / page
            if "://" not in place and (not file.exists() or (anchor and anchor not in heading_anchors(file))):
                lost.append(f"{page} points to {place}#{anchor}")
    assert lost == []


@cache
def heading_anchors(file: Path) -> set[str]:
    """Return the anchors that a repository host gives to the headings of a page."""
    text = re.sub(r"^```.*?^```$", "", file.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return {
        re.sub(r"[^\w -]", "", title.strip().lower()).replace(" ", "-")
        for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    }


# ---- The pages of the lab --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def flaws() -> ResultTable:
    return count_flaws()


@pytest.mark.parametrize("page", ALGORITHMS)
def test_tables_are_generated(page: str, flaws: ResultTable) -> None:
    text = page_text(page)
    assert to_markdown(FINDERS.values()) in text
    assert flaws.to_text(markdown=True) in text
    assert format_growth(read(DOCS / "pictures" / "lab" / "growth.json"), markdown=True) in text


@pytest.mark.parametrize("page", ALGORITHMS)
def test_every_finder_has_a_chapter_with_its_pictures(page: str) -> None:
    text = page_text(page)
    for name in FINDERS:
        assert re.search(rf"^## .*`{name}`$", text, re.MULTILINE)
        for picture in (f"{name}.svg", f"growth-{name}.svg"):
            assert re.search(rf'src="pictures/lab/(zh/)?{re.escape(picture)}"', text), picture
        assert code_to_markdown(FINDERS[name]) in text, "make lab-pictures"
        assert f"`/lab?finder={name}`" in text, "try it"


@pytest.mark.parametrize("page", ALGORITHMS)
def test_addresses_of_the_lab_lead_to_the_boards_on_which_finders_fail(page: str) -> None:
    known = {(name, example.board, example.a, example.b) for (name, _), example in counterexamples().items()}
    flawed = set()
    for share, query in re.findall(r"`/lab/([^?`]+)\?([^`]+)`", page_text(page)):
        named = dict(parse_qsl(query))
        assert (named["finder"], from_share(share), *parse_cells(named["pair"])) in known
        flawed.add(named["finder"])
    assert flawed >= set(PUBLISHED), "the flaw of each published one"


@pytest.mark.parametrize("page", QUESTIONS)
def test_questions_have_their_measurements(page: str) -> None:
    marked = re.findall(r"<!-- begin (\w+) -->\n(.*?)<!-- end \1 -->", page_text(page), re.DOTALL)
    assert marked
    for name, table in marked:
        assert table.count("\n|") >= 4, name
