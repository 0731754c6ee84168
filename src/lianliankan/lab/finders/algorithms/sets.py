"""A set that grows: everything in straight sight of it joins, once for each line that a path may have.

The set begins as the start alone. In each round, everything that a cell of the last round sees joins, and a ray passes
over cells that are in the set already. After as many rounds as a path may have lines – three where it may turn twice –
the tiles link if the goal is in the set; a note with each cell, from where it was seen, leads back. The cost is the
number of cells times the length of a line. A link is found whenever there is one, and no path has fewer turns, because
the set holds after `n` rounds all that `n` lines can reach; which of several such paths it is, is left to chance.
"""

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.backtrack import backtrack
from lianliankan.lab.finders.board_probe import DIRECTIONS, BoardProbe
from lianliankan.lab.finders.finder import Finder
from lianliankan.lab.finders.promises import Promise

__all__ = ["FINDER", "search"]


def search(probe: BoardProbe) -> list[Cell] | None:
    """Let the set grow round by round until the goal is in it, or nothing new is, or all lines are used up."""
    came_from = {probe.start: probe.start}
    newest = [probe.start]
    lines = 0
    while newest and lines <= probe.limit and probe.goal not in came_from:
        seen = []
        for cell in newest:
            probe.visit(cell, lines)
            for direction in DIRECTIONS:
                for there in probe.ray(cell, direction):
                    if there not in came_from:
                        came_from[there] = cell
                        seen.append(there)
                        probe.queue(cell, there, lines + 1)
        newest = seen
        lines += 1
    return backtrack(came_from, probe.goal) if probe.goal in came_from else None


FINDER = Finder(
    algorithm=search,
    cost="cells × (rows + columns)",
    promises=frozenset({Promise.FINDS, Promise.SOUND, Promise.LEGAL, Promise.TURNS}),
)
