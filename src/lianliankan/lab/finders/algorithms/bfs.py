"""Breadth first from neighbour to neighbour: the fewest steps, regardless of turns.

A queue holds the open cells reached so far, nearest first. Take the first one and append each of its neighbours that is
open and new, with a note of where it was reached from; when a neighbour is the goal, the notes lead back. Every cell is
taken at most once, so the cost is the number of cells. No path has fewer steps. But a staircase is as good to it as a
straight line: the path may have more turns than the rules allow.
"""

from collections import deque

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.backtrack import backtrack
from lianliankan.lab.finders.board_probe import DIRECTIONS, BoardProbe, neighbour
from lianliankan.lab.finders.finder import Finder, Frontier
from lianliankan.lab.finders.promises import Promise


def search(probe: BoardProbe) -> list[Cell] | None:
    """Take cells in order of distance until one is next to the goal."""
    came_from = {probe.start: probe.start}
    steps = {probe.start: 0}
    queue = deque([probe.start])
    while queue:
        cell = queue.popleft()
        probe.visit(cell, steps[cell])
        for direction in DIRECTIONS:
            there = neighbour(cell, direction)
            if there in came_from or not probe.can_step(cell, there):
                continue
            came_from[there] = cell
            if there == probe.goal:
                return backtrack(came_from, there)
            steps[there] = steps[cell] + 1
            queue.append(there)
            probe.queue(cell, there, steps[there])
    return None


FINDER = Finder(
    algorithm=search,
    cost="cells",
    promises=frozenset({Promise.CONNECTS, Promise.SHORTEST}),
    frontier=Frontier("queue", "queue"),
)
