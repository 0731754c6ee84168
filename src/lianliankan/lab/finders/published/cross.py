"""As published: `cross` that takes the first path it meets.

The article correctly decides whether two tiles link. But it stops at the first unblocked path, and walks A's cross
down, up, right and left regardless of distance: on nearly empty boards about one path in six has more turns than
needed, and of two detours it takes the first one, not the shorter one.
"""

from collections.abc import Iterator

from lianliankan.board.cell import Cell
from lianliankan.lab.finders.board_probe import BLOCKED, DOWN, LEFT, RIGHT, UP, BoardProbe, neighbour
from lianliankan.lab.finders.finder import PLAIN_ONLY, Finder
from lianliankan.lab.finders.promises import Promise


def search(probe: BoardProbe) -> list[Cell] | None:
    """Return the first unblocked path from A's cross to B's."""
    a, b = probe.start, probe.goal
    if abs(a.row - b.row) + abs(a.col - b.col) == 1:
        return [a, b]
    for cell in walk_cross(probe, a):
        if not (probe.is_open(cell) and probe.is_clear(a, cell)):
            continue
        probe.visit(cell, 1)
        for there in (Cell(b.row, cell.col), Cell(cell.row, b.col)):
            probe.attempt([a, cell, there, b])
            if not probe.is_open(there):
                probe.reject([cell, there, b], BLOCKED)
            elif probe.is_clear(there, b) and probe.is_clear(cell, there):
                return [a, cell, there, b]
    return None


def walk_cross(probe: BoardProbe, cell: Cell) -> Iterator[Cell]:
    """Yield the cells of a cell's column and row, from the cell out to each edge, open or not."""
    for direction in (DOWN, UP, RIGHT, LEFT):
        there = cell
        while probe.contains(there):
            yield there
            there = neighbour(there, direction)


FINDER = Finder(
    algorithm=search,
    cost="(rows + columns)²",
    promises=frozenset({Promise.FINDS, Promise.SOUND, Promise.LEGAL}),
    limits=PLAIN_ONLY,
    flaws=frozenset({Promise.TURNS, Promise.STEPS}),
)
