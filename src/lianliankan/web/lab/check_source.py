"""Judge the text of a student's program in this interpreter, for a page that runs Python."""

from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from time import monotonic

from lianliankan.board.cell import Cell
from lianliankan.lab.check.checker import CheckReport, Effort, check
from lianliankan.lab.check.exercises import EXERCISES, Exercise, exercise
from lianliankan.lab.check.fault import Fault
from lianliankan.lab.check.grade_text import grade_reason
from lianliankan.lab.check.grading import OUTCOMES, Grade
from lianliankan.lab.check.in_place_learner import InPlaceLearner
from lianliankan.lab.check.learner import BadFunction, Program
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
from lianliankan.records.share import to_share
from lianliankan.texts import Language
from lianliankan.web.board_limits import MAX_CELLS, MAX_KINDS
from lianliankan.web.lab.check_answers import CheckAnswer, CheckFault, CheckProgress

PROGRAM_FILE = Path("my_game.py")
"""What a program without a file is called in messages."""

_EVERY_SECONDS = 0.1  # the page is told how far the check is
_FIRST_QUESTIONS = 20  # each of which the page is told of: if a call never returns, it is mostly one of these


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
        self._asked, self._on_progress = asked, on_progress
        self._share, self._count, self._next = 0.0, 0, 0.0

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
