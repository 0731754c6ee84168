"""Stores of older versions are upgraded when they are opened."""

import sqlite3
from contextlib import ExitStack, closing
from datetime import date
from pathlib import Path

import pytest

import lianliankan as llk
from lianliankan.errors import DamagedGame, StoreError
from lianliankan.game.analysis import analyse
from lianliankan.store import Location, Store
from lianliankan.store.shared_tables import COLUMNS_OF, OLDEST_PROGRAMS, STATEMENTS
from lianliankan.store.sqlite_schema import STEPS
from lianliankan.store.upgrade import find_version, upgrade_store
from support.old_stores import (
    BEGUN,
    write_version_1,
    write_version_2,
    write_version_3,
    write_version_4,
    write_version_5,
)
from support.raced import finish
from support.store_player import game_with_entries
from support.stored_games import read_table, run_player, stored_state, win_game


def old_games() -> dict[str, llk.Game]:
    games = {f"old{seed}": game_with_entries(seed) for seed in range(4)}
    games["new"] = llk.level(1, lives=2).game()
    games["over"] = game_with_entries(7)
    games["over"].do("resume")
    games["over"].do("give-up", at=500)
    return games


def tables(folder: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "lianliankan.db")) as connection:
        found = [
            (name, connection.execute(f"PRAGMA table_info({name})").fetchall())
            for (name,) in connection.execute("SELECT name FROM sqlite_master ORDER BY name").fetchall()
        ]
        return [*found, *connection.execute("PRAGMA user_version"), *connection.execute("PRAGMA application_id")]


def test_version_1_is_upgraded(tmp_path: Path) -> None:
    games = old_games()
    write_version_1(tmp_path / "old", games)
    with Store(tmp_path / "old") as store, Store(tmp_path / "fresh") as fresh:
        for id, game in games.items():
            assert stored_state(store.open(id).game) == stored_state(game)
            fresh.begin(game)
        assert [game.id for game in store.games()] == list(reversed(games))
        for old, now in zip(store.games(), fresh.games(), strict=True):
            for name in ("mode", "size", "state", "score", "seconds", "pairs", "tiles", "level", "gravity", "deal"):
                assert getattr(old, name) == getattr(now, name)
        assert round(store.games()[-1].begun.timestamp() * 1_000_000) == BEGUN
        stored = store.open("new")
        stored.do("hint", at=2)
        assert stored_state(store.open("new").game) == stored_state(stored.game)
    assert tables(tmp_path / "old") == tables(tmp_path / "fresh")


def test_version_2_is_upgraded(tmp_path: Path) -> None:
    games = old_games()
    write_version_2(tmp_path / "old", games, {"faces": "hanzi", "sound": False})
    with Store(tmp_path / "old") as store, Store(tmp_path / "fresh"):
        assert [game.id for game in store.games()] == list(reversed(games))
        for id, game in games.items():
            assert stored_state(store.open(id).game) == stored_state(game)
        assert (store.setting("faces", ""), store.setting("sound", default=True)) == ("hanzi", False)
        other = store.of_player("somebody")
        assert (other.games(), other.setting("faces", "")) == ([], "")
    assert tables(tmp_path / "old") == tables(tmp_path / "fresh")


def test_version_3_is_upgraded(tmp_path: Path) -> None:
    games = old_games()
    write_version_3(tmp_path / "old", games, {"faces": "hanzi"})
    with Store(tmp_path / "old") as store, Store(tmp_path / "fresh"):
        for id, game in games.items():
            assert stored_state(store.open(id).game) == stored_state(game)
        assert store.setting("faces", "") == "hanzi"
        assert (store.pictures.sets(), store.pictures.draft()) == ([], None)
    assert tables(tmp_path / "old") == tables(tmp_path / "fresh")


def test_version_4_is_upgraded(tmp_path: Path) -> None:
    games = old_games()
    path = write_version_4(tmp_path / "old", games, {"faces": "hanzi"})
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "UPDATE games SET state = 'damaged' WHERE id = 'old2'"
        )  # by a version that could not read it
    with Store(tmp_path / "old") as store, Store(tmp_path / "fresh"):
        assert [game.id for game in store.games()] == list(reversed(games))
        for summary in store.games():
            game = games[summary.id]
            assert (summary.seconds, summary.score) == (game.seconds(), game.score)
            stored = store.open(summary.id)
            assert stored_state(stored.game) == stored_state(game)
            assert (stored.version, stored.do("tick", at=game.at + 1)) == (game.version, [])
        assert {game.state for game in store.games()} == {game.state for game in games.values()}
        assert [(found.name, len(found.pictures)) for found in store.pictures.sets()] == [("cats", 1)]
    assert tables(tmp_path / "old") == tables(tmp_path / "fresh")


def test_version_5_is_upgraded(tmp_path: Path) -> None:
    games = old_games()
    write_version_5(tmp_path / "old", games, {"faces": "hanzi"})
    with Store(tmp_path / "old") as store, Store(tmp_path / "fresh"):
        assert [game.id for game in store.games()] == list(reversed(games))
        assert {game.state for game in store.games()} == {game.state for game in games.values()}
        for id, game in games.items():
            stored = store.open(id)
            assert stored_state(stored.game) == stored_state(game)
            stored.do("tick", at=game.at + 1)
            assert store.open(id).game.at == stored.game.at
        assert [(found.name, len(found.pictures)) for found in store.pictures.sets()] == [("cats", 1)]
        assert store.pictures.picture_data(store.pictures.by_name("cats").pictures[0].id) == b"\0"
    assert tables(tmp_path / "old") == tables(tmp_path / "fresh")


def test_version_6_is_upgraded(tmp_path: Path) -> None:
    """It had no analyses, which are found when they are needed, and no accounts."""
    with Store(tmp_path / "old") as store:
        id = win_game(store)
    with closing(sqlite3.connect(tmp_path / "old" / "lianliankan.db")) as connection, connection:
        added = "".join(f"DROP TABLE {table};" for table in ("analyses", *COLUMNS_OF))
        connection.executescript(f"{added} PRAGMA user_version = 6;")
    with Store(tmp_path / "old") as store, Store(tmp_path / "fresh"):
        assert store.statistics(date(2026, 11, 15)).pending == 1
        store.save_analysis(id, analyse(store.open(id).game))
        assert store.statistics(date(2026, 11, 15)).pending == 0
    assert tables(tmp_path / "old") == tables(tmp_path / "fresh")


def test_a_program_of_the_earlier_version_writes_no_more(tmp_path: Path) -> None:
    """It knows nothing of checksums, so its game would be damaged."""
    path = write_version_5(tmp_path, {"game": game_with_entries(1)}, {})
    with closing(sqlite3.connect(path)) as still_open, Store(tmp_path) as store:
        for command in ("UPDATE games SET version = 99, score = 1", "INSERT INTO games (id, version) VALUES ('x', 1)"):
            with pytest.raises(sqlite3.OperationalError, match=r"no such column|no column named"):
                still_open.execute(command)
        assert store.open("game").game.version == len(game_with_entries(1).entries)


@pytest.mark.parametrize("mask", ["AB/BA", "AA/AA"])
def test_a_stored_mask_may_have_another_form(tmp_path: Path, mask: str) -> None:
    """Masks were written as they were given: with any letters, and also if every cell had a tile."""
    old, new = f"2x2 seed=7 mask={mask}", "2x2 seed=7"
    path = write_version_4(tmp_path, {"masked": llk.Game.of(llk.Deal.parse(old))}, {})
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE games SET deal = ?, head = replace(head, ?, ?)", (old, new, old))
    with Store(tmp_path) as store:
        stored = store.open("masked")
        assert str(stored.game.deal) == new
        assert stored.do("play 1,1-2,1")[0].name == "linked"
        assert store.open("masked").game.pairs == 1
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE games SET deal = '2x2 seed=8 mask=AB/BA'")
    with Store(tmp_path) as store, pytest.raises(DamagedGame, match="the store has deal '2x2 seed=8"):
        store.open("masked")


def test_an_old_store_with_a_damaged_game_is_upgraded(tmp_path: Path) -> None:
    games = old_games()
    path = write_version_1(tmp_path, games)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE commands SET command = 'dance' WHERE game = 'old1' AND number = 3")
        connection.execute("UPDATE games SET head = '?' WHERE id = 'old2'")
    with Store(tmp_path) as store:
        found = {game.id: game for game in store.games()}
        assert {id for id, game in found.items() if game.state == "damaged"} == {"old1", "old2"}
        assert (found["old1"].size, found["old2"].size) == ("4x6", "")
        for id, entry in (("old1", 3), ("old2", 0)):
            with pytest.raises(DamagedGame) as error:
                store.open(id)
            assert error.value.entry == entry
        assert stored_state(store.open("old3").game) == stored_state(games["old3"])
        assert {game.id for game in (*store.games(over=True), *store.games(over=False))} == set(games) - {
            "old1",
            "old2",
        }


def test_programs_that_upgrade_a_store_at_the_same_time(tmp_path: Path) -> None:
    games = {f"game{number}": game_with_entries(number % 3) for number in range(60)}
    write_version_1(tmp_path, games)
    with ExitStack() as running:
        for player in [running.enter_context(run_player("open", tmp_path)) for _ in range(3)]:
            assert player.communicate()[0] == "ready\n60\n"
            assert player.wait() == 0
    with Store(tmp_path) as store:
        assert all(store.open(id).game.entries == game.entries for id, game in games.items())


def test_a_failed_step_leaves_the_old_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_version_1(tmp_path, old_games())
    before = tables(tmp_path)

    def breaks(connection: sqlite3.Connection) -> None:
        STEPS[1](connection)
        raise sqlite3.OperationalError("out of luck")

    with monkeypatch.context() as patched:
        patched.setattr("lianliankan.store.sqlite_schema.STEPS", (STEPS[0], breaks))
        with pytest.raises(StoreError, match="out of luck"):
            Store(tmp_path)
        assert tables(tmp_path) == before
    with Store(tmp_path) as store:
        assert len(store.games()) == 6
        assert len(read_table(store)) > 100


def test_of_the_daily_games_of_an_old_store_the_one_started_first_is_the_first_attempt(tmp_path: Path) -> None:
    games = {name: llk.daily("2026-11-15").game() for name in ("looked", "first", "second")}
    for name in ("first", "second"):
        games[name].play(*games[name].board.moves()[0], at=1)
    write_version_1(tmp_path, games)
    with Store(tmp_path) as store:
        assert [(day.game, day.practice) for day in store.days(date(2026, 11, 15)).days] == [("first", 1)]


def test_an_upgrade_that_would_hold_up_the_players_is_put_off(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody would wait behind an upgrade that waits for a backup."""
    pytest.importorskip("psycopg")
    from lianliankan.store import postgres_schema

    with Store(postgres_url) as store, store._database.reading() as backup:
        backup.execute("SELECT 1 FROM games").fetchall()
        new = postgres_schema.VERSION + 1
        monkeypatch.setitem(STATEMENTS, new, ("ALTER TABLE games ADD COLUMN colour TEXT",))
        monkeypatch.setitem(OLDEST_PROGRAMS, new, new - 1)
        monkeypatch.setattr(postgres_schema, "VERSION", new)
        monkeypatch.setattr(postgres_schema, "_LOCK_TIMEOUT", b"SET LOCAL lock_timeout = '50ms'")
        with pytest.raises(StoreError, match="perhaps by a backup; try again later"):
            upgrade_store(postgres_url)
        assert find_version(postgres_url) == new - 1
    assert upgrade_store(postgres_url) == (new - 1, new)


def test_version_9_is_upgraded(location: Location) -> None:
    """It had no races; a server of this version says so until the store was upgraded."""
    races = ("rooms", "room_entries", "room_players", "races", "race_results", "skills", "racers")
    with Store(location) as store:
        id = win_game(store)
        with store._database.writing() as connection:
            for table in races:
                connection.execute(f"DROP TABLE {table}")
            if store.folder is None:
                connection.execute("UPDATE store_version SET version = 9")
            else:
                connection.execute("PRAGMA user_version = 9")
    assert find_version(location) == 9
    if isinstance(location, str):
        with pytest.raises(StoreError, match="llk admin migrate"):
            Store(location)
    assert upgrade_store(location) == (9, len(STEPS))
    with Store(location) as store:
        assert store.open(id).game.state == "won"
        finish(store, "race-1", ["ann", "bob"])
        assert store.races.count() == 1
