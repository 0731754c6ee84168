"""The ready-made modes: their boards, levels, days and time limits."""

import dataclasses
import datetime
from typing import Any

import pytest

import lianliankan as llk
from lianliankan.game.modes import INITIAL_LIVES, MAX_LIVES, true_mode

FREE = [mode for mode in llk.MODES if mode not in ("daily", "campaign")]
DAY = "4ef2cada9eb590c2"  # of 2026-11-15


@pytest.mark.parametrize("mode", FREE)
def test_every_mode_starts_with_a_winnable_classic_board(mode: str) -> None:
    game = llk.plan(mode, seed=11).game()
    assert (game.board.rows, game.board.cols, game.board.tile_count) == (8, 18, 144)
    kinds = [kind for row in game.board.to_rows() for kind in row]
    assert all(kinds.count(kind) == 4 for kind in set(kinds))
    assert llk.solve(game.board).winnable
    assert game.options.mode == mode
    assert game.deal is not None
    assert game.deal.board() == game.board


def test_expert_boards_are_fiendish_and_never_shuffled() -> None:
    game = llk.plan("expert", seed=4).game()
    assert llk.rate(game.board).name == "fiendish"
    assert game.shuffles_left == 0


def test_the_daily_board_is_the_same_for_everyone() -> None:
    day = datetime.date(2026, 11, 15)
    assert llk.daily(day).game().board == llk.daily(datetime.date(2026, 11, 15)).game().board
    assert llk.daily(day).game().board != llk.daily(datetime.date(2026, 11, 16)).game().board
    assert llk.daily(day).options.day == "2026-11-15"
    assert f"{llk.daily(day).game().board.zobrist:016x}" == DAY, "the board of a day must never change"


def test_a_week_gets_harder() -> None:
    monday = datetime.date(2026, 11, 9)
    week = [llk.daily(monday + datetime.timedelta(days)).deal.difficulty for days in range(7)]
    assert week == sorted(week, key=list(llk.DIFFICULTIES).index)  # type: ignore[arg-type]
    assert (week[0], week[-1]) == ("easy", "fiendish")


def test_the_campaign_goes_through_every_gravity_in_order() -> None:
    plans = [llk.level(number) for number in range(1, llk.LEVELS + 1)]
    gravities = [plan.deal.rules.gravity for plan in plans]
    assert gravities == [*llk.GRAVITIES, *llk.GRAVITIES, *llk.GRAVITIES]
    tiles = [plan.deal.rows * plan.deal.cols for plan in plans]
    assert tiles == sorted(tiles)
    assert [plan.options.level for plan in plans] == list(range(1, llk.LEVELS + 1))


def test_every_level_can_be_dealt_and_won() -> None:
    for number in range(1, llk.LEVELS + 1):
        game = llk.level(number).game()
        assert game.options.shuffles == INITIAL_LIVES
        assert game.seconds_left() == game.options.limit
        assert llk.solve(game.board, 20).winnable, number


@pytest.mark.parametrize("number", [0, llk.LEVELS + 1, True, "1", None])
def test_unknown_levels(number: Any) -> None:  # noqa: ANN401
    with pytest.raises(llk.BadOptions, match="expected a number from 1 to 42"):
        llk.level(number)


def test_lives() -> None:
    assert llk.level(1, lives=0).options.shuffles == 0
    with pytest.raises(llk.BadOptions, match="lives"):
        llk.level(1, lives=MAX_LIVES + 1)


def test_modes_whose_boards_cannot_be_chosen() -> None:
    for mode in ("daily", "campaign"):
        with pytest.raises(llk.BadOptions, match="cannot be chosen"):
            llk.plan(mode, seed=1)
    with pytest.raises(llk.BadOptions, match="unknown mode 'chess' \\(choose from classic"):
        llk.plan("chess", seed=1)


def test_the_time_limit_depends_on_the_board() -> None:
    limits = [
        llk.plan("timed", seed=1, rows=rows, cols=cols).options.limit for rows, cols in ((6, 8), (8, 18), (16, 30))
    ]
    assert limits == [200, 360, 480]


def test_a_mode_counts_only_if_its_rules_are_followed() -> None:
    games = [llk.plan(mode, seed=3, rows=6, cols=8, difficulty="medium").game() for mode in FREE]
    games += [llk.daily(datetime.date(2026, 11, 15)).game(), llk.level(3, lives=1).game()]
    for game in games:
        assert true_mode(game) == game.options.mode
        easier = dataclasses.replace(game.options, limit=10**6, hints=99)
        assert true_mode(llk.Game(game.board, easier, deal=game.deal)) == "own"
        assert true_mode(llk.Game(game.board, game.options)) == "own"
    other_day = dataclasses.replace(games[-2].options, day="2026-11-16")
    assert true_mode(llk.Game(games[-2].board, other_day, deal=games[-2].deal)) == "own"


def test_the_time_limit_depends_on_the_tiles_of_a_mask() -> None:
    planned = llk.plan("timed", seed=1, rows=10, cols=20, mask="/".join(["A" * 10 + "#" * 10] * 10))
    assert planned.options.limit == 250


def test_a_day_is_a_date_or_its_text() -> None:
    moment = datetime.datetime(2026, 11, 15, 23, 30, tzinfo=datetime.UTC)
    assert llk.daily("2026-11-15") == llk.daily(moment) == llk.daily(datetime.date(2026, 11, 15))
    for day in ("tomorrow", "2026-02-30", 20261115, None):
        with pytest.raises(llk.BadOptions, match="a day must be a date or its text"):
            llk.daily(day)  # type: ignore[arg-type]


def test_a_plan_takes_a_deal_or_its_parameters() -> None:
    deal = llk.Deal(6, 8, seed=7, shape="diamond")
    assert llk.plan("timed", deal) == llk.plan("timed", seed=7, rows=6, cols=8, shape="diamond")
    assert llk.plan("expert", deal).deal.difficulty == "fiendish"
    assert llk.plan("classic").deal.seed > 0
    with pytest.raises(llk.BadOptions, match="a deal cannot be combined"):
        llk.plan("timed", deal, seed=8)


def test_a_day_that_is_none() -> None:
    with pytest.raises(llk.BadOptions, match=r"not None$"):
        llk.daily(None)  # type: ignore[arg-type]
