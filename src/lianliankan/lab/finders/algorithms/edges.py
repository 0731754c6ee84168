"""Dijkstra's algorithm with the connections between neighbouring cells as vertices, so that a turn has a cost.

A path enters a cell by one connection and leaves by another: straight ahead is free, a turn costs one. A cell does not
know how it was entered, but a connection does; that is why connections are the vertices. Among paths with equally many
turns, the number of connections decides. Dijkstra's algorithm starts with the four connections around A and always
continues from the cheapest, until it takes one that enters B. The cost is the number of cells times its logarithm. No
path has fewer turns, and among paths with equally few turns none has fewer steps.
"""

from heapq import heappop, heappush

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.board_probe import DIRECTIONS, BoardProbe, neighbour
from lianliankan.lab.finders.finder import Finder, Frontier
from lianliankan.lab.finders.promises import Promise

Connection = tuple[Cell, Cell]
"""Two neighbouring cells, in the direction of the path."""


def search(probe: BoardProbe) -> list[Cell] | None:
    """Take connections in order of turns and steps until one enters the goal."""
    came_from: dict[Connection, Connection] = {}
    queue: list[tuple[int, int, Connection, Connection]] = []
    source = (probe.start, probe.start)
    heappush(queue, (0, 0, source, source))
    while queue:
        turns, steps, here, before = heappop(queue)
        if here in came_from:
            continue
        came_from[here] = before
        cell = here[1]
        if cell == probe.goal:
            return walked(came_from, here)
        probe.visit(cell, turns + (steps > 0))
        for direction in DIRECTIONS:
            there = neighbour(cell, direction)
            bends = here != source and neighbour(here[0], direction) != cell
            if turns + bends > probe.limit or there == here[0] or (cell, there) in came_from:
                continue
            if probe.can_step(cell, there):
                heappush(queue, (turns + bends, steps + 1, (cell, there), here))
                probe.queue(cell, there, turns + bends + 1)
    return None


def walked(came_from: dict[Connection, Connection], last: Connection) -> list[Cell]:
    """Return the cells of the path that ends with a connection."""
    way = [last[1]]
    while came_from[last] != last:
        way.append(last[0])
        last = came_from[last]
    return way[::-1]


FINDER = Finder(
    algorithm=search,
    cost="cells × log cells",
    promises=frozenset({Promise.FINDS, Promise.SOUND, Promise.LEGAL, Promise.TURNS, Promise.STEPS}),
    frontier=Frontier("heap", "queue"),
)
