"""Judge a program in several exercises: for one student, or for a row of a class's table."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from lianliankan.lab.check.checker import CheckReport, Effort, check
from lianliankan.lab.check.exercises import Exercise
from lianliankan.lab.check.learner import BadFunction, Program
from lianliankan.lab.check.mistakes import find_mistake

GradeOutcome = Literal["passed", "failed", "missing", "error", "undecided"]
"""Correct; wrong; there is no such function; it could not be called; or time ran out first."""

OUTCOMES: Final[dict[bool | None, Literal["passed", "failed", "undecided"]]] = {
    True: "passed",
    False: "failed",
    None: "undecided",
}
"""The outcome of a check by whether it was passed."""


@dataclass(frozen=True, slots=True)
class Grade:
    """The result of a program in an exercise.

    - `problem`: why it could not be called.
    - `report`: what the check found.
    - `mistake`: the classic mistake that it looks like.
    """

    exercise: Exercise
    outcome: GradeOutcome
    problem: str = ""
    report: CheckReport | None = None
    mistake: str | None = None


def grade(file: Path, exercises: Iterable[Exercise], effort: Effort) -> Iterator[Grade]:
    """Yield the result in each exercise; a file that cannot be imported is not tried again and again."""
    problem = ""
    for each in exercises:
        program = Program(file, each.function)
        if problem:
            yield Grade(each, "error", problem)
            continue
        try:
            report = check(program, each.contract, effort)
        except BadFunction as why:
            if not why.is_function:
                problem = str(why)
            yield Grade(each, "missing" if why.is_missing else "error", str(why))
            continue
        mistake = find_mistake(report) if report.faults else None
        yield Grade(each, OUTCOMES[report.passed], report=report, mistake=mistake)
