"""Why two tiles do not link: the path that comes closest."""

from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count as counted
from itertools import pairwise

from lianliankan.board.board import Board, check_board
from lianliankan.board.cell import Cell
from lianliankan.board.path import Path

_DIRECTIONS = ((-1, 0), (0, -1), (0, 1), (1, 0))
_MAX_TURNS = 12  # of a path through tiles if turns are limited; one with more turns explains nothing

_State = tuple[Cell, int, int]  # the cell a path has reached, its direction, and its turns so far


@dataclass(frozen=True, slots=True)
class NearMiss:
    """The path that comes closest to joining two tiles that do not link.

    - `path`: the best path with more turns than allowed; if there is none, the allowed path with the fewest tiles in
      the way; None if walls alone separate the two.
    - `blockers`: the tiles in the way, in order from the first tile; empty if the path only turns too often.

    >>> llk.nearest_miss(llk.Board.parse("ABA", rules=llk.Rules(outside=False)), (0, 0), (0, 2)).blockers
    (Cell(row=0, col=1),)
    """

    path: Path | None
    blockers: tuple[Cell, ...] = ()


def nearest_miss(board: Board, a: tuple[int, int], b: tuple[int, int]) -> NearMiss:
    """Find the path that comes closest to joining two tiles, whatever their kinds and whether or not they link.

    >>> board = llk.Board.parse("A B / C A", rules=llk.Rules(outside=False))
    >>> llk.nearest_miss(board, (0, 0), (1, 1))
    NearMiss(path=Path([(0, 0), (0, 1), (1, 1)]), blockers=(Cell(row=0, col=1),))
    >>> board = llk.Board.parse("# . . / A # . / . # A / . . .", rules=llk.Rules(outside=False, max_turns=0))
    >>> llk.nearest_miss(board, (1, 0), (2, 2)).path.turns
    2
    """
    check_board(board)
    free = board.with_rules(max_turns=None).with_cell(a, board[b]).link(a, b)
    if free is not None:
        return NearMiss(free)
    return clearest_path(board, a, b)


def clearest_path(board: Board, a: tuple[int, int], b: tuple[int, int]) -> NearMiss:
    """Find the path within the rules that crosses the fewest tiles, then has the fewest turns and steps.

    Its blockers are the smallest set of tiles without which the two would link.

    >>> board = llk.Board.parse("BABA", rules=llk.Rules(outside=False))
    >>> clearest_path(board, (0, 1), (0, 3)).blockers
    (Cell(row=0, col=2),)
    """
    a, b = Cell(*a), Cell(*b)
    rows, rules = board.to_rows(), board.rules
    limit = None if rules.max_turns is None else min(rules.max_turns, _MAX_TURNS)
    order = counted()  # breaks ties by order of discovery
    before: dict[_State, _State | None] = {}
    queue: list[tuple[int, int, int, int, _State, _State | None]] = []
    for d in range(4):
        heappush(queue, (0, 0, 0, next(order), (a, d, 0), None))
    while queue:
        blockers, turns, steps, _, state, came = heappop(queue)
        cell, d, counted_turns = state
        if state in before:
            continue
        before[state] = came
        if cell == b:
            return _miss(rows, before, state)
        ahead = Cell(cell.row + _DIRECTIONS[d][0], cell.col + _DIRECTIONS[d][1])
        price = _price(board, rows, ahead, b)
        if price is not None and ahead != a and (rules.adjacent or cell != a or ahead != b):
            heappush(queue, (blockers + price, turns, steps + 1, next(order), (ahead, d, counted_turns), state))
        if cell != a and (limit is None or turns < limit):
            then = 0 if limit is None else turns + 1  # without a limit, turns are only a cost
            for other in range(4):
                if other not in (d, 3 - d):
                    heappush(queue, (blockers, turns + 1, steps, next(order), (cell, other, then), state))
    return NearMiss(None)


def _price(board: Board, rows: list[list[int]], cell: Cell, goal: Cell) -> int | None:
    """Return the number of tiles a path crosses on a cell, or None if it cannot enter."""
    if 0 <= cell.row < board.rows and 0 <= cell.col < board.cols:
        number = rows[cell.row][cell.col]
        return None if number < 0 else int(number > 0 and cell != goal)
    on_ring = -1 <= cell.row <= board.rows and -1 <= cell.col <= board.cols
    return 0 if on_ring and board.rules.outside else None


def _miss(
    rows: list[list[int]],
    before: dict[_State, _State | None],
    last: _State,
) -> NearMiss:
    states: list[_State] = []
    state: _State | None = last
    while state is not None:
        states.append(state)
        state = before[state]
    states.reverse()
    corners = [states[0][0]]
    blockers = []
    for (cell, d, _), (there, other, _) in pairwise(states):
        if d != other:
            corners.append(cell)
        inside = 0 <= there.row < len(rows) and 0 <= there.col < len(rows[0])
        if there != cell and inside and rows[there.row][there.col] > 0:
            blockers.append(there)
    corners.append(last[0])
    return NearMiss(Path(corners), tuple(blockers[:-1]))
