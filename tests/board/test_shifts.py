"""Where gravity moves the tiles: the kernel's tracker against the slow and obviously correct game."""

import random
from itertools import count

import pytest

import lianliankan as llk
from support.reference_game import Cell, Pair, ReferenceGame
from support.strategies import random_board, random_rules, reference_game


@pytest.mark.parametrize("gravity", llk.GRAVITIES)
def test_shifts_agree_for_every_gravity(gravity: llk.Gravity) -> None:
    """Along random games, from boards that are not packed at first: every tile that moved, and no other."""
    rng = random.Random(gravity)
    moved = played = 0
    for _ in range(60):
        rules = random_rules(rng)
        board = random_board(rng, 9, rules=llk.Rules(max_turns=rules.max_turns, gravity=gravity, outside=rules.outside))
        while moves := board.moves():
            move = rng.choice(moves)
            shifts = llk.shifts(board, move)
            assert list(shifts) == expected_shifts(board, move), (str(board), move)
            assert all(isinstance(cell, llk.Cell) for shift in shifts for cell in shift)
            moved, played = moved + len(shifts), played + 1
            board = board.play(move)
    assert played > 100
    assert (moved > 0) == (gravity != "still")


def expected_shifts(board: llk.Board, move: Pair) -> list[Pair]:
    """The shifts of the reference game, in which every tile is given a kind of its own."""
    game, numbers = reference_game(board), count(1)
    for r, c in game.tiles():
        game.rows[r][c] = next(numbers)
    before, after = cells_by_kind(game), cells_by_kind(game.play(move))
    return [(start, after[kind]) for kind, start in before.items() if start not in move and after[kind] != start]


def cells_by_kind(game: ReferenceGame) -> dict[int, Cell]:
    """Where each kind is."""
    return {game.rows[r][c]: (r, c) for r, c in game.tiles()}


def test_shifts_on_a_large_board() -> None:
    """Many words per line."""
    rng = random.Random(9)
    rows = [[rng.choice([0, 0, 0, -1, 1, 2]) for _ in range(70)] for _ in range(5)]
    board = llk.Board(rows, rules=llk.Rules(gravity="outward"))
    move = board.moves()[0]
    assert list(llk.shifts(board, move)) == expected_shifts(board, move)


def test_mistakes() -> None:
    board = llk.Board.parse("1 2 / 2 1", rules=llk.Rules(gravity="down"))
    with pytest.raises(llk.IllegalMove, match="different kinds"):
        llk.shifts(board, ((0, 0), (0, 1)))
    with pytest.raises(llk.IllegalMove, match="no path within the rules"):
        llk.shifts(llk.Board.parse("AB/BA"), ((0, 0), (1, 1)))
    with pytest.raises(llk.IllegalMove, match="off the board"):
        llk.shifts(board, ((0, 0), (7, 7)))
    with pytest.raises(TypeError, match=r"Board\.parse"):
        llk.shifts("12/21", ((0, 0), (1, 1)))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a move must be a pair of cells"):
        llk.shifts(board, 5)  # type: ignore[arg-type]
