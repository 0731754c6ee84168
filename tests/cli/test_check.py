"""The command `llk check`: its output, exit codes and error messages."""

import json
import os
import re
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from lianliankan.cli import check_report
from lianliankan.lab.check import FILLED_CELLS, Contract, Effort, Program, check, checker, report_text, small_questions
from support.children import child, has_ended
from support.cli_process import run as run_llk
from support.cli_process import run_here
from support.paths import DATA, EXAMPLES, ROOT
from support.patience import PATIENCE, wait_until

FUNCTIONS = EXAMPLES / "check"
LEARNERS = DATA / "learners"
PATIENT = f"import sys; sys.path.insert(0, {str(ROOT / 'tests')!r}); from support.unhurried_commands import lift_limits"
LLK = [sys.executable, "-c", f"{PATIENT}; lift_limits(); from lianliankan.cli import main; main()"]
SMALL = ("--cells", "4", "--chance", "20")


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return run_llk("check", *map(str, words))


def test_exit_codes(tmp_path: Path) -> None:
    assert run(FUNCTIONS / "right.py", *SMALL).returncode == 0
    assert run(FUNCTIONS / "inside.py", *SMALL).returncode == 1
    assert run(FUNCTIONS / "nowhere.py").returncode == 2
    assert run(FUNCTIONS / "right.py", "--seconds", "0").returncode == 3


def test_a_fault_as_json() -> None:
    done = run(FUNCTIONS / "inside.py", "--json", *SMALL)
    about = json.loads(done.stdout)
    assert (about["function"], about["passed"], about["judge"], about["max_turns"]) == ("linkable", False, "link", 2)
    (fault,) = about["faults"]
    assert (fault["kind"], fault["smallest"], fault["said"], fault["shown"]) == ("missed", True, "no", "False")
    assert (fault["grid"], fault["a"], fault["b"]) == ([[1, 2, 1]], [0, 0], [0, 2])
    assert fault["right"] == {"turns": 2, "steps": 4, "corners": [[0, 0], [-1, 0], [-1, 2], [0, 2]]}


def test_a_pass_as_json() -> None:
    about = json.loads(
        run(FUNCTIONS / "right.py", "--json", "--turns", "unlimited", "--cells", "3", "--chance", "0").stdout
    )
    assert (about["passed"], about["faults"], about["max_turns"]) == (True, [], None)
    assert about["small"] == 40
    assert about["renumbered"] == 40
    assert about["paths"] == 80
    assert about["largest"] is None


def test_a_search_for_all_faults_says_when_time_ran_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here every look at the clock takes a hundredth of a second."""
    looks = count()
    monkeypatch.setattr(checker, "monotonic", lambda: next(looks) / 100)
    file = tmp_path / "never.py"
    file.write_text("def linkable(grid, a, b):\n    return False\n")
    done = run_here("check", str(file), "--all", "--seconds", "0.7")
    assert done.returncode == 1
    assert done.stdout.endswith("\n\nstopped early: time is up (--seconds allows more); there may be other faults\n")
    assert "time is up" not in run_here("check", str(file), "--seconds", "2").stdout
    assert json.loads(run(FUNCTIONS / "inside.py", "--all", "--json", *SMALL).stdout)["finished"] is True


def test_a_pass_with_walls_says_how_far_all_were_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Walls stop at 6 cells; here at 3, because larger boards take seconds."""
    assert FILLED_CELLS == 6
    assert "628 on all boards of up to 4 cells\n" in run(FUNCTIONS / "right.py", "--walls", *SMALL).stdout
    for module in (report_text, small_questions):
        monkeypatch.setattr(module, "FILLED_CELLS", 3)
    report = check(Program(FUNCTIONS / "right.py"), Contract(walls=True), Effort(cells=4, random_questions=20))
    assert "up to 4 cells, with walls up to 3\n" in check_report.format_report(report, faces=None, colour="never")


def test_colours_change_nothing_else() -> None:
    plain = run(FUNCTIONS / "corner.py", *SMALL).stdout
    coloured = run(FUNCTIONS / "corner.py", "--colour", "always", *SMALL).stdout
    assert coloured.startswith("\x1b[")
    assert "".join(part.partition("m")[2] for part in f"m{coloured}".split("\x1b[")) == plain


def test_what_a_function_prints_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "talks.py"
    file.write_text("def linkable(grid, a, b):\n    print('from', a)\n    return False\n")
    assert "  printed:\n    from (0, 0)\n" in run(file).stdout


def test_a_large_board_is_written_row_by_row(tmp_path: Path) -> None:
    """It fails only on boards of more than 35 cells, too many to prove that a board is the smallest."""
    file = tmp_path / "ends.py"
    right = (LEARNERS / "right_search.py").read_text(encoding="utf-8").replace("linkable", "right")
    ends = "return __import__('os')._exit(7) if len(sum(grid, [])) > 35 else right(grid, a, b)"
    file.write_text(f"{right}\n\ndef linkable(grid, a, b):\n    {ends}\n", encoding="utf-8")
    done = run(file, "--cells", "3", "--chance", "200").stdout
    assert re.search(r"linkable terminates Python\na board of \d+ cells that shows it \(there may be smaller", done)
    assert "\ngrid = [\n    [" in done
    assert "\n]\nlinkable(grid, (" in done
    assert "\n  terminated Python with exit code 7\n" in done


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere.py"], "llk: nowhere.py: No such file or directory"),
        ([f"{FUNCTIONS}/right.py:best"], "llk: right.py has no function best (it has linkable); name one"),
        ([f"{FUNCTIONS}/right.py:Game.link"], "llk: right.py has no function Game.link (it has linkable); name one"),
        (
            [f"{FUNCTIONS}/path_cells.py:"],
            "llk: path_cells.py has no function linkable, nor any other that takes",
        ),
        (
            [f"{FUNCTIONS}/right.py", "--turns", "few"],
            "llk check: --turns: expected a whole number, from 0",
        ),
        (
            [f"{FUNCTIONS}/right.py", "--turns", "-1"],
            "llk check: --turns: expected a whole number, from 0",
        ),
        (
            [f"{FUNCTIONS}/right.py", "--judge", "speed"],
            "llk check: --judge: unknown judge 'speed'",
        ),
        ([f"{FUNCTIONS}/right.py", "--padded", "--no-ring"], "llk: --padded and --no-ring cannot be combined"),
        ([f"{FUNCTIONS}/right.py", "--faces", "cats"], "llk: unknown faces 'cats'"),
        ([], "llk check: Missing argument 'FILE.py[:FUNCTION]...'"),
    ],
)
def test_errors_are_one_line_and_exit_2(words: list[str], message: str) -> None:
    done = run_here("check", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message), done.stderr
    assert done.stderr.count("\n") == 1


def test_a_pass_says_how_much_was_tried() -> None:
    title, *tried, paths = run(FUNCTIONS / "right.py", *SMALL).stdout.splitlines()
    assert title == "linkable answers all 748 questions correctly"
    assert tried[:2] == ["364 on all boards of up to 4 cells", "364 on those of up to 4, with other numbers"]
    assert tried[2].startswith("20 on larger random boards, the largest ")
    assert paths == "every path it returned is valid"
    nothing = run(FUNCTIONS / "right.py", "--seconds", "0").stdout
    assert nothing == "linkable was not tried\nstopped early: time is up (--seconds allows more)\n"


@pytest.mark.kills
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs SIGKILL and /proc")
def test_a_command_that_is_killed_leaves_nothing_running(tmp_path: Path) -> None:
    file = tmp_path / "hangs.py"
    file.write_text(HANGS)
    with child([*LLK, "check", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        pid = wait_for_pid(tmp_path / "pid")
        process.kill()
        process.wait()
    assert has_ended(pid)


HANGS = """
import os, pathlib, threading

def linkable(grid, a, b):
    pathlib.Path(__file__).with_name("pid").write_text(f"{os.getpid()}.")
    threading.Event().wait()
"""


def wait_for_pid(file: Path) -> int:
    wait_until(lambda: file.exists() and file.read_text().endswith("."))
    return int(file.read_text()[:-1])


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_ends_it_all_quietly(tmp_path: Path, number: int, code: int) -> None:
    file = tmp_path / "hangs.py"
    file.write_text(HANGS)
    with child([*LLK, "check", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        pid = wait_for_pid(tmp_path / "pid")
        process.send_signal(number)
        said = process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    assert "".join(said).strip() == ""
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_fault_comes_with_the_race_that_shows_it(tmp_path: Path) -> None:
    done = run(FUNCTIONS / "inside.py", *SMALL)
    command = done.stdout.splitlines()[-1].removeprefix("compare it with others: ")
    assert command == f"echo '1 2 1' | llk race - 1,1 1,3 --finder layers --finder {FUNCTIONS / 'inside.py'}"
    saved = tmp_path / "fault.txt"
    done = run(FUNCTIONS / "inside.py", "--save", saved, "--no-ring", "--turns", "3", "--judge", "link")
    assert done.stdout.splitlines()[-1].startswith(f"compare it with others: llk race {saved} ")
    words = done.stdout.splitlines()[-1].split("llk ")[1].split()
    raced = run_llk(*words, "--rounds", "0")
    assert "inside.py:linkable" in raced.stdout
    assert "misses the link" in raced.stdout, "the rules are in the file"
    assert run(FUNCTIONS / "right.py", *SMALL, "--save", tmp_path / "none.txt").returncode == 0
    assert not (tmp_path / "none.txt").exists()
