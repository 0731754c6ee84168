"""What a learner's function is held to: the rules of paths, how its grid looks, and how strictly it is judged."""

from dataclasses import dataclass, field
from typing import Literal, get_args

from lianliankan.board.rules import Rules
from lianliankan.errors import BadOptions

__all__ = ["LEVELS", "Contract", "Level"]

Level = Literal["link", "turns", "steps"]

LEVELS: tuple[Level, ...] = get_args(Level)
"""How strictly a function is judged, the mildest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """What a function is held to.

    - `rules`: how a path may run.
    - `judge`: "link" wants the right answer, and a legal path where a path is given; "turns" wants a path with the
      fewest turns, "steps" one with the fewest steps among those.
    - `padded`: whether the grid has the ring of empty cells around it, with cells named accordingly.
    - `walls`: whether there are walls, -1 in the grid.

    >>> Contract().cell((0, 2)), Contract(padded=True).cell((0, 2))
    ((0, 2), (1, 3))
    """

    rules: Rules = field(default_factory=Rules)
    judge: Level = "link"
    padded: bool = False
    walls: bool = False

    def __post_init__(self) -> None:
        if self.judge not in LEVELS:
            raise BadOptions(f"a function is judged by {', '.join(LEVELS)}, not by {self.judge!r}")
        if self.padded and not self.rules.outside:
            raise BadOptions("a grid with the ring around it is for paths that may use the ring")

    @property
    def first(self) -> int:
        """The number that the first row and column of the board have in the grid."""
        return 1 if self.padded else 0

    def cell(self, cell: tuple[int, int]) -> tuple[int, int]:
        """Name a cell of the board as the function knows it."""
        return cell[0] + self.first, cell[1] + self.first
