"""Straight lines with two values per cell, turns and steps, improved whenever a better path comes along.

As in `layers`, what a cell sees is one line further out. But a cell keeps the best path to it instead of the first: a
new one is better if it has fewer turns, or equally many turns and fewer steps. Cells are taken in order of turns, and
all paths into a layer come from the layer before, so a cell's values are final when it is taken. The direction of
arrival need not be kept: continuing straight would be a second line where the first one already reaches. The cost is
the number of cells times the length of a line. No path has fewer turns, and among paths with equally few turns none has
fewer steps.
"""

from collections import deque

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.backtrack import backtrack
from lianliankan.lab.finders.board_probe import DIRECTIONS, BoardProbe
from lianliankan.lab.finders.finder import Finder, Frontier
from lianliankan.lab.finders.promises import Promise


def search(probe: BoardProbe) -> list[Cell] | None:
    """Allow one more line than turns."""
    return relax(probe, max_lines=probe.limit + 1)


def relax(probe: BoardProbe, *, max_lines: float) -> list[Cell] | None:
    """Take cells in order of turns, improving everything they see, until the goal is taken."""
    came_from = {probe.start: probe.start}
    best = {probe.start: (0, 0)}  # lines and steps from the start
    queue = deque([probe.start])
    while queue:
        cell = queue.popleft()
        lines, steps = best[cell]
        if cell == probe.goal:
            return backtrack(came_from, cell)
        if lines == max_lines:  # go no further out; the goal may still be in this layer
            continue
        probe.visit(cell, lines)
        for direction in DIRECTIONS:
            for length, there in enumerate(probe.ray(cell, direction), start=1):
                way = (lines + 1, steps + length)
                if there in best and best[there] <= way:
                    continue
                if there not in best:
                    queue.append(there)
                best[there], came_from[there] = way, cell
                probe.queue(cell, there, lines + 1)
    return None


FINDER = Finder(
    algorithm=search,
    cost="cells × (rows + columns)",
    promises=frozenset({Promise.FINDS, Promise.SOUND, Promise.LEGAL, Promise.TURNS, Promise.STEPS}),
    frontier=Frontier("queue", "queue"),
)
