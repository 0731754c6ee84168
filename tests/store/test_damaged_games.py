"""Damaged games: the first bad entry is reported, and other games are not affected."""

import sqlite3
from contextlib import closing

import pytest

import lianliankan as llk
from lianliankan.errors import DamagedGame
from lianliankan.store import Store
from support.stored_games import win_game


def write_directly(store: Store, command: str, *values: object) -> None:
    """Write to the file behind the store's back."""
    with closing(sqlite3.connect(store.path)) as connection, connection:
        assert connection.execute(command, values).rowcount > 0


DAMAGES = [
    ("UPDATE commands SET command = 'dance' WHERE game = ? AND number = 2", 2, "unknown command 'dance'"),
    ("UPDATE commands SET command = 'play 1,1-2,2' WHERE game = ? AND number = 2", 2, "refused: different kinds"),
    ("UPDATE commands SET command = 'tick' WHERE game = ? AND number = 2", 2, "tick changes nothing"),
    ("UPDATE commands SET command = x'ff20' WHERE game = ? AND number = 2", 2, "the entry is not a time and a command"),
    ("UPDATE commands SET command = CAST(x'ff20' AS TEXT) WHERE game = ? AND number = 2", 2, "unknown command"),
    ("UPDATE commands SET at = 'late' WHERE game = ? AND number = 2", 2, "the entry is not a time and a command"),
    ("UPDATE commands SET at = -1 WHERE game = ? AND number = 2", 2, "; expected a number of seconds"),
    ("UPDATE commands SET at = 9000 WHERE game = ? AND number = 1", 2, "before the last command"),
    ("UPDATE commands SET at = 99000 WHERE game = ? AND number = 3", 3, "comes after the time ran out"),
    ("UPDATE commands SET number = 0 WHERE game = ? AND number = 2", 1, "the entry is missing"),
    ("DELETE FROM commands WHERE game = ? AND number = 2", 2, "the entry is missing"),
    ("DELETE FROM commands WHERE game = ? AND number = 3", 0, "the store has version '3', but replaying gives '2'"),
    ("DELETE FROM commands WHERE game = ?", 0, "the store has version '3', but replaying gives '0'"),
    ("UPDATE commands SET at = 4000 WHERE game = ? AND number = 3", 0, "the store has at '3000'"),
    ("UPDATE games SET score = 9999 WHERE id = ?", 0, "the store has score '9999', but replaying gives '"),
    ("UPDATE games SET mode = 'classic' WHERE id = ?", 0, "the store has mode 'classic'"),
    ("UPDATE games SET head = '{' WHERE id = ?", 0, "its head cannot be read: invalid JSON"),
    ("UPDATE games SET head = '{}' WHERE id = ?", 0, "its head cannot be read: missing field 'version'"),
    ("UPDATE games SET head = replace(head, '\"version\":1', '\"version\":99') WHERE id = ?", 0, "newer version"),
    ("UPDATE games SET head = replace(head, '1 2', '1 x') WHERE id = ?", 0, "its head cannot be read: line"),
]


@pytest.mark.parametrize(("damage", "entry", "problem"), DAMAGES)
def test_a_damaged_game_reports_its_first_bad_entry(store: Store, damage: str, entry: int, problem: str) -> None:
    sound, id = win_game(store), win_game(store, limit=90)
    write_directly(store, damage, id)
    with pytest.raises(DamagedGame) as found:
        store.open(id)
    error = found.value
    assert (error.id, error.entry) == (id, entry)
    assert problem in str(error)
    assert str(error).startswith(f"game {id}, entry {entry}: " if entry else f"game {id}: ")
    if entry:
        assert isinstance(error.good, llk.Game)
        assert len(error.good.entries) == entry - 1
    assert store.open(sound).game.state == "won"
    assert {game.id for game in store.games()} == {sound, id}
    store.remove(id)
    assert {game.id for game in store.games()} == {sound}


def test_a_list_of_games_with_an_invalid_time(store: Store) -> None:
    id = win_game(store)
    write_directly(store, "UPDATE games SET begun = 'yesterday', changed = 9223372036854775807 WHERE id = ?", id)
    assert [game.begun.year for game in store.games()] == [1970]
