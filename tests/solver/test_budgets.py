"""Budgets: every answer comes in time and says what it knows. Times are tested with much slack, never a speed."""

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict
from time import monotonic

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.bench.cliffs import cliff_table, measure_cliffs
from lianliankan.solver.hint import safe_move
from lianliankan.solver.solve import SolverQuery
from lianliankan.solver.verdict import DEFAULT_BUDGET, default_seconds, with_time_limit
from lianliankan.solver.win_rate import RandomGames, count_wins, wins_any
from support.strategies import boards

LATE = 3.0  # a tenth and 50 ms would be the promise, on a machine with nothing else to do

WIDE = llk.scatter(66, 70, kinds=36, seed=1, rules=llk.Rules(gravity="inward"))
LARGE = llk.scatter(62, 62, kinds=36, seed=1, rules=llk.Rules(max_turns=3))
HARD = llk.scatter(8, 18, kinds=36, seed=5, rules=llk.Rules(gravity="left"))
ASKED = pytest.mark.parametrize("board", [WIDE, LARGE, HARD], ids=["wide", "three-turns", "left"])


def in_time(seconds: float, work: Callable[[], object]) -> object:
    start = monotonic()
    found = work()
    assert monotonic() - start < seconds * 1.1 + LATE
    return found


@ASKED
@pytest.mark.parametrize("seconds", [0.05, 0.3])
def test_a_rating_says_what_it_knows(board: llk.Board, seconds: float) -> None:
    rating = in_time(seconds, lambda: llk.rate(board, seconds))
    assert isinstance(rating, llk.Rating)
    assert 0 <= rating.games <= 2048
    assert (rating.score_error is None) is (rating.games == 0)
    assert (rating.name == "unknown") is (rating.games == 0 or rating.winnable is None)
    assert rating.low <= rating.chance <= rating.high
    if rating.games:
        assert rating.chance * rating.games == count_wins(board, rating.games, 0), "the first games of the seed"


@ASKED
@pytest.mark.parametrize("games", [None, 0])
def test_advice_lists_every_move(board: llk.Board, games: int | None) -> None:
    advice = in_time(0.3, lambda: llk.advise(board, 0.3, games=games))
    assert isinstance(advice, list)
    assert sorted(each.move for each in advice) == board.moves()
    assert {each.outcome for each in advice} <= {"safe", "losing", "unknown"}


@ASKED
def test_a_hint_is_a_legal_move(board: llk.Board) -> None:
    start = monotonic()
    move, safe = safe_move(board)
    assert monotonic() - start < default_seconds(board, 0.2) + LATE
    assert board.linkable(*move)
    assert safe in (True, False, None)


def test_blame_asks_about_no_further_move_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    ask = SolverQuery.ask

    def note(query: SolverQuery, played: Sequence[llk.Move]) -> llk.Verdict:
        asked.append(len(played))
        return ask(query, played)

    monkeypatch.setattr(SolverQuery, "ask", note)
    moves = WIDE._play_randomly(1)
    assert len(moves) > 100
    found = llk.blame(WIDE, moves, 0)
    assert asked == [len(moves), 0]
    assert (found.won_until, found.move) == (None, None)


@settings(max_examples=40, deadline=None)
@given(board=boards(max_side=5), seconds=st.sampled_from([0.0, 1e-9, 0.001, 0.02]))
def test_no_budget_is_too_small(board: llk.Board, seconds: float) -> None:
    rating = llk.rate(board, seconds)
    assert rating.low <= rating.chance <= rating.high
    assert llk.Rating.from_json(rating.to_json()) == rating
    whole = llk.rate(board, llk.Budget(nodes=50_000))
    assert rating.winnable in (None, whole.winnable)
    assert llk.solve(board, seconds).winnable in (None, whole.winnable)


def test_what_the_default_budgets_are() -> None:
    assert with_time_limit(DEFAULT_BUDGET, 2.0) == llk.Budget(nodes=2_000_000, seconds=2.0)
    assert with_time_limit(llk.Budget(nodes=2_000_000), 2.0) == llk.Budget(nodes=2_000_000), "somebody asked for it"
    assert with_time_limit(None, 2.0) is None
    assert default_seconds(llk.Board.parse("."), 0.4) == 0.4
    assert default_seconds(llk.Board([[1] * 1600] * 1000), 0.4) == 4


def test_a_score_that_needs_more_games_gets_them() -> None:
    easy = llk.rate(llk.deal(8, 18, seed=1), None)
    assert (easy.games, easy.score_error) == (256, 1.9)
    fiendish = llk.rate(llk.scatter(8, 18, kinds=36, seed=91), llk.Budget(nodes=0))
    assert 256 < fiendish.games <= 2048
    assert fiendish.score_error is not None
    assert fiendish.score_error <= 3
    assert llk.rate(llk.scatter(8, 18, kinds=36, seed=91), games=300).games == 300


def test_old_ratings_have_no_standard_error() -> None:
    fields = asdict(llk.rate(llk.Board.parse("AAB/ABA")))
    del fields["score_error"]
    assert llk.Rating.from_json(msgspec.json.encode(fields)).score_error is None
    with pytest.raises(llk.ParseError, match="score_error must be from 0"):
        llk.Rating.from_json(msgspec.json.encode(fields | {"score_error": -1}))


def test_the_standard_error_is_that_of_many_seeds() -> None:
    """The scores of one board by 64 games each spread as far as one rating says."""
    board = llk.deal(6, 8, seed=3, rules=llk.Rules(gravity="down"))
    ratings = [llk.rate(board, llk.Budget(nodes=0), seed=seed, games=64) for seed in range(60)]
    scores = [rating.score for rating in ratings]
    mean = math.fsum(scores) / len(scores)
    spread = math.sqrt(math.fsum((score - mean) ** 2 for score in scores) / (len(scores) - 1))
    stated = math.fsum(rating.score_error or 0 for rating in ratings) / len(ratings)
    assert spread == pytest.approx(stated, rel=0.35)


def test_games_in_bunches_are_the_same_games() -> None:
    board = llk.scatter(8, 18, kinds=36, seed=5, rules=llk.Rules(gravity="down"))
    whole = board._play_out(100, 7, 1)
    assert [*board._play_out(33, 7, 2), *board._play_out(67, 7, 1, 33)] == whole
    played = RandomGames(board, 7)
    assert played.play(100, monotonic() + 60)
    assert (played.games, played.won) == (100, whole.count(0))
    for games in (1, 5, 40):
        assert wins_any(board, games, 7) is (0 in whole[:games])


@pytest.mark.parametrize("size", [(98, 99), (1000, 1000)])
def test_dealing_looks_at_the_clock(size: tuple[int, int]) -> None:
    rules = llk.Rules(gravity="inward")
    with pytest.raises(llk.NoDeal, match=r"0\.2 s are not enough, more seconds may be"):
        in_time(0.2, lambda: llk.deal(*size, kinds=1000, seed=1, seconds=0.2, rules=rules))


def test_a_difficulty_that_hardly_exists_ends_in_time() -> None:
    deal = llk.Deal(14, 14, kinds=6, seed=1, difficulty="fiendish")
    problem = r"none of \d+ deals? found in 1 s has a difficulty from 75 to 100; the closest has \d+.*, or more seconds"
    with pytest.raises(llk.NoDeal, match=problem):
        in_time(1, lambda: deal.board(seconds=1))
    closest, found = deal.nearest(seconds=0.5)
    assert closest.board() == found.board
    with pytest.raises(llk.BadBudget, match="seconds must be a number from 0 or None, not 'soon'"):
        deal.board(seconds="soon")  # type: ignore[arg-type]


def test_the_table_of_cliffs() -> None:
    asked = list(measure_cliffs(boards=2, sizes=[(4, 6)], gravities=["still"]))
    assert [each.question for each in asked] == [
        *("rate", "advise", "hint", "shuffle", "deal", "deal of a difficulty", "solve")
    ]
    assert all(each.number == 2 and each.middle <= each.p99 <= each.most for each in asked)
    text = cliff_table(asked, markdown=True)
    assert text.count("\n") == len(asked) + 1
    assert "standard error" in text
