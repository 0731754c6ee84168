"""As published: `sets` that never leaves the board, and whose rays stop at the first cell visited before.

The course report's third method lets its set grow three times. Its paths may leave the map, says the task; the method
never does. And a ray ends at a cell that is in the set already, as if that cell could stand in for all that lies
behind it; but it was reached with more lines, perhaps, and its own rays come a round too late. On a full board
about half of all links is missed.
"""

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.backtrack import backtrack
from lianliankan.lab.finders.board_probe import DIRECTIONS, BoardProbe, neighbour
from lianliankan.lab.finders.finder import PLAIN_ONLY, Finder
from lianliankan.lab.finders.promises import Promise

__all__ = ["FINDER", "search"]


def search(probe: BoardProbe) -> list[Cell] | None:
    """Let the set grow three times, then ask whether the goal is in it.

    The smallest board where a ray that stops too early costs a link, with no ring to blame:

    >>> import lianliankan as llk
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
                    if found == "goal":  # in the answer, but no way leads on from a tile
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
)
