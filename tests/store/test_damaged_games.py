"""Damaged games: the first bad entry is reported, and other games are not affected."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import lianliankan as llk
from lianliankan.errors import DamagedGame, DamagedStore, NoSuchGame
from lianliankan.game.analysis import UNKNOWN
from lianliankan.store import Store
from support.damage import allow_null
from support.engines import only_sqlite
from support.store_player import game_with_entries
from support.stored_games import new_game, read_table, win_game


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
    ("DELETE FROM commands WHERE game = ? AND number = 3", 0, "the store has length '3', but replaying gives '2'"),
    ("DELETE FROM commands WHERE game = ?", 0, "the store has length '3', but replaying gives '0'"),
    ("UPDATE commands SET at = 4000 WHERE game = ? AND number = 3", 0, "the store has at '3000'"),
    ("UPDATE games SET score = 9999 WHERE id = ?", 0, "the store has score '9999', but replaying gives '"),
    ("UPDATE games SET mode = 'classic' WHERE id = ?", 0, "the store has mode 'classic'"),
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
    if entry:
        assert isinstance(error.good, llk.Game)
        assert len(error.good.entries) == entry - 1
    assert store.open(sound).game.state == "won"
    assert {game.id for game in store.games()} == {sound, id}
    store.remove(id)
    assert {game.id for game in store.games()} == {sound}


SILENT_DAMAGES = [  # each gives another game, which replays without an error
    "UPDATE commands SET command = 'pick 1,3' WHERE game = ? AND number = 1",
    "UPDATE commands SET at = at + 1 WHERE game = ? AND number = 1",
    "UPDATE games SET at = at + 250 WHERE id = ?",
    "UPDATE games SET head = replace(head, '\"seed\":0', '\"seed\":1') WHERE id = ?",
    "UPDATE games SET head = replace(head, '3 3', '4 4') WHERE id = ?",
    "UPDATE games SET begun = begun + 1 WHERE id = ?",
]


@pytest.mark.parametrize("damage", SILENT_DAMAGES)
def test_a_game_that_is_silently_different_is_damaged(store: Store, damage: str) -> None:
    stored = store.begin(llk.Game(llk.Board.parse("1 2 2 1 / . 3 3 .")))
    stored.do("pick 1,2", at=1)
    stored.do("pause", at=2)
    write_directly(store, damage, stored.id)
    with pytest.raises(DamagedGame, match=f"game {stored.id} is damaged: .*llk games save --good") as found:
        store.open(stored.id)
    assert isinstance(found.value.good, llk.Game)


def test_a_changed_row_is_damaged_in_every_list(store: Store) -> None:
    won, lost, open_game = win_game(store, "classic"), win_game(store), store.begin(new_game()).id
    write_directly(store, "UPDATE games SET score = score + 1 WHERE id IN (?, ?, ?)", won, lost, open_game)
    also_won, older = win_game(store, "classic"), store.begin(new_game()).id
    write_directly(store, "UPDATE games SET changed = 9e15 WHERE id = ?", open_game)
    assert {game.id for game in store.games() if game.state == "damaged"} == {won, lost, open_game}
    assert [game.id for game in store.bests("classic", "2x4", limit=1)] == [also_won]
    unfinished = store.unfinished()
    assert unfinished is not None
    assert unfinished.id == older


WRONG_TYPES = [None, b"\xff", "many", 2.5]


@only_sqlite
@pytest.mark.parametrize(
    "column", ["id", "mode", "state", "score", "played", "stars", "changed", "level", "head", "at"]
)
def test_lists_with_values_of_the_wrong_type(store: Store, column: str) -> None:
    sound = win_game(store)
    for value in WRONG_TYPES[column == "level" :]:  # no level is right
        id = win_game(store)
        with store._database.writing() as connection:
            allow_null(connection, "games")
            connection.execute(f"UPDATE games SET {column} = ? WHERE id = ?", (value, id))
        assert [game.id for game in store.games() if game.state == "won"] == [sound] or column in ("head",)
        assert [game.id for game in store.bests("own", "2x4") if game.id == sound] == [sound]
        if column != "id":
            with pytest.raises(DamagedGame):
                store.open(id)
    assert store.open(sound).game.state == "won"


def test_a_list_with_pages_that_cannot_be_read(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        ids = [store.begin(game_with_entries(1)).id for _ in range(60)]
        path = store.path
    with closing(sqlite3.connect(path)) as connection:
        pages = connection.execute("SELECT pageno FROM dbstat WHERE name = 'games' AND pagetype = 'leaf'").fetchall()
    with path.open("r+b") as file:
        file.seek((pages[1][0] - 1) * 4096)
        file.write(bytes(4096))
    with Store(tmp_path) as store:
        damaged = {summary.id for summary in store.games() if summary.state == "damaged"}
        assert {summary.id for summary in store.games()} == set(ids)
        assert 0 < len(damaged) < 40
        assert {summary.id for summary in store.games(over=False)} == set(ids) - damaged
        assert len(store.games(limit=3)) == 3
        for id in ids:
            if id in damaged:
                with pytest.raises(DamagedGame, match=f"game {id} is damaged: it cannot be read"):
                    store.open(id)
            else:
                assert store.open(id).game.version > 0


def test_analyses_that_cannot_be_read_count_as_missing(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        id = win_game(store)
        store.save_analysis(id, UNKNOWN)
        path = store.path
    with closing(sqlite3.connect(path)) as connection:
        ((page,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'analyses'").fetchall()
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(bytes(4096))
    with Store(tmp_path) as store:
        assert [(game.summary.id, game.analysis) for game in store.finished()] == [(id, None)]
        with pytest.raises(DamagedStore):
            store.save_analysis(id, UNKNOWN)


@only_sqlite
def test_a_list_of_games_with_an_invalid_time(store: Store) -> None:
    id = win_game(store)
    write_directly(store, "UPDATE games SET begun = 'yesterday', changed = 9223372036854775807 WHERE id = ?", id)
    assert [game.begun.year for game in store.games()] == [1970]


@pytest.mark.parametrize("damage", ["DELETE FROM games WHERE id = ?", "UPDATE games SET player = 'x' WHERE id = ?"])
def test_a_game_whose_row_is_lost_is_damaged_and_can_be_removed(store: Store, damage: str) -> None:
    id = win_game(store)
    write_directly(store, damage, id)
    with pytest.raises(DamagedGame, match="its row in the table of games cannot be found"):
        store.open(id)
    store.remove(id)
    with pytest.raises(NoSuchGame):
        store.open(id)
    assert (read_table(store), read_table(store, "games")) == ([], [])
