"""A student's program in the browser: judged, traced and raced in this interpreter, as the page asks with JSON.

The server never imports this: it never runs a student's program.
"""

from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Literal

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.errors import BadOptions, Error
from lianliankan.lab.check.checker import CheckReport, Effort, check
from lianliankan.lab.check.exercises import EXERCISES, Exercise, exercise
from lianliankan.lab.check.fault import Fault
from lianliankan.lab.check.grade_text import grade_reason
from lianliankan.lab.check.grading import OUTCOMES, Grade
from lianliankan.lab.check.in_place_learner import InPlaceLearner
from lianliankan.lab.check.learner import BadFunction, Program
from lianliankan.lab.check.learner_search import LearnerFinder
from lianliankan.lab.check.mistakes import find_mistake
from lianliankan.lab.check.question import Question
from lianliankan.lab.check.report_chinese import in_language
from lianliankan.lab.check.report_text import (
    board_sentence,
    call_lines,
    describe_answer,
    describe_order,
    describe_right,
    report_details,
    report_title,
)
from lianliankan.lab.finders import finder_named
from lianliankan.lab.race.race import race
from lianliankan.lab.trace.code_trace import CodePlace, CodeTrace
from lianliankan.records.share import to_share
from lianliankan.texts import Language
from lianliankan.web.base.size_limits import MAX_CELLS, MAX_FINDERS, MAX_KINDS, MAX_TRACE_STEPS
from lianliankan.web.lab.answers import LabRaceAnswer, TraceAnswer, describe_race, describe_trace
from lianliankan.web.lab.jobs import LabQuestion

PROGRAM_FILE = Path("my_game.py")
"""The name of a program without a file in messages."""

_EVERY_SECONDS = 0.1  # between two reports of the check's progress
_FIRST_QUESTIONS = 20  # the page is told of each: if a call never returns, it is mostly one of these


# ---- What the page asks, and what it is answered ---------------------------------------------------------------------


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
    - `details`: the questions that were tried, and further facts.
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


# ---- The entry -------------------------------------------------------------------------------------------------------


def answer(text: str, on_progress: Callable[[str], object] = lambda progress: None) -> str:
    """Answer a request; while it is checked, `on_progress` is called with a CheckProgress as JSON.

    A request to check is answered by a CheckAnswer; one to trace or to race by a TraceAnswer or a LabRaceAnswer, or by
    a LearnerProblem.

    >>> request = {"type": "check", "exercise": "ring", "source": "def linkable(grid, a, b): return True"}
    >>> msgspec.json.decode(answer(msgspec.json.encode(request).decode()))["outcome"]
    'failed'
    """
    language: Language = "en"
    try:
        asked = msgspec.json.decode(text, type=LearnerRequest)
        language = asked.language
        found = _answer(asked, on_progress)
    except (Error, msgspec.ValidationError) as problem:
        said = in_language(str(problem), language)
        found = LearnerProblem(said, getattr(problem, "line", 0))
    return msgspec.json.encode(found).decode()


def _answer(asked: LearnerRequest, on_progress: Callable[[str], object]) -> msgspec.Struct:
    match asked:
        case CheckRequest():
            return check_source(
                asked.source,
                asked.exercise,
                file=asked.file,
                language=asked.language,
                seconds=asked.seconds,
                on_progress=lambda progress: on_progress(msgspec.json.encode(progress).decode()),
            )
        case LearnerTraceRequest():
            return trace_source(asked)
        case LearnerRaceRequest():
            return race_source(asked)


# ---- Judging ---------------------------------------------------------------------------------------------------------


def check_source(
    source: str,
    name: str,
    *,
    file: str = "",
    seconds: float = 30.0,
    cells: int = 5,
    random_questions: int = 120,
    language: Language = "en",
    on_progress: Callable[[CheckProgress], object] = lambda progress: None,
) -> CheckAnswer:
    """Judge the function of an exercise; raises BadOptions if there is no such exercise.

    `file` is what the program is called in messages.

    >>> answer = check_source("def straight(grid, a, b): return a[0] == b[0]", "straight")
    >>> answer.outcome, answer.title, answer.fault.call
    ('failed', 'straight misses a link', 'straight([[1], [1]], (0, 0), (1, 0))')
    """
    asked, began = exercise(name), monotonic()
    say = partial(in_language, language=language)
    progress = _Progress(asked, on_progress)
    start = partial(InPlaceLearner, source=source, on_question=progress.note)
    effort = Effort(cells=cells, random_questions=random_questions, seconds=seconds)
    program = Program(Path(file) if file else PROGRAM_FILE, asked.function)
    try:
        report = check(program, asked.contract, effort, progress=progress.advance, start=start)
    except BadFunction as problem:
        title = f"{program.file.name} has no function {asked.function}" if problem.is_missing else str(problem)
        meant = _meant(asked.function, problem.others)
        return CheckAnswer(
            exercise=name,
            outcome="error",
            title=say(title),
            reason=grade_reason(Grade(asked, "missing" if problem.is_missing else "error", title), language),
            details=[say(f"it has {meant}: is that the one? Then rename it")] if meant else [],
            questions=0,
            seconds=round(monotonic() - began, 3),
            line=problem.line,
            is_missing=problem.is_missing,
        )
    fault = report.faults[0] if report.faults else None
    mistake = find_mistake(report, start) if fault else None
    outcome = OUTCOMES[report.passed]
    return CheckAnswer(
        exercise=name,
        outcome=outcome,
        title=say(report_title(report)),
        reason=grade_reason(Grade(asked, outcome, report=report), language),
        details=[say(line) for line in report_details(report, has_options=False)],
        questions=report.questions,
        seconds=round(report.seconds, 3),
        fault=_describe_fault(fault, report, say, mistake) if fault else None,
        printed=fault.answer.printed if fault else "",
        line=_line(fault),
    )


def _meant(name: str, others: tuple[str, ...]) -> str | None:
    """Return the function that was probably meant, of those that are not asked for in other exercises."""
    mine = {other.lower(): other for other in others if other not in {each.function for each in EXERCISES}}
    return next((mine[close] for close in get_close_matches(name, mine, n=1)), None)


class _Progress:
    """Tells the page how far the check is, and which call comes next."""

    def __init__(self, asked: Exercise, on_progress: Callable[[CheckProgress], object]) -> None:
        self._asked = asked
        self._on_progress = on_progress
        self._share = 0.0
        self._count = 0
        self._next = 0.0

    def advance(self, share: float) -> None:
        self._share = share

    def note(self, question: Question) -> None:
        self._count += 1
        now = monotonic()
        if self._count <= _FIRST_QUESTIONS or now >= self._next:
            self._next = now + _EVERY_SECONDS
            lines = call_lines(self._asked.function, question, self._asked.contract)
            self._on_progress(CheckProgress(min(1.0, self._share), "\n".join(lines)))


def _describe_fault(fault: Fault, report: CheckReport, say: Callable[[str], str], mistake: str | None) -> CheckFault:
    contract, question = report.contract, fault.question
    a, b = fault.pair or (None, None)
    said, *more = describe_answer(fault, contract)
    order = describe_order(report.program.function, fault, contract)
    return CheckFault(
        kind=fault.kind,
        text=[say(line.strip()) for line in (board_sentence(fault) + ".", *more, *order)],
        share=_share(fault, report),
        rows=question.rows,
        a=a,
        b=b,
        call="\n".join(call_lines(report.program.function, question, contract)),
        returned=say(said),
        expected=say(f"expected {describe_right(fault, contract)}"),
        path=_corners(fault.given.corners if fault.given else fault.answer.path),
        better=_corners(fault.right.corners if fault.right else ()),
        mistake=mistake,
        is_smallest=fault.is_smallest,
    )


def _corners(cells: tuple[tuple[int, int], ...]) -> list[Cell] | None:
    return [Cell(*cell) for cell in cells] or None


def _share(fault: Fault, report: CheckReport) -> str | None:
    """Return the board for the page, if it can show it."""
    rows = fault.question.rows
    highest = max(number for row in rows for number in row)
    if len(rows) * len(rows[0]) > MAX_CELLS or highest > MAX_KINDS:
        return None
    return to_share(fault.question.board(report.contract))


def _line(fault: Fault | None) -> int:
    """Return the line of the program where it failed, if it did."""
    if fault is None or not fault.answer.trace:
        return 0
    number = fault.answer.trace[-1].partition("line ")[2].partition(",")[0]
    return int(number) if number.isdigit() else 0


# ---- Traces and races ------------------------------------------------------------------------------------------------


def trace_source(asked: LearnerTraceRequest) -> TraceAnswer:
    """Return the search of a function step by step: the cells that it reads, with the lines of its program.

    Raises BadFunction if there is no answer.

    >>> from lianliankan.records.share import to_share
    >>> source, board = "def linkable(grid, a, b): return grid[0][1] == 0", to_share(llk.Board.parse("A.A"))
    >>> asked = LearnerTraceRequest(source, "linkable", board, llk.Cell(0, 0), llk.Cell(0, 2))
    >>> traced = trace_source(asked)
    >>> [(step.text, step.code_line) for step in traced.steps], traced.verdict.text
    ([('It looks at 1,2: empty, so a path may pass.', 1)], 'correct: a link')
    """
    board, finder = _board(asked), _finder(asked)
    found = finder.search(board, asked.a, asked.b)
    if found.problem:
        raise BadFunction(f"{asked.function} {found.problem}")
    if len(found.lines) > MAX_TRACE_STEPS:
        raise BadFunction(f"{asked.function} reads more than {MAX_TRACE_STEPS} cells; choose a smaller board")
    places = tuple(CodePlace(PROGRAM_FILE.name, line, None) for line in found.lines)
    traced = CodeTrace(found.search, places)
    return describe_trace(board, asked.a, asked.b, finder, traced, asked.language, found.judged)


def race_source(asked: LearnerRaceRequest) -> LabRaceAnswer:
    """Return the runs of finders, and that of the function; raises BadFunction if it cannot be called."""
    if len(asked.finders) > MAX_FINDERS:
        raise BadOptions(f"up to {MAX_FINDERS} finders can race, not {len(asked.finders)}")
    board = _board(asked)
    runs = race(board, asked.a, asked.b, finders=list(map(finder_named, asked.finders)), rounds=0)
    runs.append(_finder(asked).race(board, asked.a, asked.b))
    return describe_race(runs, board.link(asked.a, asked.b), asked.language)


def _board(asked: LearnerTraceRequest | LearnerRaceRequest) -> Board:
    return LabQuestion(asked.share, asked.a, asked.b).read()[0]


def _finder(asked: LearnerTraceRequest | LearnerRaceRequest) -> LearnerFinder:
    return LearnerFinder(Program(PROGRAM_FILE, asked.function), start=partial(InPlaceLearner, source=asked.source))
