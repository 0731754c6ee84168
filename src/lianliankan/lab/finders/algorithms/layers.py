"""Breadth first along straight lines: each layer is one more turn, so the first way found has the fewest turns.

An edge of the graph joins a cell to every cell in straight sight of it, so that one edge is one line and the layers
of a breadth-first search are lines: layer 1 is what the start sees, layer 2 what those cells see, and a path that ends
in layer `n` turns `n - 1` times. The four rays grow together, one step each at a time, so near cells are queued
before far ones. A ray stops at a cell of an earlier layer, or of this one, since that cell sees all that lies behind;
over cells of the next layer it passes. The cost is the number of cells times the length of a line. No path has fewer
turns; of those with as few, another may have fewer steps, because a cell keeps the first line that reached it.
"""

from collections import deque

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.backtrack import back_to_start
from lianliankan.lab.finders.board_probe import DIRECTIONS, Sight
from lianliankan.lab.finders.finder import Finder
from lianliankan.lab.finders.promises import Promise

__all__ = ["FINDER", "search"]


def search(sight: Sight) -> list[Cell] | None:
    """Take cells layer by layer until a ray meets the goal."""
    came = {sight.start: sight.start}
    layer = {sight.start: 0}
    queue = deque([sight.start])
    while queue:
        cell = queue.popleft()
        if layer[cell] > sight.limit:  # one more line would be one turn too many
            return None
        sight.visit(cell, layer[cell])
        rays = [sight.ray(cell, direction) for direction in DIRECTIONS]
        while rays:
            for ray in tuple(rays):
                there = next(ray, None)
                if there is None or layer.get(there, layer[cell] + 1) <= layer[cell]:
                    rays.remove(ray)
                elif there not in layer:
                    came[there], layer[there] = cell, layer[cell] + 1
                    if there == sight.goal:
                        return back_to_start(came, there)
                    queue.append(there)
                    sight.queue(cell, there, layer[there])
    return None


FINDER = Finder(
    idea=search,
    cost="cells × (rows + columns)",
    promises=frozenset({Promise.FINDS, Promise.SOUND, Promise.LEGAL, Promise.TURNS}),
)
