"""The commands for operators, on both engines: upgrades, backups, moves, players."""

import json
import re
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import psycopg
import pytest

import lianliankan as llk
from lianliankan.faces.custom.import_pictures import Thumbnail
from lianliankan.game.analysis import analyse
from lianliankan.store import Store
from lianliankan.store.database import is_url
from lianliankan.store.maintenance import open_database
from lianliankan.store.rankings import verify_result
from lianliankan.store.schema import TABLES, VERSION
from lianliankan.store.stored_game import StoredGame
from lianliankan.web.http.identity import PlayerCookies, load_cookie_key
from postgres_cluster import PrivateCluster
from support.cli_process import run as run_llk
from support.patience import PATIENCE
from support.raced import fill_races
from support.stored_games import new_game, win_game

_NUMBERS = count(1)
LLK = [str(Path(sys.executable).parent / "llk")]


def run(*words: object, given: str = "") -> subprocess.CompletedProcess[str]:
    return run_llk("admin", *map(str, words), given=given)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.full)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new store may be."""
    return str(tmp_path / "site") if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def other_url(postgres_cluster: PrivateCluster) -> Iterator[str]:
    """Another empty database."""
    name = f"other{next(_NUMBERS)}"
    yield postgres_cluster.create_database(name)
    postgres_cluster.drop_database(name)


def fill(place: str) -> bytes:
    """Make a store with something in every table, and return the key of its cookies."""
    with Store(place) as store:
        key = load_cookie_key(store)
        store.set_setting("faces", "opera")
        win_game(store)
        ann = store.of_player("ann")
        day = win_game(ann, "daily", day="2026-11-15")
        game = ann.open(day).game
        ann.save_analysis(day, analyse(game))
        result = verify_result(game)
        assert result is not None
        assert ann.rankings.save(day, result)
        ann.begin(new_game("classic")).do("hint", at=1.5)
        store.players.sign_up("ann")
        store.players.rename("ann", "Ann 安")
        store.players.add_device("ann")
        store.players.issue("link", "ann")
        store.secret("another", b"\0secret\xff")
        ann.pictures.add_to_set("zoo ☺", [Thumbnail(label, b"\0\xff" + label.encode()) for label in ("panda", "熊")])
        with store._database.writing() as connection:
            connection.execute(
                "INSERT INTO passkeys (id, player, public_key, sign_count, browser, system, created, used) "
                "VALUES ('pk', 'ann', ?, 3, 'Firefox', 'Linux', 1, 2)",
                (bytes(range(256)),),
            )
            connection.execute("INSERT INTO imports (player, origin, game) VALUES ('ann', 'there', ?)", (day,))
        store.of_player("bob").begin(new_game())
        fill_races(store, "ann", "bob")
        return key


def contents(place: str) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of all tables, with their numbers where these count."""
    database = open_database(place, create=False)
    try:
        with database.reading() as connection:
            found = {}
            for name, table in TABLES.items():
                columns = ("rowid", *table.names) if table.is_ordered else table.names
                rows = connection.execute(f"SELECT {', '.join(columns)} FROM {name}").fetchall()
                found[name] = sorted((tuple(row) for row in rows), key=repr)
            return found
    finally:
        database.close()


def test_a_store_is_created_and_upgraded_by_one_of_many(place: str, tmp_path: Path) -> None:
    done = run("migrate", "--check", "--store", place)
    assert (done.returncode, done.stdout) == (1, f"the store does not exist; this program needs version {VERSION}\n")
    command = [*LLK, "admin", "migrate", "--store", place]
    many = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    said = [each.communicate()[1] for each in many]
    assert [(text, each.returncode) for text, each in zip(said, many, strict=True)] == 3 * [("", 0)]
    done = run("migrate", "--check", "--store", place)
    assert (done.returncode, done.stdout) == (0, f"the store has version {VERSION}, as this program needs\n")
    assert run("players", "--store", place).stdout == "no players\n"


def test_a_store_moves_to_postgresql_and_back_and_stays_the_same(tmp_path: Path, postgres_url: str) -> None:
    first, last = str(tmp_path / "first"), str(tmp_path / "last")
    key = fill(first)
    before = contents(first)
    assert all(before.values()), "every table has rows"
    with Store(postgres_url) as started:  # a server was tried, and has made a key
        load_cookie_key(started)
    done = run("move", first, postgres_url)
    assert done.returncode == 0, done.stderr
    assert re.match(r"copied 4 games with \d+ commands, \d+ rows in all\n", done.stdout)
    assert "comparing games: 4\n" in done.stderr
    between = contents(postgres_url)
    with Store(postgres_url) as store:
        assert load_cookie_key(store) == key, "cookies stay valid"
        assert store.check() == []
        assert store.of_player("ann").pictures.by_name("zoo ☺").pictures[0].label == "panda"
    assert run("move", postgres_url, last).returncode == 0
    assert (
        contents(last)
        == before
        == {
            **between,
            "secrets": before["secrets"],
            "settings": before["settings"],
        }
    )
    with Store(last) as store:
        assert PlayerCookies(load_cookie_key(store)).sign("ann") == PlayerCookies(key).sign("ann")
        assert store.begin(new_game()).id, "and the row numbers go on"
    assert stat.S_IMODE(Path(last, "cookie.key").stat().st_mode) == 0o600
    with Store(postgres_url) as store:
        store.begin(new_game())
        assert store.games(limit=1)[0].id == store.unfinished().id  # type: ignore[union-attr]


def test_a_store_is_copied_only_into_an_empty_one(place: str, tmp_path: Path) -> None:
    fill(place)
    before = contents(place)
    other = str(tmp_path / "other")
    with Store(other) as store:
        win_game(store)
    done = run("move", other, place)
    assert done.returncode == 2
    assert re.fullmatch(r"llk: .*: this store is not empty; name a new one\n", done.stderr)
    assert contents(place) == before
    done = run("move", tmp_path / "nowhere", place)
    assert (done.returncode, done.stderr) == (2, f"llk: {tmp_path}/nowhere/lianliankan.db: there is no store here\n")


def test_a_damaged_game_is_copied_as_it_is_and_named(place: str, tmp_path: Path) -> None:
    source = str(tmp_path / "source")
    with Store(source) as store:
        id = win_game(store)
        with store._database.writing() as connection:
            connection.execute("UPDATE commands SET at = at + 1")
    done = run("move", source, place)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (0, f"llk: game {id} is damaged, also in the copy")
    assert contents(place)["commands"] == contents(source)["commands"]
    done = run("check", "--store", place)
    assert (done.returncode, done.stdout) == (1, f"game {id}\n")
    copy = tmp_path / "copy.db"
    done = run("backup", copy, "--store", place)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (0, f"llk: game {id} is damaged, also in the copy")


KILLED_MOVE = """
import os, signal, sys
from lianliankan.store.maintenance import copy_store, open_database

def report(step, done, total):
    if step == "comparing rooms":
        os.kill(os.getpid(), signal.SIGKILL)

copy_store(open_database(sys.argv[1], create=False), open_database(sys.argv[2]), report=report)
"""


@pytest.mark.kills
def test_a_move_that_is_killed_leaves_the_target_empty(place: str, tmp_path: Path) -> None:
    source = str(tmp_path / "source")
    with Store(source) as store:
        store.begin(new_game())
    before = contents(source)
    killed = subprocess.run([sys.executable, "-c", KILLED_MOVE, source, place], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert not any(contents(place).values())
    assert run("move", source, place).returncode == 0
    assert contents(place) == before


def test_a_backup_is_one_file_for_both_engines(place: str, tmp_path: Path, other_url: str) -> None:
    key = fill(place)
    before = contents(place)
    copy, folder = tmp_path / "copy.db", str(tmp_path / "again")
    with Store(place) as store:
        going_on = store.of_player("bob").games()[0].id
        done = run("backup", copy, "--store", place)
        assert done.returncode == 0, done.stderr
        assert re.fullmatch(rf"{copy}: 0\.\d MB\n", done.stdout)
        store.of_player("bob").open(going_on).do("hint")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("copy")] == ["copy.db"]
    for target in (folder, other_url):
        done = run("restore", copy, "--store", target)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("restored 4 games with ")
        found = contents(target)
        for table in before:
            if table not in ("secrets", "settings"):
                assert found[table] == before[table], table
        with Store(target) as store:
            assert load_cookie_key(store) == key
            assert store.setting("faces", default="") == "opera"
            assert store.secret("another", b"") == b"\0secret\xff"
    done = run("restore", copy, "--store", folder)
    assert (done.returncode, done.stderr.endswith(": this store is not empty; name a new one\n")) == (2, True)
    done = run("backup", copy, "--store", place)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        2,
        f"llk: {copy}: this file exists already; name a new one",
    )


def test_a_backup_of_a_store_in_use_is_that_of_one_moment(place: str, tmp_path: Path) -> None:
    copy, folder, is_over = tmp_path / "copy.db", tmp_path / "again", threading.Event()

    def play(stored: StoredGame) -> None:
        while not is_over.is_set():
            stored.do("pause")
            stored.do("resume")

    with Store(place) as store, ThreadPoolExecutor() as threads:
        games = {name: store.of_player(name).begin(new_game()) for name in ("ann", "bob")}
        for game in games.values():
            game.do("hint")
        playing = [threads.submit(play, game) for game in games.values()]
        try:
            done = run("backup", copy, "--store", place)
        finally:
            is_over.set()
        for each in playing:
            each.result(PATIENCE)
    assert (done.returncode, "damaged" in done.stderr) == (0, False), done.stderr
    assert run("restore", copy, "--store", folder).returncode == 0
    assert run("check", "--store", folder).stdout == "nothing is damaged\n"
    with Store(folder) as store:
        for name, game in games.items():
            assert 1 <= store.of_player(name).open(game.id).version <= game.version


def test_what_is_no_backup_is_not_restored(tmp_path: Path) -> None:
    for name, content in (("text.db", b"hello"), ("empty.db", b"")):
        (tmp_path / name).write_bytes(content)
        done = run("restore", tmp_path / name, "--store", tmp_path / "new")
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert done.stderr.startswith(f"llk: {tmp_path / name}: ")
        assert not (tmp_path / "new").exists()


def test_races_to_look_at_and_rooms_are_listed(place: str) -> None:
    fill(place)
    listed = run("races", "--store", place).stdout
    assert listed.startswith("1 race in all, 1 race to look at, 1 room open\n")
    assert re.search(r"race-1  sprint .* ann +name ann +100 ms +100 ms\n", listed)
    assert re.search(r"[B-Z]{6}  sprint  waiting  yes +2 +0 +6  Racing Ann", listed)
    found = json.loads(run("races", "--json", "--store", place).stdout)
    (race,), (room,) = found["races"], found["rooms"]
    assert race["too_fast"] == [
        {"seat": 1, "mean": 100.0, "streak": 100.0, "player": "ann", "name": "name ann", "rank": 1}
    ]
    assert (room["people"], room["host"], found["total"]) == (2, "Racing Ann", 1)
    assert run("races", "--done", "race-1", "--store", place).stdout == "race race-1 is off the list\n"
    assert run("races", "--done", "race-1", "--store", place).returncode == 1
    assert json.loads(run("races", "--json", "--store", place).stdout)["races"] == []


def test_players_are_listed_found_and_forgotten(place: str) -> None:
    fill(place)
    listed = run("players", "--store", place).stdout.splitlines()
    assert [line.split()[0] for line in listed] == ["id", "ann", "bob"]
    assert re.match(r"ann  Ann 安 +2 +2  \d{4}-\d\d-\d\d \d\d:\d\d$", listed[1])
    (found,) = json.loads(run("players", "--name", "aNN", "--json", "--store", place).stdout)
    assert (found["id"], found["name"], found["games"], found["devices"]) == ("ann", "Ann 安", 2, 2)
    assert run("players", "--name", "%", "--store", place).returncode == 1
    assert json.loads(run("players", "--after", "ann", "--json", "--store", place).stdout)[0]["id"] == "bob"

    done = run("forget", "Ann 安", "--store", place, given="n\n")
    assert done.returncode == 130
    assert "Delete Ann 安 (ann), with 2 games?" in done.stdout + done.stderr
    done = run("forget", "Ann 安", "--yes", "--store", place)
    assert (done.returncode, done.stdout) == (0, "deleted Ann 安 (ann), with 2 games\n")
    left = contents(place)
    assert "ann" not in repr({table: rows for table, rows in left.items() if table != "tokens"})
    assert len(left["games"]) == 2
    for id in ("ann", "-Ann"):  # an id may begin with a dash
        done = run("forget", id, "--yes", "--store", place)
        assert (done.returncode, done.stderr) == (1, f"llk: there is no player '{id}'\n")


def test_bad_input_is_one_line(tmp_path: Path) -> None:
    for words in (
        ("migrate", "--store", "mysql://here"),
        ("players", "--store", "postgresql://nobody@127.0.0.1:1/nothing"),
        ("check", "--store", tmp_path / "nowhere"),
        ("backup", tmp_path / "copy.db", "--store", tmp_path / "nowhere"),
        ("restore", tmp_path / "nothing.db", "--store", tmp_path / "nowhere"),
        ("move", tmp_path, "ftp://there"),
        ("players", "--limit", "many"),
        ("players", "--limit", "10001"),  # a database takes only so many values in a query
    ):
        done = run(*words)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), words
    assert list(tmp_path.iterdir()) == []


def test_a_bad_url_does_not_show_the_password() -> None:
    for url in ("llk:secret@[::1/games", "llk:se@secret@here/games", "llk:se/secret@here/games", "llk:s:secret@here/a"):
        done = run("migrate", "--store", f"postgresql://{url}")
        assert done.returncode == 2
        assert "secret" not in done.stderr


def test_the_database_of_another_program_stays_as_it_is(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        connection.execute("CREATE TABLE users (id INTEGER)")
    done = run("migrate", "--store", postgres_url)
    assert done.returncode == 2
    assert "this database belongs to another program, with a table 'users'" in done.stderr
    with psycopg.connect(postgres_url) as connection:
        assert connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (1,)


def test_a_newer_store_needs_another_program(place: str) -> None:
    run("migrate", "--store", place)
    database = open_database(place)
    with database.writing() as connection:
        newer = "UPDATE store_version SET version = 99" if is_url(place) else "PRAGMA user_version = 99"
        connection.execute(newer)
    database.close()
    done = run("migrate", "--check", "--store", place)
    assert done.returncode == 2
    assert "made by a newer version of lianliankan" in done.stderr


def test_the_store_can_be_named_by_the_environment(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.of_player("eve").begin(llk.Game(llk.Board.parse("AB/AB")))
    done = run_llk("admin", "players", env={"LLK_STORE": str(tmp_path)})
    assert done.stdout.splitlines()[1].startswith("eve ")
