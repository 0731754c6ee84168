"""What can be wrong with a store: disks, locks, other files, damaged games, old and new versions."""

import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

import lianliankan as llk
from lianliankan.errors import DamagedGame, StoreError
from lianliankan.store import Store
from lianliankan.store import database as store_file
from lianliankan.store.migrations import STEPS
from support.old_stores import BEGUN, write_first, write_second, write_third
from support.store_player import game_with_entries
from support.stored_games import looks, new, rows, run, won


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as store:
        yield store


def change(store: Store, command: str, *values: object) -> None:
    """Write into the file behind the store's back."""
    with closing(sqlite3.connect(store.path)) as connection, connection:
        assert connection.execute(command, values).rowcount > 0


def child(program: str, *words: object) -> str:
    """Run a program of its own that ends by printing what went wrong."""
    command = [sys.executable, "-c", program, *map(str, words)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


# ---- Writing that fails ----------------------------------------------------------------------------------------------


def full(connection: sqlite3.Connection) -> Callable[[], object]:
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    return lambda: connection.execute("PRAGMA max_page_count = 1000000")


def read_only(connection: sqlite3.Connection) -> Callable[[], object]:
    connection.execute("PRAGMA query_only = ON")
    return lambda: connection.execute("PRAGMA query_only = OFF")


@pytest.mark.parametrize(("fail", "problem"), [(full, "the disk is full"), (read_only, "it may not be written")])
def test_a_command_that_cannot_be_written_was_not_done(
    store: Store, fail: Callable[[sqlite3.Connection], Callable[[], object]], problem: str
) -> None:
    stored = store.begin(new())
    repair = fail(store._database._connection)
    known = []

    def play() -> None:
        for _ in range(10_000):  # until the pages are full
            known.append(looks(stored.game))
            stored.do("pick 1,1", at=stored.game.at + 1)

    with pytest.raises(StoreError, match=f"{store.path}: {problem}"):
        play()
    before = known[-1]
    assert looks(stored.game) == before
    assert looks(store.open(stored.id).game) == before
    with pytest.raises(StoreError, match=problem):
        store.begin(game_with_entries(1))
    assert len(store.games()) == 1
    repair()
    stored.do("play 1,2-1,3")
    assert looks(store.open(stored.id).game) == looks(stored.game)


def test_a_disk_that_ends(tmp_path: Path) -> None:
    """The system refuses to make files larger: SQLite learns it from the write itself."""
    program = """
import resource, sys
from pathlib import Path
import lianliankan as llk
from lianliankan.errors import StoreError
from lianliankan.store import Store
with Store(Path(sys.argv[1])) as store:
    stored = store.begin(llk.Game(llk.Board.parse("AB/AB")))
    largest = max(file.stat().st_size for file in Path(sys.argv[1]).iterdir())
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest + 50_000, resource.RLIM_INFINITY))
    try:
        while True:
            stored.do("pick 1,1")
    except StoreError as problem:
        print(len(stored.game.entries), str(problem).rpartition(": ")[2])
"""
    done, _, problem = child(program, tmp_path).partition(" ")
    assert problem in ("the disk cannot be read or written", "the disk is full")
    with Store(tmp_path) as store:
        (summary,) = store.games()
        assert len(store.open(summary.id).game.entries) == int(done) > 0


def test_another_program_that_does_not_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_file, "BUSY_SECONDS", 0.05)
    with Store(tmp_path) as store, closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        stored = store.begin(new())
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program is using it and does not let go"):
            stored.do("pick 1,1")
        assert stored.game.picked is None
        assert store.open(stored.id).game.entries == ()  # reading does not wait
        other.execute("ROLLBACK")
        stored.do("pick 1,1")
        assert len(store.open(stored.id).game.entries) == 1


# ---- Games that are damaged ------------------------------------------------------------------------------------------

DAMAGES = [
    ("UPDATE commands SET command = 'dance' WHERE game = ? AND number = 2", 2, "'dance' is no command"),
    ("UPDATE commands SET command = 'play 1,1-2,2' WHERE game = ? AND number = 2", 2, "refused: different kinds"),
    ("UPDATE commands SET command = 'tick' WHERE game = ? AND number = 2", 2, "tick: it changes nothing"),
    ("UPDATE commands SET command = x'ff20' WHERE game = ? AND number = 2", 2, "it is not a time and a command"),
    ("UPDATE commands SET command = CAST(x'ff20' AS TEXT) WHERE game = ? AND number = 2", 2, "is no command"),
    ("UPDATE commands SET at = 'late' WHERE game = ? AND number = 2", 2, "it is not a time and a command"),
    ("UPDATE commands SET at = -1 WHERE game = ? AND number = 2", 2, "a time is a number of seconds"),
    ("UPDATE commands SET at = 9000 WHERE game = ? AND number = 1", 2, "before the last command"),
    ("UPDATE commands SET at = 99000 WHERE game = ? AND number = 3", 3, "the time was up before it"),
    ("UPDATE commands SET number = 0 WHERE game = ? AND number = 2", 1, "it is missing"),
    ("DELETE FROM commands WHERE game = ? AND number = 2", 2, "it is missing"),
    ("DELETE FROM commands WHERE game = ? AND number = 3", 0, "the store has entries '3', playing it again gives '2'"),
    ("DELETE FROM commands WHERE game = ?", 0, "the store has entries '3', playing it again gives '0'"),
    ("UPDATE commands SET at = 4000 WHERE game = ? AND number = 3", 0, "the store has at '3000'"),
    ("UPDATE games SET score = 9999 WHERE id = ?", 0, "the store has score '9999', playing it again gives '"),
    ("UPDATE games SET mode = 'classic' WHERE id = ?", 0, "the store has mode 'classic'"),
    ("UPDATE games SET head = '{' WHERE id = ?", 0, "how it began cannot be read: the text is broken"),
    ("UPDATE games SET head = '{}' WHERE id = ?", 0, "how it began cannot be read: the version is missing"),
    ("UPDATE games SET head = replace(head, '\"version\":1', '\"version\":99') WHERE id = ?", 0, "newer version"),
    ("UPDATE games SET head = replace(head, '1 2', '1 x') WHERE id = ?", 0, "how it began cannot be read: line"),
]


@pytest.mark.parametrize(("damage", "entry", "problem"), DAMAGES)
def test_a_damaged_game_says_where_and_others_go_on(store: Store, damage: str, entry: int, problem: str) -> None:
    sound, id = won(store), won(store, limit=90)
    change(store, damage, id)
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


def test_a_list_of_games_with_a_time_that_is_none(store: Store) -> None:
    id = won(store)
    change(store, "UPDATE games SET begun = 'yesterday', changed = 9223372036854775807 WHERE id = ?", id)
    assert [game.begun.year for game in store.games()] == [1970]


# ---- Files that are no stores ----------------------------------------------------------------------------------------


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("CREATE TABLE birds (name TEXT); INSERT INTO birds VALUES ('wren');")


def foreign_by_name(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("PRAGMA application_id = 252006; VACUUM;")


def newer(path: Path) -> None:
    with Store(path.parent) as store:
        store.begin(new())
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"PRAGMA user_version = {len(STEPS) + 1}; PRAGMA wal_checkpoint(TRUNCATE);")


def torn(path: Path) -> None:
    """Of a whole store, the first page with its middle gone."""
    with Store(path.parent) as store:
        store.begin(new())
    whole = bytearray(path.read_bytes())
    whole[100:4096] = bytes(3996)
    path.write_bytes(whole)


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda path: path.write_bytes(b"This is my diary. " * 500), "this is no store of games"),
        (lambda path: path.write_bytes(b"x"), "this is no store of games"),
        (foreign, "this is another program's database"),
        (foreign_by_name, "this is another program's database"),
        (newer, "made by a newer version of lianliankan"),
        (torn, "the file is damaged"),
        (Path.mkdir, "it cannot be opened or made"),
    ],
)
def test_files_that_are_no_stores_stay_as_they_are(
    tmp_path: Path, make: Callable[[Path], object], problem: str
) -> None:
    path = tmp_path / "lianliankan.db"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    for _ in range(2):
        with pytest.raises(StoreError, match=f"{path}: {problem}"):
            Store(tmp_path)
    assert (path.read_bytes() if path.is_file() else None) == before


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    (tmp_path / "lianliankan.db").touch()
    with Store(tmp_path) as store:
        assert store.games() == []


def test_folders_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file")
    for folder in (tmp_path / "file", tmp_path / "file" / "in"):
        with pytest.raises(StoreError, match=f"{folder}: (File exists|Not a directory)"):
            Store(folder)


def test_folders_that_may_not_be_written() -> None:
    """A program without rights meets a folder that is not its own, and a store in one."""
    program = """
import os, sys
from pathlib import Path
import lianliankan as llk
from lianliankan.errors import StoreError
from lianliankan.store import Store
if os.getuid() == 0:
    os.setuid(65534)
for folder in (Path(sys.argv[1]), Path(sys.argv[1]) / "deeper"):
    try:
        Store(folder)
        print("it could")
    except StoreError as problem:
        print(problem)
"""
    if not hasattr(os, "getuid"):
        pytest.skip("there are no users here")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o555)
        said = child(program, folder).splitlines()
        assert said == [f"{folder}/lianliankan.db: it cannot be opened or made", f"{folder}/deeper: Permission denied"]
        folder.chmod(0o755)
        with Store(folder):
            pass
        folder.chmod(0o555)
        (folder / "lianliankan.db").chmod(0o444)
        assert child(program, folder).startswith(f"{folder}/lianliankan.db: it ")
        folder.chmod(0o755)


# ---- Old versions ----------------------------------------------------------------------------------------------------


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


def test_the_first_version_comes_up_to_date(tmp_path: Path) -> None:
    games = old_games()
    write_first(tmp_path / "old", games)
    with Store(tmp_path / "old") as store, Store(tmp_path / "fresh") as fresh:
        for id, game in games.items():
            assert looks(store.open(id).game) == looks(game)
            fresh.begin(game)
        assert [game.id for game in store.games()] == list(reversed(games))
        for old, now in zip(store.games(), fresh.games(), strict=True):
            for name in ("mode", "size", "state", "score", "seconds", "pairs", "tiles", "level", "gravity", "deal"):
                assert getattr(old, name) == getattr(now, name)
        assert round(store.games()[-1].begun.timestamp() * 1_000_000) == BEGUN
        stored = store.open("new")
        stored.do("hint", at=2)
        assert looks(store.open("new").game) == looks(stored.game)
    assert tables(tmp_path / "old") == tables(tmp_path / "fresh")


def test_the_second_version_comes_up_to_date(tmp_path: Path) -> None:
    games = old_games()
    write_second(tmp_path / "old", games, {"faces": "hanzi", "sound": False})
    with Store(tmp_path / "old") as store, Store(tmp_path / "fresh"):
        assert [game.id for game in store.games()] == list(reversed(games))
        for id, game in games.items():
            assert looks(store.open(id).game) == looks(game)
        assert (store.setting("faces", ""), store.setting("sound", default=True)) == ("hanzi", False)
        other = store.of_player("somebody")
        assert (other.games(), other.setting("faces", "")) == ([], "")
    assert tables(tmp_path / "old") == tables(tmp_path / "fresh")


def test_the_third_version_comes_up_to_date(tmp_path: Path) -> None:
    games = old_games()
    write_third(tmp_path / "old", games, {"faces": "hanzi"})
    with Store(tmp_path / "old") as store, Store(tmp_path / "fresh"):
        for id, game in games.items():
            assert looks(store.open(id).game) == looks(game)
        assert store.setting("faces", "") == "hanzi"
        assert (store.pictures.sets(), store.pictures.draft()) == ([], None)
    assert tables(tmp_path / "old") == tables(tmp_path / "fresh")


def test_an_old_store_with_a_damaged_game_comes_up_to_date(tmp_path: Path) -> None:
    games = old_games()
    path = write_first(tmp_path, games)
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
        assert looks(store.open("old3").game) == looks(games["old3"])
        assert {game.id for game in (*store.games(over=True), *store.games(over=False))} == set(games) - {
            "old1",
            "old2",
        }


def test_programs_that_bring_an_old_store_up_to_date_at_once(tmp_path: Path) -> None:
    games = {f"game{number}": game_with_entries(number % 3) for number in range(60)}
    write_first(tmp_path, games)
    with ExitStack() as running:
        for player in [running.enter_context(run("open", tmp_path)) for _ in range(3)]:
            assert player.communicate()[0] == "ready\n60\n"
            assert player.wait() == 0
    with Store(tmp_path) as store:
        assert all(store.open(id).game.entries == game.entries for id, game in games.items())


def test_a_step_that_fails_leaves_the_old_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_first(tmp_path, old_games())
    before = tables(tmp_path)

    def breaks(connection: sqlite3.Connection) -> None:
        STEPS[1](connection)
        raise sqlite3.OperationalError("out of luck")

    with monkeypatch.context() as patched:
        patched.setattr("lianliankan.store.migrations.STEPS", (STEPS[0], breaks))
        with pytest.raises(StoreError, match="out of luck"):
            Store(tmp_path)
        assert tables(tmp_path) == before
    with Store(tmp_path) as store:
        assert len(store.games()) == 6
        assert len(rows(store)) > 100
