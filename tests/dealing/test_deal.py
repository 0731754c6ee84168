"""Deals by number."""

from collections import Counter
from hashlib import sha256
from typing import Any

import pytest

import lianliankan as llk
from lianliankan.dealing.shapes import shape_mask
from support.strategies import reference_game


def test_the_check_row() -> None:
    assert llk.scatter(8, 8, kinds=16, seed=1).to_rows()[0] == [3, 2, 13, 6, 15, 14, 15, 5]


def test_a_number_always_deals_the_same_board() -> None:
    """An independent implementation, written from the definition: splitmix64, Fisher–Yates from the end."""
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
        (3, 3, 2, 1, "9 tiles, an odd number"),
        (0, 4, 1, 1, "1 to 4096 rows"),
        (4, 5000, 1, 1, "1 to 4096 rows and columns, not 4 rows and 5000 columns"),
        (2, 2, 3, 1, "1 to 2 kinds, not 3"),
        (2, 2, 0, 1, "1 to 2 kinds, not 0"),
    ],
)
def test_impossible_deals(rows: int, cols: int, kinds: int, seed: int, problem: str) -> None:
    for way in (llk.scatter, llk.deal):
        with pytest.raises(llk.BadBoard, match=problem):
            way(rows, cols, kinds=kinds, seed=seed)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0])
def test_invalid_seeds(seed: int) -> None:
    for way in (llk.scatter, llk.deal):
        with pytest.raises(llk.BadSeed, match="a seed is an integer from 0"):
            way(2, 2, kinds=1, seed=seed)


def test_scatter_with_a_mask_and_copies() -> None:
    mask = llk.Board.parse("AA.A/A##A/A_AA")
    board = llk.scatter(3, 4, copies=4, seed=9, mask=mask)
    numbers = [number for row in board.to_rows() for number in row]
    assert [min(number, 1) for number in numbers] == [min(n, 1) for row in mask.to_rows() for n in row]
    assert Counter(number for number in numbers if number > 0) == {1: 4, 2: 4}
    assert llk.scatter(3, 4, kinds=2, seed=9, mask=str(mask)) == board
    assert llk.scatter(3, 4, kinds=2, seed=9, mask=["AA.A", "A##A", "A_AA"]) == board
    assert llk.scatter(3, 4, seed=9, mask=mask.to_rows()) == board, "four of each unless something else is said"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"mask": "AAA/AA."}, "5 tiles, an odd number"),
        ({"mask": "AA/AA"}, "the mask has 2 rows and 2 columns, but the board has 2 and 3"),
        ({"mask": "#../.._"}, "no place for a tile"),
        ({"mask": 5}, "a mask must be a board, its text or its rows .*, not 5"),
        ({"mask": [[1.5, 1, 1], [1, 1, 1]]}, "a mask must be a board"),
        ({"copies": 3}, "copies must be an even number, not 3"),
        ({"copies": 4}, "6 tiles cannot be split into kinds of 4 each"),
        ({"copies": 2, "kinds": 2}, "2 kinds of 2 tiles do not make 6 tiles"),
        ({"kinds": 4}, "1 to 3 kinds, not 4"),
        ({"kinds": 2.5}, "kinds must be an integer, not 2.5"),
        ({"kinds": True}, "kinds must be an integer"),
        ({"copies": "x"}, "copies must be an integer"),
        ({"shape": "heart"}, "unknown shape 'heart'"),
        ({"shape": "diamond"}, "2x3 is too small for the shape 'diamond'"),
        ({"shape": "frame", "mask": "AAA/AAA"}, "a mask or a shape, not both"),
    ],
)
def test_impossible_requests(words: dict[str, Any], problem: str) -> None:
    with pytest.raises(llk.BadBoard, match=problem):
        llk.deal(2, 3, seed=1, **words)


def test_masks_as_numpy_arrays() -> None:
    np = pytest.importorskip("numpy")
    rows = llk.Board.parse("AA.A/A##A/A_AA").to_rows()
    assert llk.deal(seed=1, mask=np.array(rows, dtype=np.int8)) == llk.deal(3, 4, seed=1, mask=rows)
    places = np.array(rows) > 0
    assert llk.deal(seed=1, mask=places) == llk.deal(3, 4, seed=1, mask="AA.A/A..A/A.AA")
    assert llk.deal(seed=1, mask=places.tolist()) == llk.deal(seed=1, mask=places)
    for bad in (np.ones(6), np.ones((2, 3)), np.ones((2, 3, 1), dtype=bool)):
        with pytest.raises(llk.BadBoard, match="also as a NumPy array of integers or booleans"):
            llk.deal(2, 3, seed=1, mask=bad)


def test_the_size_can_be_left_out() -> None:
    assert llk.deal(seed=7) == llk.deal(8, 18, seed=7)
    assert llk.deal(seed=7, shape="diamond") == llk.deal(8, 18, seed=7, shape="diamond")
    assert llk.deal(seed=7, mask="AAA/AAA").cols == 3


def test_deals_by_chance() -> None:
    assert len({llk.deal(8, 18) for _ in range(4)}) > 1
    assert llk.solve(llk.deal(8, 18)).winnable
    assert len({llk.scatter(8, 18) for _ in range(4)}) > 1
    deals = [llk.Deal(8, 18) for _ in range(20)]
    assert len({deal.seed for deal in deals}) > 1
    assert all(1 <= deal.seed <= 999_999 for deal in deals)
    assert llk.Deal.parse(str(deals[0])) == deals[0]


@pytest.mark.parametrize("shape", llk.SHAPES)
def test_deals_with_a_shape(shape: str) -> None:
    mask = shape_mask(shape, 8, 18)
    assert llk.deal(8, 18, seed=3, shape=shape) == llk.deal(8, 18, seed=3, mask=mask)
    assert llk.scatter(8, 18, seed=3, shape=shape) == llk.scatter(8, 18, seed=3, mask=mask)
    down = llk.Rules(gravity="down")
    board = llk.deal(8, 18, seed=3, shape=shape, rules=down)
    assert board == llk.deal(8, 18, seed=3, mask=shape_mask(shape, 8, 18, "down"), rules=down)


@pytest.mark.parametrize(
    ("difficulty", "problem"),
    [
        ("nasty", "choose from easy, medium, hard, fiendish"),
        ((60, 30), "the smaller first"),
        ((1, 2, 3), "a name or two scores"),
        (("0", "50"), "a name or two scores"),
        (5, "a name or two scores"),
        ((float("nan"), 50), "the smaller first"),
    ],
)
def test_invalid_difficulties(difficulty: object, problem: str) -> None:
    with pytest.raises(llk.BadDifficulty, match=problem):
        llk.deal(2, 3, seed=1, difficulty=difficulty)  # type: ignore[arg-type]


def test_scattered_boards_have_no_difficulty() -> None:
    with pytest.raises(llk.BadDifficulty, match="a scattered board has any difficulty"):
        llk.scatter(4, 6, seed=1, difficulty="hard")


def test_a_mask_brings_its_rules() -> None:
    mask = llk.Board([[1, 1, 0, 1], [1, -1, -1, 1], [1, 0, 1, 1]], rules=llk.Rules(gravity="rotating"), phase="down")
    for given in (mask, str(mask)):
        board = llk.deal(3, 4, kinds=2, seed=1, mask=given)
        assert (board.rules, board.phase) == (mask.rules, "down")
    assert llk.deal(3, 4, kinds=2, seed=1, mask=mask, rules=llk.Rules()).rules == llk.Rules()


def test_deals_of_large_boards_take_their_time_but_end() -> None:
    """Almost no deal with four tiles of each kind can be won there; by default, larger boards have more of each."""
    board = llk.deal(16, 16, kinds=64, seed=1)
    assert llk.solve(board).winnable
    assert max(number for row in llk.deal(20, 20, seed=1).to_rows() for number in row) == 36


def test_every_deal_can_be_won() -> None:
    """Small boards under every gravity, with holes and walls, by the reference game."""
    for number, gravity in enumerate(llk.GRAVITIES):
        for outside in (True, False):
            rules = llk.Rules(gravity=gravity, outside=outside)
            for mask in (None, "AAAA/A#.A/AAAA"):
                board = llk.deal(3, 4, kinds=3, seed=number, rules=rules, mask=mask)
                assert reference_game(board).winnable()
                assert board.rules == rules


@pytest.mark.parametrize("gravity", llk.GRAVITIES)
def test_deals_of_the_classic_size(gravity: llk.Gravity) -> None:
    board = llk.deal(8, 12, kinds=24, seed=3, rules=llk.Rules(gravity=gravity))
    verdict = llk.solve(board)
    assert verdict.winnable
    assert llk.verify(board, verdict)


def test_a_deal_is_the_scattered_board_if_that_is_winnable() -> None:
    same = sum(llk.deal(8, 8, kinds=16, seed=seed) == llk.scatter(8, 8, kinds=16, seed=seed) for seed in range(60, 75))
    assert same == 14, "of these only number 68 cannot be won"


def test_deals_where_rejection_cannot_work() -> None:
    """Two of each kind: hardly any uniform deal can be won."""
    board = llk.deal(8, 18, copies=2, seed=4)
    assert llk.solve(board).winnable
    assert sum(llk.solve(llk.scatter(8, 18, copies=2, seed=seed)).winnable is True for seed in range(40)) <= 2
    assert Counter(number for row in board.to_rows() for number in row) == dict.fromkeys(range(1, 73), 2)
    assert len(board.moves()) < 15, "built backwards it would have three times as many"
    assert board == llk.deal(8, 18, copies=2, seed=4)
    assert board != llk.deal(8, 18, copies=2, seed=5)


def test_no_deal_at_all() -> None:
    with pytest.raises(llk.NoDeal, match="no deal on this board can be won"):
        llk.deal(1, 3, kinds=1, seed=1, mask="A#A", rules=llk.Rules(outside=False))
    with pytest.raises(llk.NoDeal, match="none of 400 deals has a difficulty from 75 to 100; the closest has 0"):
        llk.deal(2, 2, kinds=1, seed=1, difficulty="fiendish")


@pytest.mark.parametrize("name", llk.DIFFICULTIES)
def test_difficulties(name: str) -> None:
    board = llk.deal(8, 18, kinds=36, seed=12, difficulty=name)
    assert llk.rate(board).name == name


def test_difficulty_by_scores() -> None:
    board = llk.deal(8, 18, kinds=36, seed=12, difficulty=(40, 50))
    assert 40 <= llk.rate(board).score <= 50


# What a number means must never change: not with another solver, not on another machine.
GOLDEN = [
    (8, 18, 36, "still", 1, "d41d42fc3f46d3b6"),
    (8, 18, 36, "still", 91, "7ba3653025e0315d"),
    (8, 18, 36, "still", 14, "8ba25a5d1deb1df0"),
    (8, 8, 16, "still", 68, "f305a8d6d2442ea8"),
    (8, 8, 16, "still", 144, "8c744302a3e2ce37"),
    (16, 30, 36, "still", 7, "4b43d54e54bdf858"),
    (8, 18, 72, "still", 5, "963cb19013934335"),
    (6, 8, 24, "still", 2, "a71e13c2dd3b9aa4"),
    (8, 18, 36, "down", 50, "65949d73ecf78e55"),
    (8, 12, 24, "up", 3, "fefccbdeec7051cb"),
    (6, 8, 12, "inward", 4, "450b5562bd22445a"),
    (8, 18, 36, "rotating", 9, "3f5edb831e52b18c"),
    (2, 2, 1, "still", 0, "641869d4918929c5"),
    (10, 10, 25, "gather-rows", 18446744073709551615, "02e2afebc7072425"),
    (64, 6, 36, "still", 1, "6b6b56625f6da822"),
    (5, 70, 36, "down", 2, "c0f2a02e8cf7a46a"),
    (6, 66, 36, "left", 3, "be0082e8f925fc2d"),
    (63, 6, 36, "rotating", 4, "6125a980f7696b87"),
]


def digest(board: llk.Board) -> str:
    return sha256(str(board).encode()).hexdigest()[:16]


@pytest.mark.parametrize(("rows", "cols", "kinds", "gravity", "seed", "expected"), GOLDEN)
def test_deal_numbers_never_change(
    rows: int, cols: int, kinds: int, gravity: llk.Gravity, seed: int, expected: str
) -> None:
    assert digest(llk.deal(rows, cols, kinds=kinds, seed=seed, rules=llk.Rules(gravity=gravity))) == expected


GOLDEN_DIFFICULTIES = [
    ("still", "easy", "9b655cf04fc14dbd"),
    ("down", "easy", "df67be93553ac8d4"),
    ("still", "medium", "62fc9fc24b6f2282"),
    ("down", "medium", "df1d5a66031a55e3"),
    ("still", "hard", "9bed9b38c4a72e36"),
    ("down", "hard", "cb59812b96919664"),
    ("still", "fiendish", "6739792ce659ec21"),
    ("down", "fiendish", "3459b00f8d1b1a95"),
]


@pytest.mark.parametrize(("gravity", "difficulty", "expected"), GOLDEN_DIFFICULTIES)
def test_deal_numbers_of_a_difficulty_never_change(gravity: llk.Gravity, difficulty: str, expected: str) -> None:
    rules = llk.Rules(gravity=gravity)
    board = llk.deal(8, 12, kinds=24, seed=3, difficulty=difficulty, rules=rules)
    assert digest(board) == expected
