"""Records: a game survives its text form unchanged."""

import json
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.records.record import make_head, start_from_head
from support.played import games, visible_state
from support.recorded_game import GAME, TEXT, read_bad


@given(games())
def test_a_game_survives_its_record(game: llk.Game) -> None:
    text = llk.to_record(game)
    again = llk.from_record(text)
    assert visible_state(again) == visible_state(game)
    assert llk.to_record(again) == text
    assert json.loads(text)["result"]["state"] == game.state


@settings(max_examples=60)
@given(games(), st.data())
def test_a_game_read_back_continues_like_the_original(game: llk.Game, data: st.DataObject) -> None:
    again = llk.from_record(llk.to_record(game))
    for _ in range(8):
        moves = game.board.moves()
        words = ["hint", "auto", "shuffle", "undo", "redo", "restart", "pause", "resume", "tick"]
        command = data.draw(st.sampled_from([f"play {move}" for move in moves] + words))
        at = game.at + data.draw(st.sampled_from([0, 0.5, 4]))
        assert game.do(command, at=at) == again.do(command, at=at)
    assert visible_state(again) == visible_state(game)


def test_every_mode() -> None:
    plans = [llk.plan(mode, seed=7) for mode in llk.MODES if mode not in ("daily", "campaign")]
    for plan in [*plans, llk.daily(date(2026, 11, 16)), llk.level(3, lives=2)]:
        game = plan.game()
        for _ in range(5):
            game.auto(at=game.at + 1)
        again = llk.from_record(llk.to_record(game))
        assert (visible_state(again), again.options, again.deal) == (visible_state(game), plan.options, plan.deal)


def test_the_text_is_readable() -> None:
    lines = TEXT.split("\n")
    assert lines[0] == '{"lianliankan": "game", "version": 1, "deal": "4x6 seed=7",'
    assert lines[4] == '[0.5, "hint", ' + lines[4][-10:]
    assert sum(line.startswith("[") for line in lines) == len(GAME.entries)
    result = json.loads(TEXT)["result"]
    assert list(result) == [
        "state",
        "loss",
        "score",
        "seconds",
        "pairs",
        "tiles",
        "stars",
        "hints",
        "shuffles",
        "at",
        "check",
    ]
    assert [result[name] for name in ("state", "score", "seconds", "at")] == [
        "won",
        GAME.score,
        GAME.seconds(),
        GAME.at,
    ]


def test_white_space_and_order_do_not_matter() -> None:
    whole = json.loads(TEXT)
    for text in (json.dumps(whole), json.dumps(whole, indent=4), json.dumps(whole, sort_keys=True), f"\n {TEXT}\r\n"):
        assert visible_state(llk.from_record(text)) == visible_state(GAME)


def test_time_after_the_last_entry_is_recorded() -> None:
    game = llk.Game(llk.Board.parse("AB/AB"), llk.Options(limit=10))
    game.play((0, 0), (1, 0), at=1)
    assert game.undo(at=2) != game.undo(at=3.5)
    again = llk.from_record(llk.to_record(game))
    assert (again.at, again.seconds(), again.seconds_left()) == (3.5, 3.5, 6.5)
    claimed = llk.to_record(game).replace("3.5", "11")
    assert read_bad(claimed).problem == "the time ran out before the result's time, 11 s"
    assert "is before the last entry" in read_bad(llk.to_record(game).replace("3.5", "1.5")).problem


def test_a_deal_with_an_inexact_text_is_left_out() -> None:
    deal = llk.Deal(rows=4, cols=6, seed=7, difficulty=(0.0, 33.33333333))
    assert llk.Deal.parse(str(deal)) == deal or make_head(llk.Game.of(deal))["deal"] is None
    assert llk.from_record(llk.to_record(llk.Game.of(deal))).board == deal.board()


def test_the_store_can_skip_checking_the_deal() -> None:
    head = make_head(GAME) | {"deal": "4x6 seed=8"}
    with pytest.raises(llk.BadRecord, match="the deal 4x6 seed=8 does not match the board"):
        start_from_head(head)
    assert start_from_head(head, deal_again=False).board == GAME.first_board


def test_a_pinned_record_can_be_read() -> None:
    text = (
        '{"lianliankan": "game", "version": 1, "deal": null, "board": "1 2\\n1 2", "seed": 0, "options": {}, '
        '"check": "e7e878", "commands": [[1.5, "play 1,1-2,1", "e0e22d"]], "result": {"state": "playing", "loss": "", '
        '"score": 10, "seconds": 1.5, "pairs": 1, "tiles": 2, "stars": 0, "hints": 0, "shuffles": 0, "at": 1.5, '
        '"check": "ed3732"}}'
    )
    assert llk.from_record(text).score == 10
