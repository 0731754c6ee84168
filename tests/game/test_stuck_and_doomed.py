"""Games that are stuck, lost or can no longer be won, and the pair to blame."""

import pytest

import lianliankan as llk
from lianliankan.game.history import LostSince
from support.small_games import PLAIN, STUCK, TRAP, event_names
from support.strategies import reference_game

# ---- Stuck -----------------------------------------------------------------------------------------------------------


def test_a_stuck_game_is_shuffled_at_once() -> None:
    game = llk.Game(TRAP)
    events = game.play((0, 0), (0, 1))
    assert event_names(events) == ["linked", "stuck", "shuffled"]
    assert (game.state, game.winnable, game.shuffles_used) == ("playing", True, 1)
    assert reference_game(game.board).winnable()
    assert event_names(game.undo()) == ["undone", "stuck"]
    assert game.state == "stuck"  # the position before the shuffle: it is not shuffled automatically
    game.undo()
    assert (game.state, game.board) == ("playing", TRAP)


def test_a_stuck_game_asks() -> None:
    game = llk.Game(TRAP, llk.Options(when_stuck="ask", shuffles=1))
    assert event_names(game.play((0, 0), (0, 1))) == ["linked", "stuck"]
    assert game.board.is_stuck
    assert event_names(game.shuffle()) == ["shuffled"]
    assert game.state == "playing"


def test_a_stuck_game_is_lost() -> None:
    game = llk.Game(TRAP, llk.Options(when_stuck="lose"))
    assert event_names(game.play((0, 0), (0, 1))) == ["linked", "stuck", "lost"]
    assert (game.state, game.loss) == ("lost", "stuck")


def test_without_shuffles_only_undo_helps() -> None:
    game = llk.Game(TRAP, llk.Options(shuffles=0))
    assert event_names(game.play((0, 0), (0, 1))) == ["linked", "stuck"]
    assert event_names(game.undo()) == ["undone"]
    assert game.state == "playing"


def test_without_shuffles_and_undo_a_stuck_game_is_lost() -> None:
    game = llk.Game(TRAP, llk.Options(shuffles=0, undo=False))
    assert event_names(game.play((0, 0), (0, 1))) == ["linked", "stuck", "lost"]


@pytest.mark.parametrize("undo", [True, False])
def test_a_stuck_game_that_cannot_be_shuffled(undo: bool) -> None:
    board = llk.Board.parse("B B A # A", rules=llk.Rules(outside=False))
    game = llk.Game(board, llk.Options(undo=undo))
    assert event_names(game.play((0, 0), (0, 1))) == ["linked", "stuck"] + ["lost"] * (not undo)
    assert game.shuffles_used == 0


def test_a_board_that_is_stuck_or_clear_from_the_start() -> None:
    assert llk.Game(STUCK).state == "stuck"
    assert event_names(llk.Game(STUCK).opening) == ["stuck"]
    for options in (llk.Options(when_stuck="lose"), llk.Options(shuffles=0)):
        assert llk.Game(STUCK, options).state == "lost"
        assert event_names(llk.Game(STUCK, options).opening) == ["stuck", "lost"]
    assert event_names(llk.Game(STUCK).shuffle()) == ["shuffled"]
    clear = llk.Game(llk.Board.parse(". ."))
    assert (clear.state, clear.winnable, event_names(clear.opening)) == ("won", True, ["won"])
    assert llk.Game(PLAIN).opening == []


# ---- Doomed ----------------------------------------------------------------------------------------------------------


def test_doom_is_announced_once_if_requested() -> None:
    board = llk.Board.parse("CCAA/..AB/..BA")
    game = llk.Game(board, llk.Options(tell_doomed=True))
    assert event_names(game.play((0, 2), (0, 3))) == ["linked", "doomed"]
    assert game.winnable is False
    assert event_names(game.undo()) == ["undone"]
    events = game.play((0, 2), (0, 3))
    assert events[-1] == llk.Doomed(1, llk.Move.parse("1,3-1,4"))
    assert event_names(game.play((0, 0), (0, 1))) == ["linked", "stuck", "shuffled"]
    assert event_names(llk.Game(board).play((0, 2), (0, 3))) == ["linked"]


def test_doom_from_the_start_and_after_redo() -> None:
    lost = llk.Game(llk.Board.parse("CCDD../....AB/....BA"), llk.Options(tell_doomed=True))
    assert lost.opening == [llk.Doomed(0, None)]
    assert lost.winnable is False
    assert event_names(lost.play((0, 0), (0, 1))) == ["linked"]
    assert event_names(lost.restart()) == ["restarted", "doomed"]
    game = llk.Game(llk.Board.parse("CCAA/..AB/..BA"), llk.Options(tell_doomed=True))
    game.play((0, 2), (0, 3))
    game.undo()
    assert event_names(game.redo()) == ["redone", "doomed"]


def test_lost_since_stays_until_an_undo_a_shuffle_or_a_restart() -> None:
    game = llk.Game(llk.Board.parse("CCAA/..AB/..BA"), llk.Options(tell_doomed=True, when_stuck="ask"))
    lost = LostSince(1, llk.Move.parse("1,3-1,4"))
    expected = {"play 1,3-1,4": lost, "play 1,1-1,2": lost, "pause": lost, "resume": lost, "undo": lost}
    for command, since in expected.items():
        game.do(command)
        assert game.lost_since == since, command
    for command, known in [("undo", None), ("redo", lost), ("shuffle", None), ("undo", lost), ("restart", None)]:
        game.do(command)
        assert game.lost_since == known, command


def test_lost_since_is_found_after_a_replay_too() -> None:
    game = llk.Game(llk.Board.parse("CCAA/..AB/..BA"), llk.Options(tell_doomed=True, when_stuck="ask"))
    again = game.copy()
    for command in ("play 1,3-1,4", "play 1,1-1,2"):
        game.do(command)
        again.replay(game.entries[-1])
    assert again.lost_since == game.lost_since == LostSince(1, llk.Move.parse("1,3-1,4"))


def test_a_game_that_does_not_tell_is_never_known_to_be_lost_since_a_pair() -> None:
    game = llk.Game(TRAP, llk.Options(when_stuck="ask"))
    game.play((0, 0), (0, 1))
    assert (game.winnable, game.lost_since) == (False, None)
    assert llk.Game(STUCK, llk.Options(tell_doomed=True)).lost_since == LostSince(0, None)


def test_blame_counts_from_the_first_pair_of_the_game() -> None:
    board = llk.Board.parse("CCAA/..AB/..BA")
    game = llk.Game(board, llk.Options(when_stuck="ask"))
    game.play((0, 0), (0, 1))
    game.play((0, 2), (0, 3))
    assert game.blame() == llk.Blame(False, 2, 1, llk.Move.parse("1,3-1,4"))
    game.shuffle()
    assert game.blame().winnable
    assert [line.number for line in game.lines] == [0, 2]


def test_blame_keeps_counting_after_a_shuffle() -> None:
    lost = 0
    for seed in range(20):
        game = llk.Game(llk.Board.parse("CCAA/DDAB/..BA"), llk.Options(when_stuck="ask"), seed=seed)
        game.play((0, 0), (0, 1))
        game.shuffle()
        boards = {game.pairs: game.board}
        while not (game.is_over or game.board.is_stuck):
            advice = llk.advise(game.board)
            game.play(*advice[-1].move)  # the worst move
            boards[game.pairs] = game.board
        after = game.blame().lost_after
        if after is not None:
            lost += 1
            assert after >= 2
            assert not reference_game(boards[after]).winnable()
            assert reference_game(boards[after - 1]).winnable()
    assert lost >= 2
