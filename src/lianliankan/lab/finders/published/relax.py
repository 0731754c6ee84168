"""As published: `relax` taken literally, with 0 at the start and fewer than three at the goal.

The book gives the start the value 0, adds one for every line, and requires fewer than three at the goal. But the first
line is not a turn: a path of three lines has two turns and is allowed, yet its value is three. So every link with two
turns is rejected. With −1 at the start it would be exact.
"""

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.algorithms.relax import relax
from lianliankan.lab.finders.board_probe import BoardProbe
from lianliankan.lab.finders.finder import PLAIN_ONLY, Finder, Frontier
from lianliankan.lab.finders.promises import Promise


def search(probe: BoardProbe) -> list[Cell] | None:
    """Allow fewer than three lines, although fewer than three turns were meant."""
    return relax(probe, max_lines=2)


FINDER = Finder(
    algorithm=search,
    cost="cells × (rows + columns)",
    promises=frozenset({Promise.SOUND, Promise.LEGAL, Promise.TURNS, Promise.STEPS, Promise.SHORTEST}),
    limits=PLAIN_ONLY,
    flaws=frozenset({Promise.FINDS}),
    frontier=Frontier("queue", "queue"),
)
