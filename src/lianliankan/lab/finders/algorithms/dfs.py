"""Depth first from neighbour to neighbour: a path whenever there is one, and rarely a good one.

The search walks on as long as it can, always to the first open neighbour that it has not visited; if there is none,
it steps back and tries the next. When it meets the goal, the trail is the path. Every cell is entered at most once, so
the cost is the number of cells. It finds a path whenever there is one, but promises nothing about its steps or turns:
the rules may not allow it.
"""

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.board_probe import DIRECTIONS, BoardProbe, neighbour
from lianliankan.lab.finders.finder import Finder, Frontier
from lianliankan.lab.finders.promises import Promise


def search(probe: BoardProbe) -> list[Cell] | None:
    """Walk on, backtracking at dead ends, until the goal is reached."""
    trail = [probe.start]
    untried = [iter(DIRECTIONS)]  # for each cell of the trail; recursion would overflow on long paths
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


FINDER = Finder(
    algorithm=search, cost="cells", promises=frozenset({Promise.CONNECTS}), frontier=Frontier("stack", "trail")
)
