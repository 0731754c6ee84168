"""The exercises: correct functions pass, wrong ones are found, and classic mistakes are recognised."""

import json
from functools import partial
from pathlib import Path

import pytest

from lianliankan.lab.check import Effort, Program, check, in_place_learner
from lianliankan.lab.check.exercises import EXERCISES, Exercise, exercise, parse_exercises
from lianliankan.lab.check.in_place_learner import InPlaceLearner
from lianliankan.lab.check.mistakes import MISTAKES, find_mistake
from lianliankan.texts import LANGUAGES, texts_file
from support.late_learners import LineLimit
from support.mistaken import MISTAKEN, SOLUTIONS, Mistaken

EFFORT = Effort(cells=5, random_questions=60)
FILE = Path("my_game.py")

each_exercise = pytest.mark.parametrize("each", EXERCISES, ids=lambda each: each.name)


def in_place(source: str) -> partial[InPlaceLearner]:
    return partial(InPlaceLearner, source=source)


@each_exercise
def test_correct_functions_pass_in_place_and_are_not_accused(each: Exercise) -> None:
    start = in_place(SOLUTIONS)
    report = check(Program(FILE, each.function), each.contract, EFFORT, start=start)
    assert report.passed
    assert report.random_questions
    assert find_mistake(report, start) is None


@pytest.mark.parametrize("name", ["shortest-path", "all-moves", "stuck"])
def test_correct_functions_pass_in_a_process(name: str, tmp_path: Path) -> None:
    each, file = exercise(name), tmp_path / "mine.py"
    file.write_text(SOLUTIONS, encoding="utf-8")
    report = check(Program(file, each.function), each.contract, Effort(cells=4, random_questions=20))
    assert (report.passed, report.cells) == (True, 4)


@each_exercise
def test_a_template_is_a_program_that_fails(each: Exercise) -> None:
    report = check(Program(FILE, each.function), each.contract, EFFORT, start=in_place(each.template))
    assert report.passed is False
    assert report.faults[0].kind == "missed"


@pytest.mark.parametrize("program", MISTAKEN, ids=lambda program: f"{program.mistake} {program.exercise}")
def test_a_classic_mistake_is_recognised(program: Mistaken, monkeypatch: pytest.MonkeyPatch) -> None:
    if program.mistake in ("endless-loop", "every-path"):
        monkeypatch.setattr(in_place_learner, "call_limit", LineLimit)
    each, start = exercise(program.exercise), in_place(program.source)
    report = check(Program(FILE, each.function), each.contract, Effort(cells=5, random_questions=120), start=start)
    assert report.passed is False
    assert find_mistake(report, start) == program.mistake


def test_every_mistake_is_tried_and_explained() -> None:
    assert {program.mistake for program in MISTAKEN} == set(MISTAKES)
    for language in LANGUAGES:
        texts = json.loads(texts_file(language).read_text(encoding="utf-8"))["lab"]
        assert {name.removeprefix("mistake ") for name in texts if name.startswith("mistake ")} == set(MISTAKES)
        named = {name.removeprefix("mistake-name ") for name in texts if name.startswith("mistake-name ")}
        assert named == set(MISTAKES)


def test_a_mistake_that_is_none_of_these_is_not_named() -> None:
    source = "def linkable(grid, a, b): return (a[0] * 7 + b[1] * 3) % 5 < 2"
    report = check(Program(FILE), exercise("ring").contract, EFFORT, start=in_place(source))
    assert report.passed is False
    assert find_mistake(report, in_place(source)) is None


def test_sheets_are_lists_of_names() -> None:
    assert [each.name for each in parse_exercises("ring,straight,ring")] == ["ring", "straight"]
    with pytest.raises(ValueError, match="unknown exercise 'rings'"):
        parse_exercises("straight,rings")
