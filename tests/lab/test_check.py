"""Checking learners' functions: published flaws are found on the smallest boards, correct functions pass."""

from dataclasses import replace
from pathlib import Path

import pytest

from lianliankan.board.rules import Rules
from lianliankan.cli.check_report import format_report
from lianliankan.lab.check import CheckReport, Contract, Effort, Fault, Program, check
from support.learner_files import write_program
from support.paths import DATA, ROOT

LEARNERS = DATA / "learners"
EXAMPLES = ROOT / "examples" / "check"

SMALL = Effort(cells=6, random_questions=100)


def only_fault(report: CheckReport) -> Fault:
    (fault,) = report.faults
    return fault


# ---- The published flaws ---------------------------------------------------------------------------------------------

RING = Contract(padded=True)
SECOND = {("cross", "steps"), ("cases", "false"), ("visited", "turns")}  # another fault shows on a smaller board
TURNS, STEPS = Contract(padded=True, judge="turns"), Contract(padded=True, judge="steps")


@pytest.mark.parametrize(
    ("name", "contract", "kind", "board"),
    [
        pytest.param("layers", STEPS, "steps", "#..A/B.#.", marks=pytest.mark.full),
        ("cross", TURNS, "turns", "A.B"),
        pytest.param("cross", STEPS, "steps", "A#B/.#.", marks=pytest.mark.full),
        ("sets", Contract(), "missed", "A#B"),
        ("cases", Contract(), "missed", "#.A/B#."),
        ("cases", Contract(), "false", "#../A#B/#.."),
        ("relax", RING, "missed", "A#B"),
        ("visited", RING, "missed", "A.#B"),
        pytest.param("visited", TURNS, "turns", "A.#/..B", marks=pytest.mark.full),
        ("off_by_one:can_link", RING, "missed", "#.A/B#."),
        ("same_kind", RING, "false", "#A/BA"),
    ],
)
def test_a_flaw_is_found_on_a_board_as_small_as_the_known_one(
    name: str, contract: Contract, kind: str, board: str
) -> None:
    is_second = (name, kind) in SECOND
    file, _, function = name.partition(":")
    program = Program(LEARNERS / f"{file}.py", function or "linkable")
    cells = len(board.replace("/", ""))
    report = check(program, contract, Effort(cells=cells, random_questions=0), wants_all=is_second)
    fault = next(fault for fault in report.faults if fault.kind == kind)
    assert fault.is_smallest
    assert fault.question.size == (cells, sum(letter not in "./" for letter in board))


@pytest.mark.parametrize(
    ("name", "kind", "cells"), [("inside", "missed", 3), ("corner", "false", 4), ("first", "turns", 2)]
)
def test_the_broken_examples_fail(name: str, kind: str, cells: int) -> None:
    contract = Contract(judge="turns" if kind == "turns" else "link")
    fault = only_fault(check(Program(EXAMPLES / f"{name}.py"), contract, Effort()))
    assert (fault.kind, fault.question.size.cells) == (kind, cells)


# ---- Correct functions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "contract"),
    [
        (LEARNERS / "right_search.py", Contract(walls=True)),
        (LEARNERS / "right_cases.py", RING),
        (EXAMPLES / "right.py", Contract(judge="steps")),
        (EXAMPLES / "first.py", Contract()),
        (EXAMPLES / "inside.py", Contract(rules=Rules(outside=False))),
    ],
)
def test_correct_functions_pass(file: Path, contract: Contract) -> None:
    report = check(Program(file), contract, Effort(cells=5, random_questions=300))
    assert report.passed is True
    assert (report.cells, report.random_questions) == (5, 300)


def test_other_turn_limits() -> None:
    report = check(Program(LEARNERS / "right_search.py"), Contract(rules=Rules(max_turns=1)), SMALL)
    assert only_fault(report).kind == "false"
    report = check(Program(LEARNERS / "right_search.py"), Contract(rules=Rules(max_turns=None)), SMALL)
    assert (only_fault(report).kind, only_fault(report).question.size.cells) == ("missed", 4)


def test_without_time_nothing_passes() -> None:
    for random_questions in (2000, 0):
        effort = Effort(seconds=0, random_questions=random_questions)
        report = check(Program(LEARNERS / "right_search.py"), Contract(), effort)
        assert report.passed is None
        assert report.faults == ()


def test_larger_boards_are_mentioned_only_if_there_were_any() -> None:
    report = check(Program(LEARNERS / "right_search.py"), Contract(), SMALL)
    assert not report.has_part
    early = replace(report, is_finished=False, largest=None)
    assert "some larger ones" not in format_report(early, faces="numbers", colour="never")
    early = replace(early, small_questions=report.small_questions + 1)
    assert "some larger ones" in format_report(early, faces="numbers", colour="never")


# ---- Larger boards ---------------------------------------------------------------------------------------------------


def test_a_fault_on_larger_boards_is_shrunk(tmp_path: Path) -> None:
    (tmp_path / "right_search.py").write_bytes((LEARNERS / "right_search.py").read_bytes())
    code = "from right_search import linkable as right\n\ndef linkable(grid, a, b):\n"
    code += "    return right(grid, a, b) and len(grid) * len(grid[0]) < 8\n"
    report = check(write_program(tmp_path, code), Contract(), Effort(cells=6, random_questions=100))
    fault = only_fault(report)
    assert (fault.kind, fault.question.size, fault.is_smallest) == ("missed", (8, 2), True)


def test_a_shrunk_fault_is_the_smallest_where_that_can_be_proved(tmp_path: Path) -> None:
    code = "def linkable(grid, a, b):\n    return sum(map(bool, sum(grid, []))) < 5\n"
    report = check(
        write_program(tmp_path, code), Contract(rules=Rules(max_turns=None)), Effort(cells=4, random_questions=100)
    )
    fault = only_fault(report)
    assert (fault.kind, fault.question.size, fault.is_smallest) == ("missed", (5, 5), True)


def test_the_same_seed_asks_the_same(tmp_path: Path) -> None:
    code = "def linkable(grid, a, b):\n    return len(grid) < 7\n"
    contract = Contract(rules=Rules(max_turns=None))
    efforts = [Effort(cells=2, random_questions=300, seed=seed) for seed in (5, 5)]
    first, second = (check(write_program(tmp_path, code), contract, effort) for effort in efforts)
    assert (first.random_questions, first.faults) == (second.random_questions, second.faults)
