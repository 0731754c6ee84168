"""A game with its record, and a check that a text is not one."""

import pytest

import lianliankan as llk


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
