"""Depth first from neighbour to neighbour: a path whenever there is one, and seldom a good one.

The search walks on as long as it can, always to the first open neighbour where it has not been; where there is none it
steps back and tries the next. What it has walked when it meets the goal is the path. Every cell is entered at most
once, so the cost is the number of cells. A path is found whenever there is one, but nothing is promised about its
steps or turns: the rules may not allow it.
"""

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.board_probe import DIRECTIONS, BoardProbe, neighbour
from lianliankan.lab.finders.finder import Finder
from lianliankan.lab.finders.promises import Promise

__all__ = ["FINDER", "search"]


def search(probe: BoardProbe) -> list[Cell] | None:
    """Walk on, and back where it does not go on, until the goal is beside the walker."""
    trail = [probe.start]
    untried = [iter(DIRECTIONS)]  # for each cell of the trail; Python's own stack is too small for long ways
    seen = {probe.start}
    probe.visit(probe.start, 0)
    while trail:
        cell = trail[-1]
        for direction in untried[-1]:
            there = neighbour(cell, direction)
            if there in seen or not probe.can_step(cell, there):
                continue
            trail.append(there)
            if there == probe.goal:
                return trail
            seen.add(there)
            untried.append(iter(DIRECTIONS))
            probe.queue(cell, there, len(trail) - 1)
            probe.visit(there, len(trail) - 1)
            break
        else:
            probe.reject([cell], "dead end")
            trail.pop()
            untried.pop()
    return None


FINDER = Finder(algorithm=search, cost="cells", promises=frozenset({Promise.CONNECTS}))
