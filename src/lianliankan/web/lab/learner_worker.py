"""The entry of the worker that runs a student's program in the browser: JSON comes in, JSON goes out.

The server never imports this: it never runs a student's program.
"""

from collections.abc import Callable

import msgspec

from lianliankan.errors import Error
from lianliankan.lab.check.report_chinese import in_language
from lianliankan.texts import Language
from lianliankan.web.lab.check_answers import (
    CheckRequest,
    LearnerProblem,
    LearnerRaceRequest,
    LearnerRequest,
    LearnerTraceRequest,
)
from lianliankan.web.lab.check_source import check_source
from lianliankan.web.lab.search_source import race_source, trace_source


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
