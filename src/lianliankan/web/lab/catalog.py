"""What the lab of the page offers, the same for everyone: finders with their code, promises, counterexamples."""

from functools import cache

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell, parse_cells
from lianliankan.lab.finders import FINDERS, PUBLISHED, Finder, Promise, counterexamples
from lianliankan.lab.finders.finder import FrontierKind
from lianliankan.lab.finders.source import finder_source
from lianliankan.records.share import to_share
from lianliankan.web.lab.exercise_list import LabExercise, exercise_list
from lianliankan.web.lab.limits import MAX_FINDERS, MAX_LAB_CELLS, MAX_TRACE_STEPS

_BOARD = "2 5 . . . 5 7 1/. . . 4 3 . . ./. 7 2 . 8 . . 8/. . . 4 6 1 . ./3 . . . . . . ./6 . . 3 . . 3 ."
_PAIR = "1,8-4,6"


class LabPair(msgspec.Struct, frozen=True):
    """A board, as its share text, and two tiles of it."""

    share: str
    a: Cell
    b: Cell


class LabSource(msgspec.Struct, frozen=True):
    """A function or class of a finder: its file, the number of its first line, and its lines."""

    file: str
    first: int
    text: str


class LabPromise(msgspec.Struct, frozen=True):
    """What becomes of a promise.

    - `name`: the promise in one word; the page has a sentence for it.
    - `kept`: whether the finder keeps it.
    - `claimed`: whether it was published with this claim, and breaks it.
    - `broken_on`: the smallest board on which it is broken.
    """

    name: str
    kept: bool
    claimed: bool
    broken_on: LabPair | None


class LabFinder(msgspec.Struct, frozen=True):
    """A finder: its name, the cost, the code and the promises; `frontier` is what its waiting cells are in."""

    name: str
    published: bool
    cost: str
    text: str
    frontier: FrontierKind | None
    source: list[LabSource]
    promises: list[LabPromise]


class LabCatalog(msgspec.Struct, frozen=True):
    """All finders, a board to begin with, the exercises, and the limits of boards, traces and races."""

    finders: list[LabFinder]
    example: LabPair
    exercises: list[LabExercise]
    max_cells: int = MAX_LAB_CELLS
    max_steps: int = MAX_TRACE_STEPS
    max_finders: int = MAX_FINDERS


@cache
def lab_catalog() -> LabCatalog:
    """Return what the lab offers; the finders' files must be there.

    >>> [finder.name for finder in lab_catalog().finders][:3]
    ['dfs', 'bfs', 'cases']
    """
    example = LabPair(to_share(Board.parse(_BOARD)), *parse_cells(_PAIR))
    finders = [_describe(finder) for finder in (*FINDERS.values(), *PUBLISHED.values())]
    return LabCatalog(finders, example, exercise_list())


def _describe(finder: Finder) -> LabFinder:
    known = counterexamples()
    return LabFinder(
        name=finder.name,
        published=finder.is_published,
        cost=finder.cost,
        text=finder.text,
        frontier=finder.frontier and finder.frontier.kind,
        source=[LabSource(*part) for part in finder_source(finder)],
        promises=[
            LabPromise(
                name=promise.name.lower(),
                kept=promise in finder.promises,
                claimed=promise in finder.flaws,
                broken_on=LabPair(to_share(found.board), found.a, found.b)
                if (found := known.get((finder.name, promise)))
                else None,
            )
            for promise in Promise
        ],
    )
