"""The command line: what it prints, how it exits, what it says when something is wrong."""

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import lianliankan as llk

ROOT = Path(__file__).parent.parent
EXAMPLE = str(ROOT / "examples" / "in.dat")
BOARD = "1 2 2 1\n. 3 3 .\n"


def run(*words: str, given: str | bytes = "", env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    raw = given.encode() if isinstance(given, str) else given
    environ = {**os.environ, "PYTHONWARNINGS": "error", **(env or {})}
    command = [sys.executable, "-c", "from lianliankan.cli import main; main()", *words]
    done = subprocess.run(command, input=raw, capture_output=True, env=environ, check=False)
    return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_show() -> None:
    done = run("show", "-", given=BOARD)
    assert (done.returncode, done.stderr) == (0, "")
    assert "6 tiles, 3 moves" in done.stdout
    assert "\x1b" not in done.stdout
    assert "\x1b" in run("show", "-", "--colour", "always", given=BOARD).stdout


@pytest.mark.parametrize("faces", ["numbers", "letters", "hanzi", "emoji", "ascii"])
def test_show_with_every_face(faces: str) -> None:
    assert run("show", EXAMPLE, "--faces", faces).returncode == 0


def test_show_json() -> None:
    about = json.loads(run("show", "-", "--json", "--rules", "gravity=down", given=BOARD).stdout)
    assert llk.Board.parse(about["text"]) == llk.Board.from_rows(about["rows"], rules=llk.Rules(**about["rules"]))
    assert (about["tiles"], about["moves"], about["stuck"], about["clear"]) == (6, 3, False, False)
    assert about["rules"]["gravity"] == "down"


def test_pictures(tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    done = run("link", EXAMPLE, "--svg", str(out))
    assert (done.returncode, done.stdout) == (0, "1,1-3,1-3,2  1 turn, 3 steps\n")
    assert ElementTree.parse(out).getroot().tag.endswith("svg")
    done = run("show", EXAMPLE, "--svg", "-", "--theme", "dark")
    assert ElementTree.fromstring(done.stdout).tag.endswith("svg")
    done = run("show", EXAMPLE, "--svg", str(tmp_path / "no" / "folder.svg"))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_link_of_the_reports_file() -> None:
    done = run("link", EXAMPLE)
    assert done.returncode == 0
    assert done.stdout.endswith("1,1-3,1-3,2  1 turn, 3 steps\n")
    assert "[5]" in done.stdout
    assert json.loads(run("link", EXAMPLE, "--json").stdout) == {
        "a": [0, 0],
        "b": [2, 1],
        "linked": True,
        "turns": 1,
        "steps": 3,
        "corners": [[0, 0], [2, 0], [2, 1]],
    }


def test_link_of_named_cells() -> None:
    done = run("link", "-", "1,1", "1,4", given=BOARD)
    assert done.returncode == 0
    assert done.stdout.endswith("1,1-0,1-0,4-1,4  2 turns, 5 steps\n")
    done = run("link", "-", "1,1", "1,2", given=BOARD)
    assert (done.returncode, done.stdout) == (1, "no link: different kinds are on 1,1 and 1,2\n")
    done = run("link", "-", "1,1", "2,2", given="AB/BA")
    assert (done.returncode, done.stdout) == (1, "no link: no path within the rules joins 1,1 and 2,2\n")
    assert json.loads(run("link", "-", "1,1", "2,2", "--json", given="AB/BA").stdout)["linked"] is False
    assert run("link", "-", "1,1", "2,2", "--rules", "max_turns=3", given="AB/BA").returncode == 0


def test_moves() -> None:
    done = run("moves", "-", given=BOARD)
    assert done.stdout.splitlines() == [
        "1,1-1,4  kind 1, 2 turns, 5 steps",
        "1,2-1,3  kind 2, 0 turns, 1 step",
        "2,2-2,3  kind 3, 0 turns, 1 step",
    ]
    assert [move["kind"] for move in json.loads(run("moves", "-", "--json", given=BOARD).stdout)] == [1, 2, 3]
    done = run("moves", "-", given="AB/BA")
    assert (done.returncode, done.stdout) == (1, "no move: the board is stuck\n")
    assert run("moves", "-", given=". .").stdout == "no move: the board is clear\n"
    done = run("moves", "-", "--json", given="AB/BA")
    assert (done.returncode, done.stdout) == (1, "[]\n")


def test_perft() -> None:
    assert run("perft", "-", "2", given=BOARD).stdout == "6\n"
    assert run("perft", "-", "0", given=BOARD).stdout == "1\n"
    assert run("perft", "-", "2", "--divide", given=BOARD).stdout.splitlines()[-1] == "6"
    assert json.loads(run("perft", "-", "3", "--json", given=BOARD).stdout) == {"depth": 3, "count": 6}
    divided = json.loads(run("perft", "-", "3", "--json", "--divide", given=BOARD).stdout)
    assert sum(divided["divide"].values()) == divided["count"] == 6
    assert run("perft", "-", "3", "--divide", given="AB/BA").stdout == "0\n"


def test_bench() -> None:
    done = run("bench", "--boards", "2", "--rounds", "1", "--size", "8x8")
    assert done.returncode == 0
    assert "link test" in done.stdout
    measured = json.loads(run("bench", "--boards", "2", "--rounds", "1", "--size", "8x8", "--json").stdout)
    assert f"signature: {measured['signature']}" in done.stdout
    assert {figure["fill"] for figure in measured["figures"]} == {100, 75, 50, 25}


@pytest.mark.parametrize(
    ("words", "given", "message"),
    [
        (["show", "nowhere.txt"], "", "llk: nowhere.txt: No such file or directory"),
        (["show", "."], "", "llk: .: Is a directory"),
        (["show", "-"], "1 x", "llk: -: line 1, column 3: 'x' is no cell"),
        (["show", "-"], b"1 \xff", "llk: standard input: line 1: this is no UTF-8 text"),
        (["show", "-", "--rules", "gravity=up up"], "1", "llk: --rules: line 1, column 12: 'up' is no rule"),
        (["show", "-", "--faces", "cats"], "1", "llk: there are no faces called 'cats'"),
        (["link", "-"], "1 1", "llk: name two cells, as in 1,1 3,2"),
        (["link", "-", "1,1"], "1 1", "llk: name a second cell beside 1,1"),
        (["link", "-", "1,1", "3"], "1 1", "llk: '3' is no cell"),
        (["link", "-", "1,1", "1,1"], "1 1", "llk: the cell 1,1 cannot link to itself"),
        (["link", "-", "1,1", "1,3"], "1 1", "llk: the cell 1,3 is not on the board of 1 rows and 2 columns"),
        (["link", "-", "0,1", "1,1"], "1 1", "llk: the cell 0,1 is not on the board"),
        (["link", "-", "1,1", "1,2"], "1 .", "llk: no tile is on the cell 1,2: it is empty"),
        (["link", "-", "1,1", "1,2"], "1 #", "llk: no tile is on the cell 1,2: it is a wall"),
        (["perft", "-", "-1"], "1 1", "llk perft: "),
        (["perft", "-", "x"], "1 1", "llk perft: "),
        (["bench", "--size", "1x1"], "", "llk: there is no size '1x1' to measure"),
        (["show", "-", "--json", "--svg", "x.svg"], "1 1", "llk: --json and --svg do not go together"),
        (["show", "-", "--svg", ""], "1 1", "llk: --svg needs the name of a file"),
        (["show"], "", "llk show: Missing argument 'FILE'"),
        (["nothing"], "", "llk: No such command 'nothing'"),
    ],
)
def test_errors_are_one_line_and_exit_2(words: list[str], given: str | bytes, message: str) -> None:
    done = run(*words, given=given)
    assert done.returncode == 2
    assert done.stderr.startswith(message), done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_no_words_at_all_show_the_help() -> None:
    done = run()
    assert done.returncode == 2
    assert "Commands:" in done.stderr.splitlines()


def test_a_disk_that_is_full_is_one_line() -> None:
    script = f"{sys.executable} -c 'from lianliankan.cli import main; main()' show {EXAMPLE} >/dev/full"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "llk: No space left on device\n")


def test_a_board_with_too_many_moves_is_one_line() -> None:
    board = "\n".join(["1 " * 2900, "0 " * 2900, "1 " * 2900])
    done = run("show", "-", "--rules", "outside=no", given=board)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_a_reader_that_goes_away_is_no_error() -> None:
    script = (
        f"{sys.executable} -c 'from lianliankan.cli import main; main()' moves - | head -1; echo ${{PIPESTATUS[0]}}"
    )
    board = str(llk.scatter(40, 60, kinds=2, seed=1))
    done = subprocess.run(["bash", "-c", script], input=board, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "141"  # as every program that a pipe ends


def test_starting_is_quick_because_nothing_heavy_is_imported() -> None:
    code = (
        "import sys, lianliankan.cli; print(*[n for n in ('numpy', 'json', 'lianliankan.render') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_help_and_version() -> None:
    assert "Exit codes: 0 yes, 1 no" in " ".join(run("--help").stdout.split())
    assert run("--version").stdout.startswith("llk ")
    for command in ("show", "link", "moves", "perft", "bench"):
        assert run(command, "-h").returncode == 0
