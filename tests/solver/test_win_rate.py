"""Win rates: exact ones against the reference game, estimates against exact ones, and the ranges against arithmetic."""

import math
import random
from functools import cache
from itertools import pairwise
from math import comb

import pytest

import lianliankan as llk
from lianliankan.solver.win_rate import WinRate, confidence_range, estimate_win_rates, exact_win_rates, rank
from support.paths import ROOT
from support.reference_game import ReferenceGame
from support.strategies import even_board, reference_game

FALLING = llk.Board.parse((ROOT / "examples" / "falling.txt").read_text())
CLOSE = llk.deal(4, 5, kinds=5, seed=2, rules=llk.Rules(gravity="down"))


def reference_win_rate(game: ReferenceGame) -> float:
    """How often random play wins, by trying everything."""
    games = {game.key(): game}

    @cache
    def chance(key: tuple[tuple[tuple[int, ...], ...], int]) -> float:
        here = games[key]
        if not any(here.tiles()):
            return 1.0
        after = [here.play(move) for move in here.moves()]
        games.update((each.key(), each) for each in after)
        return math.fsum(chance(each.key()) for each in after) / len(after) if after else 0.0

    return chance(game.key())


def test_the_example_of_the_readme() -> None:
    advice = llk.advise(FALLING, None)
    assert [(str(each.move), each.rank) for each in advice] == [
        ("4,2-4,5", 1),
        ("4,1-4,2", 2),
        ("1,2-1,5", 3),
        ("4,1-4,5", 4),
    ]
    assert [each.chance for each in advice] == pytest.approx([0.99794, 0.975, 0.65662, 0], abs=5e-6)
    for each in advice:
        assert each.is_exact
        assert each.chance == pytest.approx(reference_win_rate(reference_game(FALLING.play(each.move))), abs=1e-12)


def test_exact_advice_against_the_reference_game() -> None:
    rng = random.Random(15)
    between = 0
    for _ in range(60):
        board = even_board(rng, most=10)
        for each in llk.advise(board, None):
            assert each.chance is not None
            assert each.chance == pytest.approx(reference_win_rate(reference_game(board.play(each.move))), abs=1e-12), (
                board
            )
            assert (each.low, each.high, each.games) == (each.chance, each.chance, 0)
            assert (each.outcome == "safe") is (each.chance > 0)
            between += 0 < each.chance < 1
    assert between > 5


def test_advice_is_in_the_order_of_exact_win_rates() -> None:
    rng = random.Random(16)
    for _ in range(100):
        advice = llk.advise(even_board(rng, most=12), None)
        for a, b in pairwise(advice):
            assert a.chance is not None
            assert b.chance is not None
            assert a.chance > b.chance or (a.chance == b.chance and a.move < b.move)
            assert (a.rank == b.rank) is (a.chance == b.chance)


@pytest.mark.parametrize(("board", "games"), [(FALLING, 24), (CLOSE, 24), (FALLING, None)])
def test_all_ranges_hold_together(board: llk.Board, games: int | None) -> None:
    """With a confidence of 95%: in at least 95 of 100 estimates every range has its exact value in it."""
    boards = [board.play(move) for move in board.moves()]
    exact = exact_win_rates(boards)
    assert exact is not None
    seeds = 200 if games else 40
    right = 0
    for seed in range(seeds):
        estimates, _ = estimate_win_rates(boards, seed, math.inf, games)
        right += all(each.low <= truth.low <= each.high for each, truth in zip(estimates, exact, strict=True))
    assert right >= 0.95 * seeds


def test_ranks_are_right() -> None:
    """What is ranked worse than a move in front of it that it was told apart from is worse."""
    boards = [CLOSE.play(move) for move in CLOSE.moves()]
    exact = exact_win_rates(boards)
    assert exact is not None
    told_apart = 0
    for seed in range(5):
        estimates, _ = estimate_win_rates(boards, seed, math.inf, None)
        ranks = rank(estimates)
        for i, one in enumerate(estimates):
            better = [j for j, other in enumerate(estimates) if other.low > one.high]
            assert ranks[i] == 1 + len(better)
            assert all(exact[j].low > exact[i].low for j in better)
            told_apart += len(better)
    assert told_apart


def test_close_moves_get_more_games() -> None:
    """Two positions that are equal and one that is far from them."""
    lost = llk.Board.parse("AB/BA")
    (close, same, far), is_whole = estimate_win_rates([CLOSE, CLOSE, lost], 1, math.inf, None)
    assert is_whole
    assert close.games == same.games == 4096
    assert far.games < 256
    assert (far.chance, far.low) == (0.0, 0.0)


def test_estimates_say_what_they_are_worth() -> None:
    board = llk.deal(6, 8, seed=3)
    for games in (10, 1000):
        for each in llk.advise(board, games=games):
            assert each.games == games
            assert each.chance is not None
            assert not each.is_exact
            assert each.low < each.chance < each.high or each.chance in (0, 1)
            assert each.high - each.low < (1 if games == 10 else 0.15)
    assert llk.advise(board, None, seed=4) == llk.advise(board, None, seed=4)


def test_an_order_no_finer_than_the_estimates() -> None:
    """Ten games tell nothing apart on this board, so the moves are in reading order."""
    advice = llk.advise(llk.deal(6, 8, seed=3), games=10)
    assert {each.rank for each in advice} == {1}
    assert [each.move for each in advice] == sorted(each.move for each in advice)
    assert len({each.chance for each in advice}) > 1


def test_outcomes_alone() -> None:
    for board in (FALLING, llk.deal(6, 8, seed=3)):
        whole, bare = llk.advise(board, None), llk.advise(board, None, games=0)
        assert sorted((each.move, each.outcome) for each in bare) == sorted((each.move, each.outcome) for each in whole)
        safe = [each for each in bare if each.outcome == "safe"]
        assert {(each.chance, each.low, each.high, each.games, each.rank) for each in safe} == {(None, 0.0, 1.0, 0, 1)}


@pytest.mark.parametrize("games", [-1, 10**7, 2.5, True, "many"])
def test_invalid_numbers_of_games(games: int) -> None:
    with pytest.raises(llk.BadBudget, match="games must be an integer from 0 to 1000000 or None"):
        llk.advise(FALLING, games=games)


def test_what_was_not_tried_has_no_win_rate() -> None:
    with pytest.raises(llk.OutOfTime), llk.time_limit(0):
        exact_win_rates([FALLING])
    assert estimate_win_rates([llk.scatter(8, 18, seed=1)], 1, -math.inf, None) == ([WinRate(None)], False)
    unknown = llk.advise(llk.scatter(8, 18, kinds=36, seed=91), llk.Budget(nodes=0))
    assert {(each.chance, each.is_exact) for each in unknown} == {(None, False)}


def test_the_games_on_a_large_board_do_not_take_for_ever() -> None:
    board = llk.scatter(101, 100, kinds=50, seed=1, rules=llk.Rules(gravity="down"))
    assert estimate_win_rates([board], 1, math.inf, None) == ([WinRate(None)], True)
    board = llk.scatter(20, 30, kinds=36, seed=1)
    few, _ = estimate_win_rates([board] * 100, 1, math.inf, None)
    assert {rate.games for rate in few} <= {1, 2, 4}


def wins_at_least(won: int, games: int, chance: float) -> float:
    return math.fsum(comb(games, k) * chance**k * (1 - chance) ** (games - k) for k in range(won, games + 1))


@pytest.mark.parametrize("error", [0.05, 0.0004])
@pytest.mark.parametrize("games", [1, 7, 60])
def test_ranges_by_their_definition(games: int, error: float) -> None:
    """At each end of a range, what was seen or more extreme has half the error as its probability."""
    for won in range(games + 1):
        low, high = confidence_range(won, games, error=error)
        assert 0 <= low <= won / games <= high <= 1
        if won > 0:
            assert wins_at_least(won, games, low) <= error / 2 < wins_at_least(won, games, low + 2e-6)
        if won < games:
            assert 1 - wins_at_least(won + 1, games, high) <= error / 2 + 1e-12
            assert 1 - wins_at_least(won + 1, games, high - 2e-6) > error / 2
    assert confidence_range(0, games)[0] == 0
    assert confidence_range(games, games)[1] == 1


def test_ranges_are_right_often_enough_whatever_the_chance() -> None:
    games = 40
    ranges = [confidence_range(won, games) for won in range(games + 1)]
    for step in range(1, 500):
        chance = step / 500
        right = math.fsum(
            comb(games, won) * chance**won * (1 - chance) ** (games - won)
            for won, (low, high) in enumerate(ranges)
            if low <= chance <= high
        )
        assert right >= 0.95


def test_the_score_of_a_rating_has_a_range() -> None:
    """In 95 of 100 ratings the exact win rate is in the range."""
    exact = exact_win_rates([FALLING])
    assert exact is not None
    right = 0
    for seed in range(200):
        rating = llk.rate(FALLING, seed=seed, games=64)
        assert rating.games == 64
        assert rating.low <= rating.chance <= rating.high
        assert rating.score_range[0] <= rating.score <= rating.score_range[1]
        right += rating.low <= exact[0].low <= rating.high
    assert right >= 190
