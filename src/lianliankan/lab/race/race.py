"""A race between finders: the same question for each, with their answers, costs and verdicts."""

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple, Protocol

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.path import Path
from lianliankan.errors import MissingExtra, TooLarge, Unsupported
from lianliankan.lab.finders import FINDERS, Finder, find
from lianliankan.lab.labels import Language
from lianliankan.lab.race.stopwatch import time_in_turns
from lianliankan.lab.race.verdict import PathVerdict, judge_path


class SearchRacer(Protocol):
    """A participant of a race: a finder, or a learner's function."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def is_published(self) -> bool:
        """Whether it is a published version of a finder."""


class RaceRun(NamedTuple):
    """The run of one finder.

    - `finder`: the finder.
    - `path`: the path it found, or None.
    - `examined`: the number of cells it examined.
    - `nanoseconds`: the best time of several rounds; None if it was not timed.
    - `judged`: how its answer compares with the best path; None if it could not take part.
    - `refused`: why it could not take part, or an empty string.

    >>> (run,) = race(llk.Board.parse("A.A"), llk.Cell(0, 0), llk.Cell(0, 2), finders=[llk.FINDERS["cross"]], rounds=0)
    >>> run.finder.name, run.verdict, run.nanoseconds
    ('cross', 'best', None)
    """

    finder: SearchRacer
    path: Path | None
    examined: int
    nanoseconds: int | None
    judged: PathVerdict | None
    refused: str = ""

    @property
    def right(self) -> bool:
        """Whether the answer is correct: a valid link if there is one, otherwise None."""
        return self.judged is None or self.judged.right

    @property
    def verdict(self) -> str:
        """The verdict in a few English words."""
        return self.verdict_in("en")

    def verdict_in(self, language: Language) -> str:
        """Return the verdict in a few words; none if it could not take part."""
        return self.judged.text(language) if self.judged else ""

    @property
    def is_blocked(self) -> bool:
        """Whether its path goes through a tile."""
        return self.judged is not None and self.judged.kind == "blocked"


def race(
    board: Board, a: Cell, b: Cell, *, finders: Iterable[Finder] = tuple(FINDERS.values()), rounds: int = 15
) -> list[RaceRun]:
    """Let finders search for a path between two tiles; with 0 rounds they are not timed.

    Timing is fair: the finders take turns, so that a busy moment of the machine affects them all, and the best time of
    each counts. No traces are recorded while timing.

    >>> for run in race(llk.Board.parse("A.XA"), llk.Cell(0, 0), llk.Cell(0, 3), rounds=0)[:3]:
    ...     print(run.finder.name, run.path, run.examined, run.verdict)
    dfs 1,1-1,2-2,2-2,5-1,5-1,4 8 too many turns
    bfs 1,1-1,2-2,2-2,4-1,4 17 too many turns
    cases 1,1-2,1-2,4-1,4 8 best
    """
    best, chosen = board.link(a, b), list(finders)
    runs: dict[str, RaceRun] = {}
    for finder in chosen:
        try:
            found = find(finder.name, board, a, b, traced=False)
        except (Unsupported, TooLarge, MissingExtra) as problem:
            runs[finder.name] = RaceRun(finder, None, 0, None, None, refused=str(problem))
            continue
        judged = judge_path(board, found.path, best)
        runs[finder.name] = RaceRun(finder, found.path, found.examined, None, judged)
    works = {
        finder.name: partial(finder.search, board, a, b, traced=False)
        for finder in chosen
        if not runs[finder.name].refused
    }
    for name, time in time_in_turns(works, rounds=rounds).items():
        runs[name] = runs[name]._replace(nanoseconds=time)
    return list(runs.values())
