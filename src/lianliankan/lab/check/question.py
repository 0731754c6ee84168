"""Questions to a learner's function: about two cells of a board, or about a whole board."""

from typing import NamedTuple, Self

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.lab.check.contract import Contract

PAIR, OTHER = 1, 2
"""The two tiles in question and a tile in the way, as numbers in the grid."""

Rows = tuple[tuple[int, ...], ...]


class Size(NamedTuple):
    """The size of a question: the cells of its board, then those that are not empty."""

    cells: int
    tiles: int


class _OnBoard:
    """The base of all questions: a board."""

    __slots__ = ()
    rows: Rows

    @property
    def size(self) -> Size:
        """Its size."""
        return Size(len(self.rows) * len(self.rows[0]), sum(1 for row in self.rows for number in row if number))

    def board(self, contract: Contract) -> Board:
        """Return the board, with the rules of a contract."""
        return Board.from_rows(self.rows, rules=contract.rules)

    def grid(self, contract: Contract) -> list[list[int]]:
        """Return the board as the function sees it: as lists, with the ring if the contract says so."""
        if not contract.padded:
            return [list(row) for row in self.rows]
        ring = [0] * (len(self.rows[0]) + 2)
        return [ring, *([0, *row, 0] for row in self.rows), ring[:]]


class _BoardAndCells(NamedTuple):
    rows: Rows
    a: Cell
    b: Cell


class LinkQuestion(_BoardAndCells, _OnBoard):
    """A board and two different cells on it that hold tiles of the same kind.

    >>> question = LinkQuestion(((1, 2, 1),), Cell(0, 0), Cell(0, 2))
    >>> question.size, question.board(Contract()).linkable(question.a, question.b)
    (Size(cells=3, tiles=3), True)
    """

    __slots__ = ()

    @classmethod
    def from_numbers(cls, numbers: list[int], cols: int, a: int, b: int) -> Self:
        """Lay numbers out in rows and put the two tiles at places `a` and `b`, counted along the rows.

        >>> LinkQuestion.from_numbers([0, 2, 0, 0], 2, 0, 3).rows
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

    def arguments(self, contract: Contract) -> list[object]:
        """Return what the function is called with."""
        return [self.grid(contract), contract.cell(self.a), contract.cell(self.b)]


class _BoardAlone(NamedTuple):
    rows: Rows


class BoardQuestion(_BoardAlone, _OnBoard):
    """A board; a function says which of its tiles link, or whether none do.

    >>> BoardQuestion(((1, 2, 1),)).size
    Size(cells=3, tiles=3)
    """

    __slots__ = ()

    def arguments(self, contract: Contract) -> list[object]:
        """Return what the function is called with."""
        return [self.grid(contract)]


Question = LinkQuestion | BoardQuestion
