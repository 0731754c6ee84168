"""Small mistakes put into correct functions are found, as by `make mutants`."""

from pathlib import Path

import pytest

from lianliankan.lab.check import Effort, Program, check
from support.mutants import LEARNERS, MUTANTS, Mutant
from support.paths import DOCS

EFFORT = Effort(cells=4)
MANY_CALLS = "wrong after ten thousand calls"


def test_there_are_many_different_mistakes(tmp_path: Path) -> None:
    codes = {mutant.write(tmp_path).file.read_text(encoding="utf-8") for mutant in MUTANTS}
    assert len(codes) == len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) >= 50
    for page in ("check.md", "check.zh-CN.md"):
        assert f" {len(MUTANTS)} " in (DOCS / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("base", sorted({mutant.base for mutant in MUTANTS if not mutant.exercise}))
def test_without_the_mistake_they_pass(base: str) -> None:
    contract = next(mutant.contract for mutant in MUTANTS if mutant.base == base)
    assert check(Program(LEARNERS / f"{base}.py"), contract, Effort(cells=4, random_questions=400)).passed


SAMPLE = {mutant.name for mutant in MUTANTS[::14]}
TIERS = [pytest.param(one, marks=() if one.name in SAMPLE else pytest.mark.full, id=one.name) for one in MUTANTS]


@pytest.mark.parametrize("mutant", TIERS)
def test_a_mistake_is_found(mutant: Mutant, tmp_path: Path) -> None:
    effort = Effort() if mutant.name == MANY_CALLS else EFFORT
    assert check(mutant.write(tmp_path), mutant.contract, effort).passed is False


def test_tiles_with_large_numbers_are_not_empty(tmp_path: Path) -> None:
    """The board that shows it has the smallest number that does."""
    mutant = next(mutant for mutant in MUTANTS if mutant.name == "kinds from 7 on are empty")
    (fault,) = check(mutant.write(tmp_path), mutant.contract, EFFORT).faults
    assert (fault.kind, fault.question.size.cells, max(map(max, fault.question.rows))) == ("false", 4, 7)
