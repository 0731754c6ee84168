"""Larger random boards for questions about whole boards, and small ones with other numbers; the same for the same seed.

Boards without a move, and those with a single one, are rare among random boards. So two thirds of them lose moves, all
of them or all but one: a tile of a move becomes one of a new kind.
"""

from collections.abc import Iterator

from lianliankan import _kernel
from lianliankan.lab.check.contract import Contract
from lianliankan.lab.check.question import BoardQuestion, Rows
from lianliankan.lab.check.random_questions import draw_numbers
from lianliankan.seeds import derive_seed, draw

_GROWING = 0.25  # share of questions during which boards grow
_SIDES = 8, 12  # the longest short side, and the longest long side
_LARGEST = 8, 18  # a board of the game
_LARGEST_EVERY = 40
_AGAIN_EVERY = 22  # a question is asked again
_PER_KIND = (2, 2, 4, 4, 6, 10)  # tiles of one kind: a function that asks about every pair must be done in time
_FULL = 3  # of as many boards, one is full
_MOVES_LEFT = (None, 0, 1)


def random_boards(contract: Contract, *, seed: int, count: int, above: int, start: int = 0) -> Iterator[BoardQuestion]:
    """Yield random boards of more than `above` cells; those before `start` are left out.

    >>> boards = [question.board(Contract()) for question in random_boards(Contract(), seed=1, count=30, above=8)]
    >>> {min(board.move_count, 2) for board in boards}
    {0, 1, 2}
    """
    question = None
    for number in range(start, count):
        if question is None or number % _AGAIN_EVERY != _AGAIN_EVERY - 1:
            grown = min(1.0, (number + 1) / count / _GROWING)
            rows = _draw_board(derive_seed(seed, number, stream=5), number, grown, above)
            question = BoardQuestion(_with_moves(rows, contract, _MOVES_LEFT[number % len(_MOVES_LEFT)]))
        yield question


def board_with_other_numbers(question: BoardQuestion, seed: int) -> BoardQuestion:
    """Return a board with a random number for each kind.

    >>> board_with_other_numbers(BoardQuestion(((1, 2, 1), (2, 0, -1))), 3).rows
    ((16, 11, 16), (11, 0, -1))
    """
    kinds = sorted({number for row in question.rows for number in row if number > 0})
    names = dict(zip(kinds, draw_numbers(seed, len(kinds)), strict=True)) if kinds else {}
    return BoardQuestion(tuple(tuple(names.get(number, number) for number in row) for row in question.rows))


def _draw_board(seed: int, number: int, grown: float, above: int) -> Rows:
    if number % _LARGEST_EVERY == _LARGEST_EVERY - 1:
        rows, cols = _LARGEST
    else:
        short = 1 + draw(seed, 0, max(1, round(_SIDES[0] * grown)))
        least = max(above // short + 1, short)
        rows, cols = short, least + draw(seed, 1, max(1, round(_SIDES[1] * grown) - least + 1))
        rows, cols = (rows, cols) if draw(seed, 2, 2) else (cols, rows)
    cells = rows * cols
    tiles = cells if draw(seed, 3, _FULL) == 0 else draw(seed, 4, cells + 1)
    kinds = max(1, -(-tiles // _PER_KIND[draw(seed, 5, len(_PER_KIND))]))
    names = draw_numbers(derive_seed(seed, 6), kinds)
    numbers = _kernel.shuffle([names[place % kinds] for place in range(tiles)] + [0] * (cells - tiles), seed)
    return tuple(tuple(numbers[begin : begin + cols]) for begin in range(0, cells, cols))


def _with_moves(rows: Rows, contract: Contract, count: int | None) -> Rows:
    """Return a board with so many moves, or with those that it has."""
    if count is None:
        return rows
    board = BoardQuestion(rows).board(contract)
    new = 1 + max((number for row in rows for number in row), default=0)
    while board.move_count > count:
        before = board
        board, new = board.with_cell(board.moves()[-1].b, new), new + 1
        if board.move_count < count:  # the tile was in several moves
            return _plain(before.to_rows())
    return _plain(board.to_rows())


def _plain(rows: list[list[int]]) -> Rows:
    return tuple(map(tuple, rows))
