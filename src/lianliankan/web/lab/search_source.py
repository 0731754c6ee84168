"""Trace and race a function of a student's program in this interpreter, for a page that runs Python."""

from functools import partial

from lianliankan.board.board import Board
from lianliankan.errors import BadOptions
from lianliankan.lab.check.in_place_learner import InPlaceLearner
from lianliankan.lab.check.learner import BadFunction, Program
from lianliankan.lab.check.learner_search import LearnerFinder
from lianliankan.lab.finders import finder_named
from lianliankan.lab.race.race import race
from lianliankan.lab.trace.code_trace import CodePlace, CodeTrace
from lianliankan.web.lab.answers import LabRaceAnswer, TraceAnswer, describe_race, describe_trace
from lianliankan.web.lab.check_answers import LearnerRaceRequest, LearnerTraceRequest
from lianliankan.web.lab.check_source import PROGRAM_FILE
from lianliankan.web.lab.jobs import LabQuestion
from lianliankan.web.lab.limits import MAX_FINDERS, MAX_TRACE_STEPS


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
