"""A time limit that ends while a game is replayed: the game is not damaged."""

from pathlib import Path

import pytest

import lianliankan as llk


def test_a_game_that_takes_too_long_to_open_is_not_called_damaged(tmp_path: Path) -> None:
    game = llk.Game(llk.Board.parse("1 2 2 1 / . 3 3 ."))
    game.shuffle()
    with llk.Store(tmp_path) as store:
        id = store.begin(game).id
        with llk.time_limit(0), pytest.raises(llk.OutOfTime):
            store.open(id)
        assert store.open(id).game.board == game.board


def test_a_text_that_takes_too_long_to_read_is_not_called_damaged() -> None:
    game = llk.Game(llk.Board.parse("1 2 2 1 / . 3 3 ."))
    game.shuffle()
    record, share = llk.to_record(game), llk.to_share(game)
    with llk.time_limit(0):
        with pytest.raises(llk.OutOfTime):
            llk.from_record(record)
        with pytest.raises(llk.OutOfTime):
            llk.from_share(share)
    with pytest.raises(llk.OutOfTime):
        llk.from_share(share, seconds=0)
