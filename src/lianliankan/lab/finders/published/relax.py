"""As published: `relax` taken by the letter, with no turn at the start and fewer than three at the goal.

The book gives the start the value 0, lets every line add one, and asks for fewer than three at the goal. But the first
line is no turn: a path of three lines, which turns twice and is allowed, has the value three. So every link with two
turns is refused. Begun at −1 it is exact.
"""

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.algorithms.relax import relax
from lianliankan.lab.finders.board_probe import BoardProbe
from lianliankan.lab.finders.finder import PLAIN_ONLY, Finder
from lianliankan.lab.finders.promises import Promise

__all__ = ["FINDER", "search"]


def search(probe: BoardProbe) -> list[Cell] | None:
    """Allow fewer than three lines, where fewer than three turns were meant."""
    return relax(probe, max_lines=2)


FINDER = Finder(
    algorithm=search,
    cost="cells × (rows + columns)",
    promises=frozenset({Promise.SOUND, Promise.LEGAL, Promise.TURNS, Promise.STEPS, Promise.SHORTEST}),
    limits=PLAIN_ONLY,
    flaws=frozenset({Promise.FINDS}),
)
