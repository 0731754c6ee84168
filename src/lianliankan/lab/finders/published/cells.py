"""As published in many places: a search from neighbour to neighbour that counts turns and marks cells.

Each entry in the queue holds a cell, a heading and the number of turns so far; a change of heading is one more turn,
and a third turn is not allowed. So far, so good. But a cell is marked as visited by the first path that reaches it,
which has the fewest steps, not the fewest turns. A later path to the same cell, from another side and with turns to
spare, is turned away. Paths have more turns than needed, and links are missed. The search must mark a cell *and* the
direction in which it was entered, as `edges` does.
"""

from collections import deque

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.backtrack import backtrack
from lianliankan.lab.finders.board_probe import DIRECTIONS, BoardProbe, Direction, neighbour
from lianliankan.lab.finders.finder import PLAIN_ONLY, Finder, Frontier
from lianliankan.lab.finders.promises import Promise


def search(probe: BoardProbe) -> list[Cell] | None:
    """Take cells in order of steps until one is next to the goal."""
    came_from = {probe.start: probe.start}
    queue: deque[tuple[Cell, Direction | None, int]] = deque([(probe.start, None, 0)])
    while queue:
        cell, heading, turns = queue.popleft()
        probe.visit(cell, turns + (heading is not None))
        for direction in DIRECTIONS:
            bends = heading not in (None, direction)
            there = neighbour(cell, direction)
            if there in came_from or turns + bends > 2 or not probe.can_step(cell, there):
                continue
            came_from[there] = cell
            if there == probe.goal:
                return backtrack(came_from, there)
            queue.append((there, direction, turns + bends))
            probe.queue(cell, there, turns + bends + 1)
    return None


FINDER = Finder(
    algorithm=search,
    cost="cells",
    promises=frozenset({Promise.SOUND, Promise.LEGAL}),
    limits=PLAIN_ONLY,
    flaws=frozenset({Promise.FINDS, Promise.TURNS}),
    frontier=Frontier("queue", "queue"),
)
