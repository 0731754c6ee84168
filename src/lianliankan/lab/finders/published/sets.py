"""As published: `sets` that never leaves the board, and whose rays stop at cells visited before.

The course report's third method grows its set three times. The assignment says that paths may leave the map; the method
never does. And a ray ends at a cell that is already in the set, as if that cell could stand in for everything behind
it; but that cell may have been reached with more lines, and then its own rays come a round too late. On a full board
about half of all links are missed.
"""

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.backtrack import backtrack
from lianliankan.lab.finders.board_probe import DIRECTIONS, BoardProbe, neighbour
from lianliankan.lab.finders.finder import PLAIN_ONLY, Finder, Frontier
from lianliankan.lab.finders.promises import Promise


def search(probe: BoardProbe) -> list[Cell] | None:
    """Grow the set three times, then check whether the goal is in it.

    The smallest board on which stopping a ray too early misses a link, without a ring:

    >>> board = llk.Board.parse("A.XA/....", rules=llk.Rules(outside=False))
    >>> llk.find("published.sets", board, (0, 0), (0, 3)).path, str(board.link((0, 0), (0, 3)))
    (None, '1,1-2,1-2,4-1,4')
    """
    came_from = {probe.start: probe.start}
    newest = [probe.start]
    for lines in range(3):
        seen = []
        for cell in newest:
            probe.visit(cell, lines)
            for direction in DIRECTIONS:
                there = neighbour(cell, direction)
                while probe.on_board(there) and there not in came_from:
                    found = probe.look(there)
                    if found == "blocked":
                        break
                    came_from[there] = cell
                    probe.queue(cell, there, lines + 1)
                    if found == "goal":  # in the set, but no path continues through a tile
                        break
                    seen.append(there)
                    there = neighbour(there, direction)
        newest = seen
    return backtrack(came_from, probe.goal) if probe.goal in came_from else None


FINDER = Finder(
    algorithm=search,
    cost="cells",
    promises=frozenset({Promise.SOUND, Promise.LEGAL}),
    limits=PLAIN_ONLY,
    flaws=frozenset({Promise.FINDS}),
    frontier=Frontier("set", "newest"),
)
