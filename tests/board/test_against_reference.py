"""The kernel against the slow and obviously correct game, on very many random boards."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.bench.boards import equal_pairs
from support.reference_game import ReferenceGame
from support.strategies import boards, random_board, random_rules, reference_game

SIDES = (4, 7, 11, 18, 31, 33)
PAIRS_PER_SIDE = 36_000  # times the number of sides: over 200,000 pairs in one run


@pytest.mark.parametrize("side", SIDES)
def test_every_pair_of_random_boards_agrees(side: int) -> None:
    """Link, turns, steps and the plain test, from a few tiles of each board to all tiles of the same kind."""
    rng = random.Random(side)
    tried = 0
    while tried < PAIRS_PER_SIDE:
        board = random_board(rng, side)
        game = reference_game(board)
        tiles = list(game.tiles())
        for a in rng.sample(tiles, min(len(tiles), 6)):
            costs = game.costs_from(a)
            for b in tiles:
                if b == a:
                    continue
                cost = costs.get(b) if board[a] == board[b] else None
                path = board.link(a, b)
                assert (path and (path.turns, path.steps)) == cost, (str(board), a, b)
                assert board.linkable(a, b) == (cost is not None)
                if path:
                    assert (path[0], path[-1]) == (a, b)
                    assert all(game.is_open(cell) for cell in path.cells[1:-1]), (str(board), path)
                tried += 1


@pytest.mark.parametrize("seed", range(40))
def test_moves_and_stuck_agree_along_random_games(seed: int) -> None:
    """Move lists, the stuck test, packing, phases and hashes, move by move to the end of the game."""
    rng = random.Random(seed)
    for _ in range(6):
        board = random_board(rng, 8)
        game = reference_game(board)
        position = llk.Position(board)
        while True:
            moves = game.moves()
            assert board.moves() == moves, str(board)
            assert position.moves() == moves, str(board)
            assert board.is_stuck == (not moves and any(game.tiles()))
            if not moves:
                break
            move = rng.choice(moves)
            board, game = board.play(move), game.play(move)
            position.play(move)
            assert board.to_rows() == game.rows, str(board)
            assert llk.PHASES.index(board.phase) == game.phase
            assert position.board == board
            fresh = llk.Board(board.to_rows(), rules=board.rules, phase=board.phase)
            assert (board.zobrist, hash(board)) == (fresh.zobrist, hash(fresh))
            assert position.zobrist == fresh.zobrist


@settings(max_examples=300)
@given(board=boards(max_side=5))
def test_the_tie_break_is_the_documented_one(board: llk.Board) -> None:
    """Of the best paths, the one whose corners come first in reading order."""
    game = reference_game(board)
    for a, b in combinations(list(game.tiles())[:8], 2):
        for first, last in ((a, b), (b, a)):
            path = board.link(first, last)
            assert (list(path) if path else None) == game.best_corners(first, last), (str(board), first, last)


@settings(max_examples=200)
@given(board=boards(max_side=4), depth=st.integers(0, 3))
def test_perft_agrees(board: llk.Board, depth: int) -> None:
    assert llk.perft(board, depth) == reference_game(board).perft(depth)


@pytest.mark.parametrize("gravity", llk.GRAVITIES)
def test_packing_agrees_for_every_gravity(gravity: llk.Gravity) -> None:
    """A removal packs the whole board, even tiles that floated before it."""
    rng = random.Random(gravity)
    played = 0
    while played < 150:
        rules = random_rules(rng)
        board = random_board(rng, 9, rules=llk.Rules(max_turns=rules.max_turns, gravity=gravity, outside=rules.outside))
        moves = board.moves()
        if not moves:
            continue
        move = rng.choice(moves)
        after, game = board.play(move), reference_game(board).play(move)
        assert after.to_rows() == game.rows, str(board)
        assert llk.PHASES.index(after.phase) == game.phase
        played += 1


def test_the_three_grids_agree() -> None:
    """The same tiles in the corner of a larger board of walls: half words, words, many words."""
    rng = random.Random(5)
    for _ in range(60):
        rules = llk.Rules(max_turns=rng.choice([0, 1, 2, 3, None]), outside=False, adjacent=rng.random() < 0.5)
        small = random_board(rng, 12, rules=rules)
        moves, game = small.moves(), reference_game(small)
        assert moves == game.moves()
        for side in (40, 90):
            rows = [[-1] * side for _ in range(side)]
            for r, row in enumerate(small.to_rows()):
                rows[r][: small.cols] = row
            large = llk.Board(rows, rules=rules)
            assert large.moves() == moves
            assert large.is_stuck == small.is_stuck
            for a, b in moves[:10]:
                assert large.link(a, b) == small.link(a, b)
                assert large.play((a, b)).moves() == small.play((a, b)).moves()


def test_a_large_board_with_gravity() -> None:
    """Many words per line, with the ring, walls and tiles that slide."""
    rng = random.Random(9)
    rows = [[rng.choice([0, 0, 0, 0, 0, 0, 0, -1, 1, 2]) for _ in range(70)] for _ in range(5)]
    board = llk.Board(rows, rules=llk.Rules(gravity="inward"))
    game: ReferenceGame = reference_game(board)
    for _ in range(8):
        moves = game.moves()
        assert board.moves() == moves
        move = rng.choice(moves)
        board, game = board.play(move), game.play(move)
        assert board.to_rows() == game.rows


@pytest.mark.parametrize("seed", range(6))
def test_wide_boards_agree(seed: int) -> None:
    """Lines of several words, from full boards, where few tiles can move, to nearly empty ones."""
    rng = random.Random(seed)
    rules = llk.Rules(max_turns=rng.choice([0, 1, 2, 2, 2]), outside=seed % 2 == 0, adjacent=rng.random() < 0.6)
    fill = (1.0, 0.97, 0.3)[seed % 3]
    rows = [[rng.choice([-1, *range(1, 40)]) if rng.random() < fill else 0 for _ in range(66)] for _ in range(3)]
    if rng.random() < 0.5:
        rows = [list(column) for column in zip(*rows, strict=True)]
    board = llk.Board(rows, rules=rules)
    moves = reference_game(board).moves()
    assert board.moves() == moves
    assert board.is_stuck is not bool(moves)


@pytest.mark.parametrize("outside", [True, False])
@pytest.mark.parametrize("kinds", [1, 3, 40])
def test_all_moves_of_a_wide_board(kinds: int, outside: bool) -> None:
    """Every pair that the link test links, whether tiles are compared or look around for their partners."""
    rng = random.Random(kinds)
    for fill in (1.0, 0.9, 0.5, 0.05):
        rules = llk.Rules(outside=outside, max_turns=rng.choice([1, 2, 2]), adjacent=rng.random() < 0.7)
        rows = [[rng.randint(1, kinds) if rng.random() < fill else 0 for _ in range(129)] for _ in range(3)]
        board = llk.Board(rows, rules=rules)
        moves = [pair for pair in equal_pairs(board) if board.linkable(*pair)]
        assert board.moves() == sorted(moves)
        assert board.is_stuck is (not moves and not board.is_clear)
