"""Dijkstra's algorithm where the connections between neighbouring cells are the vertices, so that turning has a price.

From the connection by which a path came to a cell it goes on by another: straight on is free, a turn costs one. No cell
knows how it was entered, but a connection does, and that is why the graph is made of these. Between ways with as many
turns, the number of connections decides. Dijkstra's algorithm goes from the four connections around A, always on
from the one that cost least, until it takes one that enters B. The cost is the number of cells times its logarithm. No
path has fewer turns, and of those with as few none has fewer steps.
"""

from heapq import heappop, heappush

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.board_probe import DIRECTIONS, Sight, go
from lianliankan.lab.finders.finder import Finder
from lianliankan.lab.finders.promises import Promise

__all__ = ["FINDER", "search"]

Connection = tuple[Cell, Cell]
"""Two neighbouring cells, in the order in which a path goes over them."""


def search(sight: Sight) -> list[Cell] | None:
    """Take the connections in the order of their turns and steps until one enters the goal."""
    came: dict[Connection, Connection] = {}
    queue: list[tuple[int, int, Connection, Connection]] = []
    source = (sight.start, sight.start)
    heappush(queue, (0, 0, source, source))
    while queue:
        turns, steps, here, before = heappop(queue)
        if here in came:
            continue
        came[here] = before
        cell = here[1]
        if cell == sight.goal:
            return walked(came, here)
        sight.visit(cell, turns + (steps > 0))
        for direction in DIRECTIONS:
            there = go(cell, direction)
            bends = here != source and go(here[0], direction) != cell
            if turns + bends > sight.limit or there == here[0] or (cell, there) in came:
                continue
            if sight.leads(cell, there):
                heappush(queue, (turns + bends, steps + 1, (cell, there), here))
                sight.queue(cell, there, turns + bends + 1)
    return None


def walked(came: dict[Connection, Connection], last: Connection) -> list[Cell]:
    """Give the cells of the way that ends with a connection."""
    way = [last[1]]
    while came[last] != last:
        way.append(last[0])
        last = came[last]
    return way[::-1]


FINDER = Finder(
    idea=search,
    cost="cells × log cells",
    promises=frozenset({Promise.FINDS, Promise.SOUND, Promise.LEGAL, Promise.TURNS, Promise.STEPS}),
)
