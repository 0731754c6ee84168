"""What must not change when a board is mirrored, transposed or its kinds are renamed."""

import random

import pytest
from hypothesis import given, settings

import lianliankan as llk
from support.strategies import boards

MIRRORED: dict[str, llk.Gravity] = {
    "left": "right",
    "right": "left",
}
FLIPPED: dict[str, llk.Gravity] = {"up": "down", "down": "up"}
TRANSPOSED: dict[str, llk.Gravity] = {
    "down": "right",
    "right": "down",
    "up": "left",
    "left": "up",
    "split-rows": "split-columns",
    "split-columns": "split-rows",
    "gather-rows": "gather-columns",
    "gather-columns": "gather-rows",
}
# An odd side has its middle line in the first half, so halves have no mirror image; nor do rules that go in order.
NO_MIRROR = {"split-rows", "split-columns", "gather-rows", "gather-columns", "slide-left-right", "slide-down-up"}
NO_MIRROR |= {"outward", "inward", "rotating"}
NO_TRANSPOSE = {"slide-left-right", "slide-down-up", "outward", "inward", "rotating"}


def with_gravity(rules: llk.Rules, gravity: llk.Gravity) -> llk.Rules:
    return llk.Rules(max_turns=rules.max_turns, outside=rules.outside, adjacent=rules.adjacent, gravity=gravity)


def outline(board: llk.Board) -> tuple[object, ...]:
    """What a board answers, whichever way it is turned."""
    paths = [board.link(a, b) for a, b in board.moves()]
    costs = sorted((path.turns, path.steps) for path in paths if path)
    return len(paths), costs, board.is_stuck, llk.perft(board, 2)


@settings(max_examples=150)
@given(board=boards(max_side=6))
def test_mirror(board: llk.Board) -> None:
    if board.rules.gravity in NO_MIRROR:
        return
    sideways = llk.Board(
        [row[::-1] for row in board.to_rows()],
        rules=with_gravity(board.rules, MIRRORED.get(board.rules.gravity, board.rules.gravity)),
    )
    over = llk.Board(
        board.to_rows()[::-1],
        rules=with_gravity(board.rules, FLIPPED.get(board.rules.gravity, board.rules.gravity)),
    )
    assert outline(sideways) == outline(over) == outline(board)


@settings(max_examples=150)
@given(board=boards(max_side=6))
def test_transpose(board: llk.Board) -> None:
    if board.rules.gravity in NO_TRANSPOSE:
        return
    turned = llk.Board(
        list(zip(*board.to_rows(), strict=True)),
        rules=with_gravity(board.rules, TRANSPOSED.get(board.rules.gravity, board.rules.gravity)),
    )
    assert outline(turned) == outline(board)
    assert {((b, a), (d, c)) for (a, b), (c, d) in turned.moves()} == {
        ((a, b), (c, d)) if ((b, a), (d, c)) in turned.moves() else ((c, d), (a, b)) for (a, b), (c, d) in board.moves()
    }


@settings(max_examples=150)
@given(board=boards())
def test_relabel(board: llk.Board) -> None:
    names = {kind: 1_000_000_000 - 7 * kind for kind in range(1, 10)}
    rows = [[names.get(number, number) for number in row] for row in board.to_rows()]
    renamed = llk.Board(rows, rules=board.rules, phase=board.phase)
    assert sorted(renamed.moves()) == sorted(board.moves())
    assert outline(renamed) == outline(board)


@pytest.mark.parametrize("seed", range(20))
def test_removing_tiles_never_destroys_a_link(seed: int) -> None:
    """Without gravity, a link lasts until its tiles are removed."""
    rng = random.Random(seed)
    board = llk.scatter(6, 8, kinds=8, seed=seed)
    while moves := board.moves():
        move = rng.choice(moves)
        board = board.play(move)
        left = [other for other in moves if not {*other} & {*move}]
        assert set(left) <= set(board.moves())


@settings(max_examples=150)
@given(board=boards())
def test_a_path_is_the_same_walked_backwards(board: llk.Board) -> None:
    for a, b in board.moves():
        there, back = board.link(a, b), board.link(b, a)
        assert there is not None
        assert back is not None
        assert there.corners == back.corners[::-1]
        assert there == llk.Path(there)  # the corners are corners
