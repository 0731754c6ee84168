"""What commands accept as a board, a move and a record, and what they say about other things."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import lianliankan as llk
from support.cli_process import run
from support.paths import ROOT

CLASSIC = str(ROOT / "examples" / "classic.txt")
FALLING = str(ROOT / "examples" / "falling.txt")
HEART = str(ROOT / "examples" / "heart.txt")
PAIRS = "AABB/CCDD"


def test_a_board_is_read_from_json_and_from_a_share_text() -> None:
    dealt = run("deal", "4x6", "--json").stdout
    expected = run("solve", "-", given=json.loads(dealt)["text"])
    assert expected.returncode == 0
    text = llk.to_share(llk.Board.from_json(dealt))
    for word, given in (("-", dealt), (text, ""), ("-", text + "\n")):
        done = run("solve", word, given=given)
        assert (done.returncode, done.stdout, done.stderr) == (0, expected.stdout, "")


@pytest.mark.parametrize(
    ("words", "given", "message"),
    [
        (["rate", "-"], "1 1\n2 2\n\n1 1\n2 2\n", "-: there are several boards; only one can be read"),
        (
            ["rate", "-"],
            '{"rows": [[1, 1]]}\n{"rows": [[1, 1]]}\n',
            "-: there are several boards; only one can be read",
        ),
        (["solve", "-"], '{"rows": [[1, 1', "-: line 1, column 16: not JSON: Input data was truncated"),
        (
            ["solve", "-"],
            '{"lianliankan": "game"}',
            "-: this is the record of a game, not a board; llk replay reads it",
        ),
        (["solve", "llkb1_xxxx"], "", "share text: wrong checksum: the text was changed or is incomplete"),
        (["link", "-"], "2 2\n1 2\n2 1\n1 1\n9 9", "-: line 5, column 1: the point 9,9 is off the board of 2 rows "),
        (["link", "-"], "2 2\n1 2\n2 1\n1 1", "name two cells, e.g. 1,1 3,2; only a course input file names them "),
        (["link", "-", "1,1"], PAIRS, "name a second cell besides 1,1"),
        (["blame", "-", "1,1-1,3"], PAIRS, "move 1, 1,1-1,3: the two tiles are of different kinds"),
        (["replay", "-"], PAIRS, "standard input: this is not the record of a game"),
    ],
)
def test_other_things_are_named(words: list[str], given: str, message: str) -> None:
    done = run(*words, given=given)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"llk: {message}")


def test_the_share_text_of_a_game_is_not_a_board() -> None:
    done = run("show", llk.to_share(llk.Game(llk.Board.parse(PAIRS))))
    problem = "llk: share text: this is the share text of a game, not of a board; llk replay reads it\n"
    assert (done.returncode, done.stderr) == (2, problem)


def test_the_two_cells_can_be_a_move() -> None:
    assert run("link", "-", "1,1-1,2", given=PAIRS).stdout == run("link", "-", "1,1", "1,2", given=PAIRS).stdout != ""


def test_all_files_are_rated_but_the_bad_ones() -> None:
    done = run("rate", "no file", FALLING, HEART, CLASSIC, "--json", "--games", "4")
    assert done.returncode == 2
    assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == [FALLING, CLASSIC]
    assert [line.split(":")[1] for line in done.stderr.splitlines()] == [" no file", f" {HEART}"]


@pytest.mark.parametrize("words", [["show", CLASSIC], ["solve", CLASSIC], ["deal", "4x6"], ["show", "no file"]])
def test_output_may_be_closed(words: list[str]) -> None:
    program = [sys.executable, "-c", "from lianliankan.cli import main; main()", *words]
    done = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", *program], stderr=subprocess.PIPE, text=True, check=False)
    is_bad = "no file" in words
    assert (done.returncode, done.stderr.count("\n")) == ((2, 1) if is_bad else (0, 0))


def test_the_screenshot_is_of_the_described_game(tmp_path: Path) -> None:
    out = tmp_path / "terminal.svg"
    pictures = set()
    for words in ([], ["--board", FALLING], ["--level", "3"], ["--size", "4x6", "--seed", "7"], ["--mode", "own"]):
        assert run("tui", "--svg", str(out), *words).returncode == 0
        pictures.add(out.read_text(encoding="utf-8"))
    assert len(pictures) == 5


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--board", "nofile"], "nofile: No such file or directory"),
        (["--level", "99"], "tui: unknown level 99"),
        (["--size", "4x5", "--kinds", "40"], "tui: 10 pairs can have 1 to 10 kinds, not 40"),
        (["--size", "4x5", "--board", FALLING], "--game and --board name a game"),
        (["--demo"], "--svg and --demo cannot be combined"),
    ],
)
def test_a_screenshot_of_no_game(tmp_path: Path, words: list[str], message: str) -> None:
    out = tmp_path / "terminal.svg"
    done = run("tui", "--svg", str(out), *words)
    assert (done.returncode, done.stderr.startswith(f"llk: {message}")) == (2, True)
    assert not out.exists()


def test_check_says_that_turns_may_be_unlimited() -> None:
    done = run("check", "any.py", "--turns", "x")
    assert done.returncode == 2
    assert "--turns: expected a whole number, from 0 to 1000, or unlimited, not 'x'" in done.stderr
