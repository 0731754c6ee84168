"""The clock of a game: limits, pauses, bonus time and invalid times."""

import math
from typing import Any

import pytest

import lianliankan as llk
from lianliankan.game.view import HostClock
from support.small_games import PLAIN, event_names, only_refusal


def test_time_runs_out() -> None:
    game = llk.Game(PLAIN, llk.Options(limit=10, bonus=2))
    game.play((0, 1), (0, 2), at=9)
    assert game.seconds_left() == 3
    assert game.tick(at=11.999) == []
    assert game.play((0, 0), (0, 3), at=12) == [llk.Lost("time")]
    assert (game.state, game.loss, game.seconds(99)) == ("lost", "time", 12)
    assert [str(entry.command) for entry in game.entries] == ["play 1,2-1,3", "tick"]
    assert only_refusal(game.hint(at=13)).reason == "over"
    assert game.tick(at=14) == []


def test_the_clock_stops_during_a_pause() -> None:
    game = llk.Game(PLAIN, llk.Options(limit=10))
    game.pick((0, 0), at=4)
    game.pause(at=5)
    assert game.state == "paused"
    assert only_refusal(game.pick((0, 3), at=60)).reason == "paused"
    assert only_refusal(game.pause(at=61)).reason == "paused"
    assert game.tick(at=70) == []
    assert game.seconds(80) == 5
    game.resume(at=100)
    assert game.seconds(101) == 6
    assert game.picked == (0, 0)
    assert only_refusal(game.resume()).reason == "not paused"


@pytest.mark.parametrize("at", [-1, math.nan, math.inf, "1", True, 10**11])
def test_invalid_times(at: Any) -> None:  # noqa: ANN401
    with pytest.raises(llk.BadTime, match=r"invalid time .*; expected a number"):
        llk.Game(PLAIN).hint(at=at)


def test_time_does_not_run_backwards() -> None:
    game = llk.Game(PLAIN)
    game.pick((0, 0), at=5)
    with pytest.raises(llk.BadTime, match="4 s is before the last command, at 5 s"):
        game.pick((0, 3), at=4)
    assert game.picked == (0, 0)


def test_bonus_time_survives_undo() -> None:
    game = llk.Game(PLAIN, llk.Options(limit=10, bonus=10))
    game.play((0, 1), (0, 2), at=5)
    assert event_names(game.undo(at=15)) == ["undone"]
    assert game.seconds_left() == 5


def test_a_time_that_is_too_large_names_the_maximum() -> None:
    with pytest.raises(llk.BadTime, match=r"invalid time 1e.18; expected a number of seconds from 0 to 10000000000"):
        llk.Game(PLAIN).tick(at=1e18)


def test_the_clock_of_a_host_waits_until_an_untouched_game_begins() -> None:
    now = 100.0
    game = llk.Game(PLAIN)
    clock = HostClock(game, lambda: now)
    now = 130.0
    assert (clock.at, clock.waits, clock.begin(), clock.begin()) == (0, True, True, False)
    now = 135.0
    game.undo(at=clock.at)  # refused, and not the end of the waiting
    clock.follow(game)
    assert (clock.at, clock.waits) == (5, False)
    game.play((0, 1), (0, 2), at=clock.at)
    clock.follow(game)
    now = 140.0
    game.restart(at=clock.at)
    clock.follow(game)
    now = 190.0
    assert (clock.at, clock.waits, game.seconds(clock.at)) == (10, True, 0)
    assert HostClock(game, lambda: now).waits, "also where the game is opened again"
    clock.begin()
    now = 191.0
    assert game.seconds(clock.at) == 1
