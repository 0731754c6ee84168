"""Functions of learners, written to a file and checked."""

from pathlib import Path

from lianliankan.lab.check import Contract, Effort, Fault, Program, check
from support.paths import DATA
from support.patience import PATIENCE

RIGHT = (DATA / "learners" / "right_search.py").read_text(encoding="utf-8").replace("linkable", "right")
"""The code of a correct function, called `right`."""

EFFORT = Effort(cells=4, random_questions=20, seconds=10 * PATIENCE)

ESCAPES = "\\x1b]0;title\\x07\\x1b[2J\\x9b31m\\u202e"
"""Terminal codes as they are written in Python: a title, a cleared screen, a colour, text from right to left."""


def write_program(folder: Path, code: str) -> Program:
    file = folder / "learner.py"
    file.write_text(code, encoding="utf-8")
    return Program(file)


def find_fault(folder: Path, body: str, *, head: str = "") -> Fault:
    """Check a function with this body."""
    code = f"{head}\ndef linkable(grid, a, b):\n    {body}\n"
    (fault,) = check(write_program(folder, code), Contract(), EFFORT).faults
    return fault
