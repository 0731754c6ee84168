"""A game with its record, and checks of what is read from records."""

import pytest

import lianliankan as llk
from lianliankan.game.replay import at_version
from lianliankan.records.record import make_head
from support.played import visible_state


def short_game() -> llk.Game:
    """Play a short game with a bit of everything."""
    game = llk.Game.of(llk.Deal(rows=4, cols=6, seed=7), llk.Options(hints=3, limit=300.0, bonus=2.0))
    first = game.board.moves()[0]
    commands = [
        "hint",
        f"play {first}",
        "undo",
        "redo",
        f"pick {game.board.moves()[1].a}",
        "shuffle",
        "pause",
        "resume",
    ]
    for number, command in enumerate(commands):
        game.do(command, at=1.25 * number + 0.5)
    while not game.is_over:
        game.play(*game.board.moves()[0], at=game.at + 1.001)
    return game


GAME = short_game()
TEXT = llk.to_record(GAME)


def read_bad(text: str) -> llk.BadRecord:
    with pytest.raises(llk.BadRecord) as caught:
        llk.from_record(text)
    return caught.value


def is_prefix(good: object, game: llk.Game) -> bool:
    """Return whether a game equals another one after some of its commands."""
    assert isinstance(good, llk.Game)
    again = at_version(game, good.version)
    return make_head(good) == make_head(game) and visible_state(good) == visible_state(again)
