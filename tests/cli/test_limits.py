"""How long commands may take, and the progress they show."""

import io
import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import lianliankan as llk
from lianliankan.cli import search_limits
from lianliankan.solver.verdict import DEFAULT_BUDGET
from support.cli_process import run, run_here
from support.patience import PATIENCE

LARGE = ("1 2 3 4 5 6 7 8 " * 125 + "\n") * 500


@pytest.mark.parametrize("command", ["solve", "advise", "blame", "rate"])
def test_the_time_limit_includes_reading_the_board(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading this board takes time, if not much, and here the limit allows none at all."""
    monkeypatch.setattr(search_limits, "_SLACK", 0.0)
    done = run_here(command, "-", "--seconds", "0", given=LARGE)
    problem = "llk: undecided: 0 s are not enough\n"
    assert (done.returncode, done.stdout, done.stderr) == (3, "", problem)


@pytest.mark.parametrize("command", ["solve", "blame", "rate"])
def test_an_answer_that_takes_too_long_is_undecided_in_json_too(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_limits, "_SLACK", 0.0)
    done = run_here(command, "-", "--seconds", "0", "--json", given=LARGE)
    assert (done.returncode, done.stderr) == (3, "llk: undecided: 0 s are not enough\n")
    assert json.loads(done.stdout)["winnable"] is None


@pytest.mark.parametrize(
    "words", [["replay", "-"], ["replay", "-", "--nodes", "5"], ["share", "-"], ["games", "load", "-"]]
)
def test_a_record_is_replayed_however_long_that_takes(
    words: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Only --seconds limits it; here nothing has any time by default."""
    for name in ("DEFAULT_SECONDS", "MIN_READING", "_SLACK"):
        monkeypatch.setattr(search_limits, name, 0.0)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    record = llk.to_record(llk.Game.of(llk.Deal(8, 18, seed=1)))
    done = run_here(*words, given=record)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_record_is_replayed_within_given_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MIN_READING", "_SLACK"):
        monkeypatch.setattr(search_limits, name, 0.0)
    record = llk.to_record(llk.Game.of(llk.Deal(8, 18, seed=1)))
    done = run_here("replay", "-", "--seconds", "0", given=record)
    assert (done.returncode, done.stdout, done.stderr) == (3, "", "llk: not replayed: 0 s are not enough\n")


def test_a_given_number_of_nodes_leaves_the_limit_in_seconds() -> None:
    nodes = DEFAULT_BUDGET.nodes
    assert search_limits.SearchLimits(nodes, None).budget == search_limits.SearchLimits(None, None).budget
    assert search_limits.SearchLimits(5, None).budget == llk.Budget(nodes=5, seconds=search_limits.DEFAULT_SECONDS)
    assert search_limits.SearchLimits(None, 60).budget.nodes is None


def test_a_valid_record_is_reported_however_short_the_time() -> None:
    game = llk.Game(llk.Board.parse("AA/AB/BA"))
    game.play((0, 0), (0, 1), at=1)
    record = llk.to_record(game)
    expected = run("replay", "-", "--nodes", "0", given=record).stdout.splitlines()
    program = [sys.executable, "-c", "from lianliankan.cli import main; main()"]  # which takes its time to import it
    words = [*program, "replay", "-", "--seconds", "0"]
    done = subprocess.run(words, input=record, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[:5] == expected[:5]


@pytest.mark.parametrize(
    ("words", "failure"),
    [
        (["deal", "98x98", "--gravity", "inward"], "deal 1 was not found"),
        (["perft", "-", "9"], "not counted"),
        (["shuffle", "-"], "nothing was shuffled"),
    ],
)
def test_deals_shuffles_and_counts_have_a_time_limit(words: list[str], failure: str) -> None:
    board = str(llk.scatter(62, 62, seed=1, kinds=40, rules=llk.Rules(gravity="inward")))
    done = run(*words, "--seconds", "0.1", given=board)
    assert (done.returncode, done.stdout, done.stderr) == (3, "", f"llk: {failure}: 0.1 s are not enough\n")


def test_a_time_limit_that_is_long_enough_changes_nothing() -> None:
    board = run("deal", "4x6", "--seconds", "60").stdout
    assert board == run("deal", "4x6").stdout
    assert run("shuffle", "-", "--seconds", "60", given=board).stdout == run("shuffle", "-", given=board).stdout != ""
    assert run("perft", "-", "1", "--seconds", "60", given=board).stdout == run("perft", "-", "1", given=board).stdout


class Screen(io.StringIO):
    """A terminal that says when something is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.is_used = threading.Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.is_used.set()
        return super().write(text)


def test_a_long_search_shows_its_progress_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_limits, "_FIRST_SHOWN", 0.0)
    monkeypatch.setattr(search_limits, "monotonic", lambda: 100.0)
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    with search_limits.SearchLimits(1000, 60).watched("solving"):
        assert screen.is_used.wait(PATIENCE)
    assert screen.getvalue().startswith("\rsolving … 0 s (limit: 60 s or 1,000 nodes; Ctrl-C stops it)\x1b[K")
    assert screen.getvalue().endswith("\r\x1b[K")
    monkeypatch.setattr(sys, "stderr", pipe := io.StringIO())
    with search_limits.SearchLimits(None, None).watched("solving"):
        pass
    assert pipe.getvalue() == ""
