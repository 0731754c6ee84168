"""Breadth first along straight lines: each layer is one more turn, so the first path found has the fewest turns.

An edge of the graph joins a cell to every cell in its line of sight, so that one edge is one line and the layers of the
breadth-first search are lines: layer 1 is what the start sees, layer 2 what those cells see, and a path that ends in
layer `n` has `n - 1` turns. The four rays grow together, one step at a time, so near cells are queued before far ones.
A ray stops at a cell of an earlier layer or of the current one, since that cell sees everything behind it; it passes
over cells of the next layer. The cost is the number of cells times the length of a line. No path has fewer turns; among
paths with equally few turns another may have fewer steps, because a cell keeps the first line that reached it.
"""

from collections import deque

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.backtrack import backtrack
from lianliankan.lab.finders.board_probe import DIRECTIONS, BoardProbe
from lianliankan.lab.finders.finder import Finder, Frontier
from lianliankan.lab.finders.promises import Promise


def search(probe: BoardProbe) -> list[Cell] | None:
    """Take cells layer by layer until a ray meets the goal."""
    came_from = {probe.start: probe.start}
    layer = {probe.start: 0}
    queue = deque([probe.start])
    while queue:
        cell = queue.popleft()
        if layer[cell] > probe.limit:  # one more line would be one turn too many
            return None
        probe.visit(cell, layer[cell])
        rays = [probe.ray(cell, direction) for direction in DIRECTIONS]
        while rays:
            for ray in tuple(rays):
                there = next(ray, None)
                if there is None or layer.get(there, layer[cell] + 1) <= layer[cell]:
                    rays.remove(ray)
                elif there not in layer:
                    came_from[there], layer[there] = cell, layer[cell] + 1
                    if there == probe.goal:
                        return backtrack(came_from, there)
                    queue.append(there)
                    probe.queue(cell, there, layer[there])
    return None


FINDER = Finder(
    algorithm=search,
    cost="cells × (rows + columns)",
    promises=frozenset({Promise.FINDS, Promise.SOUND, Promise.LEGAL, Promise.TURNS}),
    frontier=Frontier("queue", "queue"),
)
