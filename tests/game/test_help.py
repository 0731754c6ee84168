"""Hints, shuffles and undo."""

import lianliankan as llk
from support.small_games import PLAIN, TRAP, WALLED, only_refusal


def test_a_hint_keeps_the_game_winnable() -> None:
    game = llk.Game(TRAP)
    (hinted,) = game.hint()
    assert isinstance(hinted, llk.Hinted)
    assert hinted.safe is True
    assert llk.solve(TRAP.play(hinted.move)).winnable


def test_a_hint_in_a_lost_position_says_so() -> None:
    game = llk.Game(llk.Board.parse("CCAB/..BA"))
    (hinted,) = game.hint()
    assert isinstance(hinted, llk.Hinted)
    assert hinted.safe is False


def test_hints_run_out_but_the_same_one_is_free() -> None:
    game = llk.Game(PLAIN, llk.Options(hints=1))
    first = game.hint()
    assert game.hint() == first
    assert game.hints_left == 0
    game.auto()
    assert only_refusal(game.hint()).reason == "no hints left"
    assert only_refusal(game.auto()).reason == "no hints left"


def test_shuffles_run_out() -> None:
    game = llk.Game(PLAIN, llk.Options(shuffles=1))
    (shuffled,) = game.shuffle()
    assert isinstance(shuffled, llk.Shuffled)
    assert (shuffled.asked, shuffled.left) == (True, 0)
    assert only_refusal(game.shuffle()).reason == "no shuffles left"


def test_a_mode_without_hints_and_shuffles_says_so() -> None:
    game = llk.Game(PLAIN, llk.Options(hints=0, shuffles=0))
    assert only_refusal(game.hint()).reason == only_refusal(game.auto()).reason == "hints are not allowed"
    assert only_refusal(game.shuffle()).reason == "shuffles are not allowed"
    level = llk.Game(PLAIN, llk.Options(shuffles=0, level=3))
    assert only_refusal(level.shuffle()).reason == "no shuffles left"  # they are lives


def test_an_undone_shuffle_stays_used_and_the_next_one_differs() -> None:
    game = llk.Game(llk.deal(4, 6, seed=1), llk.Options(shuffles=2), seed=5)
    game.shuffle()
    first = game.board
    game.undo()
    assert game.shuffles_left == 1
    game.shuffle()
    assert game.board != first


def test_tiles_that_cannot_be_shuffled() -> None:
    game = llk.Game(WALLED)
    assert game.state == "stuck"
    assert only_refusal(game.hint()).reason == "no move left"
    refused, lost = game.shuffle()  # and there is nothing to undo
    assert isinstance(refused, llk.Refused)
    assert refused.reason == "cannot be shuffled"
    assert lost == llk.Lost("stuck")


def test_undo_may_be_forbidden() -> None:
    game = llk.Game(PLAIN, llk.Options(undo=False))
    game.play((0, 0), (0, 3))
    assert not game.can_undo
    assert only_refusal(game.undo()).reason == "undo is not allowed"


def test_nothing_to_undo_or_redo() -> None:
    game = llk.Game(PLAIN)
    assert only_refusal(game.undo()).reason == "nothing to undo"
    game.play((0, 0), (0, 3))
    game.undo()
    game.play((0, 1), (0, 2))
    assert only_refusal(game.redo()).reason == "nothing to redo"


def test_no_undo_during_a_pause() -> None:
    game = llk.Game(PLAIN)
    game.play((0, 1), (0, 2))
    game.pause()
    assert not game.can_undo
    assert only_refusal(game.undo()).reason == "paused"


def test_an_auto_played_pair_is_recorded_with_its_cells() -> None:
    game = llk.Game(TRAP, llk.Options(hints=1))
    game.auto(at=1)
    (entry,) = game.entries
    assert entry.command == llk.Command("auto", llk.solve(TRAP).moves[0])
    other = next(move for move in TRAP.moves() if move != llk.solve(TRAP).moves[0])
    again = llk.Game(TRAP, llk.Options(hints=1))
    hinted, linked, *_ = again.do(f"auto {other}")
    assert isinstance(hinted, llk.Hinted)
    assert isinstance(linked, llk.Linked)
    assert (hinted.move, linked.move, linked.points) == (other, other, 0)
    assert hinted.safe == llk.solve(TRAP.play(other)).winnable
    assert again.hints_left == 0
    assert only_refusal(llk.Game(TRAP).do("auto 1,1-2,2")).reason == "different kinds"
