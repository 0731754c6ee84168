"""As published: `cross` that takes the first way it meets.

The article decides rightly whether two tiles link. But it stops at the first way that nothing blocks, and walks A's
cross down, up, right and left, whatever lies near: on nearly empty boards about one path in six has more turns than
needed, and of two ways round it takes the one that it met, not the shorter one.
"""

from collections.abc import Iterator

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.board_probe import BLOCKED, DOWN, LEFT, RIGHT, UP, Sight, go
from lianliankan.lab.finders.finder import PLAIN_ONLY, Finder
from lianliankan.lab.finders.promises import Promise

__all__ = ["FINDER", "search"]


def search(sight: Sight) -> list[Cell] | None:
    """Give the first way from A's cross to B's."""
    a, b = sight.start, sight.goal
    if abs(a.row - b.row) + abs(a.col - b.col) == 1:
        return [a, b]
    for cell in cross_of(sight, a):
        if not (sight.is_open(cell) and sight.is_clear(a, cell)):
            continue
        sight.visit(cell, 1)
        for there in (Cell(b.row, cell.col), Cell(cell.row, b.col)):
            sight.attempt([a, cell, there, b])
            if not sight.is_open(there):
                sight.reject([cell, there, b], BLOCKED)
            elif sight.is_clear(there, b) and sight.is_clear(cell, there):
                return [a, cell, there, b]
    return None


def cross_of(sight: Sight, cell: Cell) -> Iterator[Cell]:
    """Go through the row and the column of a cell, from itself outwards to the edge, whatever stands there."""
    for direction in (DOWN, UP, RIGHT, LEFT):
        there = cell
        while sight.has(there):
            yield there
            there = go(there, direction)


FINDER = Finder(
    idea=search,
    cost="(rows + columns)²",
    promises=frozenset({Promise.FINDS, Promise.SOUND, Promise.LEGAL}),
    limits=PLAIN_ONLY,
    flaws=frozenset({Promise.TURNS, Promise.STEPS}),
)
