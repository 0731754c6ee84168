"""Shuffles: the same tiles on the same places, another arrangement, and winnable by the reference game."""

import random
from collections import Counter
from hashlib import sha256

import pytest

import lianliankan as llk
from support.strategies import even_board, reference_game


def count_kinds(board: llk.Board) -> Counter[int]:
    return Counter(kind for row in board.to_rows() for kind in row if kind > 0)


def find_shape(board: llk.Board) -> list[list[int]]:
    return [[min(number, 1) for number in row] for row in board.to_rows()]


def check(before: llk.Board, after: llk.Board) -> None:
    assert find_shape(after) == find_shape(before)
    assert count_kinds(after) == count_kinds(before)
    assert (after.rules, after.phase) == (before.rules, before.phase)


def test_small_positions_against_the_reference_game() -> None:
    """A shuffled board can be won; a refused one has no arrangement that can."""
    rng = random.Random(2)
    refused = 0
    for seed in range(250):
        board = even_board(rng, most=8)
        try:
            after = llk.shuffle(board, seed=seed)
        except llk.NotShufflable:
            refused += 1
            alike = [[min(number, 1) for number in row] for row in board.to_rows()]
            odd = any(count % 2 for count in count_kinds(board).values())
            assert odd or not reference_game(llk.Board(alike, rules=board.rules)).winnable()
        else:
            check(board, after)
            assert reference_game(after).winnable()
    assert refused > 5


@pytest.mark.parametrize("gravity", llk.GRAVITIES)
def test_stuck_games(gravity: llk.Gravity) -> None:
    stuck = 0
    for seed in range(60):
        board = llk.scatter(6, 8, kinds=12, seed=seed, rules=llk.Rules(gravity=gravity))
        for move in board._play_randomly(seed):
            board = board.play(move)
        if board.is_stuck:
            stuck += 1
            after = llk.shuffle(board, seed=seed)
            check(board, after)
            assert after != board
            assert llk.solve(after).winnable
        if stuck == 4:
            break


def test_building_backwards_if_random_arrangements_fail() -> None:
    """Two of each kind: a random arrangement can hardly ever be won."""
    board = llk.scatter(8, 18, copies=2, seed=3)
    after = llk.shuffle(board, seed=1)
    check(board, after)
    assert llk.solve(after).winnable


def test_different_where_possible() -> None:
    assert llk.shuffle(llk.Board.parse("AABB"), seed=1) != llk.Board.parse("AABB")
    alike = llk.Board.parse("AA/AA")
    assert llk.shuffle(alike, seed=1) == alike
    empty = llk.Board.parse("./.")
    assert llk.shuffle(empty, seed=1) == empty


def test_the_same_for_a_seed() -> None:
    board = llk.scatter(8, 18, kinds=36, seed=1)
    assert llk.shuffle(board, seed=7) == llk.shuffle(board, seed=7)
    assert llk.shuffle(board, seed=7) != llk.shuffle(board, seed=8)


@pytest.mark.parametrize(
    ("text", "rules", "problem"),
    [
        ("AAB/BAB", "", "kind 1 has 3 tiles, an odd number"),
        ("A#A", "outside=no", "1 tile of a kind can never be paired"),
        ("A#A", "outside=no gravity=down", "no arrangement can be won"),
        (".A/A.", "outside=no max_turns=0", "1 tile of a kind can never be paired"),
        ("A#B/###/B#A", "outside=no gravity=rotating", "no arrangement can be won"),
    ],
)
def test_not_shufflable(text: str, rules: str, problem: str) -> None:
    with pytest.raises(llk.NotShufflable, match=problem):
        llk.shuffle(llk.Board.parse(text, rules=llk.Rules.parse(rules)), seed=1)


def test_invalid_seeds() -> None:
    with pytest.raises(llk.BadSeed):
        llk.shuffle(llk.Board.parse("AA"), seed=-1)


def test_a_shuffle_by_chance() -> None:
    board = llk.deal(6, 8, seed=1)
    assert len({llk.shuffle(board) for _ in range(4)}) > 1


# A game is replayed by its commands, so the board of a shuffle must never change.
GOLDEN = {
    "still": "af6dbfbf60fdd461",
    "down": "0f01473a44d0b984",
    "up": "f457dfd6c93c1beb",
    "left": "f33638be2f33dd2b",
    "right": "ca25fc214a0e26da",
    "split-rows": "d3aa0431738fdcc0",
    "split-columns": "7fcba32fc880f0e0",
    "gather-rows": "6bbae0de72496edf",
    "gather-columns": "0e03f240ace2b52a",
    "slide-left-right": "47bb1402073eeb78",
    "slide-down-up": "35e8f6249fac86cb",
    "outward": "c0281cb2f30aaf0c",
    "inward": "af32dd862b4dff27",
    "rotating": "4209c37bc412064e",
}


@pytest.mark.parametrize("gravity", llk.GRAVITIES)
def test_the_board_of_a_shuffle_never_changes(gravity: llk.Gravity) -> None:
    board = llk.scatter(8, 12, kinds=24, seed=5, rules=llk.Rules(gravity=gravity))
    after = llk.shuffle(board, seed=3)
    assert sha256(str(after).encode()).hexdigest()[:16] == GOLDEN[gravity]
