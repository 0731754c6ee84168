"""The command line: output, exit codes and error messages."""

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import lianliankan as llk
from support.cli_process import run
from support.paths import ROOT

EXAMPLE = str(ROOT / "examples" / "in.dat")
BOARD = "1 2 2 1\n. 3 3 .\n"


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


def test_link_of_a_course_file() -> None:
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
    assert (done.returncode, done.stdout) == (1, "no link: different kinds on 1,1 and 1,2\n")
    done = run("link", "-", "1,1", "2,2", given="AB/BA")
    assert (done.returncode, done.stdout) == (1, "no link: no path within the rules between 1,1 and 2,2\n")
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
        (["show", "-"], "1 x", "llk: -: line 1, column 3: 'x' is not a cell"),
        (["show", "-"], b"1 \xff", "llk: standard input: line 1: not valid UTF-8"),
        (["show", "-", "--rules", "gravity=up up"], "1", "llk: --rules: line 1, column 12: 'up' is not a rule"),
        (["show", "-", "--faces", "cats"], "1", "llk: unknown faces 'cats' (choose from "),
        (["link", "-"], "1 1", "llk: name two cells, e.g. 1,1 3,2"),
        (["link", "-", "1,1"], "1 1", "llk: name a second cell besides 1,1"),
        (["link", "-", "1,1", "3"], "1 1", "llk: '3' is not a cell"),
        (["link", "-", "1,1", "1,1"], "1 1", "llk: the cell 1,1 cannot link to itself"),
        (["link", "-", "1,1", "1,3"], "1 1", "llk: the cell 1,3 is off the board, which has 1 row and 2 columns"),
        (["link", "-", "0,1", "1,1"], "1 1", "llk: the cell 0,1 is off the board"),
        (["link", "-", "1,1", "1,2"], "1 .", "llk: there is no tile on the cell 1,2: it is empty"),
        (["link", "-", "1,1", "1,2"], "1 #", "llk: there is no tile on the cell 1,2: it is a wall"),
        (["perft", "-", "-1"], "1 1", "llk perft: "),
        (["perft", "-", "x"], "1 1", "llk perft: "),
        (["bench", "--size", "1x1"], "", "llk: unknown size '1x1'"),
        (["show", "-", "--json", "--svg", "x.svg"], "1 1", "llk: --json and --svg cannot be combined"),
        (["show", "-", "--svg", ""], "1 1", "llk: --svg needs a file name"),
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


def test_no_arguments_show_the_help() -> None:
    done = run()
    assert done.returncode == 2
    assert "Play:" in done.stderr.splitlines()


def test_a_full_disk_is_one_line() -> None:
    script = f"{sys.executable} -c 'from lianliankan.cli import main; main()' show {EXAMPLE} >/dev/full"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "llk: No space left on device\n")


def test_a_board_with_too_many_moves_is_one_line() -> None:
    board = "\n".join(["1 " * 2900, "0 " * 2900, "1 " * 2900])
    done = run("show", "-", "--rules", "outside=no", given=board)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_a_closed_pipe_is_not_an_error() -> None:
    script = (
        f"{sys.executable} -c 'from lianliankan.cli import main; main()' moves - | head -1; echo ${{PIPESTATUS[0]}}"
    )
    board = str(llk.scatter(40, 60, kinds=2, seed=1))
    done = subprocess.run(["bash", "-c", script], input=board, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "141"  # killed by SIGPIPE, like any other program


def test_nothing_heavy_is_imported_at_the_start() -> None:
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


# ---- the solver ------------------------------------------------------------------------------------------------------

TRAP, STUCK, LOST = "AA/AB/BA\n", "AB/BA\n", "AAAB/ACDA/CABD\n"


def test_solve() -> None:
    done = run("solve", "-", given=TRAP)
    assert (done.returncode, done.stderr) == (0, "")
    verdict, moves = done.stdout.splitlines()
    assert verdict == "it can be won in 3 moves"
    board = llk.Board.parse(TRAP)
    for word in moves.split():
        board = board.play(llk.Move.parse(word))
    assert board.is_clear
    done = run("solve", "-", given=STUCK)
    assert (done.returncode, done.stdout) == (1, "it cannot be won: 4 tiles block each other\n")
    done = run("solve", "-", "--nodes", "0", given=LOST)
    assert (done.returncode, done.stdout) == (3, "undecided: the budget was spent after 0 nodes\n")


def test_solve_with_proof() -> None:
    done = run("solve", "-", "--proof", given=LOST)
    assert done.returncode == 1
    assert "[1]" in done.stdout
    assert done.stdout.endswith("verified: the sets leave no pairing\n")
    assert run("solve", "-", "--proof", given=TRAP).stdout.endswith(
        "verified: played move by move, it clears the board\n"
    )
    odd = run("solve", "-", "--proof", given="AAA\n").stdout
    assert "the tiles in question: 1,1 1,2 1,3" in odd
    assert odd.endswith("verified: recounted, or searched again\n")
    about = json.loads(run("solve", "-", "--proof", "--json", given=LOST).stdout)
    assert (about["winnable"], about["loss"], about["verified"]) == (False, "blocked", True)
    assert about["certificate"]


def board_file(folder: Path) -> Path:
    file = folder / "board.txt"
    file.write_text(TRAP)
    return file


def test_solve_played_in_the_terminal(tmp_path: Path) -> None:
    done = run("solve", "-", "--play", given=TRAP)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout, "a file gets the pictures one after the other"
    for caption in ("1/3  ", "2/3  ", "3/3  ", "0 tiles left"):
        assert caption in done.stdout
    for keys, captions in (("\n\n\n", 3), ("\nq\n", 2), ("", 1)):
        done = run("solve", str(board_file(tmp_path)), "--step", given=keys)
        assert (done.returncode, done.stdout.count("/3  ")) == (0, captions)
        assert done.stdout.endswith("0 tiles left\nit can be won in 3 moves\n")
    assert run("solve", "-", "--play", "--json", given=TRAP).returncode == 2


@pytest.mark.parametrize("rules", [f"gravity={gravity}" for gravity in llk.GRAVITIES] + ["max_turns=0", "adjacent=no"])
def test_the_solver_under_every_rule(rules: str) -> None:
    board = "1 2 3 1\n2 3 . 1\n# 1 2 2\n"
    for command in ("solve", "advise", "rate"):
        done = run(command, "-", "--rules", rules, given=board)
        assert (done.returncode in (0, 1), done.stderr) == (True, ""), (command, done.stderr)


def test_blame(tmp_path: Path) -> None:
    done = run("blame", "-", "1,1-1,2", given=TRAP)
    assert (done.returncode, done.stdout.splitlines()[0]) == (1, "move 1 lost it: 1,1-1,2")
    assert run("blame", "-", "1,1-2,1", given=TRAP).returncode == 0
    assert run("blame", "-", given=STUCK).stdout == "no move lost it: it was unwinnable from the start\n"
    assert run("blame", "-", "1,1-1,2", "--nodes", "0", given=TRAP).returncode == 3
    (tmp_path / "moves").write_text("1,1-1,2\n")
    (tmp_path / "board").write_text(TRAP)
    done = run("blame", str(tmp_path / "board"), "--moves", "-", "--json", given="1,1-1,2\n")
    assert json.loads(done.stdout)["lost_after"] == 1
    done = run("blame", "-", "--moves", str(tmp_path / "moves"), given=TRAP)
    assert done.stdout.startswith("move 1 lost it")
    for words in (["1,1"], ["1,1-2,2"], ["--moves", "-"]):
        done = run("blame", "-", *words, given=TRAP)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_deal() -> None:
    board = llk.Board.parse(run("deal", "4x6", "--kinds", "6", "--seed", "9").stdout)
    assert board == llk.deal(4, 6, kinds=6, seed=9)
    lines = run("deal", "4x6", "--seed", "9", "--count", "3", "--json", "--rules", "gravity=down").stdout.splitlines()
    about = [json.loads(line) for line in lines]
    assert [each["seed"] for each in about] == [9, 10, 11]
    rules = llk.Rules(gravity="down")
    assert [llk.Board.parse(each["text"]) for each in about] == [
        llk.deal(4, 6, seed=seed, rules=rules) for seed in (9, 10, 11)
    ]
    texts = run("deal", "4x6", "--seed", "9", "--count", "2").stdout.strip().split("\n\n")
    assert [llk.Board.parse(text) for text in texts] == [llk.deal(4, 6, seed=seed) for seed in (9, 10)]
    assert llk.Board.parse(run("deal", "8x8", "--any", "--kinds", "16").stdout) == llk.scatter(8, 8, kinds=16, seed=1)


def test_deal_with_a_mask_and_a_difficulty(tmp_path: Path) -> None:
    mask = tmp_path / "mask"
    mask.write_text("AAAA/A##A/AAAA\n")
    board = llk.Board.parse(run("deal", "3x4", "--copies", "2", "--mask", str(mask)).stdout)
    assert board == llk.deal(3, 4, copies=2, seed=1, mask="AAAA/A##A/AAAA")
    board = llk.Board.parse(run("deal", "6x8", "--shape", "diamond", "--rules", "gravity=down").stdout)
    assert board == llk.deal(6, 8, seed=1, shape="diamond", rules=llk.Rules(gravity="down"))
    board = llk.Board.parse(run("deal", "8x10", "--difficulty", "10-40").stdout)
    assert 10 <= llk.rate(board).score <= 40


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["8"], "is not a size"),
        (["3x3"], "9 tiles, an odd number"),
        (["4x6", "--shape", "heart"], "unknown shape 'heart' (choose from full, diamond"),
        (["2x2", "--shape", "diamond"], "2x2 is too small for the shape"),
        (["2x2", "--kinds", "3"], "1 to 2 kinds"),
        (["2x2", "--difficulty", "nasty"], "unknown difficulty"),
        (["2x2", "--any", "--difficulty", "easy"], "cannot be combined"),
        (["2x2", "--rules", "gravity=sideways"], "gravity must be one of"),
        (["2x2", "--mask", "no-such-file"], "No such file"),
        (["2x2", "--seed", str(2**64)], "--seed: expected a whole number, from 0 to 18446744073709551615, not 1844"),
        (["2x2", "--count", "9" * 30], "--count: expected a whole number, from 1 to 1000000000, not 9999"),
        (["٣x4"], "is not a size"),
    ],
)
def test_invalid_deals(words: list[str], problem: str) -> None:
    done = run("deal", *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert problem in done.stderr


def test_a_deal_that_does_not_exist_is_a_negative_answer() -> None:
    done = run("deal", "2x2", "--difficulty", "fiendish")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "none of 400 deals" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "-", "--seconds", "nan"],
        ["solve", "-", "--play", "--delay", "nan"],
        ["solve", "-", "--nodes", "-1"],
        ["solve", "-", "--faces", "foo"],
        ["advise", "-", "--faces", "foo", "--json"],
        ["blame", "-", "9,9-1,1"],
        ["blame", "-", "1,1-1,2", "1,1-1,2"],
        ["bench", "solve", "--share", "nan"],
        ["bench", "solve", "--seconds", "nan"],
    ],
    ids=" ".join,
)
def test_wrong_arguments_for_the_solver(words: list[str]) -> None:
    done = run(*words, given=TRAP)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "(8, 8)" not in done.stderr, "people count from 1"


def test_closed_streams() -> None:
    llk_command = f"{sys.executable} -c 'from lianliankan.cli import main; main()'"
    for words, code in (("solve examples/falling.txt >&-", 0), ("solve examples/falling.txt --step <&-", 0)):
        done = subprocess.run(f"{llk_command} {words}", shell=True, capture_output=True, cwd=ROOT, check=False)
        assert (done.returncode, done.stderr) == (code, b"")


def test_shuffle() -> None:
    board = llk.Board.parse(run("shuffle", "-", "--seed", "3", given=STUCK).stdout)
    assert board == llk.shuffle(llk.Board.parse(STUCK), seed=3)
    about = json.loads(run("shuffle", "-", "--seed", "3", "--json", given=STUCK).stdout)
    assert llk.Board.parse(about["text"]) == board
    done = run("shuffle", "-", given="AAB\n")
    problem = "llk: -: no arrangement can be won: kind 2 has 1 tile, an odd number\n"
    assert (done.returncode, done.stderr) == (1, problem)


def test_rate(tmp_path: Path) -> None:
    done = run("rate", "-", given=TRAP)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("difficulty ")
    for name, text in (("a", TRAP), ("b", STUCK)):
        (tmp_path / name).write_text(text)
    lines = run("rate", str(tmp_path / "a"), str(tmp_path / "b"), "--json").stdout.splitlines()
    assert [json.loads(line)["name"] for line in lines] == [llk.rate(llk.Board.parse(TRAP)).name, "lost"]
    assert str(tmp_path / "b") in run("rate", str(tmp_path / "a"), str(tmp_path / "b")).stdout


def test_bench_solve() -> None:
    """A very small share of it, to check that it runs and that its tables are complete."""
    done = run("bench", "solve", "--share", "0.0004", "--seconds", "0.2", "--json")
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert sum("solve" in line for line in lines) == 27
    assert sum("time" in line for line in lines) == 4
    assert sum("looks" in line for line in lines) == 3
