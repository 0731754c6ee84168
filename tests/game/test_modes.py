"""The ready-made modes, options, and deals as values."""

import dataclasses
import datetime
from typing import Any

import pytest

import lianliankan as llk
from lianliankan.game.modes import INITIAL_LIVES, MAX_LIVES, true_mode

FREE = [mode for mode in llk.MODES if mode not in ("daily", "campaign")]


@pytest.mark.parametrize("mode", FREE)
def test_every_mode_begins_with_a_winnable_classic_board(mode: str) -> None:
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


def test_a_day_is_the_same_board_for_everybody() -> None:
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
def test_levels_that_do_not_exist(number: Any) -> None:  # noqa: ANN401
    with pytest.raises(llk.BadOptions, match="the campaign has levels from 1 to 42"):
        llk.level(number)


def test_lives() -> None:
    assert llk.level(1, lives=0).options.shuffles == 0
    with pytest.raises(llk.BadOptions, match="lives"):
        llk.level(1, lives=MAX_LIVES + 1)


def test_modes_whose_boards_are_not_chosen() -> None:
    for mode in ("daily", "campaign"):
        with pytest.raises(llk.BadOptions, match="not chosen"):
            llk.plan(mode, seed=1)
    with pytest.raises(llk.BadOptions, match="there is no mode 'chess': classic"):
        llk.plan("chess", seed=1)


def test_the_limit_goes_with_the_board() -> None:
    limits = [
        llk.plan("timed", seed=1, rows=rows, cols=cols).options.limit for rows, cols in ((6, 8), (8, 18), (16, 30))
    ]
    assert limits == [200, 360, 480]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"hints": -1}, "hints"),
        ({"hints": 1.5}, "hints"),
        ({"shuffles": True}, "shuffles"),
        ({"limit": 0}, "limit"),
        ({"limit": float("nan")}, "limit"),
        ({"bonus": None}, "bonus"),
        ({"undo": 1}, "undo"),
        ({"when_stuck": "cry"}, "when_stuck is one of shuffle, ask, lose"),
        ({"mode": 3}, "mode"),
        ({"day": "x" * 100}, "day"),
        ({"mode": "\ud800"}, "cannot be shown"),
        ({"day": "\x1b]0;x\x07"}, "cannot be shown"),
    ],
)
def test_options_that_no_game_can_have(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(llk.BadOptions, match=message):
        llk.Options(**wrong)


def test_a_mode_counts_only_where_it_is_one() -> None:
    games = [llk.plan(mode, seed=3, rows=6, cols=8, difficulty="medium").game() for mode in FREE]
    games += [llk.daily(datetime.date(2026, 11, 15)).game(), llk.level(3, lives=1).game()]
    for game in games:
        assert true_mode(game) == game.options.mode
        easier = dataclasses.replace(game.options, limit=10**6, hints=99)
        assert true_mode(llk.Game(game.board, easier, deal=game.deal)) == "own"
        assert true_mode(llk.Game(game.board, game.options)) == "own"
    other_day = dataclasses.replace(games[-2].options, day="2026-11-16")
    assert true_mode(llk.Game(games[-2].board, other_day, deal=games[-2].deal)) == "own"


def test_the_limit_goes_with_the_tiles_of_a_mask() -> None:
    planned = llk.plan("timed", seed=1, rows=10, cols=20, mask="/".join(["A" * 10 + "#" * 10] * 10))
    assert planned.options.limit == 250


def test_options_read_back() -> None:
    for options in [*llk.MODES.values(), llk.level(3).options, llk.Options()]:
        assert llk.Options.from_dict(options.to_dict()) == options
    with pytest.raises(llk.BadOptions, match="there is no option 'colour'"):
        llk.Options.from_dict({"colour": "red"})
    with pytest.raises(llk.BadOptions, match="names and values"):
        llk.Options.from_dict([1])


@pytest.mark.parametrize(
    "text",
    [
        "8x18 seed=7",
        "8x18 kinds=36 seed=18446744073709551615 difficulty=hard max_turns=3 gravity=inward",
        "3x4 seed=1 mask=AA.A/A##A/A_AA outside=no",
        "6x10 kinds=15 seed=0 difficulty=0-25",
        "6x10 kinds=15 seed=0 difficulty=12.5-25",
    ],
)
def test_deals_have_a_text_that_reads_back(text: str) -> None:
    deal = llk.Deal.parse(text)
    assert str(deal) == text
    assert llk.Deal.parse(str(deal)) == deal


def test_deals_whose_text_would_be_another_are_refused_or_written_exactly() -> None:
    deal = llk.Deal(rows=4, cols=4, seed=1, difficulty=(0.1234567891, 99))
    assert llk.Deal.parse(str(deal)) == deal
    for mask in ("A A / A A", ""):
        with pytest.raises(llk.BadBoard, match="a mask must be text without spaces"):
            llk.Deal(rows=2, cols=2, seed=1, mask=mask)


def test_scores_are_written_as_they_are() -> None:
    deal = llk.Deal(rows=4, cols=4, seed=1, difficulty=[1e-7, 60])  # type: ignore[arg-type]
    assert deal.difficulty == (1e-7, 60.0)
    assert str(deal) == "4x4 seed=1 difficulty=0.0000001-60"
    assert llk.Deal.parse(str(deal)) == deal
    with pytest.raises(llk.BadDifficulty):
        llk.Deal(rows=4, cols=4, seed=1, difficulty=(60, 1))


def test_a_deal_can_be_given_up() -> None:
    with pytest.raises(llk.NoDeal, match="found in time"):
        llk.Deal(rows=20, cols=30, seed=1, difficulty=(99, 100)).board(seconds=0.2)


def test_a_deal_with_a_mask() -> None:
    board = llk.Deal.parse("3x4 seed=1 mask=AA.A/A##A/A_AA").board()
    assert (board[0, 2], board[1, 1], board[2, 1]) == (0, -1, -2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a size"),
        ("8by18 seed=1", "is not a size"),
        ("8x18", "its number is missing"),
        ("8x18 seed=x", "is not a number"),
        ("8x18 seed=1 seed=2", "seed is given twice"),
        ("8x18 seed=1 gravity=sideways", "gravity must be one of"),
        ("8x18 seed=99999999999999999999", "a seed is an integer"),
        ("8x18 seed=1 difficulty=mild", "unknown difficulty"),
        ("8x18 seed=1 colour=red", "unknown rule"),
    ],
)
def test_what_is_no_deal(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        llk.Deal.parse(text)


DAY = "4ef2cada9eb590c2"  # of 2026-11-15
