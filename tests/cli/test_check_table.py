"""`llk check` in exercises: one program, a sheet, and a class as a table."""

import csv
import io
import json
from pathlib import Path

import pytest

from support.cli_process import run, run_here
from support.late_learners import WAITS, end_waiting_calls
from support.mistaken import SOLUTIONS
from support.paths import EXAMPLES

QUICK = ("--cells", "3", "--chance", "4", "--lang", "en")
PROGRAMS = {
    "anna.py": SOLUTIONS.encode(),
    "ben.py": SOLUTIONS.replace("range(-1, len(grid) + 1)", "range(len(grid))")
    .replace("range(-1, len(grid[0]) + 1)", "range(len(grid[0]))")
    .encode(),
    "cem.py": b"def straight(grid",
    "dora.py": f"{WAITS}def straight(grid, a, b):\n    called.append(a)\n    wait_for_ever()\n".encode(),
    "eva.py": "# 你好".encode("gbk"),
    "finn.py": b"import os; os._exit(0)",
    "gao.py": b"def straight(grid): return True\ndef linkable(grid, a, b): raise SystemExit",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("class")
    for name, data in PROGRAMS.items():
        (made / name).write_bytes(data)
    (made / "notes.txt").write_text("not a program")
    return made


def test_a_folder_becomes_a_table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    end_waiting_calls(monkeypatch, folder)
    done = run_here("check", str(folder), "--sheet", "/lab?tab=check&sheet=straight,ring&title=Week+3", *QUICK)
    head, *lines = done.stdout.replace(f"{folder}/", "").splitlines()
    assert head.split("  ")[0] == "File"
    assert [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in lines] == [
        ["anna.py", "✓", "✓"],
        ["ben.py", "✓", "✗ forgets the ring"],
        ["cem.py", "! cannot be called", "! cannot be called"],
        ["dora.py", "✗ loops without end", "–"],
        ["eva.py", "! cannot be called", "! cannot be called"],
        ["finn.py", "! cannot be called", "! cannot be called"],
        ["gao.py", "! cannot be called", "✗ raises an exception"],
    ]
    assert done.returncode == 1


def test_the_table_as_csv_and_json(folder: Path) -> None:
    files = [str(folder / name) for name in ("anna.py", "cem.py")]
    quick = ("--cells", "3", "--chance", "4", "--exercise", "straight")
    done = run("check", *files, "--csv", "-", *quick, "--lang", "zh")
    assert list(csv.reader(io.StringIO(done.stdout))) == [
        ["文件", "直线", "通过"],
        [files[0], "通过", "1"],
        [files[1], "无法调用：cem.py 第 1 行：SyntaxError: '(' was never closed", "0"],
    ]
    sheet = folder / "class.csv"
    done = run("check", *files, "--table", "--csv", str(sheet), *quick)
    assert done.stdout.startswith("File"), "asked for both, it writes both"
    assert sheet.read_text(encoding="utf-8-sig").startswith("File,Straight line,Passed\n")
    about = json.loads(run("check", files[0], "--table", "--json", *quick).stdout)
    assert [(each["exercise"], each["outcome"]) for each in about[0]["exercises"]] == [("straight", "passed")]


def test_all_exercises_of_one_program(folder: Path) -> None:
    done = run("check", str(folder / "ben.py"), "--exercises", "--cells", "3", "--chance", "4", "--lang", "zh")
    assert [line.split()[:2] for line in done.stdout.splitlines()] == [
        ["✓", "straight"],
        ["✓", "one-turn"],
        ["✓", "two-turns"],
        ["✗", "ring"],
        ["✗", "fewest-turns"],
        ["✗", "shortest-path"],
        ["✗", "all-moves"],
        ["✗", "stuck"],
    ]
    assert done.stdout.count("忘了外圈") == 5
    assert done.returncode == 1
    broken = run("check", str(folder / "cem.py"), "--exercises")
    assert (broken.returncode, broken.stdout) == (2, "")
    assert "cem.py, line 1: SyntaxError" in broken.stderr


def test_one_exercise_explains_the_mistake() -> None:
    done = run("check", str(EXAMPLES / "check" / "inside.py"), "--exercise", "ring", *QUICK)
    assert done.returncode == 1
    assert done.stdout.rstrip().splitlines()[-1].startswith("It never leaves the grid.")
    about = json.loads(
        run("check", str(EXAMPLES / "check" / "inside.py"), "--exercise", "ring", "--json", *QUICK).stdout
    )
    assert about["mistake"] == "forgets-ring"


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--exercise", "strait"), "unknown exercise 'strait' (choose from straight, one-turn"),
        (("--sheet", "straight,strait"), "unknown exercise 'strait' (choose from straight, one-turn"),
        (("--sheet", "/lab?tab=check"), "'/lab?tab=check' is not a link to a sheet; expected one with sheet="),
        (("--exercise", "ring", "--no-ring"), "--no-ring cannot be combined with exercises"),
        (("--table", "--save", "out.dat"), "--save cannot be combined with several exercises or files"),
        (("--exercises", "--all"), "--all cannot be combined with several exercises or files"),
        (("--exercise", "all-moves"), "inside.py has no function all_moves"),
    ],
)
def test_clear_errors(options: tuple[str, ...], problem: str) -> None:
    done = run("check", str(EXAMPLES / "check" / "inside.py"), *options)
    assert done.returncode == 2
    assert problem in done.stderr


def test_a_folder_for_each_student(tmp_path: Path) -> None:
    for name in ("anna", "ben", ".trash", "__pycache__"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "my_game.py").write_text("def straight(grid, a, b): return True")
    done = run("check", str(tmp_path), "--sheet", "straight", *QUICK)
    found = [line.split()[0].replace(f"{tmp_path}/", "") for line in done.stdout.splitlines()]
    assert found == ["File", "anna/my_game.py", "ben/my_game.py"]


def test_an_empty_folder_is_named(tmp_path: Path) -> None:
    done = run("check", str(tmp_path))
    assert (done.returncode, done.stderr) == (2, f"llk: the folder {tmp_path} has no Python files (*.py)\n")
