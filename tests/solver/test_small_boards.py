"""A sample of all 3 × 4 boards under every gravity, against the reference game; `make proof` compares them all."""

from itertools import islice

import pytest

import lianliankan as llk
from lianliankan.atlas.exact import every_board
from small_boards import ALL_RULES, CELLS, SmallBoards, compare

EVERY = 400


def test_the_number_of_small_boards() -> None:
    """The known numbers of ways to split a set into parts of even size."""
    assert [sum(1 for _ in every_board(size)) for size in (2, 4, 6, 8, 10)] == [1, 4, 31, 379, 6556]


def test_the_small_boards_agree_with_the_reference_game() -> None:
    """What `SmallBoards` derives for every set of taken cells is what the reference game says of a board."""
    from support.strategies import reference_game

    for rules in (llk.Rules(), llk.Rules(gravity="rotating", outside=False), llk.Rules(gravity="inward")):
        small = SmallBoards(outside=rules.outside, gravity=rules.gravity)
        for kinds in islice(every_board(CELLS), 500, 150_000, 30_000):
            board = llk.Board([kinds[start : start + 4] for start in range(0, CELLS, 4)], rules=rules)
            game = reference_game(board)
            assert [((a // 4, a % 4), (b // 4, b % 4)) for a, b in small.moves(kinds)] == game.moves()
            assert small.winnable(kinds) is game.winnable()


@pytest.fixture(scope="module")
def boards() -> list[tuple[int, ...]]:
    return list(every_board(CELLS))


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: str(rules) or "plain")
def test_verdicts(rules: llk.Rules, boards: list[tuple[int, ...]]) -> None:
    assert len(boards) == 150_349
    first = ALL_RULES.index(rules) * EVERY // len(ALL_RULES)  # others under each rule
    assert compare(rules, boards[first::EVERY])["boards"] >= len(boards) // EVERY
