"""The contract of a learner's function: the rules for paths, the form of its grid, and how strictly it is judged."""

from dataclasses import dataclass, field
from typing import Literal, get_args

from lianliankan.board.rules import Rules
from lianliankan.errors import BadOptions
from lianliankan.lab.check.learner_call import Task

Level = Literal["link", "turns", "steps"]

LEVELS: tuple[Level, ...] = get_args(Level)
"""How strictly a function is judged, the most lenient first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """The contract of a function.

    - `task`: "link" asks whether two tiles link, "moves" for all pairs that do, "stuck" whether none is left.
    - `rules`: the rules for paths.
    - `judge`: "link" requires the correct answer, and a valid path if a path is returned; "turns" requires a path with
      the fewest turns, "steps" one with the fewest steps among those.
    - `padded`: whether the grid includes the ring of empty cells, with cells numbered accordingly.
    - `walls`: whether boards have walls, -1 in the grid.

    >>> Contract().cell((0, 2)), Contract(padded=True).cell((0, 2))
    ((0, 2), (1, 3))
    """

    task: Task = "link"
    rules: Rules = field(default_factory=Rules)
    judge: Level = "link"
    padded: bool = False
    walls: bool = False

    def __post_init__(self) -> None:
        if self.judge not in LEVELS:
            raise BadOptions(f"unknown judge {self.judge!r} (choose from {', '.join(LEVELS)})")
        if self.padded and not self.rules.outside:
            raise BadOptions("a padded grid requires rules under which paths may use the ring")

    @property
    def first(self) -> int:
        """The number of the board's first row and column in the grid."""
        return 1 if self.padded else 0

    def cell(self, cell: tuple[int, int]) -> tuple[int, int]:
        """Return a cell of the board as numbered in the function's grid."""
        return cell[0] + self.first, cell[1] + self.first
