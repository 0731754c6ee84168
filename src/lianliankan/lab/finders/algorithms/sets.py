"""A growing set: everything in its line of sight joins, once for each line that a path may have.

The set starts with the start tile alone. In each round, everything that a cell of the last round sees joins; rays pass
over cells that are already in the set. After as many rounds as a path may have lines (three for two turns), the tiles
link if the goal is in the set; a note of where each cell was seen from leads back. The cost is the number of cells
times the length of a line. It finds a link whenever there is one, and no path has fewer turns, because after `n` rounds
the set holds everything that `n` lines can reach; which of several such paths is returned is unspecified.
"""

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.backtrack import backtrack
from lianliankan.lab.finders.board_probe import DIRECTIONS, BoardProbe
from lianliankan.lab.finders.finder import Finder, Frontier
from lianliankan.lab.finders.promises import Promise


def search(probe: BoardProbe) -> list[Cell] | None:
    """Grow the set round by round until the goal joins, nothing new joins, or all lines are used."""
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
    frontier=Frontier("set", "newest"),
)
