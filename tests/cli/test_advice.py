"""`llk advise`, `rate` and `solve --help`: no figure without what it is worth, and what a search may cost."""

import json
import re

import lianliankan as llk
from support.cli_process import run

TRAP = "AA/AB/BA\n"
STUCK = "AB/BA\n"
LOST = "ABC/ACB\n"


def test_advise() -> None:
    done = run("advise", "-", given=TRAP)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-4:] == [
        "1  1,1-2,1  kind 1  safe      random play wins 100% after it",
        "1  1,2-3,2  kind 1  safe      random play wins 100% after it",
        "3  1,1-1,2  kind 1  losing",
        "win rates are exact: every game that can follow was counted",
    ]
    about = json.loads(run("advise", "-", "--json", given=TRAP).stdout)
    assert [each["outcome"] for each in about] == ["safe", "safe", "losing"]
    assert run("advise", "-", given=STUCK).returncode == 1
    assert run("advise", "-", given=LOST).returncode == 1
    assert run("advise", "-", "--nodes", "0", given=TRAP).returncode == 3


def test_no_estimate_without_what_it_is_worth() -> None:
    board = str(llk.deal(6, 8, seed=3))
    lines = run("advise", "-", "--games", "50", given=board).stdout.splitlines()
    rates = [line for line in lines if "random play wins" in line]
    assert len(rates) == len(llk.Board.parse(board).moves())
    assert all(re.search(r"wins [\d.]+–[\d.]+% after it \(50 games\)$", line) for line in rates), rates
    assert "all ranges together are right with a confidence of 95%" in lines[-2]
    assert lines[-1] == "moves of the same rank are in reading order; --games tells more of them apart"
    assert "random play" not in run("advise", "-", "--games", "0", given=board).stdout
    lines = run("rate", "-", given=board).stdout.splitlines()
    rating = llk.rate(llk.Board.parse(board))
    assert lines[1] == f"  95% range      {rating.score_range[0]:g}–{rating.score_range[1]:g}, easy"
    assert re.fullmatch(r"  among deals    harder than \d+% of the winnable ones of its kind", lines[2])
    assert re.fullmatch(r"random win rate  [\d.]+% of 256 playouts", lines[3])
    assert re.fullmatch(r"  95% range      [\d.]+–[\d.]+%", lines[4])
    assert lines[5].endswith("in 9 won games")
    close = run("rate", "-", given=str(llk.deal(8, 18, seed=1))).stdout.splitlines()
    assert close[1].endswith(", medium")
    few = run("rate", "-", "--games", "20", given=str(llk.deal(8, 18, seed=1))).stdout.splitlines()
    assert " or " in few[1]
    lost = run("rate", "-", given=STUCK).stdout
    assert lost.startswith("difficulty       lost\n")
    assert "%" not in lost


def test_the_help_of_solve_says_what_it_may_cost() -> None:
    shown = " ".join(run("solve", "--help").stdout.split())
    assert "seconds" in shown
    assert "default limit of 2 million nodes or 10 seconds" in shown
