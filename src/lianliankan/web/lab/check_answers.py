"""What the page asks the worker that runs a student's program, and what it answers."""

from typing import Literal

import msgspec

from lianliankan.board.cell import Cell
from lianliankan.texts import Language

CheckOutcome = Literal["passed", "failed", "error", "undecided"]
"""Correct; wrong; it could not be called; or time ran out first."""


class CheckRequest(msgspec.Struct, frozen=True, tag="check"):
    """Judge the function of an exercise in a program, within some seconds; messages name its `file`, if it has one."""

    source: str
    exercise: str
    file: str = ""
    language: Language = "en"
    seconds: float = 30.0


class LearnerTraceRequest(msgspec.Struct, frozen=True, tag="trace"):
    """Let a function of a program search on a board, and note the cells that it reads; the answer is a TraceAnswer."""

    source: str
    function: str
    share: str
    a: Cell
    b: Cell
    language: Language = "en"


class LearnerRaceRequest(msgspec.Struct, frozen=True, tag="race"):
    """Let a function of a program race against finders; the answer is a LabRaceAnswer, the function's run last."""

    source: str
    function: str
    share: str
    a: Cell
    b: Cell
    finders: list[str]
    language: Language = "en"


LearnerRequest = CheckRequest | LearnerTraceRequest | LearnerRaceRequest


class CheckProgress(msgspec.Struct, frozen=True):
    """The share that is done, from 0 to 1, and the call that comes next, for the case that it never returns."""

    share: float
    call: str


class CheckFault(msgspec.Struct, frozen=True):
    """A question that was answered wrongly.

    - `kind`: what is wrong, in one word; `text`: sentences about it, the first about the size of the board.
    - `share`: the board; None if it is too large for the page, or has numbers that the page has no tiles for.
    - `rows`: the grid as the function got it; `a`, `b`: the two cells that it is about, if it is about two.
    - `call`: the call, to try it at a prompt; `returned` and `expected`: what came and what should have come.
    - `path`: the corners of the valid path it returned; `better`: those of the best path.
    - `mistake`: the name of the classic mistake that it looks like; a text of the lab explains it.
    - `is_smallest`: whether no smaller board shows such a fault.
    """

    kind: str
    text: list[str]
    share: str | None
    rows: tuple[tuple[int, ...], ...]
    a: Cell | None
    b: Cell | None
    call: str
    returned: str
    expected: str
    path: list[Cell] | None
    better: list[Cell] | None
    mistake: str | None
    is_smallest: bool


class CheckAnswer(msgspec.Struct, frozen=True):
    """The result of a check.

    - `title`: the result in one sentence; `reason`: what is wrong in a few words, for a table.
    - `details`: what was tried, and what else is to know.
    - `questions`: how many questions were asked; `seconds`: how long it took.
    - `fault`: what is wrong; `printed`: what the function printed on that board.
    - `line`: the line of the program where it failed, or 0.
    - `is_missing`: whether the program has no such function.
    """

    exercise: str
    outcome: CheckOutcome
    title: str
    reason: str
    details: list[str]
    questions: int
    seconds: float
    fault: CheckFault | None = None
    printed: str = ""
    line: int = 0
    is_missing: bool = False


class LearnerProblem(msgspec.Struct, frozen=True):
    """Why there is no trace or race of a function: a sentence, and the line of the program where it failed, or 0."""

    problem: str
    line: int = 0
