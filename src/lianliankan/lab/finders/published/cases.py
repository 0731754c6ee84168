"""As published: `cases` that tries two corners only within one row or column, and never checks the first corner.

The course report's fourth method has the case with two corners only for tiles in the same row or column. It misses
every Z shape between different rows and columns: a third of all links on a half-empty board. And it checks whether the
cells *between* the first tile and the first corner are open, but never the corner itself: some of its paths go through
a tile, and some join tiles that do not link.
"""

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.algorithms.cases import one_corner, straight
from lianliankan.lab.finders.board_probe import BoardProbe
from lianliankan.lab.finders.finder import PLAIN_ONLY, Finder
from lianliankan.lab.finders.promises import Promise


def search(probe: BoardProbe) -> list[Cell] | None:
    """Go through the cases as in the report."""
    a, b = probe.start, probe.goal
    if straight(probe):
        return [a, b]
    if corner := one_corner(probe, a):
        return [a, corner, b]
    corners: list[Cell] = []
    if a.row == b.row:
        corners = [Cell(row, a.col) for row in probe.rows]
    elif a.col == b.col:
        corners = [Cell(a.row, col) for col in probe.cols]
    for first in corners:
        if probe.is_clear(a, first) and (second := one_corner(probe, first)):
            return [a, first, second, b]
    return None


FINDER = Finder(
    algorithm=search,
    cost="(rows + columns)²",
    promises=frozenset(),
    limits=PLAIN_ONLY,
    flaws=frozenset({Promise.FINDS, Promise.SOUND, Promise.LEGAL}),
)
