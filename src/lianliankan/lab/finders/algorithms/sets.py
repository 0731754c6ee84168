"""A set that grows: everything in straight sight of it joins, once for each line that a path may have.

The set begins as the start alone. In each round, everything that a cell of the last round sees joins, and a ray passes
over cells that are in the set already. After as many rounds as a path may have lines – three where it may turn twice –
the tiles link if the goal is in the set; a note with each cell, from where it was seen, leads back. The cost is the
number of cells times the length of a line. A link is found whenever there is one, and no path has fewer turns, because
the set holds after `n` rounds all that `n` lines can reach; which of several such paths it is, is left to chance.
"""

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.backtrack import back_to_start
from lianliankan.lab.finders.board_probe import DIRECTIONS, Sight
from lianliankan.lab.finders.finder import Finder
from lianliankan.lab.finders.promises import Promise

__all__ = ["FINDER", "search"]


def search(sight: Sight) -> list[Cell] | None:
    """Let the set grow round by round until the goal is in it, or nothing new is, or all lines are used up."""
    came = {sight.start: sight.start}
    newest = [sight.start]
    lines = 0
    while newest and lines <= sight.limit and sight.goal not in came:
        seen = []
        for cell in newest:
            sight.visit(cell, lines)
            for direction in DIRECTIONS:
                for there in sight.ray(cell, direction):
                    if there not in came:
                        came[there] = cell
                        seen.append(there)
                        sight.queue(cell, there, lines + 1)
        newest = seen
        lines += 1
    return back_to_start(came, sight.goal) if sight.goal in came else None


FINDER = Finder(
    idea=search,
    cost="cells × (rows + columns)",
    promises=frozenset({Promise.FINDS, Promise.SOUND, Promise.LEGAL, Promise.TURNS}),
)
