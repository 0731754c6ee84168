"""Larger questions by chance, the same for the same seed."""

from collections.abc import Iterator

from lianliankan import _kernel
from lianliankan.checking.contract import Contract
from lianliankan.checking.question import Question
from lianliankan.seeds import draw, seed_of

__all__ = ["chance_questions"]

_LARGEST = (16, 30)  # every tenth board is up to so large; a search that tries every way has no end there
_USUAL = (10, 14)
_KINDS = 6


def chance_questions(contract: Contract, *, seed: int, count: int) -> Iterator[Question]:
    """Give so many questions by chance, on boards that grow and are from nearly empty to full.

    >>> questions = list(chance_questions(Contract(), seed=1, count=50))
    >>> questions == list(chance_questions(Contract(), seed=1, count=50))
    True
    >>> all(q.a != q.b and q.board(Contract())[q.a] == q.board(Contract())[q.b] for q in questions)
    True
    """
    for number in range(count):
        yield _question(contract, seed_of(seed, number), grown=(number + 1) / count, large=number % 10 == 9)


def _question(contract: Contract, seed: int, *, grown: float, large: bool) -> Question:
    rows, cols = (
        2 + draw(seed, place, max(1, round((most - 1) * grown)))
        for place, most in enumerate(_LARGEST if large else _USUAL)
    )
    kinds = 2 + draw(seed, 2, _KINDS - 1)
    tiles = rows * cols * (20 + draw(seed, 3, 81)) // 100
    walls = draw(seed, 4, tiles // 2 + 1) if contract.walls else 0
    numbers = [-1] * walls + [1 + place % kinds for place in range(tiles - walls)]
    numbers = _kernel.shuffle(numbers + [0] * (rows * cols - tiles), seed_of(seed, 5))
    a, b = _kernel.shuffle(range(rows * cols), seed_of(seed, 6))[:2]
    return Question.laid(numbers, cols, a, b)
