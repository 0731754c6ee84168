"""The exercises, in order: one function each, from a straight line to a whole board."""

from dataclasses import dataclass
from typing import Final

from lianliankan.board.rules import Rules
from lianliankan.errors import BadOptions
from lianliankan.lab.check.contract import Contract
from lianliankan.lab.check.learner_call import Task


@dataclass(frozen=True, slots=True)
class Exercise:
    """One function of a learner's program, and what it is held to.

    - `name`: the name of the exercise; its title and its text are among those of the lab.
    - `function`: the name of the function.
    - `contract`: what it must do.
    - `template`: the function to begin with, without a solution.

    >>> exercise("ring").function, exercise("ring").kind
    ('linkable', 'link')
    """

    name: str
    function: str
    contract: Contract
    template: str

    @property
    def kind(self) -> Task:
        """The question to the function: whether two tiles link, which pairs do, or whether none does."""
        return self.contract.task


_TWO_CELLS = '''def {name}(grid, a, b):
    """{says}"""
    row_a, col_a = a
    row_b, col_b = b
    {answer}
'''
_WHOLE_BOARD = '''def {name}(grid):
    """{says}"""
    {answer}
'''


def _inside(turns: int) -> Contract:
    return Contract(rules=Rules(max_turns=turns, outside=False))


def _about_cells(name: str, function: str, contract: Contract, says: str, answer: str = "return False") -> Exercise:
    return Exercise(name, function, contract, _TWO_CELLS.format(name=function, says=says, answer=answer))


EXERCISES: Final[tuple[Exercise, ...]] = (
    _about_cells("straight", "straight", _inside(0), "Whether a straight line of empty cells joins a and b."),
    _about_cells("one-turn", "one_turn", _inside(1), "Whether a path with at most one turn joins a and b."),
    _about_cells("two-turns", "two_turns", _inside(2), "Whether a path with at most two turns joins a and b."),
    _about_cells("ring", "linkable", Contract(), "Whether a path with at most two turns joins a and b, ring included."),
    _about_cells(
        "fewest-turns",
        "fewest_turns",
        Contract(judge="turns"),
        "A path from a to b with the fewest turns, as a list of cells; None if there is no link.",
        "return None",
    ),
    _about_cells(
        "shortest-path",
        "shortest_path",
        Contract(judge="steps"),
        "Of the paths with the fewest turns, one with the fewest steps; None if there is no link.",
        "return None",
    ),
    Exercise(
        "all-moves",
        "all_moves",
        Contract(task="moves"),
        _WHOLE_BOARD.format(
            name="all_moves",
            says="Every pair of equal tiles that link, once each: [((row, col), (row, col)), ...].",
            answer="moves = []\n    return moves",
        ),
    ),
    Exercise(
        "stuck",
        "is_stuck",
        Contract(task="stuck"),
        _WHOLE_BOARD.format(
            name="is_stuck", says="Whether tiles are left, but no two of them link.", answer="return False"
        ),
    ),
)
"""All exercises, the easiest first; later functions may call earlier ones."""


def exercise(name: str) -> Exercise:
    """Return the exercise of that name.

    >>> exercise("strait")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    lianliankan.errors.BadOptions: unknown exercise 'strait' (choose from straight, one-turn, ..., stuck)
    """
    found = next((each for each in EXERCISES if each.name == name), None)
    if found is None:
        raise BadOptions(f"unknown exercise {name!r} (choose from {', '.join(each.name for each in EXERCISES)})")
    return found


def parse_exercises(text: str) -> tuple[Exercise, ...]:
    """Parse names of exercises, separated by commas.

    >>> [each.name for each in parse_exercises("ring, straight")]
    ['ring', 'straight']
    """
    names = [name.strip() for name in text.split(",")]
    return tuple(map(exercise, dict.fromkeys(names)))
