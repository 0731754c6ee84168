"""Questions for a learner's function: a board and two of its cells; all small ones in order of size."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, permutations, product
from math import comb, perm
from typing import NamedTuple, Self

from lianliankan.board.board import Board
from lianliankan.board.cell import WALL, Cell
from lianliankan.lab.check.contract import Contract

__all__ = [
    "FILLED_CELLS",
    "MAX_BELOW",
    "OTHER",
    "PAIR",
    "Question",
    "Rows",
    "Size",
    "board_widths",
    "count_small_questions",
    "fillers",
    "make_grid",
    "small_questions",
    "smaller_questions",
]

PAIR, OTHER = 1, 2
"""The two tiles in question and a tile in the way, as numbers in the grid."""

MAX_BELOW = 300_000
"""How many questions are asked to prove that no smaller board shows a fault."""

FILLED_CELLS = 6
"""Up to this many cells, boards also have walls and more tiles of the pair's kind; beyond it there are too many."""

Rows = tuple[tuple[int, ...], ...]


class Size(NamedTuple):
    """The size of a question: the cells of its board, then those that are not empty."""

    cells: int
    tiles: int


class Question(NamedTuple):
    """A board and two different cells on it that hold tiles of the same kind.

    >>> question = Question(((1, 2, 1),), Cell(0, 0), Cell(0, 2))
    >>> question.size, question.board(Contract()).linkable(question.a, question.b)
    (Size(cells=3, tiles=3), True)
    """

    rows: Rows
    a: Cell
    b: Cell

    @classmethod
    def from_numbers(cls, numbers: list[int], cols: int, a: int, b: int) -> Self:
        """Lay numbers out in rows and put the two tiles at places `a` and `b`, counted along the rows.

        >>> Question.from_numbers([0, 2, 0, 0], 2, 0, 3).rows
        ((1, 2), (0, 1))
        """
        numbers[a] = numbers[b] = PAIR
        rows = tuple(tuple(numbers[begin : begin + cols]) for begin in range(0, len(numbers), cols))
        return cls(rows, Cell(*divmod(a, cols)), Cell(*divmod(b, cols)))

    @property
    def kind(self) -> int:
        """The number of the two tiles."""
        return self.rows[self.a.row][self.a.col]

    @property
    def swapped(self) -> Self:
        """The same question the other way round."""
        return self._replace(a=self.b, b=self.a)

    @property
    def size(self) -> Size:
        """Its size."""
        return Size(len(self.rows) * len(self.rows[0]), sum(1 for row in self.rows for number in row if number))

    def board(self, contract: Contract) -> Board:
        """Return the board, with the rules of a contract."""
        return Board.from_rows(self.rows, rules=contract.rules)

    def grid(self, contract: Contract) -> list[list[int]]:
        """Return the board as the function sees it: as lists, with the ring if the contract says so."""
        return make_grid(self.rows, contract)

    def arguments(self, contract: Contract) -> list[object]:
        """Return what the function is called with."""
        return [self.grid(contract), contract.cell(self.a), contract.cell(self.b)]


def make_grid(rows: Rows, contract: Contract) -> list[list[int]]:
    """Return rows as the function sees them."""
    if not contract.padded:
        return [list(row) for row in rows]
    ring = [0] * (len(rows[0]) + 2)
    return [ring, *([0, *row, 0] for row in rows), ring[:]]


def fillers(contract: Contract, cells: int) -> tuple[int, ...]:
    """Return what other cells may hold on a board of this many cells.

    For a link it matters only whether a cell is empty. A function may think otherwise, so the smallest boards also have
    more tiles of the pair's kind, and walls if the contract has them.

    >>> fillers(Contract(), 4), fillers(Contract(walls=True), 4), fillers(Contract(walls=True), 9)
    ((2, 1), (2, 1, -1), (2,))
    """
    if cells > FILLED_CELLS:
        return (OTHER,)
    return (OTHER, PAIR, WALL) if contract.walls else (OTHER, PAIR)


def small_questions(cells: int, tiles: range, fills: Sequence[int]) -> Iterator[Question]:
    """Yield every question on boards with a number of cells and a range of tile counts, fewest tiles first.

    Questions in which `a` comes before `b` in reading order come before the others.

    >>> [question.rows for question in small_questions(2, range(2, 3), (OTHER,))]
    [((1, 1),), ((1,), (1,)), ((1, 1),), ((1,), (1,))]
    """
    shapes = board_widths(cells)
    for count in tiles:
        for forwards in (True, False):
            for cols in shapes:
                for places in combinations(range(cells), count - 2):
                    free = [place for place in range(cells) if place not in places]
                    for a, b in permutations(free, 2):
                        if (a < b) is forwards:
                            for kinds in product(fills, repeat=count - 2):
                                numbers = [0] * cells
                                for place, kind in zip(places, kinds, strict=True):
                                    numbers[place] = kind
                                yield Question.from_numbers(numbers, cols, a, b)


def count_small_questions(cells: int, tiles: range, fills: Sequence[int]) -> int:
    """Return how many questions `small_questions` yields.

    >>> count_small_questions(6, range(2, 7), (1, 2)) == sum(1 for _ in small_questions(6, range(2, 7), (1, 2)))
    True
    """
    ways = (comb(cells, count - 2) * perm(cells - count + 2, 2) * len(fills) ** (count - 2) for count in tiles)
    return len(board_widths(cells)) * sum(map(int, ways))


def smaller_questions(question: Question, contract: Contract, *, tried: int) -> Iterator[Question] | None:
    """Yield all smaller questions, given that all of up to `tried` cells were asked.

    Return None if there are too many, or if the question has other numbers than the small ones.

    >>> question = Question(((1, 0, 0), (2, 2, 2), (0, 0, 1)), Cell(0, 0), Cell(2, 2))
    >>> max(below.size for below in smaller_questions(question, Contract(), tried=7))
    Size(cells=9, tiles=4)
    """
    size = question.size
    others = [number for row in question.rows for number in row]
    if question.kind != PAIR or not set(others) <= {0, PAIR, OTHER, WALL}:
        return None
    is_plain = others.count(PAIR) == 2 and WALL not in others
    fills, first = ((OTHER,), tried + 1) if is_plain else (fillers(contract, 1), min(tried, FILLED_CELLS) + 1)
    spans = [(cells, range(2, cells + 1)) for cells in range(first, size.cells)]
    if size.cells >= first:
        spans.append((size.cells, range(2, size.tiles)))
    below = 0
    for cells, tiles in spans:
        below += count_small_questions(cells, tiles, fills)
        if below > MAX_BELOW:
            return None
    return chain.from_iterable(small_questions(cells, tiles, fills) for cells, tiles in spans)


def board_widths(cells: int) -> list[int]:
    """Return the numbers of columns of all boards with this many cells, the widest first."""
    return [cols for cols in range(cells, 0, -1) if cells % cols == 0]
