"""The course of a game: its points, and the same answers as asking the solver about every position."""

import math
import random
from itertools import count

import pytest

import lianliankan as llk
from lianliankan.game import analysis
from lianliankan.game.analysis import find_course, trace_points
from lianliankan.game.replay import at_version
from support.patience import PATIENCE


def play_randomly(game: llk.Game, chance: random.Random, commands: int) -> llk.Game:
    """Play random pairs, with some hints, undos, redos and shuffles between them."""
    for _ in range(commands):
        if game.is_over:
            break
        moves = game.board.moves()
        word = chance.choices(("play", "hint", "undo", "redo", "shuffle"), (12, 1, 3, 1, 0.4))[0]
        if word == "play" and moves:
            game.play(*chance.choice(moves))
        elif word != "play":
            game.do(word)
    return game


@pytest.mark.parametrize("seed", range(12))
def test_the_bisection_agrees_with_asking_everywhere(seed: int) -> None:
    chance = random.Random(seed)
    rules = llk.Rules(gravity=chance.choice(llk.GRAVITIES))
    options = llk.Options(when_stuck=chance.choice(("shuffle", "ask")))
    deal = llk.Deal(4, 6, kinds=4, seed=seed, rules=rules)
    game = play_randomly(llk.Game.of(deal, options), chance, 40)
    if not game.is_over:
        game.give_up()
    course = find_course(game)
    assert [point.version for point in course.points] == [point.version for point in trace_points(game)]
    for point in course.points:
        board = at_version(game, point.version).board
        assert point.winnable is llk.solve(board).winnable
        assert point.moves == len(board.moves())
    if game.state == "won":
        assert (course.lost, course.win, course.win_version) == (None, None, None)
    else:
        assert course.win_version is not None
        assert llk.solve(at_version(game, course.win_version).board).winnable


def test_a_game_that_was_lost_by_a_pair_names_it_and_where_it_could_be_won() -> None:
    game = llk.Game(llk.Board.parse("CC/AA/AB/BA"), llk.Options(when_stuck="ask"))
    game.hint()
    game.play((0, 0), (0, 1))
    game.play((1, 0), (1, 1))
    game.give_up()
    course = find_course(game)
    assert [point.winnable for point in course.points] == [True, True, False, False]
    assert [point.marks for point in course.points] == [(), ("hint",), (), ()]
    assert (course.lost, course.win, course.win_version) == (2, 1, 2)


def test_what_cannot_be_told_in_time_is_unknown() -> None:
    game = llk.Game(llk.Board.parse("AA/AB/BA"), llk.Options(when_stuck="ask"))
    game.play((0, 0), (0, 1))
    course = find_course(game, seconds=0)
    assert ([point.winnable for point in course.points], course.timed_out) == ([None, None], True)
    dealt = llk.plan("expert", seed=3).game()
    dealt.play(*dealt.board.moves()[0])
    course = find_course(dealt, seconds=0)
    assert ([point.winnable for point in course.points], course.timed_out) == ([True, None], True), "a deal can be won"


def test_what_no_time_can_tell_is_unknown_without_blaming_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    board = llk.scatter(8, 18, kinds=36, seed=12, rules=llk.Rules(gravity="left"))
    game = llk.Game(board, llk.Options(when_stuck="ask"))
    monkeypatch.setattr(analysis, "_NODES", 1000)
    course = find_course(game, seconds=PATIENCE)
    assert ([point.winnable for point in course.points], course.timed_out) == ([None], False)
    monkeypatch.setattr(analysis, "_NODES", 10**9)
    monkeypatch.setattr(analysis, "monotonic", count().__next__)  # whoever looks at the clock takes a second
    course = find_course(game, seconds=2)
    assert ([point.winnable for point in course.points], course.timed_out) == ([None], True)


@pytest.mark.parametrize("bad", [-1, math.nan, "1", True])
def test_only_numbers_of_seconds_limit_a_course(bad: float) -> None:
    with pytest.raises(llk.BadBudget, match="seconds must be a number from 0 or None"):
        find_course(llk.Game(llk.Board.parse("AB/AB")), seconds=bad)


def test_a_board_that_never_could_be_won_was_lost_from_the_start() -> None:
    game = llk.Game(llk.Board.parse("CC/AB/BA"), llk.Options(when_stuck="ask"))
    game.play((0, 0), (0, 1))
    assert (find_course(game).lost, find_course(game).win) == (0, None)
