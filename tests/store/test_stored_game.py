"""A stored game: how a command is tried."""

import pytest

import lianliankan as llk
from lianliankan.game.engine import Engine
from lianliankan.store import Store


def test_a_command_is_tried_on_one_copy_of_the_game(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = store.begin(llk.Game(llk.Board.parse("AB/AB")))
    copies, real = list[Engine](), Engine.copy

    def copy(self: Engine) -> Engine:
        copies.append(self)
        return real(self)

    monkeypatch.setattr(Engine, "copy", copy)
    pending = stored.attempt("play 1,1-2,1", at=1)
    assert (len(copies), stored.game.pairs, pending.game.pairs) == (1, 0, 1)
