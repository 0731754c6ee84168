"""As published: `cases` that tries two corners only on one row or column, and does not look at the first of them.

The course report's fourth method has the case with two corners only for tiles that share a row or a column: every
Z between different rows and columns is missed, a third of all links on a board that is half empty. And of the two
corners it asks whether all *between* the first tile and the first corner is open, never whether the corner is: some
paths go through a tile, and some join tiles that do not link.
"""

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.algorithms.cases import one_corner, straight
from lianliankan.lab.finders.board_probe import BoardProbe
from lianliankan.lab.finders.finder import PLAIN_ONLY, Finder
from lianliankan.lab.finders.promises import Promise

__all__ = ["FINDER", "search"]


def search(probe: BoardProbe) -> list[Cell] | None:
    """Go through the cases as the report has them."""
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
