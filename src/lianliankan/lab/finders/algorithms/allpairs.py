"""All pairs at once, after Floyd and Warshall: open the cells one by one, improving the paths between all others.

The graph is that of `edges`: its vertices are the connections between neighbouring cells. Where two connections meet in
an open cell, going straight costs no turn and bending costs one. A table holds the best cost from every connection to
every other. At first no cell is open and the table is empty. Then each open cell is added in turn, and the table is
improved wherever a path is better when it enters by one connection around that cell and leaves by another. This takes
time cubic in the number of cells, for all pairs together, so large boards are rejected. No path has fewer turns, and
among paths with equally few turns none has fewer steps. Removing a tile merely opens another cell, so the table can be
updated: see `link_table`.
"""

from collections.abc import Iterable
from typing import NamedTuple

from lianliankan.board.cell import Cell
from lianliankan.errors import needs
from lianliankan.lab.finders.board_probe import DIRECTIONS, DOWN, RIGHT, BoardProbe, neighbour
from lianliankan.lab.finders.finder import Finder, FinderLimits
from lianliankan.lab.finders.promises import Promise

_NEVER = 1 << 29  # more than any path costs, and twice that still fits in 32 bits


class Cost(NamedTuple):
    """The cost of a path: turns first, then steps.

    >>> Cost(1, 9) < Cost(2, 5) < Cost(2, 6)
    True
    """

    turns: int
    steps: int


def search(probe: BoardProbe) -> list[Cell] | None:
    """Build the table of all pairs and look up one of them."""
    cells = [Cell(row, col) for row in probe.rows for col in probe.cols]
    pairs = AllPairs(cells, adjacent=probe.adjacent)
    opened = 0
    for cell in cells:
        if probe.is_open(cell):
            opened += 1
            probe.visit(cell, opened)
            pairs.open(cell)
    cost = pairs.cost(probe.start, probe.goal)
    return None if cost is None or cost.turns > probe.limit else pairs.way(probe.start, probe.goal)


class AllPairs:
    """The table of best costs from any connection between two cells to any other.

    It knows nothing of tiles, only which cells are open; the two ends of a path need not be open.

    >>> pairs = AllPairs([Cell(0, col) for col in range(4)], adjacent=True)
    >>> pairs.cost(Cell(0, 0), Cell(0, 1)), pairs.cost(Cell(0, 0), Cell(0, 3))
    (Cost(turns=0, steps=1), None)
    >>> pairs.open(Cell(0, 1))
    >>> pairs.open(Cell(0, 2))
    >>> pairs.cost(Cell(0, 0), Cell(0, 3))
    Cost(turns=0, steps=3)
    """

    @needs("the finder 'allpairs'", "numpy")
    def __init__(self, cells: Iterable[Cell], *, adjacent: bool) -> None:
        import numpy as np  # here because it takes a tenth of a second to load, and no other finder needs it

        known = set(cells)
        pairs = [
            (cell, neighbour(cell, way))
            for cell in sorted(known)
            for way in (RIGHT, DOWN)
            if neighbour(cell, way) in known
        ]
        self._number = {pair: number for number, pair in enumerate(pairs)}
        self._number |= {(there, cell): number for (cell, there), number in self._number.items()}
        self._costs = np.full((len(pairs), len(pairs)), _NEVER, dtype=np.int32)
        np.fill_diagonal(self._costs, 0)
        self._turn = len(pairs) + 1  # a turn costs more than all the steps a path can have
        self._adjacent = adjacent

    def open(self, cell: Cell) -> None:
        """Open a cell: paths may now enter it by one connection and leave by another."""
        import numpy as np

        costs = self._costs
        around = self._around(cell)
        for out in around:
            arriving = [costs[:, self._number[cell, come]] + self._price(come, out) for come in around if come != out]
            if arriving:
                by_here = np.minimum.reduce(arriving)[:, None] + costs[self._number[cell, out]]
                np.minimum(costs, by_here, out=costs)

    def cost(self, a: Cell, b: Cell) -> Cost | None:
        """Return the cost of the best path between two cells, or None if no path joins them."""
        cost, _, _ = self._best(a, b)
        turns, steps = divmod(cost, self._turn)
        return Cost(turns, steps + 1) if cost < _NEVER else None

    def way(self, a: Cell, b: Cell) -> list[Cell]:
        """Return the cells of the best path between two cells that have one, following the remaining cost downhill."""
        left, here, last = self._best(a, b)
        way = [a, here]
        while way[-1] != b or way[-2] != last:
            before, cell = way[-2:]
            for there in self._around(cell):
                after = int(self._costs[self._number[cell, there], self._number[last, b]])
                if there != before and left == after + self._price(before, there):
                    left = after
                    way.append(there)
                    break
        return way

    def _best(self, a: Cell, b: Cell) -> tuple[int, Cell, Cell]:
        """Return the best cost between two cells, the second cell of that path, and the second to last."""
        ways = (
            (int(self._costs[self._number[a, here], self._number[last, b]]), here, last)
            for here in self._around(a)
            for last in self._around(b)
            if self._adjacent or here != b
        )
        return min(ways, default=(_NEVER, a, b))

    def _around(self, cell: Cell) -> list[Cell]:
        return [there for way in DIRECTIONS if (cell, there := neighbour(cell, way)) in self._number]

    def _price(self, before: Cell, after: Cell) -> int:
        """Return the cost of the next step: one step, and a turn unless the three cells are in line."""
        return 1 if before.row == after.row or before.col == after.col else 1 + self._turn


FINDER = Finder(
    algorithm=search,
    cost="cells³, for all pairs together",
    promises=frozenset({Promise.FINDS, Promise.SOUND, Promise.LEGAL, Promise.TURNS, Promise.STEPS}),
    limits=FinderLimits(max_cells=400),
)
