"""Deals by number."""

from collections import Counter

import pytest

import lianliankan as llk


def test_the_check_row() -> None:
    assert llk.scatter(8, 8, kinds=16, seed=1).to_rows()[0] == [3, 2, 13, 6, 15, 14, 15, 5]


def test_a_deal_number_means_the_same_board_for_ever() -> None:
    """Another way to the same deal, written from its definition: splitmix64, Fisher–Yates from the end."""
    for rows, cols, kinds, seed in ((8, 18, 36, 91), (2, 3, 2, 0), (5, 4, 7, 2**64 - 1), (1, 2, 1, 5)):
        places = rows * cols
        tiles = sorted(pair % kinds + 1 for pair in range(places // 2) for _ in range(2))
        state = seed
        for i in range(places - 1, 0, -1):
            state = (state + 0x9E3779B97F4A7C15) % 2**64
            x = state
            x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % 2**64
            x = (x ^ x >> 27) * 0x94D049BB133111EB % 2**64
            j = ((x ^ x >> 31) * (i + 1)) >> 64
            tiles[i], tiles[j] = tiles[j], tiles[i]
        board = llk.scatter(rows, cols, kinds=kinds, seed=seed)
        assert [number for row in board.to_rows() for number in row] == tiles


def test_every_kind_comes_in_pairs() -> None:
    counts = Counter(number for row in llk.scatter(6, 7, kinds=5, seed=3).to_rows() for number in row)
    assert sorted(counts.values()) == [8, 8, 8, 8, 10]
    assert counts[1] == 10


@pytest.mark.parametrize(
    ("rows", "cols", "kinds", "seed", "problem"),
    [
        (3, 3, 2, 1, "an odd number of cells"),
        (0, 4, 1, 1, "from 1 to 4096 rows"),
        (4, 5000, 1, 1, "from 1 to 4096 rows"),
        (2, 2, 3, 1, "from 1 to 2 kinds, not 3"),
        (2, 2, 0, 1, "from 1 to 2 kinds, not 0"),
        (2, 2, 1, -1, "a seed is a number from 0"),
        (2, 2, 1, 2**64, "a seed is a number from 0"),
    ],
)
def test_impossible_deals(rows: int, cols: int, kinds: int, seed: int, problem: str) -> None:
    with pytest.raises(llk.BadBoard, match=problem):
        llk.scatter(rows, cols, kinds=kinds, seed=seed)
