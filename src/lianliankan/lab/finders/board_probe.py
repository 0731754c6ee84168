"""A finder's only access to a board, which counts and records everything the finder looks at."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.path import Path
from lianliankan.lab.finders.steps import Found, Look, Queue, Read, Reject, Step, Try, Visit

Direction = tuple[int, int]
"""A step: the changes of the row and of the column."""

RIGHT: Final = (0, 1)
DOWN: Final = (1, 0)
LEFT: Final = (0, -1)
UP: Final = (-1, 0)
DIRECTIONS: Final = (RIGHT, DOWN, LEFT, UP)
"""The four directions, in the order in which finders try them."""

BLOCKED: Final = "something is in the way"
"""The most common reason to reject a line or a path."""

_TOUCHING = "adjacent tiles need a detour"


def neighbour(cell: Cell, direction: Direction) -> Cell:
    """Return the next cell in a direction.

    >>> neighbour(Cell(2, 2), UP)
    Cell(row=1, col=2)
    """
    return Cell(cell[0] + direction[0], cell[1] + direction[1])


def path_ranges(board: Board) -> tuple[range, range]:
    """Return the rows and columns that a path may use, including the ring if the rules allow it.

    >>> path_ranges(Board.parse("A.A"))
    (range(-1, 2), range(-1, 4))
    """
    ring = int(board.rules.outside)
    return range(-ring, board.rows + ring), range(-ring, board.cols + ring)


def is_empty(board: Board, cell: Cell) -> bool:
    """Whether a cell is empty; everything outside the board is.

    >>> is_empty(Board.parse("A.A"), Cell(0, 1)), is_empty(Board.parse("A.A"), Cell(0, -1))
    (True, True)
    """
    on_board = 0 <= cell[0] < board.rows and 0 <= cell[1] < board.cols
    return not on_board or board[cell] == 0


class BoardProbe:
    """A board as seen by a finder that tries to join two tiles of one kind.

    A finder gets a probe and nothing else. Whenever it asks what is on a cell, the cell is *examined*; it counts every
    time, even when it was examined before. Places that no path can use (beyond the ring, or outside a board whose paths
    stay inside) are not cells, and asking about them is free. What the finder reports about its own progress (`visit`,
    `queue`, `attempt`, `reject`) is recorded in the trace between its looks.

    - `start`, `goal`: the two tiles.
    - `rows`, `cols`: the rows and columns that a path may use, including the ring if the rules allow it.
    - `limit`: the maximum number of turns; infinity if the rules set no limit.
    - `adjacent`: whether adjacent tiles may be joined directly.
    - `layer`: the layer of the next looks, set by `visit`.
    - `examined`: the number of cells examined.
    - `trace`: all steps so far; empty when tracing is off.

    >>> probe = BoardProbe(Board.parse("A.A"), Cell(0, 0), Cell(0, 2))
    >>> list(probe.ray(probe.start, RIGHT)), probe.examined
    ([Cell(row=0, col=1), Cell(row=0, col=2)], 2)
    >>> [(step.name, step.found) for step in probe.trace]
    [('look', 'open'), ('look', 'goal')]
    """

    __slots__ = (
        "_board",
        "_traced",
        "adjacent",
        "cols",
        "examined",
        "goal",
        "layer",
        "limit",
        "rows",
        "start",
        "trace",
    )

    def __init__(self, board: Board, start: Cell, goal: Cell, *, traced: bool = True) -> None:
        rules = board.rules
        self.start, self.goal = start, goal
        self.limit: float = inf if rules.max_turns is None else rules.max_turns
        self.adjacent = rules.adjacent
        self.examined = 0
        self.layer = 0
        self.trace: list[Step] = []
        self.rows, self.cols = path_ranges(board)
        self._board, self._traced = board, traced

    # ---- looking at the board ----------------------------------------------------------------------------------------

    def look(self, cell: Cell) -> Found:
        """Return what is on a cell."""
        if not self.contains(cell):
            return "blocked"
        found: Found = "open" if is_empty(self._board, cell) else "goal" if cell == self.goal else "blocked"
        self.examined += 1
        if self._traced:
            self.trace.append(Look((cell,), self.layer, found))
        return found

    def is_open(self, cell: Cell) -> bool:
        """Whether a path may pass through a cell."""
        return self.look(cell) == "open"

    def can_step(self, cell: Cell, there: Cell) -> bool:
        """Whether a path may step from a cell to a neighbour: to an open cell, or to the goal.

        If adjacent tiles may not be joined directly, there is no step from the start straight to the goal.
        """
        found = self.look(there)
        if found == "goal" and cell == self.start and not self.adjacent:
            self.reject([cell, there], _TOUCHING)
            return False
        return found != "blocked"

    def ray(self, cell: Cell, direction: Direction) -> Iterator[Cell]:
        """Walk straight ahead as far as a path can: over open cells, and no further than the goal."""
        there = neighbour(cell, direction)
        while self.can_step(cell, there):
            yield there
            if there == self.goal:
                return
            cell, there = there, neighbour(there, direction)

    def is_clear(self, cell: Cell, there: Cell) -> bool:
        """Whether a straight line joins two cells, that is, all cells between them are open.

        A line that is blocked is rejected in the trace.
        """
        if cell == there:
            return True
        if cell.row != there.row and cell.col != there.col:
            return False
        direction = (_sign(there.row - cell.row), _sign(there.col - cell.col))
        between = neighbour(cell, direction)
        if between == there and {cell, there} == {self.start, self.goal} and not self.adjacent:
            self.reject([cell, there], _TOUCHING)
            return False
        while between != there:
            if not self.is_open(between):
                self.reject([cell, there], BLOCKED)
                return False
            between = neighbour(between, direction)
        return True

    def read(self, first: Cell, last: Cell) -> int:
        """Read a whole line of cells at once; bit `i` of the result is set if cell `i` is not open."""
        direction = (_sign(last.row - first.row), _sign(last.col - first.col))
        length = abs(last.row - first.row) + abs(last.col - first.col) + 1
        word, cell = 0, first
        for i in range(length):
            word |= (not is_empty(self._board, cell)) << i
            cell = neighbour(cell, direction)
        self.examined += length
        if self._traced:
            self.trace.append(Read((first, last), self.layer))
        return word

    # ---- known without looking ---------------------------------------------------------------------------------------

    def contains(self, cell: Cell) -> bool:
        """Whether a path may use a cell at all: it is on the board, or on the ring if the rules allow it."""
        return cell[0] in self.rows and cell[1] in self.cols

    def on_board(self, cell: Cell) -> bool:
        """Whether a cell is on the board and not on its ring."""
        return 0 <= cell[0] < self._board.rows and 0 <= cell[1] < self._board.cols

    def allows(self, path: Path) -> bool:
        """Whether the rules allow an unblocked path; one that they do not is rejected in the trace.

        >>> board = llk.Board.parse("A./.A", rules=llk.Rules(max_turns=0))
        >>> probe = BoardProbe(board, Cell(0, 0), Cell(1, 1))
        >>> probe.allows(Path([(0, 0), (0, 1), (1, 1)])), probe.trace[-1].why
        (False, 'too many turns')
        """
        if path.turns > self.limit:
            self.reject(path.corners, "too many turns")
        elif path.steps == 1 and not self.adjacent:
            self.reject(path.corners, _TOUCHING)
        else:
            return True
        return False

    # ---- reporting progress ------------------------------------------------------------------------------------------

    def visit(self, cell: Cell, layer: int) -> None:
        """Record that the search continues from a cell; all looks belong to this layer until the next visit."""
        self.layer = layer
        if self._traced:
            self.trace.append(Visit((cell,), layer))

    def queue(self, came: Cell, cell: Cell, layer: int) -> None:
        """Record that a cell was reached, from where, and in which layer."""
        if self._traced:
            self.trace.append(Queue((came, cell), layer))

    def attempt(self, line: Sequence[Cell]) -> None:
        """Record the line that is tested next."""
        if self._traced:
            self.trace.append(Try(tuple(line), self.layer))

    def reject(self, line: Sequence[Cell], why: str) -> None:
        """Record what is rejected, and why."""
        if self._traced:
            self.trace.append(Reject(tuple(line), self.layer, why))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
