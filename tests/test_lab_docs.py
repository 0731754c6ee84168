"""The lab's pages: their commands print what they show, their tables are made, their pictures are there."""

import doctest
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from lianliankan.cli import llk as command
from lianliankan.lab.finders import FINDERS
from lianliankan.lab.finders.promise_table import to_markdown
from lianliankan.lab.studies.growth import format_growth, read
from lianliankan.lab.studies.published_flaws import count_flaws
from support.paths import DOCS, ROOT

ALGORITHMS = [DOCS / "algorithms.md", DOCS / "algorithms.zh-CN.md"]
QUESTIONS = sorted((DOCS / "questions").glob("*.md"))


def named(page: Path) -> str:
    return page.name


@pytest.mark.parametrize("page", [*ALGORITHMS, *QUESTIONS], ids=named)
def test_commands_print_what_the_page_shows(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        for words, printed in re.findall(r"^\$ llk (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            done = CliRunner(env={"COLUMNS": "80"}).invoke(command, words.split(), standalone_mode=False)
            assert done.exception is None, done.exception
            assert "\n".join(line.rstrip() for line in done.output.splitlines()) == printed.rstrip("\n"), words


@pytest.mark.parametrize("page", QUESTIONS, ids=named)
def test_examples_of_the_questions(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert found.failed == 0
    assert found.attempted


@pytest.mark.parametrize("page", [*ALGORITHMS, *QUESTIONS], ids=named)
def test_links_and_pictures_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)|src=\"([^\"]+)\"", page.read_text(encoding="utf-8")):
        place = target[0] or target[1]
        assert (page.parent / place).exists(), place


@pytest.mark.parametrize("page", ALGORITHMS, ids=named)
def test_tables_are_made_and_not_typed(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert to_markdown(FINDERS.values()) in text
    assert count_flaws().to_text(markdown=True) in text
    assert format_growth(read(DOCS / "pictures" / "lab" / "growth.json"), markdown=True) in text


@pytest.mark.parametrize("page", ALGORITHMS, ids=named)
def test_every_finder_has_a_chapter_with_its_pictures(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for name in FINDERS:
        assert re.search(rf"^## .*`{name}`$", text, re.MULTILINE)
        for picture in (f"{name}.svg", f"growth-{name}.svg"):
            assert re.search(rf'src="pictures/lab/(zh/)?{re.escape(picture)}"', text), picture


@pytest.mark.parametrize("page", QUESTIONS, ids=named)
def test_questions_have_their_figures(page: Path) -> None:
    marked = re.findall(r"<!-- begin (\w+) -->\n(.*?)<!-- end \1 -->", page.read_text(encoding="utf-8"), re.DOTALL)
    assert marked
    for name, figures in marked:
        assert figures.count("\n|") >= 4, name
