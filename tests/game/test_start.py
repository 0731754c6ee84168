"""Starting a game: what can be requested, and the game that comes next."""

import datetime
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec
import pytest

import lianliankan as llk
from lianliankan.dealing import deal_spec
from lianliankan.dealing.winnable import RatedDeal, search_difficulty
from lianliankan.game.modes import true_mode
from lianliankan.game.replay import restarted
from lianliankan.game.start import (
    MAX_SIDE,
    PORTRAIT_BOARDS,
    NewGameRequest,
    UsualBoard,
    deal_nearest,
    next_game,
    plan_next,
    start_game,
)
from support.patience import PATIENCE

TODAY = datetime.date(2026, 11, 15)
SMALL = llk.Deal(4, 6, seed=1)


class Progress(NamedTuple):
    level: int
    lives: int


def plan(**given: Any) -> llk.Plan:  # noqa: ANN401  # the request by name
    return NewGameRequest(**given).plan(day=TODAY, draw_seed=lambda: 7)


@pytest.mark.parametrize("mode", [*llk.MODES, "own"])
def test_every_mode_can_be_requested(mode: str) -> None:
    planned = plan(mode=mode)
    assert planned.options.mode == mode
    if mode == "daily":
        assert planned == llk.daily(TODAY)
    elif mode == "campaign":
        assert planned == llk.level(1)
    elif mode == "own":
        assert planned == (llk.Deal(seed=7), llk.Options())
    else:
        assert planned == llk.plan(mode, seed=7)


def test_requests_as_json() -> None:
    """What pages of earlier versions send stays valid."""
    text = b"""{"mode": "timed", "rows": 4, "cols": 6, "kinds": 4, "gravity": "down", "max_turns": null,
        "outside": false, "adjacent": false, "difficulty": "0-90", "seed": 3, "mask": "AAAAAA/A....A/A_##_A/AAAAAA"}"""
    planned = msgspec.json.decode(text, type=NewGameRequest).plan()
    rules = llk.Rules(max_turns=None, outside=False, gravity="down", adjacent=False)
    mask = "AAAAAA/A....A/A_##_A/AAAAAA"
    assert planned == llk.plan("timed", llk.Deal(kinds=4, seed=3, rules=rules, difficulty=(0, 90), mask=mask))
    with pytest.raises(msgspec.ValidationError, match="unknown field `tiles`"):
        msgspec.json.decode(b'{"tiles": 8}', type=NewGameRequest)


def test_what_is_not_given_is_as_usual() -> None:
    assert plan() == plan(mode="classic") == llk.plan("classic", seed=7)
    assert plan(level=2) == llk.level(2)
    assert plan(mode="own", when_stuck="ask").options == llk.Options(when_stuck="ask")
    assert plan(shape="frame").deal == llk.Deal(seed=7, shape="frame")
    assert NewGameRequest().plan().deal.seed != 0


@pytest.mark.parametrize("mode", [*llk.MODES, "own"])
def test_every_mode_can_ask_before_an_automatic_shuffle(mode: str) -> None:
    usual, asking = plan(mode=mode), plan(mode=mode, ask_first=True)
    assert asking == (usual.deal, replace(usual.options, when_stuck="ask"))
    assert plan(mode=mode, ask_first=False) == usual
    game = start_game(asking)
    assert true_mode(game) == mode  # so that it counts in all lists
    assert next_game(game, day=TODAY).options.when_stuck == "ask"
    if mode != "own":
        assert next_game(game, day=TODAY, asks=False).options.when_stuck == usual.options.when_stuck
        assert restarted(game, asks=False).options == usual.options
    assert restarted(game).options == asking.options


def test_custom_games_keep_what_they_say() -> None:
    assert plan(mode="own", when_stuck="lose", ask_first=True).options.when_stuck == "lose"
    given = llk.Game(llk.Board.parse("AA"), llk.Options(when_stuck="ask"))
    assert restarted(given, asks=False).options.when_stuck == "ask"  # a custom game asks on its own account


def test_a_mask_says_the_size() -> None:
    assert str(NewGameRequest(mask="AA./.AA", seed=1).plan().deal) == "2x3 seed=1 mask=AA./.AA"
    for mask in ("A" * 66, "/" * 8000):  # the second one is refused before it is parsed
        with pytest.raises(llk.BadDeal, match="1 to 62 rows and columns"):
            NewGameRequest(mask=mask).plan()


def test_levels_open_one_after_the_other() -> None:
    progress = Progress(level=5, lives=2)
    assert NewGameRequest(mode="campaign").plan(progress) == llk.level(5, lives=2)
    assert NewGameRequest(level=3).plan(progress) == llk.level(3, lives=2)
    with pytest.raises(llk.BadOptions, match="level 6 is not open yet; the next level is 5"):
        NewGameRequest(level=6).plan(progress)
    assert NewGameRequest(level=6).plan() == llk.level(6), "without a store, all are open"


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"mode": "chess"}, "unknown mode 'chess'"),
        ({"mode": "classic", "level": 3}, "level cannot be chosen in mode 'classic'"),
        ({"mode": "classic", "when_stuck": "ask"}, "when_stuck cannot be chosen in mode 'classic'"),
        ({"mode": "daily", "rows": 8, "cols": 8}, "rows, cols cannot be chosen in mode 'daily'"),
        ({"mode": "daily", "max_turns": None}, "max_turns cannot be chosen in mode 'daily'"),
        ({"level": 2, "seed": 7}, "seed cannot be chosen in mode 'campaign'"),
        ({"gravity": "sideways"}, "unknown gravity"),
        ({"difficulty": "cruel"}, "unknown difficulty"),
        ({"difficulty": "70-30"}, "the smaller first"),
        ({"level": 999}, "unknown level 999; expected a number from 1 to"),
        ({"rows": 3, "cols": 3}, "9 tiles, an odd number"),
        ({"rows": 4, "cols": 6, "kinds": 13}, "1 to 12 kinds"),
        ({"shape": "heart"}, "unknown shape 'heart'"),
        ({"shape": "frame", "mask": "AA"}, "a mask or a shape, not both"),
        ({"mask": "AA/AA", "rows": 8}, "the mask has 2 rows and 2 columns, but the board has 8 and 2"),
        ({"seed": -1}, "a seed is an integer"),
        ({"mode": "own", "when_stuck": "cry"}, "unknown when_stuck"),
    ],
)
def test_impossible_requests(given: dict[str, Any], problem: str) -> None:
    with pytest.raises(llk.Error, match=problem):
        plan(**given)


@pytest.mark.parametrize("size", [(0, 8), (8, -1), (MAX_SIDE + 1, 8), (10**6, 10**6)])
def test_sizes_are_limited_before_anything_is_made(size: tuple[int, int]) -> None:
    with pytest.raises(llk.BadDeal, match=f"1 to {MAX_SIDE} rows and columns") as found:
        plan(rows=size[0], cols=size[1], shape="diamond")
    assert (found.value.code, found.value.values) == ("size", {"most": MAX_SIDE})


def test_a_game_starts_with_its_deal() -> None:
    for planned in (llk.plan("timed", SMALL), llk.daily(TODAY), llk.level(1)):
        game = start_game(planned)
        assert (game.deal, game.options, game.seed) == (*planned, planned.deal.seed)
        assert game.board == planned.deal.board()
        assert start_game(planned).board == game.board


def test_the_next_game() -> None:
    game = llk.plan("timed", SMALL).game()
    then = next_game(game, draw_seed=lambda: 2)
    assert (str(then.deal), then.options) == ("4x6 seed=2", game.options)


def test_after_a_board_that_was_not_dealt_comes_one_with_tiles_in_its_places() -> None:
    board = llk.Board.parse("AB#/.BA", rules=llk.Rules(gravity="down"))
    own = llk.Game(board, llk.Options(hints=1))
    then = next_game(own, draw_seed=lambda: 2)
    assert (str(then.deal), then.options) == ("2x3 seed=2 mask=AA#/.AA gravity=down", own.options)
    odd = llk.Game(llk.Board.parse("AAB"), llk.Options(hints=1))
    odd.auto()
    again = next_game(odd)
    assert (again.board, again.options, again.entries) == (odd.first_board, odd.options, ())


def test_the_next_level() -> None:
    game = llk.level(3).game()
    assert next_game(game).options.level == 3
    for move in llk.solve(game.board).moves:
        game.play(*move)
    assert game.state == "won"
    after = next_game(game, Progress(level=4, lives=5))
    assert (after.options.level, after.options.shuffles) == (4, 5)


def test_after_the_game_of_the_day() -> None:
    yesterday = llk.daily(TODAY - datetime.timedelta(days=1)).game()
    today = next_game(yesterday, day=TODAY)
    assert today.options.day == TODAY.isoformat()
    classic = next_game(today, day=TODAY, draw_seed=lambda: 9)
    assert (classic.options.mode, str(classic.deal)) == ("classic", "8x18 seed=9")


@pytest.mark.parametrize("mode", ["classic", "relaxed", "timed", "expert"])
def test_portrait_boards_belong_to_their_mode(mode: str) -> None:
    for board in PORTRAIT_BOARDS:
        planned = plan(mode=mode, rows=board.rows, cols=board.cols, kinds=board.kinds)
        game = start_game(planned)
        assert true_mode(game) == mode
        assert len(set(game.board.kinds)) == len(set(llk.deal(8, 18, seed=1).kinds))
        if mode == "timed":
            assert game.options.limit == 2.5 * board.rows * board.cols


def test_the_next_board_fits_the_screen_if_nothing_was_chosen() -> None:
    tall, wide = PORTRAIT_BOARDS[0], UsualBoard(8, 18)

    def after(usual: UsualBoard, **given: Any) -> str:  # noqa: ANN401
        planned = plan_next(start_game(plan(**given)), usual=usual, day=TODAY, draw_seed=lambda: 8)
        assert planned is not None
        assert planned.options == plan(**given).options or planned.options.limit == 2.5 * planned.deal.tile_count
        return str(planned.deal)

    assert after(tall, mode="timed") == "14x9 kinds=36 seed=8"
    assert after(wide, mode="timed", rows=14, cols=9, kinds=36) == "8x18 seed=8"
    assert after(tall, mode="expert") == "14x9 kinds=36 seed=8 difficulty=fiendish"
    assert after(tall, mode="relaxed", rows=8, cols=6) == "14x9 kinds=36 seed=8", "after the first board of all"
    assert after(tall, mode="classic", rows=6, cols=10) == "6x10 seed=8"
    assert after(tall, mode="classic", gravity="down") == "8x18 seed=8 gravity=down"
    assert after(tall, mode="own", when_stuck="ask") == "8x18 seed=8"


def test_the_nearest_board_says_whether_the_time_was_over(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = llk.Deal(3, 4, seed=1, difficulty="fiendish")
    *_, nearest = deal_nearest(deal, any_seed=False, seconds=PATIENCE)
    assert nearest is not None
    assert (nearest.tried, nearest.timed_out) == (400, False)

    def end_soon(*args: Any) -> Iterator[RatedDeal]:  # noqa: ANN401
        yield next(search_difficulty(*args))
        raise llk.OutOfTime("the time limit is over")

    monkeypatch.setattr(deal_spec, "search_difficulty", end_soon)
    *_, nearest = deal_nearest(deal, any_seed=False, seconds=PATIENCE)
    assert nearest is not None
    assert (nearest.tried, nearest.timed_out) == (1, True)
