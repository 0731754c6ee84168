"""What a finder sees of a board: the only way to it, so that every look is counted and written down."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.path import Path
from lianliankan.lab.finders.steps import Found, Look, Queue, Read, Reject, Step, Try, Visit

__all__ = [
    "BLOCKED",
    "DIRECTIONS",
    "DOWN",
    "LEFT",
    "RIGHT",
    "UP",
    "BoardProbe",
    "Direction",
    "is_empty",
    "neighbour",
    "path_ranges",
]

Direction = tuple[int, int]
"""How much one step adds to the row and to the column."""

RIGHT: Final = (0, 1)
DOWN: Final = (1, 0)
LEFT: Final = (0, -1)
UP: Final = (-1, 0)
DIRECTIONS: Final = (RIGHT, DOWN, LEFT, UP)
"""The four directions, in the order in which the finders try them."""

BLOCKED: Final = "something is in the way"
"""Why a line or a way is given up, most often."""

_TOUCHING = "touching tiles go only by a way round"


def neighbour(cell: Cell, direction: Direction) -> Cell:
    """Give the next cell in a direction.

    >>> neighbour(Cell(2, 2), UP)
    Cell(row=1, col=2)
    """
    return Cell(cell[0] + direction[0], cell[1] + direction[1])


def path_ranges(board: Board) -> tuple[range, range]:
    """Give the rows and the columns where a path could be: those of the ring too, where paths may use it.

    >>> path_ranges(Board.parse("A.A"))
    (range(-1, 2), range(-1, 4))
    """
    ring = int(board.rules.outside)
    return range(-ring, board.rows + ring), range(-ring, board.cols + ring)


def is_empty(board: Board, cell: Cell) -> bool:
    """Say whether a cell is empty; all that lies around a board is.

    >>> is_empty(Board.parse("A.A"), Cell(0, 1)), is_empty(Board.parse("A.A"), Cell(0, -1))
    (True, True)
    """
    on_board = 0 <= cell[0] < board.rows and 0 <= cell[1] < board.cols
    return not on_board or board[cell] == 0


class BoardProbe:
    """A board through the eyes of a finder that is to join two tiles of one kind.

    A finder gets this and nothing else. It asks what lies on a cell, and the cell is *examined* – each time it is asked
    about, also when it was asked about before. Places where no path can ever be (beyond the ring, or outside a board
    whose paths stay inside) are no cells; asking about them is free. What the finder tells of its own doings (`visit`,
    `queue`, `attempt`, `reject`) stands in the trace between its looks.

    - `start`, `goal`: the two tiles.
    - `rows`, `cols`: where a path could be, the ring included where paths may use it.
    - `limit`: how often a path may turn; infinity where the rules set no limit.
    - `adjacent`: whether touching tiles may go directly.
    - `layer`: that of the looks that come; `visit` sets it.
    - `examined`: how many cells were asked about.
    - `trace`: all steps so far; none where nobody wants them.

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

    # ---- asking ------------------------------------------------------------------------------------------------------

    def look(self, cell: Cell) -> Found:
        """Ask what lies on a cell."""
        if not self.contains(cell):
            return "blocked"
        found: Found = "open" if is_empty(self._board, cell) else "goal" if cell == self.goal else "blocked"
        self.examined += 1
        if self._traced:
            self.trace.append(Look((cell,), self.layer, found))
        return found

    def is_open(self, cell: Cell) -> bool:
        """Ask whether a path may pass a cell."""
        return self.look(cell) == "open"

    def can_step(self, cell: Cell, there: Cell) -> bool:
        """Ask whether a path may go on from a cell to a neighbour: an open one, or the goal.

        Where touching tiles may not go directly, no step leads from the one to the other.
        """
        found = self.look(there)
        if found == "goal" and cell == self.start and not self.adjacent:
            self.reject([cell, there], _TOUCHING)
            return False
        return found != "blocked"

    def ray(self, cell: Cell, direction: Direction) -> Iterator[Cell]:
        """Walk straight on as far as a path may: over open cells, up to the goal where it is in the way."""
        there = neighbour(cell, direction)
        while self.can_step(cell, there):
            yield there
            if there == self.goal:
                return
            cell, there = there, neighbour(there, direction)

    def is_clear(self, cell: Cell, there: Cell) -> bool:
        """Ask whether one straight line joins two cells: all that lies between is open, whatever the two are.

        A line on which something is in the way is rejected.
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
        """Ask for a whole line of cells at once: a number whose bit `i` is set where the `i`-th cell is not open."""
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

    # ---- what is known without asking --------------------------------------------------------------------------------

    def contains(self, cell: Cell) -> bool:
        """Say whether a path could be there at all: on the board, or on the ring where paths may use it."""
        return cell[0] in self.rows and cell[1] in self.cols

    def on_board(self, cell: Cell) -> bool:
        """Say whether a cell is on the board and not on its ring."""
        return 0 <= cell[0] < self._board.rows and 0 <= cell[1] < self._board.cols

    def allows(self, path: Path) -> bool:
        """Say whether the rules let a path be that nothing blocks; one that they do not is rejected.

        >>> import lianliankan as llk
        >>> board = llk.Board.parse("A./.A", rules=llk.Rules(max_turns=0))
        >>> probe = BoardProbe(board, Cell(0, 0), Cell(1, 1))
        >>> probe.allows(Path([(0, 0), (0, 1), (1, 1)])), probe.trace[-1].why
        (False, 'it turns too often')
        """
        if path.turns > self.limit:
            self.reject(path.corners, "it turns too often")
        elif path.steps == 1 and not self.adjacent:
            self.reject(path.corners, _TOUCHING)
        else:
            return True
        return False

    # ---- telling -----------------------------------------------------------------------------------------------------

    def visit(self, cell: Cell, layer: int) -> None:
        """Tell that the search goes on from a cell; all looks are of this layer until the next visit."""
        self.layer = layer
        if self._traced:
            self.trace.append(Visit((cell,), layer))

    def queue(self, came: Cell, cell: Cell, layer: int) -> None:
        """Tell that a cell was reached, from where, and in which layer."""
        if self._traced:
            self.trace.append(Queue((came, cell), layer))

    def attempt(self, line: Sequence[Cell]) -> None:
        """Tell which way is tested next."""
        if self._traced:
            self.trace.append(Try(tuple(line), self.layer))

    def reject(self, line: Sequence[Cell], why: str) -> None:
        """Tell what is given up, and why."""
        if self._traced:
            self.trace.append(Reject(tuple(line), self.layer, why))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
