"""What the documentation says is run: every example of every public name, and those of the README."""

import doctest
import importlib
import inspect
import pkgutil
import re
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import lianliankan
from support.paths import ROOT

READMES = ("README.md", "README.zh-CN.md")
SESSIONS = (*READMES, "docs/check.md", "docs/check.zh-CN.md")


def modules() -> list[ModuleType]:
    names = [found.name for found in pkgutil.walk_packages(lianliankan.__path__, "lianliankan.")]
    return [lianliankan, *(importlib.import_module(name) for name in names)]


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
def test_examples_of_modules(module: ModuleType) -> None:
    found = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert found.failed == 0


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
    thing = getattr(lianliankan, name)
    if inspect.isclass(thing) or inspect.isfunction(thing):
        assert inspect.getdoc(thing)
        if inspect.isclass(thing):
            for attribute, member in inspect.getmembers(thing):
                if attribute.startswith("_") or hasattr(tuple, attribute) or hasattr(ValueError, attribute):
                    continue
                said_by_class = inspect.ismemberdescriptor(member) and f"`{attribute}`" in (thing.__doc__ or "")
                assert said_by_class or inspect.getdoc(member), f"{name}.{attribute}"


@pytest.mark.parametrize("readme", READMES)
def test_python_examples_of_the_readme(readme: str) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / readme).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        test = doctest.DocTestParser().get_doctest(block, {}, readme, readme, 0)
        assert test.examples
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        runner.run(test)
        assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.name)
def test_examples_of_the_docs(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False, encoding="utf-8").failed == 0


def test_the_picture_of_the_readme_is_what_the_project_draws(tmp_path: Path) -> None:
    """`make docs` draws it."""
    from lianliankan.render import to_svg

    board = lianliankan.Board.parse((ROOT / "examples" / "midgame.txt").read_text())
    picture = to_svg(board, board.link((0, 7), (4, 3)))
    assert (ROOT / "docs" / "pictures" / "board.svg").read_text(encoding="utf-8") == picture + "\n"


@cache
def run_command(words: str) -> str:
    """Run a command and return what it prints; the pages in two languages have most commands in common."""
    from click.testing import CliRunner

    from lianliankan.cli import llk

    done = CliRunner().invoke(llk, words.split(), standalone_mode=False)
    assert done.exception is None, done.exception
    return "\n".join(line.rstrip() for line in done.output.splitlines())


@pytest.mark.parametrize("page", SESSIONS)
def test_commands_of_the_pages(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks marked `console` show a command after $ and below it exactly what it prints."""
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```console\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    tried = 0
    for block in blocks:
        for command, printed in re.findall(r"^\$ llk (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            assert run_command(command) == printed.rstrip("\n"), command
            tried += 1
    assert tried


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
    assert "'jump' is no command" in done.stdout
    assert re.search(r"\nwon in 0 s with [0-9]+ points\n$", done.stdout)


@pytest.mark.parametrize(
    "page", [*READMES, "CONTRIBUTING.md", "CHANGELOG.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))]
)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)|src=\"([^\"]+)\"", text):
        place = target[0] or target[1]
        if "://" not in place:
            assert ((ROOT / page).parent / place).exists(), f"{page} points to {place}"
