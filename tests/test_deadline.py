"""Time limits: whatever takes too long is stopped in time, changes nothing, and is the same where time is enough."""

import math
import threading
from collections.abc import Callable

import pytest

import lianliankan as llk
from lianliankan.game.replay import restarted

SECONDS = 0.05  # and what it limits takes hours: that it ends at all shows that it is stopped

WIDE = llk.scatter(64, 64, kinds=2, seed=1, rules=llk.Rules(gravity="rotating"))
"""Larger than the kernel's fast boards, and packed anew after every move."""
FAR = llk.scatter(62, 62, kinds=4, seed=1, rules=llk.Rules(max_turns=6, outside=False))
"""As large as the fast boards can be, with many tiles of a kind and slow paths."""
HARD = llk.Board.parse(str(llk.scatter(14, 26, kinds=91, seed=2, rules=llk.Rules(gravity="left"))))
"""An ordinary size that no search decides soon."""

LONG_WORK: dict[str, Callable[[llk.Board], object]] = {
    "solve": lambda board: llk.solve(board, None),
    "advise": lambda board: llk.advise(board, None),
    "blame": lambda board: llk.blame(board, board.moves()[:1], None),
    "rate": lambda board: llk.rate(board, None, games=1_000_000),
    "score": lambda board: llk.score(board, games=1_000_000),
    "perft": lambda board: llk.perft(board, 50),
}


@pytest.mark.parametrize("board", [WIDE, FAR, HARD], ids=["wide", "far", "hard"])
@pytest.mark.parametrize("work", LONG_WORK.values(), ids=LONG_WORK)
def test_long_work_stops_in_time(board: llk.Board, work: Callable[[llk.Board], object]) -> None:
    for seconds in (0, SECONDS):
        with pytest.raises(llk.OutOfTime, match="the time limit is over"), llk.time_limit(seconds):
            work(board)


@pytest.mark.parametrize("board", [WIDE, FAR, HARD], ids=["wide", "far", "hard"])
def test_a_budget_of_seconds_holds_too(board: llk.Board) -> None:
    for seconds in (0, SECONDS):
        verdict = llk.solve(board, seconds)
        assert (verdict.winnable, verdict.timed_out) == (None, True)


def test_a_shuffle_stops_in_time() -> None:
    with pytest.raises(llk.OutOfTime):
        llk.shuffle(WIDE, seed=1, seconds=0)


@pytest.mark.parametrize("difficulty", [None, (99.9, 100)])
def test_a_deal_stops_in_time_and_says_so(difficulty: tuple[float, float] | None) -> None:
    deal = llk.Deal(62, 62, kinds=400, seed=1, rules=llk.Rules(gravity="rotating"), difficulty=difficulty)
    for seconds in (0, SECONDS):
        with pytest.raises(llk.NoDeal, match="no deal was found in time"):
            deal.board(seconds=seconds)
    with pytest.raises(llk.OutOfTime), llk.time_limit(0):
        deal.board(seconds=60)


@pytest.mark.parametrize("command", ["shuffle", "hint", "auto"])
def test_a_command_without_enough_time_changes_nothing(command: str) -> None:
    game = llk.Game(WIDE, llk.Options(hints=3, shuffles=3))
    game.do("pick 1,1", at=1)
    before = llk.to_record(game), game.board, game.picked, game.hints_left, game.shuffles_left
    with pytest.raises(llk.OutOfTime):
        game.do(command, at=2, seconds=0)
    assert (llk.to_record(game), game.board, game.picked, game.hints_left, game.shuffles_left) == before
    assert game.at == 1


def test_a_pair_whose_shuffle_takes_too_long_is_not_played() -> None:
    game = llk.Game(llk.Board.parse("AA/BC/CB"), llk.Options(when_stuck="shuffle"))
    with pytest.raises(llk.OutOfTime), llk.time_limit(0):
        game.play((0, 0), (0, 1))
    assert (game.board, game.entries, game.score) == (game.first_board, (), 0)
    assert [event.name for event in game.play((0, 0), (0, 1))] == ["linked", "stuck", "shuffled"]


def test_what_is_done_in_time_is_the_same_as_without_a_limit() -> None:
    board = llk.deal(6, 8, seed=7, rules=llk.Rules(gravity="down"))
    game, limited = (llk.Game(board, llk.Options(tell_doomed=True), seed=3) for _ in range(2))
    for command in ("hint", "auto", "shuffle", "auto", "undo", "redo"):
        assert game.do(command) == limited.do(command, seconds=100)
    assert llk.to_record(game) == llk.to_record(limited)
    assert llk.deal(6, 10, seed=5, seconds=100) == llk.deal(6, 10, seed=5)
    assert llk.shuffle(board, seed=5, seconds=100) == llk.shuffle(board, seed=5)
    assert llk.rate(board, llk.Budget(nodes=20_000, seconds=100)) == llk.rate(board, llk.Budget(nodes=20_000))


def test_whether_a_game_is_lost_is_found_in_time_or_asked_again() -> None:
    game = llk.Game(HARD, llk.Options(tell_doomed=True))
    with llk.time_limit(0):
        for ask in (lambda: game.winnable, lambda: game.lost_since, lambda: game.opening):
            pytest.raises(llk.OutOfTime, ask)


def test_a_replay_stops_in_time() -> None:
    game = llk.Game(llk.deal(8, 18, seed=1))
    game.shuffle()
    with pytest.raises(llk.OutOfTime), llk.time_limit(0):
        restarted(game).replay(game.entries[0])


def test_of_nested_limits_the_shorter_counts_and_ends_with_its_block() -> None:
    board = llk.Board.parse("AB/BA")
    with llk.time_limit(100):
        with pytest.raises(llk.OutOfTime), llk.time_limit(0), llk.time_limit(100):
            llk.shuffle(board)
        llk.shuffle(board)
    with llk.time_limit(None), llk.time_limit(math.inf):
        llk.shuffle(board)


def test_a_limit_is_for_its_own_thread() -> None:
    done = []
    with llk.time_limit(0):
        thread = threading.Thread(target=lambda: done.append(llk.shuffle(llk.Board.parse("AB/BA"))))
        thread.start()
        thread.join()
    assert done


@pytest.mark.parametrize("bad", [-1, math.nan, "1", True])
def test_only_numbers_of_seconds_are_limits(bad: float) -> None:
    with pytest.raises(llk.BadBudget, match="seconds must be a number from 0 or None"), llk.time_limit(bad):
        pass


def test_a_limit_beyond_all_floats_is_no_limit() -> None:
    board = llk.Board.parse("AB/AB")
    assert llk.solve(board, 10**400).winnable
    with llk.time_limit(10**400):
        assert len(board.moves()) == 2
