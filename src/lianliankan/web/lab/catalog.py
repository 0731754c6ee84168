"""The catalogue of the page's lab, the same for everyone: finders with their code and promises, and the exercises."""

from functools import cache
from typing import Literal

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell, parse_cells
from lianliankan.lab.check.exercises import EXERCISES, Exercise
from lianliankan.lab.finders import FINDERS, PUBLISHED, Finder, Promise, counterexamples
from lianliankan.lab.finders.finder import FrontierKind
from lianliankan.lab.finders.source import finder_source
from lianliankan.records.share import to_share
from lianliankan.web.base.size_limits import MAX_FINDERS, MAX_LAB_CELLS, MAX_TRACE_STEPS

_BOARD = "2 5 . . . 5 7 1/. . . 4 3 . . ./. 7 2 . 8 . . 8/. . . 4 6 1 . ./3 . . . . . . ./6 . . 3 . . 3 ."
_PAIR = "1,8-4,6"


# A board, its rows separated by slashes, and two of its cells, for exercises that are asked about two.
_ENCLOSED = ("1 2 3/2 1 2/3 2 3", "1,1-2,2")
_ASIDE = "1 2 1/2 . ."
_EXAMPLES = {
    "straight": (("1 . . 1/2 1 . 2", "1,1-1,4"), ("1 . . 1/2 1 . 2", "2,1-2,4")),
    "one-turn": (("1 . ./2 3 1/3 2 .", "1,1-2,3"), ("1 . ./2 3 1/3 2 .", "2,1-3,2")),
    "two-turns": (("1 2 1/. . ./3 2 3", "1,1-1,3"), (_ASIDE, "1,1-1,3")),
    "ring": ((_ASIDE, "1,1-1,3"), _ENCLOSED),
    "fewest-turns": (("1 . ./. 2 1", "1,1-2,3"), _ENCLOSED),
    "shortest-path": ((". . ./1 2 1/3 2 3", "2,1-2,3"), _ENCLOSED),
    "all-moves": ((_ASIDE, ""), ("1 2/2 1", "")),
    "stuck": (("1 2/2 1", ""), (_ASIDE, "")),
}


# ---- Exercises -------------------------------------------------------------------------------------------------------


class LabExample(msgspec.Struct, frozen=True):
    """A call of the function, and the value that it returns; the tiles in question, and the paths that there are."""

    rows: list[list[int]]
    call: str
    returns: str
    ends: tuple[Cell, ...]
    paths: list[tuple[Cell, ...]]


class LabExercise(msgspec.Struct, frozen=True):
    """An exercise.

    - `function`: the name of the function to write; `head`: its first line; `template`: text to begin with.
    - `kind`: what it is asked about: two tiles, all moves, or whether the player is stuck.
    - `outside`: whether paths may leave the board.
    """

    name: str
    function: str
    head: str
    template: str
    kind: Literal["link", "moves", "stuck"]
    outside: bool
    examples: list[LabExample]


def exercise_list() -> list[LabExercise]:
    """Return the exercises, in their order.

    >>> first, *_, last = exercise_list()
    >>> first.head, [(example.call, example.returns) for example in first.examples][0]
    ('def straight(grid, a, b):', ('straight(grid, (0, 0), (0, 3))', 'True'))
    >>> [example.returns for example in last.examples]
    ['True', 'False']
    """
    return [
        LabExercise(
            name=each.name,
            function=each.function,
            head=f"def {each.function}({'grid, a, b' if each.kind == 'link' else 'grid'}):",
            template=each.template,
            kind=each.kind,
            outside=each.contract.rules.outside,
            examples=[_example(each, *example) for example in _EXAMPLES[each.name]],
        )
        for each in EXERCISES
    ]


def _example(exercise: Exercise, text: str, pair: str) -> LabExample:
    board = Board.parse(text, rules=exercise.contract.rules)
    ends = tuple(parse_cells(pair)) if pair else ()
    asked = ", ".join(("grid", *(str(tuple(cell)) for cell in ends)))
    pairs = [ends] if pair else list(board.moves())
    paths = [path.corners for a, b in pairs if (path := board.link(a, b))]
    return LabExample(
        rows=board.to_rows(),
        call=f"{exercise.function}({asked})",
        returns=_returned(exercise, board, paths),
        ends=ends,
        paths=paths,
    )


def _returned(exercise: Exercise, board: Board, paths: list[tuple[Cell, ...]]) -> str:
    """Return what a correct function returns, as Python writes it."""
    match exercise.kind:
        case "moves":
            return str([(tuple(a), tuple(b)) for a, b in board.moves()])
        case "stuck":
            return str(board.is_stuck)
        case "link":
            is_path = exercise.contract.judge != "link"
            return str((list(map(tuple, paths[0])) if paths else None) if is_path else bool(paths))


# ---- Finders ---------------------------------------------------------------------------------------------------------


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
    """A promise, and whether a finder keeps it.

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
