"""Every small question about two cells of a board, in order of size."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, permutations, product
from math import comb, perm

from lianliankan.board.cell import WALL
from lianliankan.lab.check.contract import Contract
from lianliankan.lab.check.question import OTHER, PAIR, LinkQuestion

MAX_BELOW = 300_000
"""How many questions are asked to prove that no smaller board shows a fault."""

FILLED_CELLS = 6
"""Up to this many cells, boards also have walls and more tiles of the pair's kind; beyond it there are too many."""


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


def small_questions(cells: int, tiles: range, fills: Sequence[int]) -> Iterator[LinkQuestion]:
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
                                yield LinkQuestion.from_numbers(numbers, cols, a, b)


def count_small_questions(cells: int, tiles: range, fills: Sequence[int]) -> int:
    """Return how many questions `small_questions` yields.

    >>> count_small_questions(6, range(2, 7), (1, 2)) == sum(1 for _ in small_questions(6, range(2, 7), (1, 2)))
    True
    """
    ways = (comb(cells, count - 2) * perm(cells - count + 2, 2) * len(fills) ** (count - 2) for count in tiles)
    return len(board_widths(cells)) * sum(map(int, ways))


def smaller_questions(question: LinkQuestion, contract: Contract, *, tried: int) -> Iterator[LinkQuestion] | None:
    """Yield all smaller questions, given that all of up to `tried` cells were asked.

    Return None if there are too many, or if the question has other numbers than the small ones.

    >>> question = LinkQuestion(((1, 0, 0), (2, 2, 2), (0, 0, 1)), llk.Cell(0, 0), llk.Cell(2, 2))
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
