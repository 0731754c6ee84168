"""A fault of a learner's function: a question that it answered wrongly."""

from dataclasses import dataclass
from typing import Literal, get_args

from lianliankan.board.cell import Cell
from lianliankan.board.path import Path
from lianliankan.lab.check.answer import Answer
from lianliankan.lab.check.question import Question

FaultKind = Literal[
    "slow",
    "died",
    "memory",
    "raised",
    "nonsense",
    "missed",
    "false",
    "twice",
    "path",
    "turns",
    "steps",
    "changed",
    "remembers",
]

FAULTS: tuple[FaultKind, ...] = get_args(FaultKind)
"""Every kind of fault; if an answer has several, the first in this order is reported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A question that was answered wrongly.

    - `kind`: what is wrong, one of `FAULTS`: no answer in time, the process died, out of memory, an exception, not a
      valid answer, a missed link, a false link, a pair that is listed twice, an invalid path, more turns or more steps
      than needed, a changed grid, or an answer that depends on earlier questions.
    - `question`, `answer`: the question and the answer.
    - `pair`: the two cells that it is about, or None.
    - `right`: the best path between them, or None if there is no link.
    - `given`: the function's path, if it returned a valid one.
    - `problem`: a sentence about what is wrong.
    - `is_one_way`: whether the answer is correct when `a` and `b` are swapped.
    - `is_smallest`: whether it is proved that no smaller board shows such a fault.
    """

    kind: FaultKind
    question: Question
    answer: Answer
    pair: tuple[Cell, Cell] | None = None
    right: Path | None = None
    given: Path | None = None
    problem: str = ""
    is_one_way: bool = False
    is_smallest: bool = False
