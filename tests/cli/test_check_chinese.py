"""The report of `llk check` in Chinese: no sentence stays in English."""

import re
from pathlib import Path

import pytest

from lianliankan.cli.check_report import format_report
from lianliankan.lab.check import Contract, Effort, Program, check
from lianliankan.lab.check.report_chinese import to_chinese
from lianliankan.lab.check.report_text import _BOARD_TITLES, _TITLES
from support.cli_process import run
from support.paths import EXAMPLES

HEAD = "def linkable(grid, a, b):\n    "
FUNCTIONS = {
    "missed": "print('hm')",
    "false": "return True",
    "raised": "return grid[9]",
    "nonsense": "return 'yes'",
    "generator": "yield True",
    "changed": "grid[0][0] = 7; return False",
    "path through": "return [a, b]",
    "path jumps": "return [a, (0, 5), (7, 7), b]",
    "path starts": "return [(0, 9), b]",
    "path leaves": "return [a, (a[0], -5), (b[0], -5), b]",
    "path reverses": "return [a, (-1, a[1]), (0, a[1]), (-1, a[1]), (-1, b[1]), b]",
    "died": "import os; os._exit(3)",
}
ENGLISH = re.compile(r"\b(the|its|it|expected|returned|raised|path|board|cells|questions|did|smallest|printed)\b")


def report(tmp_path: Path, code: str) -> str:
    file = tmp_path / "mine.py"
    file.write_text(HEAD + code + "\n")
    found = check(Program(file), Contract(), Effort(cells=4, random_questions=0), wants_all=True)
    return format_report(found, faces="numbers", colour="never")


@pytest.mark.parametrize("code", FUNCTIONS.values(), ids=FUNCTIONS)
def test_every_sentence_has_its_translation(tmp_path: Path, code: str) -> None:
    english = report(tmp_path, code)
    chinese = to_chinese(english)
    kept = ("linkable(", "mine.py", "grid", "line ")  # calls, commands, code
    left = [line for line in chinese.splitlines() if ENGLISH.search(line) and not any(word in line for word in kept)]
    assert left == []
    assert len(chinese.splitlines()) == len(english.splitlines())


def test_every_title_has_its_translation() -> None:
    for title in (*_TITLES.values(), *_BOARD_TITLES.values()):
        assert not re.search(r"[a-z]", to_chinese(f"linkable {title}").replace("linkable", "").replace("Python", ""))


def test_the_report_is_chinese_by_option() -> None:
    done = run("check", str(EXAMPLES / "check" / "inside.py"), "--cells", "4", "--chance", "0", "--lang", "zh")
    assert done.stdout.startswith("linkable 漏掉了连线\n出错的最小棋盘有 3 格：\n")
    done = run("check", str(EXAMPLES / "check" / "right.py"), "--cells", "3", "--chance", "10", "--lang", "zh")
    assert "答对了全部" in done.stdout
    assert not ENGLISH.search(done.stdout)


UNUSABLE = {
    "def linkable(grid， a, b): pass": ("write , instead", "请改成 ,（"),
    "def linkable(grid, a, b):\n\u3000return True": ("write a space instead", "请改成 空格（"),
    "print(“hi”)": ('write " instead', '请改成 "（'),
    "x = 1": ("nor any other that takes grid, a, b", "里没有函数 linkable，也没有别的函数用参数 grid, a, b"),
    "def other(grid, a, b): pass": ("name one, e.g. my game.py:other", "请写明用哪一个，例如 my game.py:other"),
}


@pytest.mark.parametrize("command", ["check", "race", "trace"])
def test_what_is_wrong_with_a_file_is_chinese_too(tmp_path: Path, command: str) -> None:
    file = tmp_path / "my game.py"
    board = [] if command == "check" else [str(EXAMPLES / "lab.dat"), "--finder"]
    for code, (english, chinese) in UNUSABLE.items():
        file.write_text(code, encoding="utf-8")
        assert english in run(command, *board, str(file)).stderr
        assert chinese in run(command, *board, str(file), "--lang", "zh").stderr


def test_a_function_that_fails_is_told_of_in_chinese(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(HEAD + "return 1 / 0\n", encoding="utf-8")
    asked = (str(EXAMPLES / "lab.dat"), "--finder", str(file), "--lang", "zh")
    assert "没有参赛：mine.py:linkable 抛出了 ZeroDivisionError" in run("race", *asked).stdout
    assert "mine.py:linkable 抛出了 ZeroDivisionError" in run("trace", *asked).stderr
