"""The parts of the check: the order of questions, checking paths, reading answers, shrinking boards."""

from collections import Counter, deque
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from lianliankan.board.cell import WALL, Cell
from lianliankan.board.path import Path
from lianliankan.board.rules import Rules
from lianliankan.errors import BadOptions
from lianliankan.lab.check.answer import Answer
from lianliankan.lab.check.contract import Contract
from lianliankan.lab.check.judge import judge
from lianliankan.lab.check.learner_call import encode
from lianliankan.lab.check.path_check import check_path
from lianliankan.lab.check.question import OTHER, PAIR, LinkQuestion
from lianliankan.lab.check.random_questions import random_questions, with_other_numbers
from lianliankan.lab.check.shrink import one_step_smaller
from lianliankan.lab.check.small_questions import count_small_questions, fillers, small_questions, smaller_questions
from support.reference_game import ReferenceGame

INSIDE = Contract(rules=Rules(outside=False))
PADDED = Contract(padded=True)


# ---- Questions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("contract", [Contract(), Contract(walls=True)])
def test_small_questions_are_all_there_are_in_order_of_size(contract: Contract) -> None:
    for cells in range(2, 6):
        questions = list(small_questions(cells, range(2, cells + 1), fillers(contract, cells)))
        assert (
            len(questions)
            == len(set(questions))
            == count_small_questions(cells, range(2, cells + 1), fillers(contract, cells))
        )
        assert all(first.size <= second.size for first, second in pairwise(questions))
        for question in questions:
            assert question.a != question.b
            assert question.board(contract)[question.a] == question.board(contract)[question.b] == PAIR
            assert {number for row in question.rows for number in row} <= {0, PAIR, OTHER, WALL}
            assert contract.walls or not any(WALL in row for row in question.rows)


@pytest.mark.parametrize(("cells", "shapes"), [(2, 2), (6, 4), (7, 2), (9, 3), (12, 6)])
def test_the_number_of_small_questions(cells: int, shapes: int) -> None:
    """Two cells in order, and every other one empty or not."""
    assert count_small_questions(cells, range(2, cells + 1), (OTHER,)) == shapes * cells * (cells - 1) * 2 ** (
        cells - 2
    )


@pytest.mark.parametrize("above", [2, 9, 16])
def test_random_questions_are_larger_than_those_already_tried(above: int) -> None:
    """And hardly any is asked twice."""
    questions = list(random_questions(Contract(), seed=1, count=2000, above=above))
    assert min(question.size.cells for question in questions) > above
    assert len(set(questions)) > 1900


def test_random_questions_are_varied() -> None:
    questions = list(random_questions(Contract(), seed=3, count=2000, above=9))
    sizes = sorted(question.size.cells for question in questions)
    assert sizes[1000] > 30
    assert sizes[-1] > 300
    paths = [question.board(Contract()).link(question.a, question.b) for question in questions]
    turns = Counter(None if path is None else path.turns for path in paths)
    assert min(turns[0], turns[1], turns[2], turns[None]) > 100
    assert {len(q.rows) > len(q.rows[0]) for q in questions} == {True, False}
    assert not any(WALL in row for question in questions for row in question.rows)
    assert_all_sorts(questions)
    walled = list(random_questions(Contract(walls=True), seed=3, count=50, above=9))
    assert any(WALL in row for question in walled for row in question.rows)
    assert walled != list(random_questions(Contract(walls=True), seed=4, count=50, above=9))


def assert_all_sorts(questions: list[LinkQuestion]) -> None:
    """Nothing that the contract leaves open is the same in all questions."""
    boards = [question.board(Contract()) for question in questions]
    sides = [(board.rows, board.cols) for board in boards]
    assert {(1, False), (2, True)} <= {(min(rows, cols), rows > cols) for rows, cols in sides}
    assert max(min(both) for both in sides) > 32
    assert max(rows for rows, _ in sides) > 256 < max(cols for _, cols in sides)
    numbers = [{number for row in question.rows for number in row if number} for question in questions]
    for low, high in ((1, 2), (7, 9), (10, 40), (41, 99), (100, 256), (257, 9_999), (10_000, 1_000_000)):
        assert any(low <= question.kind <= high for question in questions)
        assert any(low <= number <= high for found in numbers for number in found)
    assert max(map(len, numbers)) > 30
    assert any(len(found) == 1 and board.tile_count > 20 for found, board in zip(numbers, boards, strict=True))
    assert any(board.tile_count == board.rows * board.cols for board in boards)
    assert any(board.tile_count == 2 for board in boards)
    assert any(
        all(board[r, c] == 0 for r in range(1, board.rows - 1) for c in range(1, board.cols - 1))
        for board in boards
        if min(board.rows, board.cols) > 4 and board.tile_count > 5
    )
    assert {q.a < q.b for q in questions} == {True, False}
    assert any(abs(q.a.row - q.b.row) + abs(q.a.col - q.b.col) == 1 for q in questions)
    assert any(first == second for first, second in pairwise(questions))
    assert any(first.swapped == second for first, second in pairwise(questions))


@pytest.mark.parametrize("contract", [Contract(), INSIDE, Contract(walls=True), Contract(rules=Rules(max_turns=3))])
def test_the_truth_is_that_of_the_reference_game(contract: Contract) -> None:
    small = [with_other_numbers(plain, seed) for seed, plain in enumerate(small_questions(5, range(2, 6), (2, 1)))]
    asked = [*random_questions(contract, seed=7, count=120, above=9), *small[::9]]
    for question in asked:
        if question.size.cells < 200:
            rules = contract.rules
            game = ReferenceGame(question.grid(contract), max_turns=rules.max_turns, outside=rules.outside)
            path = question.board(contract).link(question.a, question.b)
            assert game.cost(question.a, question.b) == (path and (path.turns, path.steps))


def test_small_boards_get_other_numbers() -> None:
    for seed, plain in enumerate(small_questions(4, range(2, 5), (OTHER, PAIR, WALL))):
        other = with_other_numbers(plain, seed)
        assert (other.a, other.b) == (plain.a, plain.b)
        for before, after in zip(sum(plain.rows, ()), sum(other.rows, ()), strict=True):
            assert (after == other.kind) == (before == PAIR)
            assert (after > 0) == (before > 0)
            assert before > 0 or after == before


def test_numbers_wrap_around() -> None:
    """Numbers of 8 or 16 bits lose what is above; so some are nothing but that, and some differ by nothing else."""
    small = [with_other_numbers(plain, seed) for seed, plain in enumerate(small_questions(6, range(2, 7), (OTHER,)))]
    for wrap in (256, 32_768, 65_536):
        numbers = [{number for row in question.rows for number in row if number} for question in small]
        assert any(question.kind == wrap for question in small)
        assert any(
            number % wrap == 0 and number != question.kind
            for question in small
            for number in sum(question.rows, ())
            if number
        )
        assert any(
            question.kind < wrap and question.kind + wrap in found
            for question, found in zip(small, numbers, strict=True)
        )


@pytest.mark.parametrize("contract", [Contract(), PADDED, INSIDE, Contract(walls=True)])
def test_boards_of_the_same_digits_follow_one_another(contract: Contract) -> None:
    def digits(question: LinkQuestion) -> tuple[str, int, Cell, Cell]:
        grid = question.grid(contract)
        return "".join(str(number) for row in grid for number in row), len(grid), question.a, question.b

    questions = list(random_questions(contract, seed=1, count=200, above=9))
    pairs = [(one, two) for one, two in pairwise(questions) if digits(one) == digits(two) and one.rows != two.rows]
    assert len(pairs) >= 3
    for pair in pairs:
        assert {each.board(contract).linkable(each.a, each.b) for each in pair} == {True, False}


def test_some_paths_are_long() -> None:
    """On boards of more than 256 rows or columns, there and back."""
    questions = random_questions(Contract(), seed=1, count=2000, above=9)
    found = [(question, question.board(Contract()).link(question.a, question.b)) for question in questions]
    assert sum(path is not None and path.steps > 500 for _, path in found) > 20
    assert sum(max(len(question.rows), len(question.rows[0])) > 256 for question, _ in found) > 100


def test_too_many_smaller_questions_are_not_counted_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board has 1600 cells; there are too many questions long before that."""
    question = LinkQuestion(((1,) + (0,) * 39, *((0,) * 40,) * 38, (0,) * 39 + (1,)), Cell(0, 0), Cell(39, 39))
    counted = []

    def count(cells: int, tiles: range, fills: Sequence[int]) -> int:
        counted.append(cells)
        return count_small_questions(cells, tiles, fills)

    monkeypatch.setattr("lianliankan.lab.check.small_questions.count_small_questions", count)
    assert smaller_questions(question, Contract(), tried=3) is None
    assert max(counted) < 40


def test_a_padded_grid_has_the_ring() -> None:
    question = LinkQuestion(((1, 2, 1),), Cell(0, 0), Cell(0, 2))
    grid = question.grid(PADDED)
    assert grid == [[0, 0, 0, 0, 0], [0, 1, 2, 1, 0], [0, 0, 0, 0, 0]]
    row, col = PADDED.cell(question.b)
    assert grid[row][col] == 1


def test_every_smaller_question_is_valid() -> None:
    for question in random_questions(Contract(walls=True), seed=2, count=40, above=9):
        for step in one_step_smaller(question):
            assert step.a != step.b
            assert {len(row) for row in step.rows} == {len(step.rows[0])}
            assert step.rows[step.a.row][step.a.col] == step.rows[step.b.row][step.b.col] == step.kind > 0
            assert step.size <= question.size or step.size.cells < question.size.cells
            assert step != question


def test_squares_become_smaller_squares() -> None:
    question = LinkQuestion(((1, 0, 0), (0, 0, 0), (0, 0, 1)), Cell(0, 0), Cell(2, 2))
    assert ((1, 0), (0, 1)) in {step.rows for step in one_step_smaller(question)}


def test_a_large_number_is_made_small() -> None:
    """Whatever the number is that shows a fault, the number next to it is tried, and round ones."""
    question = LinkQuestion(((5000, 700, 5000),), Cell(0, 0), Cell(0, 2))
    steps = {step.rows for step in one_step_smaller(question) if step.size == question.size}
    assert {
        ((1, 700, 1),),
        ((4999, 700, 4999),),
        ((5000, 2, 5000),),
        ((5000, 699, 5000),),
        ((5000, 10, 5000),),
    } <= steps


def test_invalid_contracts() -> None:
    with pytest.raises(BadOptions, match=r"unknown judge 'speed' \(choose from link, turns, steps\)"):
        Contract(judge="speed")  # type: ignore[arg-type]
    with pytest.raises(BadOptions, match="use the ring"):
        Contract(rules=Rules(outside=False), padded=True)


# ---- Paths -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("contract", [Contract(), INSIDE, PADDED, Contract(rules=Rules(max_turns=None))])
def test_the_right_path_is_valid_in_every_form(contract: Contract) -> None:
    """As corners or cell by cell, forwards or backwards, with repeated cells."""
    for question in random_questions(contract, seed=1, count=200, above=4):
        right = question.board(contract).link(question.a, question.b)
        if right is None:
            continue
        for cells in (right.corners, right.cells):
            named = [contract.cell(cell) for cell in cells]
            for given in (named, named[::-1], [cell for cell in named for _ in range(2)]):
                assert check_path(question, given, contract) == right
                answer = Answer("path", path=tuple(given))
                assert judge(question, answer, contract) is None


WALLED = LinkQuestion(((1, 2, 1), (0, 0, -1), (0, 0, 0)), Cell(0, 0), Cell(0, 2))


@pytest.mark.parametrize(
    ("given", "contract", "problem"),
    [
        ([(0, 0), (0, 2)], Contract(), "goes through the tile at (0, 1)"),
        ([(0, 0), (1, 0), (1, 2), (0, 2)], Contract(), "goes through the wall at (1, 2)"),
        ([(1, 1), (1, 3)], PADDED, "goes through the tile at (1, 2)"),
        ([(0, 0), (-1, 2), (0, 2)], Contract(), "jumps from (0, 0) to (-1, 2)"),
        ([(0, 0), (-1, 0), (-1, 2)], Contract(), "ends at (-1, 2) instead of b"),
        ([(1, 0), (0, 2)], Contract(), "starts at (1, 0) instead of a"),
        ([(0, 0)], Contract(), "ends at (0, 0) instead of b"),
        ([(0, 0), (-2, 0), (-2, 2), (0, 2)], Contract(), "leaves the ring at (-2, 0)"),
        ([(0, 0), (-1, 0), (-1, 2), (0, 2)], INSIDE, "leaves the board at (-1, 0)"),
        ([(0, 0), (1, 0), (-1, 0), (-1, 2), (0, 2)], Contract(), "goes through the tile at (0, 0)"),
        ([(0, 0), (-1, 0), (-1, 3), (-1, 2), (0, 2)], Contract(), "reverses direction at (-1, 3)"),
        ([(0, 0), (0, -1), (-1, -1), (-1, 2), (0, 2)], Contract(), "has 3 turns, but at most 2 are allowed"),
    ],
)
def test_what_is_wrong_with_a_path(given: list[tuple[int, int]], contract: Contract, problem: str) -> None:
    assert check_path(WALLED, given, contract) == f"its path {problem}"


def test_a_path_may_have_as_many_turns_as_allowed() -> None:
    given = [(0, 0), (0, -1), (-1, -1), (-1, 2), (0, 2)]
    assert check_path(WALLED, given, Contract(rules=Rules(max_turns=3))) == Path(given)


def test_judging_paths_requires_a_path() -> None:
    fault = judge(WALLED, Answer("yes"), Contract(judge="turns"))
    assert fault is not None
    assert fault.kind == "nonsense"
    assert fault.problem == "to be judged by turns it must return the path, not just True"


# ---- Answers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (True, "yes"),
        (1, "yes"),
        (np.True_, "yes"),
        (False, "no"),
        (None, "no"),
        ([], "no"),
        ((), "no"),
        (np.False_, "no"),
        (np.zeros((0, 2), int), "no"),
        ([(0, 0), (0, 1)], "path"),
        (((0, 0), [0, 1]), "path"),
        (deque([(0, 0), (0, 1)]), "path"),
        (np.array([[0, 0], [0, 1]]), "path"),
        ([(np.int64(0), np.int8(0)), np.array([0, 1])], "path"),
        ([0, 0], "nonsense"),
        ([(0, 0, 0)], "nonsense"),
        ([(0, 1 << 40)], "nonsense"),
        ({}, "nonsense"),
        (0.0, "nonsense"),
    ],
)
def test_answers_are_understood(given: object, said: str) -> None:
    answer = encode(given)
    assert answer["said"] == said
    if said == "path":
        assert answer["path"] == [(0, 0), (0, 1)]
