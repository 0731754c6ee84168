"""The exercises of the lab as the page shows them: with calls, and what they return."""

from typing import Literal

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell, parse_cells
from lianliankan.lab.check.exercises import EXERCISES, Exercise

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
