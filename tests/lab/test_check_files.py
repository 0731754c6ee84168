"""A learner's file: what is called in it, and what is said where nothing can be."""

from pathlib import Path

import pytest

from lianliankan.cli.check_report import format_report
from lianliankan.lab.check import BadFunction, Contract, Program, check
from support.learner_files import EFFORT, ESCAPES, RIGHT, write_program


def test_files_next_to_it_can_be_imported(tmp_path: Path) -> None:
    (tmp_path / "neighbour.py").write_text(RIGHT, encoding="utf-8")
    assert check(write_program(tmp_path, "from neighbour import right as linkable"), Contract(), EFFORT).passed
    assert not (tmp_path / "__pycache__").exists()


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("def linkable(grid, a, b)\n    pass", "learner.py, line 1: SyntaxError: "),
        ("\x00", "learner.py: "),
        (
            "from .right import right",
            "learner.py cannot be imported: ImportError: .*; the file is not part of a package",
        ),
        ("import nowhere_to_be_found", "learner.py cannot be imported: ModuleNotFoundError: "),
        (
            "rows = input()",
            "learner.py cannot be imported: EOFError: .*; put the code that starts your program under if __name__",
        ),
        ("import os; os._exit(1)", "learner.py terminates Python while being imported: exit code 1"),
        ("linkable = 3", "learner.py has no function linkable, nor any other that takes grid, a, b"),
        (
            "def link(grid, a, b): ...\ndef main(): ...",
            r"learner.py has no function linkable \(it has link\); name one, e.g. learner.py:link",
        ),
        (
            "def linkable(grid): ...",
            r"linkable in learner.py must take three arguments: grid, a, b \(it takes grid\)",
        ),
        (
            "def linkable(grid, r1, c1, r2, c2): ...",
            r"\(it takes grid, r1, c1, r2, c2\); a and b are pairs \(row, col\), and arguments beyond these",
        ),
        (
            "class Game:\n    def linkable(self, grid, a, b): ...",
            r"linkable in learner.py is a method of the class Game; add a function that calls it, "
            r"e.g. def linkable\(grid, a, b\): return Game\(\).linkable\(grid, a, b\)",
        ),
        (
            "class Game:\n    def can_link(self, grid, a, b): ...",
            r"no function linkable, nor any other that takes grid, a, b; Game.can_link is a method of the class Game",
        ),
        (
            "class Game:\n    def linkable(self, a, b): ...",
            r"is a method of the class Game; .* def linkable\(grid, a, b\): return Game\(grid\).linkable\(a, b\)",
        ),
        ("raise ValueError('cannot link:\\n  row 3')", r"cannot be imported: ValueError: cannot link: … \("),
        ("def dist(x, y, z): ...\ndef is_link(grid, a, b): ...", r"name one, e.g. learner.py:is_link"),
        ("def dist(x, y, z): ...\ndef Linkable(g, p, q): ...", r"name one, e.g. learner.py:Linkable"),
        (
            "def dist(x, y, z): ...\nclass Game:\n    @classmethod\n    def linkable(cls, grid, a, b): ...",
            r"name one, e.g. learner.py:Game.linkable",
        ),
        (
            "class Game:\n    @staticmethod\n    def linkable(grid, a, b): ...",
            r"no function linkable \(it has Game.linkable\); name one, e.g. learner.py:Game.linkable",
        ),
    ],
)
def test_files_without_a_function_to_call(tmp_path: Path, code: str, problem: str) -> None:
    with pytest.raises(BadFunction, match=problem):
        check(write_program(tmp_path, code), Contract(), EFFORT)


@pytest.mark.parametrize(
    ("encoding", "problem"),
    [
        ("gbk", "learner.py is saved as GBK; save it as UTF-8, or write # coding: gbk in its first line"),
        ("utf-16", r"learner.py is saved as UTF-16 \(Notepad calls it Unicode\); save it as UTF-8"),
    ],
)
def test_files_that_are_not_in_utf_8(tmp_path: Path, encoding: str, problem: str) -> None:
    code = f"{RIGHT}\ndef linkable(grid, a, b):\n    # 两张牌能不能连上？\n    return right(grid, a, b)\n"
    file = tmp_path / "learner.py"
    file.write_bytes(code.encode(encoding))
    with pytest.raises(BadFunction, match=problem):
        check(Program(file), Contract(), EFFORT)
    file.write_bytes(f"# coding: gbk\n{code}".encode("gbk"))
    assert check(Program(file), Contract(), EFFORT).passed


def test_other_arguments_keep_their_defaults_and_that_is_said(tmp_path: Path) -> None:
    code = f"{RIGHT}\ndef linkable(grid, a, b, turns=1): return turns > 1 and right(grid, a, b)\n"
    report = check(write_program(tmp_path, code), Contract(), EFFORT)
    assert report.notes == ("linkable is called with grid, a, b alone; by default turns=1",)
    assert report.notes[0] in format_report(report, faces="numbers", colour="never")
    report = check(write_program(tmp_path, code.replace("=1", "=2")), Contract(), EFFORT)
    assert report.passed
    assert "by default turns=2" in format_report(report, faces="numbers", colour="never")
    report = check(write_program(tmp_path, code.replace("turns=1", "*, turns=2")), Contract(), EFFORT)
    assert report.notes == ("linkable is called with grid, a, b alone; by default turns=2",)
    report = check(write_program(tmp_path, "def linkable(a, b, grid): return grid[a][b]"), Contract(), EFFORT)
    assert report.notes == ("linkable is called with grid, a, b in this order, but its arguments are a, b, grid",)


def test_methods_without_self_can_be_named(tmp_path: Path) -> None:
    code = f"{RIGHT}\nclass Game:\n    @staticmethod\n    def ask(grid, a, b): return right(grid, a, b)\n"
    file = write_program(tmp_path, code).file
    assert check(Program.parse(f"{file}:Game.ask"), Contract(), EFFORT).passed


def test_a_method_can_be_named_only_without_self(tmp_path: Path) -> None:
    file = write_program(tmp_path, "class Board:\n    def linkable(self, a, b): ...\n").file
    with pytest.raises(BadFunction, match=r"is a method of the class Board; .* return Board\(grid\).linkable\(a, b\)"):
        check(Program.parse(f"{file}:Board.linkable"), Contract(), EFFORT)


def test_methods_and_lambdas_are_functions(tmp_path: Path) -> None:
    code = f"{RIGHT}\nclass Game:\n    def ask(self, grid, a, b, more=0): return right(grid, a, b)\n"
    assert check(write_program(tmp_path, code + "linkable = Game().ask\n"), Contract(), EFFORT).passed


def test_memory_that_an_import_needs_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFunction, match=r"MemoryError.*it needs more than 2 GB of memory"):
        check(write_program(tmp_path, "table = [0] * 10 ** 12"), Contract(), EFFORT)


def test_terminal_escapes_of_an_import_are_shown_not_sent(tmp_path: Path) -> None:
    with pytest.raises(BadFunction) as problem:
        check(write_program(tmp_path, f"raise ValueError('{ESCAPES}')"), Contract(), EFFORT)
    assert str(problem.value).isprintable()
