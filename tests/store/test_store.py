"""Stored games: written command by command, read back, and settings."""

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from platformdirs.api import PlatformDirsABC
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

import lianliankan as llk
from lianliankan.errors import NoSuchGame, StoreError
from lianliankan.store import Location, Store, data_folder
from support.engines import ENGINES, only_sqlite
from support.stored_games import new_game, read_table, stored_state
from support.strategies import boards


def test_a_game_is_stored_command_by_command(store: Store) -> None:
    stored = store.begin(new_game())
    before = stored.game
    assert [event.name for event in stored.do("pick 1,2", at=1)] == ["picked"]
    assert [event.name for event in stored.do(llk.Command.parse("pick 1,3"), at=1.25)] == ["linked"]
    assert (before.version, stored.game.version, stored.version) == (0, 2, 2)
    assert read_table(store) == [(stored.id, 1, 1000, "pick 1,2"), (stored.id, 2, 1250, "pick 1,3")]
    again = store.open(stored.id)
    assert stored_state(again.game) == stored_state(stored.game)
    again.do("play 2,2-2,3", at=2)
    again.do("play 1,1-1,4", at=3)
    assert store.open(stored.id).game.state == "won"


def test_a_refused_command_writes_nothing(store: Store) -> None:
    stored = store.begin(new_game())
    before = read_table(store, "games")
    assert [event.name for event in stored.do("play 1,1-1,2", at=5)] == ["refused"]
    with pytest.raises(llk.ParseError):
        stored.do("dance")
    with pytest.raises(llk.BadTime):
        stored.do("hint", at=4)
    assert (read_table(store), read_table(store, "games")) == ([], before)
    assert stored.game.at == 5


@only_sqlite
def test_commits_survive_a_power_cut(store: Store) -> None:
    """As far as SQLite can guarantee: a write-ahead log that is flushed at every commit."""
    with store._database.reading() as connection:
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_elapsed_time_is_stored(store: Store) -> None:
    stored = store.begin(new_game(limit=60))
    assert stored.do("tick", at=40) == []
    assert read_table(store) == []
    again = store.open(stored.id)
    assert (again.game.at, again.game.seconds_left()) == (40, 20)
    assert [event.name for event in again.do("tick", at=61)] == ["lost"]
    assert store.open(stored.id).game.loss == "time"


def test_a_started_game_is_stored_with_its_entries(store: Store) -> None:
    game = new_game()
    for command in ("play 1,2-1,3", "undo", "redo"):
        game.do(command, at=2)
    game.do("play 1,1-1,2", at=99)  # refused, but time has passed
    stored = store.begin(game)
    (summary,) = store.games()
    assert (summary.pairs, summary.tiles, summary.seconds) == (1, 4, 99)
    assert store.open(stored.id).game.entries == game.entries
    stored.do("play 2,2-2,3", at=100)
    assert stored_state(store.open(stored.id).game) == stored_state(stored.game)


def test_commands_that_bypassed_the_store_are_written_later(store: Store) -> None:
    stored = store.begin(new_game())
    stored.game.do("play 1,2-1,3", at=1)
    stored.do("play 2,2-2,3", at=2)
    assert stored_state(store.open(stored.id).game) == stored_state(stored.game)


@pytest.fixture(scope="module", params=ENGINES)
def common(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    sqlite = request.param == "sqlite"
    where = tmp_path_factory.mktemp("store") if sqlite else request.getfixturevalue("shared_postgres_url")
    with Store(where) as store:
        yield store


words = st.sampled_from([word for word in llk.COMMANDS if word not in ("pick", "play")])
cells = st.builds("{},{}".format, st.integers(1, 4), st.integers(1, 4))
commands = st.one_of(words, st.builds("pick {}".format, cells), st.builds("play {}-{}".format, cells, cells))


@settings(max_examples=60)
@given(
    board=boards(max_side=4, max_kinds=3),
    timed=st.booleans(),
    undo=st.booleans(),
    when_stuck=st.sampled_from(["shuffle", "ask", "lose"]),
    said=st.lists(st.tuples(commands, st.integers(0, 5000)), max_size=12),
)
def test_any_game_reads_back(
    common: Store, board: llk.Board, timed: bool, undo: bool, when_stuck: str, said: list[tuple[str, int]]
) -> None:
    limit = 12.5 if timed else None
    options = llk.Options(limit=limit, bonus=1.5, hints=2, undo=undo, when_stuck=when_stuck)  # type: ignore[arg-type]
    stored = common.begin(llk.Game(board, options, seed=3))
    plain = stored.game.copy()
    for command, later in said:
        move = board.moves()[0] if command == "hint" and board.moves() else None
        for text in (command, f"play {move}") if move else (command,):
            at = plain.at + later / 1000
            assert stored.do(text, at=at) == plain.do(text, at=at)
    assert stored_state(stored.game) == stored_state(plain)
    found = common.open(stored.id).game
    assert stored_state(found) == stored_state(plain)
    (summary,) = common.games(limit=1)
    assert (summary.id, summary.state, summary.score) == (stored.id, plain.state, plain.score)
    assert (summary.seconds, summary.tiles) == (found.seconds(), plain.board.tile_count)


def test_settings(store: Store) -> None:
    for value in ("mahjong", 3, 1.5, True, None, ["a", 1], {"a": [None]}, "连连看"):
        store.set_setting("faces", value)
        assert store.setting("faces", None) == value
    assert store.setting("sound", default=7) == 7
    with Store(store.location) as other:
        other.set_setting("sound", 9)
    assert store.setting("sound", default=7) == 9
    assert store.setting("sound", default=0.5) == 9.0
    assert store.setting("sound", default="loud") == "loud"  # an older version may have stored another type
    assert store.setting("sound", default=True) is True
    with pytest.raises(TypeError):
        store.set_setting("sound", object())
    with pytest.raises(ValueError):
        store.set_setting("sound", float("nan"))
    with store._database.writing() as connection:
        connection.execute("UPDATE settings SET value = '{' WHERE name = 'sound'")
    assert store.setting("sound", default=7) == 7


def test_a_closed_store_says_so(location: Location) -> None:
    with Store(location) as store:
        stored = store.begin(new_game())
    store.close()
    for use in (
        store.games,
        store.pictures.sets,
        lambda: store.open(stored.id),
        lambda: stored.do("pick 1,1"),
        lambda: store.begin(new_game()),
    ):
        with pytest.raises(StoreError, match="the store is closed"):
            use()
    assert stored.game.entries == ()


# ---- The folder ------------------------------------------------------------------------------------------------------


def folder_on(system: type[PlatformDirsABC]) -> Path:
    with pytest.MonkeyPatch.context() as other:
        other.setattr("platformdirs.PlatformDirs", system)
        return data_folder()


def test_the_folder_of_the_store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("WIN_PD_OVERRIDE_LOCAL_APPDATA", local := r"C:\Users\me\AppData\Local")
    mac = tmp_path / "Library/Application Support/lianliankan"
    for ignored in ("", "relative"):
        monkeypatch.setenv("XDG_DATA_HOME", ignored)
        assert folder_on(Unix) == tmp_path / ".local/share/lianliankan"
        assert folder_on(MacOS) == mac
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert folder_on(Unix) == folder_on(MacOS) == tmp_path / "xdg/lianliankan"
    assert folder_on(Windows) == Path(local) / "lianliankan"
    with Store() as store:
        assert store.path == data_folder() / "lianliankan.db"
        assert store.path.is_relative_to(tmp_path)
        assert sys.platform == "win32" or store.path.parent.stat().st_mode & 0o777 == 0o700


def test_no_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless(path: str) -> str:
        return path

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr("os.path.expanduser", homeless)
    monkeypatch.setenv("HOME", "")
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    with pytest.raises(StoreError, match="your home folder cannot be found"):
        folder_on(Unix)


@pytest.mark.skipif(os.name != "posix", reason="other systems have other file permissions")
def test_only_their_owner_can_read_the_files(tmp_path: Path) -> None:
    """Also in a folder that was there before, and if an earlier version created them."""
    tmp_path.chmod(0o755)
    before = os.umask(0)
    try:
        with Store(tmp_path) as store:
            store.begin(new_game())
            store.backup(tmp_path / "copy.db")
            files = sorted(tmp_path.iterdir())
            assert [file.name for file in files] == [
                "copy.db",
                *(f"lianliankan.db{end}" for end in ("", "-shm", "-wal")),
            ]
            assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
            for file in files:
                file.chmod(0o644)
            with Store(tmp_path):
                assert {stat.S_IMODE(file.stat().st_mode) for file in files[1:]} == {0o600}
    finally:
        os.umask(before)


def test_a_store_that_does_not_exist_can_be_read(tmp_path: Path) -> None:
    with Store(tmp_path / "new", create=False) as store:
        assert (store.games(), store.unfinished(), store.best_lists(), store.pictures.sets()) == ([], None, [], [])
        assert (store.setting("faces", "hanzi"), store.check()) == ("hanzi", [])
        with pytest.raises(NoSuchGame):
            store.open("abc")
        for write in (lambda: store.begin(new_game()), lambda: store.set_setting("faces", "x")):
            with pytest.raises(StoreError, match="it is read-only"):
                write()
        with pytest.raises(StoreError, match="there is no store here"):
            store.backup(tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []


def test_arguments_of_the_wrong_type(store: Store) -> None:
    for id in (None, 5):
        for call in (store.open, store.find, store.remove):
            with pytest.raises(TypeError, match=f"the id of a game must be a text, not {id}"):
                call(id)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a Game, not Board"):
        store.begin(llk.Board.parse("AB/AB"))  # type: ignore[arg-type]
    with pytest.raises(StoreError, match="a setting must be a JSON value, not nan"):
        store.set_setting("x", float("nan"))


def test_a_setting_of_another_type_gives_the_default(store: Store) -> None:
    store.set_setting("nothing", None)
    assert store.setting("nothing", default=0) == 0
    assert store.setting("nothing", default=None) is None
