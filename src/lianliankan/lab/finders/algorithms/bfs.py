"""Breadth first from neighbour to neighbour: the fewest steps, however often they turn.

A queue holds the open cells that were reached, nearest first. The first is taken, and each of its neighbours that is
open and new goes to the end, with a note where it was reached from; when a neighbour is the goal, the notes lead back.
Every cell is taken at most once, so the cost is the number of cells. No path has fewer steps. But a way that turns at
every step is as good to it as a straight one: the path may turn more often than the rules allow.
"""

from collections import deque

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.backtrack import back_to_start
from lianliankan.lab.finders.board_probe import DIRECTIONS, Sight, go
from lianliankan.lab.finders.finder import Finder
from lianliankan.lab.finders.promises import Promise

__all__ = ["FINDER", "search"]


def search(sight: Sight) -> list[Cell] | None:
    """Take cells in the order of their distance until the goal is beside one."""
    came = {sight.start: sight.start}
    steps = {sight.start: 0}
    queue = deque([sight.start])
    while queue:
        cell = queue.popleft()
        sight.visit(cell, steps[cell])
        for direction in DIRECTIONS:
            there = go(cell, direction)
            if there in came or not sight.leads(cell, there):
                continue
            came[there] = cell
            if there == sight.goal:
                return back_to_start(came, there)
            steps[there] = steps[cell] + 1
            queue.append(there)
            sight.queue(cell, there, steps[there])
    return None


FINDER = Finder(idea=search, cost="cells", promises=frozenset({Promise.CONNECTS, Promise.SHORTEST}))
