"""Damaged games: the first bad entry is reported, and other games are not affected."""

import pytest

import lianliankan as llk
from lianliankan.errors import DamagedGame
from lianliankan.game.analysis import UNKNOWN
from lianliankan.store import Store
from support.engines import only_sqlite
from support.stored_games import win_game


def write_directly(store: Store, command: str, *values: object) -> None:
    """Write to the database behind the store's back."""
    with store._database.writing() as connection:
        assert connection.execute(command, values).rowcount > 0


DAMAGES = [
    ("UPDATE commands SET command = 'dance' WHERE game = ? AND number = 2", 2, "unknown command 'dance'"),
    ("UPDATE commands SET command = 'play 1,1-2,2' WHERE game = ? AND number = 2", 2, "refused: different kinds"),
    ("UPDATE commands SET command = 'tick' WHERE game = ? AND number = 2", 2, "tick changes nothing"),
    ("UPDATE commands SET at = -1 WHERE game = ? AND number = 2", 2, "; expected a number of seconds"),
    ("UPDATE commands SET at = 9000 WHERE game = ? AND number = 1", 2, "before the last command"),
    ("UPDATE commands SET at = 99000 WHERE game = ? AND number = 3", 3, "comes after the time ran out"),
    ("UPDATE commands SET number = 0 WHERE game = ? AND number = 2", 1, "the entry is missing"),
    ("DELETE FROM commands WHERE game = ? AND number = 2", 2, "the entry is missing"),
    ("DELETE FROM commands WHERE game = ? AND number = 3", 0, "its commands are not those that were stored"),
    ("DELETE FROM commands WHERE game = ?", 0, "its commands are not those that were stored"),
    ("UPDATE commands SET at = 4000 WHERE game = ? AND number = 3", 0, "its commands are not those that were stored"),
    ("UPDATE games SET head = '{' WHERE id = ?", 0, "its head cannot be read: invalid JSON"),
    ("UPDATE games SET head = '{}' WHERE id = ?", 0, "its head cannot be read: missing field 'version'"),
    ("UPDATE games SET head = replace(head, '\"version\":1', '\"version\":99') WHERE id = ?", 0, "newer version"),
    ("UPDATE games SET head = replace(head, '1 2', '1 x') WHERE id = ?", 0, "its head cannot be read: line"),
]

WRONGLY_TYPED = [
    ("UPDATE commands SET command = x'ff20' WHERE game = ? AND number = 2", 2, "the entry is not a time and a command"),
    ("UPDATE commands SET command = CAST(x'ff20' AS TEXT) WHERE game = ? AND number = 2", 2, "unknown command"),
    ("UPDATE commands SET at = 'late' WHERE game = ? AND number = 2", 2, "the entry is not a time and a command"),
]


@only_sqlite
@pytest.mark.parametrize(("damage", "entry", "problem"), WRONGLY_TYPED)
def test_a_game_with_values_of_the_wrong_type(store: Store, damage: str, entry: int, problem: str) -> None:
    test_a_damaged_game_reports_its_first_bad_entry(store, damage, entry, problem)


@pytest.mark.parametrize(("damage", "entry", "problem"), DAMAGES)
def test_a_damaged_game_reports_its_first_bad_entry(store: Store, damage: str, entry: int, problem: str) -> None:
    sound, id = win_game(store), win_game(store, limit=90)
    write_directly(store, damage, id)
    with pytest.raises(DamagedGame) as found:
        store.open(id)
    error = found.value
    assert (error.id, error.entry) == (id, entry)
    assert problem in str(error)
    assert str(error).startswith(f"game {id} is damaged: entry {entry}: " if entry else f"game {id} is damaged: ")
    assert str(error).endswith(f"`llk games remove {id}` deletes it")
    assert store.check() == [f"game {id}"]
    assert store.open(sound).game.state == "won"
    assert {game.id for game in store.games()} == {sound, id}
    store.remove(id)
    assert {game.id for game in store.games()} == {sound}


SILENT_DAMAGES = [  # each gives another game, which replays without an error
    "UPDATE commands SET command = 'pick 1,3' WHERE game = ? AND number = 1",
    "UPDATE commands SET at = at + 1 WHERE game = ? AND number = 1",
    "UPDATE games SET head = replace(head, '\"seed\":0', '\"seed\":1') WHERE id = ?",
    "UPDATE games SET head = replace(head, '3 3', '4 4') WHERE id = ?",
]


@pytest.mark.parametrize("damage", SILENT_DAMAGES)
def test_a_game_that_is_silently_different_is_damaged(store: Store, damage: str) -> None:
    stored = store.begin(llk.Game(llk.Board.parse("1 2 2 1 / . 3 3 .")))
    stored.do("pick 1,2", at=1)
    stored.do("pause", at=2)
    write_directly(store, damage, stored.id)
    with pytest.raises(DamagedGame, match=f"game {stored.id} is damaged: its head or its commands are not those"):
        store.open(stored.id)


def test_an_analysis_of_another_form_counts_as_missing(store: Store) -> None:
    id = win_game(store)
    store.save_analysis(id, UNKNOWN)
    write_directly(store, "UPDATE analyses SET data = '{}' WHERE game = ?", id)
    assert [(game.summary.id, game.analysis) for game in store.finished()] == [(id, None)]
