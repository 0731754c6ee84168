"""Replaying: every version of a game again, with and without the solver."""

import pytest
from hypothesis import given

import lianliankan as llk
from lianliankan.game.commands import Entry
from lianliankan.game.replay import at_version, replay_entry, replayed, restarted
from support.played import games, visible_state
from support.small_games import PLAIN


@given(games())
def test_every_version_can_be_reached_again(game: llk.Game) -> None:
    loud, quiet = replayed(game), replayed(game, quietly=True)
    for version, ((entry, _, after), (_, _, silent)) in enumerate(zip(loud, quiet, strict=True), 1):
        assert (entry, after.version) == (game.entries[version - 1], version)
        assert visible_state(at_version(game, version)) == visible_state(after) == visible_state(silent)
    again = at_version(game, game.version)
    again.tick(at=game.at)
    assert visible_state(again) == visible_state(game)


def test_a_replay_tells_what_happened() -> None:
    game = llk.Game(PLAIN)
    happened = [game.do(command, at=number) for number, command in enumerate(("hint", "play 1,2-1,3", "undo", "auto"))]
    assert [events for _, events, _ in replayed(game)] == happened
    assert (restarted(game).version, restarted(game).board) == (0, PLAIN)


@pytest.mark.parametrize(
    ("at", "command", "problem"),
    [
        (0, "undo", "undo is refused: nothing to undo"),
        (0, "tick", "tick changes nothing"),
        (0, "auto", "auto replays as auto 1,2-1,3"),
        (9_000, "hint", "hint comes after the time ran out"),
    ],
)
def test_an_entry_that_no_game_has_is_refused(at: int, command: str, problem: str) -> None:
    game = llk.Game(llk.Board.parse(". 1 1 ."), llk.Options(limit=9))
    with pytest.raises(llk.BadRecord, match=problem):
        replay_entry(game, Entry(at, llk.Command.parse(command)))
