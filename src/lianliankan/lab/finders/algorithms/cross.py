"""Two crosses: a path of at most two turns goes from the cross of one tile to the cross of the other in one line.

The cross of a tile is everything that it sees in its row and its column. Every cell of A's cross is projected onto B's:
to the cell of B's row in the same column, and to the cell of B's column in the same row. If B sees the projection and
nothing is between it and the cell, then A, the cell, its projection and B are the corners of a path. Corners that
coincide or do not turn drop out, so the same search finds straight lines and single corners. A path has at most two
turns, and boards that allow more are rejected. The cost is the length of a line, squared. All candidates are compared,
so no path has fewer turns, and among paths with equally few turns none has fewer steps.
"""

from collections.abc import Iterator

from lianliankan.board.cell import Cell
from lianliankan.board.path import Path
from lianliankan.lab.finders.board_probe import DIRECTIONS, BoardProbe
from lianliankan.lab.finders.finder import Finder, FinderLimits, straighten
from lianliankan.lab.finders.promises import Promise


def search(probe: BoardProbe) -> Path | None:
    """Return the best path from cross to cross."""
    allowed = filter(probe.allows, ways(probe))
    return min(allowed, key=lambda path: (path.turns, path.steps), default=None)


def ways(probe: BoardProbe) -> Iterator[Path]:
    """Yield every unblocked path from A's cross to B's."""
    a, b = probe.start, probe.goal
    if probe.is_clear(a, b):
        yield Path([a, b])
    seen_by_b = {cell for direction in DIRECTIONS for cell in probe.ray(b, direction)}
    for direction in DIRECTIONS:
        for cell in probe.ray(a, direction):
            probe.visit(cell, 1)
            for there in (Cell(b.row, cell.col), Cell(cell.row, b.col)):
                if there not in seen_by_b:
                    continue
                probe.attempt([a, cell, there, b])
                if probe.is_clear(cell, there):
                    yield straighten([a, cell, there, b])


FINDER = Finder(
    algorithm=search,
    cost="(rows + columns)²",
    promises=frozenset({Promise.FINDS, Promise.SOUND, Promise.LEGAL, Promise.TURNS, Promise.STEPS}),
    limits=FinderLimits(max_turns=2),
)
