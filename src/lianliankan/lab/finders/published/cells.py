"""As published, in many places: a search from neighbour to neighbour that counts turns and marks cells.

Each way in the queue knows where it is, which way it goes and how often it has turned; a step aside is one turn more,
and a third turn is refused. So far, so good. But a cell is marked as visited by the first way that comes to it, and the
first has the fewest steps, not the fewest turns: a later way to the same cell, from another side and with turns to
spare, is turned away. Paths have more turns than needed, and links are missed. What must be marked is a cell *and* the
direction in which it was entered, as `edges` does.
"""

from collections import deque

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.backtrack import back_to_start
from lianliankan.lab.finders.board_probe import DIRECTIONS, Direction, Sight, go
from lianliankan.lab.finders.finder import PLAIN_ONLY, Finder
from lianliankan.lab.finders.promises import Promise

__all__ = ["FINDER", "search"]


def search(sight: Sight) -> list[Cell] | None:
    """Take ways in the order of their steps until one meets the goal."""
    came = {sight.start: sight.start}
    queue: deque[tuple[Cell, Direction | None, int]] = deque([(sight.start, None, 0)])
    while queue:
        cell, heading, turns = queue.popleft()
        sight.visit(cell, turns + (heading is not None))
        for direction in DIRECTIONS:
            bends = heading not in (None, direction)
            there = go(cell, direction)
            if there in came or turns + bends > 2 or not sight.leads(cell, there):
                continue
            came[there] = cell
            if there == sight.goal:
                return back_to_start(came, there)
            queue.append((there, direction, turns + bends))
            sight.queue(cell, there, turns + bends + 1)
    return None


FINDER = Finder(
    idea=search,
    cost="cells",
    promises=frozenset({Promise.SOUND, Promise.LEGAL}),
    limits=PLAIN_ONLY,
    flaws=frozenset({Promise.FINDS, Promise.TURNS}),
)
