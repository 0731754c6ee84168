"""Budgets: every answer says what it knows, and whether time cut it short; counts limit whatever has no seconds."""

import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict
from time import monotonic

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.dealing import deal_spec, winnable
from lianliankan.dealing.winnable import RatedDeal, search_difficulty
from lianliankan.solver.hint import safe_move
from lianliankan.solver.solve import SolverQuery
from lianliankan.solver.verdict import DEFAULT_BUDGET
from lianliankan.solver.win_rate import RandomGames, count_wins, wins_any
from support.strategies import boards

WIDE = llk.scatter(66, 70, kinds=36, seed=1, rules=llk.Rules(gravity="inward"))
LARGE = llk.scatter(62, 62, kinds=36, seed=1, rules=llk.Rules(max_turns=3))
HARD = llk.scatter(8, 18, kinds=36, seed=5, rules=llk.Rules(gravity="left"))
ASKED = pytest.mark.parametrize("board", [WIDE, LARGE, HARD], ids=["wide", "three-turns", "left"])


UNDECIDED = llk.scatter(8, 18, kinds=36, seed=12, rules=llk.Rules(gravity="left"))
"""Two million nodes do not decide it."""
TRAP = llk.Board.parse("AA/AB/BA")


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_whose_time_is_over_stops_at_its_next_look_at_the_clock(threads: int) -> None:
    """It looks after every 256 nodes, and says that time cut it short."""
    verdict = llk.solve(UNDECIDED, llk.Budget(nodes=10_000_000, seconds=0), threads=threads)
    assert (verdict.winnable, verdict.timed_out) == (None, True)
    assert verdict.nodes <= 256
    assert verdict.reason == f"undecided: the time was over after {verdict.nodes} nodes"


def test_an_endless_search_ends_when_its_time_is_over() -> None:
    verdict = llk.solve(llk.scatter(14, 26, kinds=91, seed=2, rules=llk.Rules(gravity="left")), 0.05)
    assert (verdict.winnable, verdict.timed_out) == (None, True)


def test_an_answer_that_time_has_not_cut_short_says_so() -> None:
    for budget in (None, 60, llk.Budget(nodes=1000), llk.Budget(nodes=1000, seconds=60)):
        assert not llk.solve(UNDECIDED if isinstance(budget, llk.Budget) else TRAP, budget).timed_out
    verdict = llk.solve(UNDECIDED, llk.Budget(nodes=1000, seconds=60))
    assert verdict.reason == "undecided: the budget was spent after 1000 nodes"
    assert not any(each.timed_out for each in llk.advise(TRAP, 60))
    assert not llk.blame(TRAP, TRAP.moves()[:1], 60).timed_out


def test_every_answer_says_that_time_cut_it_short() -> None:
    moves = UNDECIDED._play_randomly(1)[:4]
    for seconds in (0, llk.Budget(seconds=0), llk.Budget(nodes=10**9, seconds=0)):
        assert llk.solve(UNDECIDED, seconds).timed_out
        assert llk.rate(UNDECIDED, seconds).timed_out
        assert llk.blame(UNDECIDED, moves, seconds).timed_out
    advice = llk.advise(UNDECIDED, llk.Budget(nodes=10**9, seconds=0), games=0)
    assert {(each.outcome, each.timed_out) for each in advice} == {("unknown", True)}


def test_an_equal_budget_gives_an_equal_answer() -> None:
    """The default is a value like any other."""
    again = llk.Budget(nodes=DEFAULT_BUDGET.nodes, seconds=DEFAULT_BUDGET.seconds)
    assert again == DEFAULT_BUDGET
    assert again is not DEFAULT_BUDGET
    for seed in range(1, 4):
        board = llk.scatter(4, 6, kinds=6, seed=seed, rules=llk.Rules(gravity="down"))
        moves = board._play_randomly(seed)
        assert llk.solve(board, again) == llk.solve(board)
        assert llk.rate(board, again) == llk.rate(board)
        assert llk.advise(board, again) == llk.advise(board)
        assert llk.blame(board, moves, again) == llk.blame(board, moves)


@pytest.mark.parametrize("call", [llk.deal, llk.Deal.board, llk.Deal.nearest, llk.shuffle, llk.from_share, llk.Game.do])
def test_no_call_of_the_library_has_a_limit_in_seconds_by_default(call: Callable[..., object]) -> None:
    assert inspect.signature(call).parameters["seconds"].default is None
    assert DEFAULT_BUDGET.seconds is None


@ASKED
@pytest.mark.parametrize("seconds", [0, 0.05, 0.3])
def test_a_rating_says_what_it_knows(board: llk.Board, seconds: float) -> None:
    rating = llk.rate(board, seconds)
    assert rating.timed_out or seconds > 0
    assert 0 <= rating.games <= 2048
    assert (rating.score_error is None) is (rating.games == 0)
    assert (rating.name == "unknown") is (rating.games == 0 or rating.winnable is None)
    assert rating.low <= rating.chance <= rating.high
    if rating.games:
        assert rating.chance * rating.games == count_wins(board, rating.games, 0), "the first games of the seed"


@ASKED
@pytest.mark.parametrize("games", [None, 0])
def test_advice_lists_every_move(board: llk.Board, games: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """However little time is left when the moves are known; here they are always known in time."""
    monkeypatch.setattr("lianliankan.solver.advise.time_limit", lambda _: nullcontext())
    advice = llk.advise(board, 0.3, games=games)
    assert sorted(each.move for each in advice) == board.moves()
    assert {each.outcome for each in advice} <= {"safe", "losing", "unknown"}


@ASKED
def test_a_hint_is_a_legal_move(board: llk.Board) -> None:
    move, safe = safe_move(board)
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
    assert (found.won_until, found.move, found.timed_out) == (None, None, True)


@settings(max_examples=40, deadline=None)
@given(board=boards(max_side=5), seconds=st.sampled_from([0.0, 1e-9, 0.001, 0.02]))
def test_no_budget_is_too_small(board: llk.Board, seconds: float) -> None:
    rating = llk.rate(board, seconds)
    assert rating.low <= rating.chance <= rating.high
    assert llk.Rating.from_json(rating.to_json()) == rating
    whole = llk.rate(board, llk.Budget(nodes=50_000))
    assert rating.winnable in (None, whole.winnable)
    assert llk.solve(board, seconds).winnable in (None, whole.winnable)


@pytest.mark.parametrize("gravity", ["still", "down", "inward"])
def test_large_boards_are_rated_by_fewer_games_and_searches(gravity: llk.Gravity) -> None:
    board = llk.scatter(40, 60, kinds=36, seed=1, rules=llk.Rules(gravity=gravity))
    rating = llk.rate(board, llk.Budget(nodes=20_000))
    assert 0 < rating.games <= 1_000_000_000 // board.tile_count**2 < 256
    assert rating.undecided > 0
    assert not rating.timed_out
    assert llk.rate(board, llk.Budget(nodes=0), games=200).games == 200, "who asks for games gets them"


def test_advice_about_a_large_board_leaves_moves_out() -> None:
    board = llk.scatter(40, 60, kinds=36, seed=1, rules=llk.Rules(gravity="down"))
    advice = llk.advise(board, llk.Budget(nodes=200_000), games=0)
    assert {each.outcome for each in advice} >= {"safe", "unknown"}
    assert not any(each.timed_out for each in advice)


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
        llk.deal(*size, kinds=1000, seed=1, seconds=0.2, rules=rules)


def test_a_difficulty_that_hardly_exists_is_looked_for_until_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(places: llk.Board, kinds: int, seeds: Iterable[int], difficulty: str) -> Iterator[RatedDeal]:
        for found in search_difficulty(places, kinds, seeds, difficulty):
            if found.tried == 4:
                raise llk.OutOfTime("the time limit is over")
            yield found

    monkeypatch.setattr(deal_spec, "search_difficulty", search)
    deal = llk.Deal(14, 14, kinds=6, seed=1, difficulty="fiendish")
    problem = r"none of 3 deals found in 60 s has a difficulty from 75 to 100; the closest has \d+.*, or more seconds"
    with pytest.raises(llk.NoDeal, match=problem):
        deal.board(seconds=60)
    closest, found = deal.nearest(seconds=60)
    assert (closest.board(), found.tried, found.timed_out) == (found.board, 3, True)
    with pytest.raises(llk.BadBudget, match="seconds must be a number from 0 or None, not 'soon'"):
        deal.board(seconds="soon")  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [(3, 4), (16, 30)])
def test_a_difficulty_that_does_not_exist_is_looked_for_among_400_boards_of_any_size(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(winnable, "score", lambda _: 50.0)
    deal = llk.Deal(*size, seed=1, difficulty=(99, 100))
    with pytest.raises(llk.NoDeal, match=r"^none of 400 deals has a difficulty from 99 to 100; .* of kinds$"):
        deal.board()
    _, found = deal.nearest()
    assert (found.tried, found.timed_out) == (400, False)


@pytest.mark.parametrize(("size", "tried"), [((31, 32), 396), ((60, 60), 30), ((98, 99), 4), ((200, 200), 1)])
def test_for_a_difficulty_fewer_boards_are_tried_the_larger_they_are(size: tuple[int, int], tried: int) -> None:
    places = llk.Board([[1] * size[1]] * size[0])

    def deal_winnable(places: llk.Board, kinds: int, seed: int) -> llk.Board:
        return places

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(winnable, "score", lambda _: 50.0)
        patch.setattr(winnable, "deal_winnable", deal_winnable)
        *_, last = search_difficulty(places, 1, winnable.deal_seeds(1), (99, 100))
    assert last.tried == tried
