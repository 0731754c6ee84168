"""By cases: straight, round one corner, round two corners; the first that works is the answer.

Straight: the tiles share a line and all between them is open. One corner: of the two cells that complete the tiles to
a rectangle, one is open and in straight sight of both. Two corners: some cell that the first tile sees is joined with
the second tile by one corner. So a path has at most two turns, and boards that allow more are refused. The cost is the
length of a line, squared. A link is found whenever there is one, and no path has fewer turns, because the cases with
fewer come first; of those with two corners it gives the first it meets, and another may have fewer steps.
"""

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.board_probe import BLOCKED, DIRECTIONS, Sight
from lianliankan.lab.finders.finder import Finder, Limits
from lianliankan.lab.finders.promises import Promise

__all__ = ["FINDER", "one_corner", "search", "straight"]


def search(sight: Sight) -> list[Cell] | None:
    """Go through the cases, as far as the rules let a path turn."""
    a, b = sight.start, sight.goal
    if straight(sight):
        return [a, b]
    if sight.limit >= 1 and (corner := one_corner(sight, a)):
        return [a, corner, b]
    if sight.limit >= 2:
        for direction in DIRECTIONS:
            for there in sight.ray(a, direction):
                sight.visit(there, 1)
                if corner := one_corner(sight, there):
                    return [a, there, corner, b]
    return None


def straight(sight: Sight) -> bool:
    """Say whether the two tiles are joined by one line."""
    a, b = sight.start, sight.goal
    if a.row != b.row and a.col != b.col:
        sight.reject([a, b], "they share neither row nor column")
        return False
    sight.attempt([a, b])
    return sight.is_clear(a, b)


def one_corner(sight: Sight, cell: Cell) -> Cell | None:
    """Give the corner by which a cell is joined with the goal, where there is one."""
    goal = sight.goal
    if cell.row == goal.row or cell.col == goal.col:
        return None
    for corner in (Cell(cell.row, goal.col), Cell(goal.row, cell.col)):
        sight.attempt([cell, corner, goal])
        if not sight.is_open(corner):
            sight.reject([cell, corner, goal], BLOCKED)
        elif sight.is_clear(cell, corner) and sight.is_clear(corner, goal):
            return corner
    return None


FINDER = Finder(
    idea=search,
    cost="(rows + columns)²",
    promises=frozenset({Promise.FINDS, Promise.SOUND, Promise.LEGAL, Promise.TURNS}),
    limits=Limits(most_turns=2),
)
