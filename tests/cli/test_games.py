"""The commands for stored games."""

import json
import re
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from lianliankan.records.record import to_record
from lianliankan.store import Store
from support.cli_process import run as run_llk
from support.stored_games import new_game, win_game


def run(folder: Path, *words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run `llk games` with an empty default store."""
    return run_llk("games", *words, given=given, env={"XDG_DATA_HOME": str(folder), "HOME": str(folder)})


@pytest.fixture
def ids(tmp_path: Path) -> list[str]:
    """A store with three games: a lost level, a daily game in progress and a won game."""
    with Store(tmp_path) as store:
        level = store.begin(new_game("campaign", level=3, lives=2))
        level.do("give-up", at=62)
        daily = store.begin(new_game("daily", day="2026-11-15"))
        daily.do(f"play {daily.game.board.moves()[0]}", at=3723.5)
        return [level.id, daily.id, win_game(store, "classic")]


def test_no_games_yet(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, "no games\n", "")
    assert json.loads(run(tmp_path, "--json").stdout) == []
    done = run(tmp_path, "best")
    assert (done.returncode, done.stdout) == (1, "no wins yet\n")


READING = [
    ([], 1),
    (["--json"], 1),
    (["best"], 1),
    (["best", "classic", "8x18"], 1),
    (["save", "zz"], 2),
    (["save", "zz", "--good"], 2),
    (["remove", "zz"], 2),
    (["load", "no such file"], 2),
    (["check"], 2),
    (["backup", "copy.db"], 2),
]


@pytest.mark.parametrize(("words", "code"), READING)
def test_reading_creates_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], code: int) -> None:
    monkeypatch.chdir(tmp_path)
    for data in ([], ["--data", str(tmp_path / "new")]):
        done = run(tmp_path, *data, *words)
        assert (done.returncode, done.stderr.count("\n")) == (code, code == 2)
    assert list(tmp_path.iterdir()) == []


def test_games_are_created_in_the_folder_of_the_system(tmp_path: Path) -> None:
    assert run(tmp_path, "load", "-", given=to_record(new_game())).returncode == 0
    assert len(list(tmp_path.rglob("lianliankan/lianliankan.db"))) == 1


def test_backup(tmp_path: Path, ids: list[str]) -> None:
    copy = tmp_path / "copy.db"
    with Store(tmp_path) as store:  # so that the games are in the log, and not in the file
        going_on = store.open(ids[1])
        going_on.do("pause")
        done = run(tmp_path, "backup", str(copy), "--data", str(tmp_path))
        assert (done.returncode, done.stderr) == (0, "")
        assert re.fullmatch(rf"{copy}: 0\.[0-9] MB\n", done.stdout)
        before = copy.read_bytes()
        done = run(tmp_path, "backup", str(copy), "--data", str(tmp_path))
        assert (done.returncode, done.stderr) == (2, f"llk: {copy}: this file exists already; name a new one\n")
        assert copy.read_bytes() == before
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        going_on.do("resume")
    (tmp_path / "restored").mkdir()
    copy.rename(tmp_path / "restored" / "lianliankan.db")
    with Store(tmp_path / "restored") as store:
        assert {game.id for game in store.games()} == set(ids)
        assert store.open(ids[1]).game.state == "paused"
    assert len([file for file in tmp_path.iterdir() if "copy" in file.name]) == 0


def test_check_and_backup_name_what_is_damaged(tmp_path: Path, ids: list[str]) -> None:
    done = run(tmp_path, "check", "--data", str(tmp_path))
    assert (done.returncode, done.stdout) == (0, "nothing is damaged\n")
    with closing(sqlite3.connect(tmp_path / "lianliankan.db")) as connection, connection:
        connection.execute("UPDATE commands SET at = at + 1 WHERE game = ? AND number = 1", (ids[2],))
    done = run(tmp_path, "check", "--data", str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (1, f"game {ids[2]}\n", "")
    done = run(tmp_path, "backup", str(tmp_path / "copy.db"), "--data", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, f"llk: game {ids[2]} is damaged, also in the copy\n")
    (tmp_path / "lianliankan.db").write_bytes((tmp_path / "lianliankan.db").read_bytes()[:9000])
    for words in (["check"], ["backup", str(tmp_path / "other.db")], []):
        done = run(tmp_path, *words, "--data", str(tmp_path))
        assert (done.returncode, done.stdout) == (2, "")
        assert f"{tmp_path}/lianliankan.db: the file is damaged" in done.stderr
    assert not (tmp_path / "other.db").exists()


def test_list(tmp_path: Path, ids: list[str]) -> None:
    level, daily, classic = ids
    done = run(tmp_path, "--data", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    day = r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}"
    lines = [
        "id      mode              size  state    score     time  when",
        f"{classic}  classic           2x4   won \\*\\*\\* +[0-9]+     0:03  {day}",
        f"{daily}  daily 2026-11-15  8x18  playing +[0-9]+  1:02:03  {day}",
        f"{level}  campaign 3        6x10  lost         0     1:02  {day}",
    ]
    assert len(done.stdout.splitlines()) == 4
    for line, wanted in zip(done.stdout.splitlines(), lines, strict=True):
        assert re.fullmatch(wanted, line), line


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ([], [2, 1, 0]),
        (["--over"], [2, 0]),
        (["--running"], [1]),
        (["--mode", "classic"], [2]),
        (["--mode", "classic", "--running"], []),
        (["--limit", "2"], [2, 1]),
    ],
)
def test_list_as_json(tmp_path: Path, ids: list[str], words: list[str], wanted: list[int]) -> None:
    done = run(tmp_path, "--data", str(tmp_path), "--json", *words)
    found = json.loads(done.stdout)
    assert done.returncode == (0 if wanted else 1)
    assert [game["id"] for game in found] == [ids[number] for number in wanted]
    with Store(tmp_path) as store:
        for game in found:
            (summary,) = [other for other in store.games() if other.id == game["id"]]
            assert {name: getattr(summary, name) for name in game} == game | {
                "begun": summary.begun,
                "changed": summary.changed,
            }
            assert game["begun"] == summary.begun.isoformat()


def test_best(tmp_path: Path, ids: list[str]) -> None:
    with Store(tmp_path) as store:
        slow, timed = win_game(store, "classic", seconds=60), win_game(store, "timed")
    done = run(tmp_path, "best", "--data", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    first = [line.split(" ")[0] for line in done.stdout.splitlines()]
    assert first == ["classic,", "id", ids[2], slow, "", "timed,", "id", timed]
    done = run(tmp_path, "--data", str(tmp_path), "best", "classic", "2×4", "--json", "--limit", "1")
    assert [game["id"] for game in json.loads(done.stdout)] == [ids[2]]
    assert run(tmp_path, "best", "classic", "8x18", "--data", str(tmp_path)).returncode == 1
    assert run(tmp_path, "best", "expert", "--data", str(tmp_path), "--json").stdout == "[]\n"


def test_save_and_load(tmp_path: Path, ids: list[str]) -> None:
    with Store(tmp_path) as store:
        record = to_record(store.open(ids[1]).game)
    done = run(tmp_path, "save", ids[1], "--data", str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, record + "\n", "")
    assert run(tmp_path, "--data", str(tmp_path), "save", ids[1], str(tmp_path / "game.json")).stdout == ""
    assert (tmp_path / "game.json").read_text() == record + "\n"
    other = tmp_path / "other"
    for file, given in ((str(tmp_path / "game.json"), ""), ("-", record)):
        done = run(tmp_path, "load", file, "--data", str(other), given=given)
        assert (done.returncode, done.stderr) == (0, "")
        with Store(other) as store:
            kept = store.open(done.stdout.strip())
            assert to_record(kept.game) == record


def test_a_bad_record_is_not_loaded(tmp_path: Path) -> None:
    game = new_game()
    game.do("play 1,2-1,3", at=1)
    game.do("play 2,2-2,3", at=2)
    bad = to_record(game).replace("play 2,2-2,3", "play 1,1-1,4")
    done = run(tmp_path, "load", "-", given=bad)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"llk: standard input: entry 2: .*\n", done.stderr)
    (tmp_path / "bad.json").write_text("AB/AB")
    done = run(tmp_path, "load", str(tmp_path / "bad.json"))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(f"llk: {tmp_path / 'bad.json'}: ")
    assert run(tmp_path).stdout == "no games\n"


def test_without_a_store(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "typo"))
    done = run(tmp_path, "remove", "abcdef", *data)
    assert (done.returncode, done.stderr) == (2, "llk: there is no game 'abcdef'\n")
    done = run(tmp_path, "check", *data)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"llk: {tmp_path}/typo/lianliankan.db: there is no store here\n"


def test_best_names_the_modes(tmp_path: Path) -> None:
    done = run(tmp_path, "best", "nomode")
    assert done.returncode == 2
    assert "unknown mode 'nomode' (choose from classic, relaxed, " in done.stderr


def test_a_saved_game_replaces_no_file(tmp_path: Path, ids: list[str]) -> None:
    out = tmp_path / "game.rec"
    words = ("save", ids[0], str(out), "--data", str(tmp_path))
    assert run(tmp_path, *words).returncode == 0
    before = out.read_bytes()
    done = run(tmp_path, *words)
    assert (done.returncode, done.stderr) == (2, f"llk: {out}: this file exists already; name a new one\n")
    assert out.read_bytes() == before
    assert run(tmp_path, "save", ids[0], "/dev/null", "--data", str(tmp_path)).returncode == 0


def test_a_few_letters_do_not_remove_a_game(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        id = store.begin(new_game()).id
    done = run(tmp_path, "remove", id[:3], "--data", str(tmp_path))
    problem = f"llk: type the whole id, or at least its first 4 letters: {id}\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", problem)
    done = run(tmp_path, "remove", id[:4], "--data", str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, f"removed game {id}\n", "")


def test_remove(tmp_path: Path, ids: list[str]) -> None:
    done = run(tmp_path, "remove", ids[0], "--data", str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, f"removed game {ids[0]}\n", "")
    with Store(tmp_path) as store:
        assert [game.id for game in store.games()] == [ids[2], ids[1]]
    done = run(tmp_path, "remove", ids[0], "--data", str(tmp_path))
    assert (done.returncode, done.stderr) == (2, f"llk: there is no game '{ids[0]}'\n")


def test_a_damaged_game_is_not_saved(tmp_path: Path, ids: list[str]) -> None:
    with closing(sqlite3.connect(tmp_path / "lianliankan.db")) as connection, connection:
        connection.execute("UPDATE commands SET command = 'dance' WHERE game = ? AND number = 3", (ids[2],))
    done = run(tmp_path, "save", ids[2], "--data", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"llk: game {ids[2]} is damaged: entry 3: unknown command 'dance'")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["save"], "llk games save: Missing argument 'ID'."),
        (["save", "a", "--data", "FILE"], "llk games save: --data: Directory 'FILE' is a file."),
        (["--data", "FILE/in"], "llk: FILE/in: Not a directory"),
        (["load", "FILE/no"], "llk: FILE/no: Not a directory"),
        (["best", "classic", "big"], "llk: 'big' is not a size; expected rows and columns, e.g. 8x18"),
        (["--limit", "0"], "llk games: --limit: expected a whole number, 1 or more, not 0"),
    ],
)
def test_errors_are_one_line(tmp_path: Path, words: list[str], problem: str) -> None:
    file = tmp_path / "file"
    file.write_text("")
    done = run(tmp_path, *(word.replace("FILE", str(file)) for word in words))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == problem.replace("FILE", str(file)) + "\n"


def test_control_characters_are_not_printed(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        win_game(store)
    with closing(sqlite3.connect(tmp_path / "lianliankan.db")) as connection, connection:
        connection.execute("UPDATE games SET mode = ?", ("\x1b[31mred\nrum",))
    done = run(tmp_path, "--data", str(tmp_path))
    assert done.stdout.count("?[31mred?rum") == 1
    assert "\x1b" not in done.stdout


def test_games_move_to_another_store(tmp_path: Path, ids: list[str]) -> None:
    file, other = tmp_path / "games.zip", str(tmp_path / "other")
    done = run(tmp_path, "export", str(file), "--data", str(tmp_path))
    assert (done.returncode, done.stdout) == (0, f"{file}: 3 games\n")
    assert run(tmp_path, "export", str(file), "--data", str(tmp_path)).returncode == 2, "a file is not replaced"
    done = run(tmp_path, "import", str(file), "--data", other)
    assert (done.returncode, done.stdout) == (0, "3 games imported, 0 continued, 0 here already\n")
    done = run(tmp_path, "import", str(file), "--data", other)
    assert (done.returncode, done.stdout) == (0, "0 games imported, 0 continued, 3 here already\n")
    assert len(json.loads(run(tmp_path, "--json", "--data", other).stdout)) == len(ids)
    file.write_text("hello")
    done = run(tmp_path, "import", str(file), "--data", other)
    assert (done.returncode, done.stderr) == (2, "llk: this is not a zip file\n")
