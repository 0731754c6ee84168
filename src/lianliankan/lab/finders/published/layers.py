"""As published: `layers` with the claim that its paths have the fewest cells.

The article's search counts turns from −1, grows its four rays together so that near cells are queued before far ones,
does not continue from cells with two turns, and ends when it takes the goal from the queue. Its paths have the fewest
turns, as claimed. But it also claims that near cells first means the fewest cells, and that is wrong: a cell keeps the
first line that reached it, and a line that starts nearer may still be the longer way. (The article's board has no ring;
here the ring is part of the matrix if a board has one.)
"""

from collections import deque

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.backtrack import backtrack
from lianliankan.lab.finders.board_probe import DIRECTIONS, BoardProbe, Direction
from lianliankan.lab.finders.finder import PLAIN_ONLY, Finder, Frontier
from lianliankan.lab.finders.promises import Promise


def search(probe: BoardProbe) -> list[Cell] | None:
    """Take cells from the queue until the goal is taken."""
    came_from = {probe.start: probe.start}
    turn = {probe.start: -1}
    queue = deque([probe.start])
    while queue:
        cell = queue.popleft()
        if cell == probe.goal:
            return backtrack(came_from, cell)
        if turn[cell] == 2:
            continue
        probe.visit(cell, turn[cell] + 1)
        growing: list[Direction] = list(DIRECTIONS)
        distance = 1
        while growing:
            for direction in tuple(growing):
                there = Cell(cell.row + distance * direction[0], cell.col + distance * direction[1])
                if probe.look(there) == "blocked" or (there in turn and turn[there] <= turn[cell]):
                    growing.remove(direction)
                elif there not in turn:
                    came_from[there], turn[there] = cell, turn[cell] + 1
                    queue.append(there)
                    probe.queue(cell, there, turn[there] + 1)
            distance += 1
    return None


FINDER = Finder(
    algorithm=search,
    cost="cells × (rows + columns)",
    promises=frozenset({Promise.FINDS, Promise.SOUND, Promise.LEGAL, Promise.TURNS}),
    limits=PLAIN_ONLY,
    flaws=frozenset({Promise.STEPS}),
    frontier=Frontier("queue", "queue"),
)
