"""Straight lines again, with two values a cell: turns and steps, improved whenever a better way comes along.

As in `layers`, what a cell sees is one line further out. But a cell keeps the best way to it instead of the first: a
new one is better when it has fewer turns, or as many turns and fewer steps. Cells are taken in the order of their
turns, and all ways into a layer come from the layer before, so when a cell is taken its values are final. No direction
of arrival need be kept: going straight on would be a second line where the first one reaches as far. The cost is the
number of cells times the length of a line. No path has fewer turns, and of those with as few none has fewer steps.
"""

from collections import deque

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.backtrack import back_to_start
from lianliankan.lab.finders.board_probe import DIRECTIONS, Sight
from lianliankan.lab.finders.finder import Finder
from lianliankan.lab.finders.promises import Promise

__all__ = ["FINDER", "relax", "search"]


def search(sight: Sight) -> list[Cell] | None:
    """Allow one line more than turns."""
    return relax(sight, most_lines=sight.limit + 1)


def relax(sight: Sight, *, most_lines: float) -> list[Cell] | None:
    """Take cells in the order of their turns, improving all that they see, until the goal is taken."""
    came = {sight.start: sight.start}
    best = {sight.start: (0, 0)}  # lines and steps from the start
    queue = deque([sight.start])
    while queue:
        cell = queue.popleft()
        lines, steps = best[cell]
        if cell == sight.goal:
            return back_to_start(came, cell)
        if lines == most_lines:  # nothing further out can be reached; the goal may still wait in this layer
            continue
        sight.visit(cell, lines)
        for direction in DIRECTIONS:
            for length, there in enumerate(sight.ray(cell, direction), start=1):
                way = (lines + 1, steps + length)
                if there in best and best[there] <= way:
                    continue
                if there not in best:
                    queue.append(there)
                best[there], came[there] = way, cell
                sight.queue(cell, there, lines + 1)
    return None


FINDER = Finder(
    idea=search,
    cost="cells × (rows + columns)",
    promises=frozenset({Promise.FINDS, Promise.SOUND, Promise.LEGAL, Promise.TURNS, Promise.STEPS}),
)
