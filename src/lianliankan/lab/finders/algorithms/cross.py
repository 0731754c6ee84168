"""Two crosses: a path of at most two turns leaves the cross of one tile for the cross of the other by one line.

The cross of a tile is all that it sees in its row and its column. Every cell of A's cross is projected onto B's: to the
cell of B's row in the same column, and to that of B's column in the same row. Where B sees the projection and nothing
lies between it and the cell, A, the two and B are the corners of a path; those that coincide or do not turn fall out,
so the same search finds straight lines and single corners. A path has at most two turns, and boards that allow more
are refused. The cost is the length of a line, squared. All ways are compared, so no path has fewer turns, and of those
with as few none has fewer steps.
"""

from collections.abc import Iterator

from lianliankan.board.cell import Cell
from lianliankan.board.path import Path
from lianliankan.lab.finders.board_probe import DIRECTIONS, BoardProbe
from lianliankan.lab.finders.finder import Finder, FinderLimits, straighten
from lianliankan.lab.finders.promises import Promise

__all__ = ["FINDER", "search"]


def search(probe: BoardProbe) -> Path | None:
    """Give the best of all ways from cross to cross."""
    allowed = filter(probe.allows, ways(probe))
    return min(allowed, key=lambda path: (path.turns, path.steps), default=None)


def ways(probe: BoardProbe) -> Iterator[Path]:
    """Go through the ways from A's cross to B's that nothing blocks."""
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
