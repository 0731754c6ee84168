"""A number gives the same on every machine, however busy: the answers of many calls, beside eight busy processes."""

import json
from collections.abc import Iterator

import pytest

from busy import busy_loops
from support.many_calls import answer_calls
from support.page_examples import run_python_blocks
from support.paths import DATA, ROOT

pytestmark = pytest.mark.kills

PINNED = json.loads((DATA / "many_calls.json").read_text())
"""What `python tests/support/many_calls.py` printed on a quiet machine."""


@pytest.fixture(scope="module", autouse=True)
def busy() -> Iterator[None]:
    with busy_loops(8):
        yield


def test_the_answers_of_many_calls_are_as_ever() -> None:
    found = answer_calls()
    assert len(found) > 100
    assert {name: answer for name, answer in found.items() if PINNED.get(name) != answer} == {}
    assert found.keys() == PINNED.keys()


def test_the_examples_of_the_readme_are_right() -> None:
    run_python_blocks(ROOT / "README.md")
