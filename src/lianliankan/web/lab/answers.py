"""The answers of the lab's endpoints: traces, races, and runs on growing boards."""

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.path import Path
from lianliankan.lab.finders import Finder
from lianliankan.lab.labels import Language
from lianliankan.lab.race.race import RaceRun, SearchRacer
from lianliankan.lab.race.verdict import PathVerdict, VerdictKind, judge_path
from lianliankan.lab.trace.code_trace import CodeTrace
from lianliankan.lab.trace.layer_colours import shade
from lianliankan.lab.trace.playback import MarkKind, TracePlayer
from lianliankan.lab.trace.step_text import explain_step

_MAX_SHOWN = 40  # of the cells that wait


class LabVerdict(msgspec.Struct, frozen=True):
    """How good an answer is: in one word, the turns or steps too many, the tile in the way; and in a few words."""

    kind: VerdictKind
    right: bool
    number: int
    cell: Cell | None
    text: str

    @classmethod
    def of(cls, verdict: PathVerdict, language: Language) -> "LabVerdict":
        """Describe a verdict."""
        return cls(verdict.kind, verdict.right, verdict.number, verdict.cell, verdict.text(language))


class LabPath(msgspec.Struct, frozen=True):
    """A path: its corners, turns and steps."""

    corners: tuple[Cell, ...]
    turns: int
    steps: int

    @classmethod
    def of(cls, path: Path | None) -> "LabPath | None":
        """Describe a path, if there is one."""
        return None if path is None else cls(path.corners, path.turns, path.steps)


class TraceStep(msgspec.Struct, frozen=True):
    """The changes of a step on the screen.

    - `text`: a sentence about it; `kind`: its kind in one word.
    - `marks`: row, column, mark and layer of the cells that it marks.
    - `here`: the cell from which the search continues; `line`: the corners of the line that is tested.
    - `examined`: the cells examined so far.
    - `file`, `code_line`: the line of the finder's code that ran.
    - `waiting`: the first cells that wait to be continued from, and `waits`: how many there are; None as before.
    """

    text: str
    kind: str
    cell: Cell
    layer: int
    marks: list[tuple[int, int, MarkKind, int]]
    here: Cell | None
    line: tuple[Cell, ...]
    examined: int
    file: str
    code_line: int
    waiting: list[Cell] | None
    waits: int


class TraceAnswer(msgspec.Struct, frozen=True):
    """A search step by step; `shades` are the colours of the layers, for light and dark."""

    finder: str
    a: Cell
    b: Cell
    steps: list[TraceStep]
    shades: list[tuple[str, str]]
    path: LabPath | None
    examined: int
    verdict: LabVerdict


class LabRun(msgspec.Struct, frozen=True):
    """The run of a finder; `refused` says why it could not take part, and there is no verdict then."""

    finder: str
    path: LabPath | None
    examined: int
    nanoseconds: int | None
    verdict: LabVerdict | None
    refused: str


class LabRaceAnswer(msgspec.Struct, frozen=True):
    """A race: a run of each finder, and the best path there is."""

    runs: list[LabRun]
    best: LabPath | None


def describe_trace(
    board: Board,
    a: Cell,
    b: Cell,
    finder: SearchRacer,
    traced: CodeTrace,
    language: Language,
    judged: PathVerdict | None = None,
) -> TraceAnswer:
    """Return a trace for the page; by default, its path is judged.

    >>> from lianliankan.lab.trace.code_trace import trace_code
    >>> board, finder = llk.Board.parse("A.A"), llk.FINDERS["bfs"]
    >>> cells = llk.Cell(0, 0), llk.Cell(0, 2)
    >>> answer = describe_trace(board, *cells, finder, trace_code(finder, board, *cells), "en")
    >>> answer.steps[0].text, answer.steps[-1].line == answer.path.corners, answer.verdict.text
    ('It starts at 1,1.', True, 'best')
    """
    player = TracePlayer(traced.search)
    steps, before = [], None
    for place in traced.places:
        player.forward()
        step = player.step
        assert step is not None, "there is a place for every step"
        waiting = place.waiting if place.waiting != before else None
        before = place.waiting
        steps.append(
            TraceStep(
                text=explain_step(step, language),
                kind=step.name,
                cell=step.cell,
                layer=step.layer,
                marks=[(*cell, *mark) for cell, mark in player.changed.items()],
                here=player.here,
                line=player.line or player.link,
                examined=player.examined,
                file=place.file,
                code_line=place.line,
                waiting=None if waiting is None else list(_shown(finder, waiting)),
                waits=len(place.waiting or ()),
            )
        )
    last = player.last_layer
    path = traced.search.path
    return TraceAnswer(
        finder=finder.name,
        a=a,
        b=b,
        steps=steps,
        shades=[(each.light, each.dark) for each in (shade(layer, last) for layer in range(last + 1))],
        path=LabPath.of(path),
        examined=traced.search.examined,
        verdict=LabVerdict.of(judged or judge_path(board, path, board.link(a, b)), language),
    )


def _shown(finder: SearchRacer, waiting: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the waiting cells that are shown, the next one first."""
    is_stack = isinstance(finder, Finder) and finder.frontier is not None and finder.frontier.kind == "stack"
    return waiting[: -_MAX_SHOWN - 1 : -1] if is_stack else waiting[:_MAX_SHOWN]


def describe_race(runs: list[RaceRun], best: Path | None, language: Language) -> LabRaceAnswer:
    """Return a race for the page."""
    return LabRaceAnswer(
        [
            LabRun(
                finder=run.finder.name,
                path=LabPath.of(run.path),
                examined=run.examined,
                nanoseconds=run.nanoseconds,
                verdict=run.judged and LabVerdict.of(run.judged, language),
                refused=run.refused,
            )
            for run in runs
        ],
        LabPath.of(best),
    )
