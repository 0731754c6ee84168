"""By cases: straight, one corner, two corners; the first case that works is the answer.

Straight: the tiles share a row or column and all cells between them are open. One corner: of the two cells that
complete the tiles to a rectangle, one is open and in line of sight of both. Two corners: some cell that the first tile
sees is joined to the second tile by one corner. So a path has at most two turns, and boards that allow more are
rejected. The cost is the length of a line, squared. It finds a link whenever there is one, and no path has fewer turns,
because the cases with fewer turns come first. With two corners it returns the first path it meets; another may have
fewer steps.
"""

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.board_probe import BLOCKED, DIRECTIONS, BoardProbe
from lianliankan.lab.finders.finder import Finder, FinderLimits
from lianliankan.lab.finders.promises import Promise


def search(probe: BoardProbe) -> list[Cell] | None:
    """Go through the cases that the turn limit allows."""
    a, b = probe.start, probe.goal
    if straight(probe):
        return [a, b]
    if probe.limit >= 1 and (corner := one_corner(probe, a)):
        return [a, corner, b]
    if probe.limit >= 2:
        for direction in DIRECTIONS:
            for there in probe.ray(a, direction):
                probe.visit(there, 1)
                if corner := one_corner(probe, there):
                    return [a, there, corner, b]
    return None


def straight(probe: BoardProbe) -> bool:
    """Whether a straight line joins the two tiles."""
    a, b = probe.start, probe.goal
    if a.row != b.row and a.col != b.col:
        probe.reject([a, b], "neither the same row nor the same column")
        return False
    probe.attempt([a, b])
    return probe.is_clear(a, b)


def one_corner(probe: BoardProbe, cell: Cell) -> Cell | None:
    """Return the corner that joins a cell to the goal, or None."""
    goal = probe.goal
    if cell.row == goal.row or cell.col == goal.col:
        return None
    for corner in (Cell(cell.row, goal.col), Cell(goal.row, cell.col)):
        probe.attempt([cell, corner, goal])
        if not probe.is_open(corner):
            probe.reject([cell, corner, goal], BLOCKED)
        elif probe.is_clear(cell, corner) and probe.is_clear(corner, goal):
            return corner
    return None


FINDER = Finder(
    algorithm=search,
    cost="(rows + columns)²",
    promises=frozenset({Promise.FINDS, Promise.SOUND, Promise.LEGAL, Promise.TURNS}),
    limits=FinderLimits(max_turns=2),
)
