"""The plan of questions: on every small board, with other numbers, on larger random boards, and on smaller ones.

There is one plan for questions about two tiles, and one for questions about a whole board.
"""

from collections.abc import Iterator
from typing import Protocol

from lianliankan.lab.check.contract import Contract
from lianliankan.lab.check.question import BoardQuestion, LinkQuestion, Question
from lianliankan.lab.check.random_boards import board_with_other_numbers, random_boards
from lianliankan.lab.check.random_questions import random_questions, with_other_numbers
from lianliankan.lab.check.shrink import one_step_smaller
from lianliankan.lab.check.shrink_board import one_step_smaller_board
from lianliankan.lab.check.small_boards import count_small_boards, small_boards, smaller_boards
from lianliankan.lab.check.small_questions import count_small_questions, fillers, small_questions, smaller_questions

_MAX_BOARD_CELLS = 8  # of the largest boards that are all tried
_LARGE_BOARDS = 5  # of as many random questions about two tiles, there is one about a board, which takes longer


class QuestionPlan(Protocol):
    """The questions of a check."""

    smallest: int
    """The number of cells of the smallest board."""

    def largest(self, cells: int) -> int:
        """Return up to which size all boards are tried, if it was to be this many cells."""

    def small(self, cells: int) -> Iterator[Question]:
        """Yield every question on boards of a size."""

    def count_small(self, cells: int) -> int:
        """Return how many there are."""

    def renumbered(self, question: Question, seed: int) -> Question:
        """Return a question with other numbers for the tiles."""

    def count_random(self, count: int) -> int:
        """Return how many random questions are asked, if there were to be this many."""

    def random(self, *, seed: int, count: int, above: int, start: int) -> Iterator[Question]:
        """Yield random questions on boards of more than `above` cells."""

    def below(self, question: Question, *, tried: int) -> Iterator[Question] | None:
        """Yield all smaller questions; None if there are too many."""

    def steps(self, question: Question) -> Iterator[Question]:
        """Yield every question one step smaller."""


def question_plan(contract: Contract) -> QuestionPlan:
    """Return the questions for a function.

    >>> question_plan(Contract()).count_small(3), question_plan(Contract(task="stuck")).count_small(3)
    (36, 30)
    """
    return _LinkPlan(contract) if contract.task == "link" else _BoardPlan(contract)


class _LinkPlan:
    smallest = 2

    def __init__(self, contract: Contract) -> None:
        self._contract = contract

    def largest(self, cells: int) -> int:
        return cells

    def small(self, cells: int) -> Iterator[LinkQuestion]:
        return small_questions(cells, range(2, cells + 1), fillers(self._contract, cells))

    def count_small(self, cells: int) -> int:
        return count_small_questions(cells, range(2, cells + 1), fillers(self._contract, cells))

    def renumbered(self, question: Question, seed: int) -> LinkQuestion:
        assert isinstance(question, LinkQuestion)
        return with_other_numbers(question, seed)

    def count_random(self, count: int) -> int:
        return count

    def random(self, *, seed: int, count: int, above: int, start: int) -> Iterator[LinkQuestion]:
        return random_questions(self._contract, seed=seed, count=count, above=above, start=start)

    def below(self, question: Question, *, tried: int) -> Iterator[LinkQuestion] | None:
        assert isinstance(question, LinkQuestion)
        return smaller_questions(question, self._contract, tried=tried)

    def steps(self, question: Question) -> Iterator[LinkQuestion]:
        assert isinstance(question, LinkQuestion)
        return one_step_smaller(question)


class _BoardPlan:
    smallest = 1

    def __init__(self, contract: Contract) -> None:
        self._contract = contract

    def largest(self, cells: int) -> int:
        return min(cells, _MAX_BOARD_CELLS)

    def small(self, cells: int) -> Iterator[BoardQuestion]:
        return small_boards(cells, range(cells + 1))

    def count_small(self, cells: int) -> int:
        return count_small_boards(cells, range(cells + 1))

    def renumbered(self, question: Question, seed: int) -> BoardQuestion:
        assert isinstance(question, BoardQuestion)
        return board_with_other_numbers(question, seed)

    def count_random(self, count: int) -> int:
        return count // _LARGE_BOARDS

    def random(self, *, seed: int, count: int, above: int, start: int) -> Iterator[BoardQuestion]:
        return random_boards(self._contract, seed=seed, count=count, above=above, start=start)

    def below(self, question: Question, *, tried: int) -> Iterator[BoardQuestion] | None:
        assert isinstance(question, BoardQuestion)
        return smaller_boards(question, tried=tried)

    def steps(self, question: Question) -> Iterator[BoardQuestion]:
        assert isinstance(question, BoardQuestion)
        return one_step_smaller_board(question)
