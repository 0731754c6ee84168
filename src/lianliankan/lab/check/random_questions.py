"""Larger random questions, the same for the same seed."""

from collections.abc import Iterator

from lianliankan import _kernel
from lianliankan.lab.check.contract import Contract
from lianliankan.lab.check.question import Question
from lianliankan.seeds import derive_seed, draw

__all__ = ["random_questions"]

_USUAL, _LARGE = (10, 14), (16, 30)  # a search that tries every path never ends on the large ones
_EVERY_LARGE = 10
_GROWING = 0.25  # share of questions during which boards grow; a fault on a small board is quickly shrunk
_KINDS = 6


def random_questions(contract: Contract, *, seed: int, count: int, above: int) -> Iterator[Question]:
    """Yield random questions on growing boards of more than `above` cells, from nearly empty to full.

    >>> questions = list(random_questions(Contract(), seed=1, count=50, above=9))
    >>> questions == list(random_questions(Contract(), seed=1, count=50, above=9))
    True
    >>> all(question.size.cells > 9 for question in questions)
    True
    """
    for number in range(count):
        question_seed = derive_seed(seed, number)
        limit = _LARGE if number % _EVERY_LARGE == _EVERY_LARGE - 1 else _USUAL
        grown = min(1.0, (number + 1) / count / _GROWING)
        yield _question(contract, question_seed, _sides(question_seed, limit, grown, above))


def _sides(seed: int, limit: tuple[int, int], grown: float, above: int) -> tuple[int, int]:
    """Draw rows and columns, portrait or landscape; their maximum grows with `grown`."""
    short = 2 + draw(seed, 0, max(1, round((limit[0] - 1) * grown)))
    minimum = above // short + 1  # so that the board has more than `above` cells
    long = minimum + draw(seed, 1, max(1, round(limit[1] * grown) - minimum + 1))
    return (short, long) if draw(seed, 7, 2) else (long, short)


def _question(contract: Contract, seed: int, sides: tuple[int, int]) -> Question:
    rows, cols = sides
    kinds = 2 + draw(seed, 2, _KINDS - 1)
    tiles = rows * cols * (20 + draw(seed, 3, 81)) // 100
    walls = draw(seed, 4, tiles // 2 + 1) if contract.walls else 0
    numbers = [-1] * walls + [1 + place % kinds for place in range(tiles - walls)]
    numbers = _kernel.shuffle(numbers + [0] * (rows * cols - tiles), derive_seed(seed, 5))
    a, b = _kernel.shuffle(range(rows * cols), derive_seed(seed, 6))[:2]
    return Question.from_numbers(numbers, cols, a, b)
