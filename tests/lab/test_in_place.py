"""Programs in this interpreter, as in the browser: whatever they do, the check reports it and goes on."""

import builtins
import json
import signal
import sys
from itertools import count
from typing import Any

import pytest

from lianliankan.board.board import Board
from lianliankan.lab.check import mistakes
from lianliankan.lab.check.call_limit import TimerLimit
from lianliankan.records.share import to_share
from lianliankan.web.lab.learner import answer
from support.mistaken import SOLUTIONS


def ask(**request: Any) -> Any:  # noqa: ANN401  # JSON
    """Ask with more time than even a busy machine needs."""
    return json.loads(answer(json.dumps({"type": "check", "exercise": "ring", "seconds": 600} | request)))


def ask_body(body: str, **request: Any) -> Any:  # noqa: ANN401  # JSON
    return ask(source=f"def linkable(grid, a, b):\n    {body}\n", **request)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("while True: pass", "did not return within 2 seconds"),
        (
            "\n    while True:\n        try:\n            while True: pass\n        except: pass",
            "did not return within 2 seconds",
        ),
        ("import sys; sys.exit(3)", "raised SystemExit: 3"),
        ("import os; os._exit(3)", "raised SystemExit: 3"),
        ("import builtins; del builtins.len", "it changed the built-in len, which all code here needs"),
        ("import builtins; builtins.sorted = None; return True", "it changed the built-in sorted, which"),
        ("return linkable(grid, a, b)", "raised RecursionError: maximum recursion depth exceeded"),
        ("import sys; sys.setrecursionlimit(10 ** 9); return linkable(grid, a, b)", "raised RecursionError: "),
        ("return [0] * 10 ** 6", "returned [0, 0, 0"),
        ("return input()", "raised EOFError: "),
        ("import sys; sys.stdout = sys.stdin = None; raise KeyError", "raised KeyError"),
        ("import time; time.monotonic = None; raise KeyError", "raised KeyError"),
    ],
)
def test_what_can_be_survived_is_survived_and_said(body: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    if "while" in body:
        monkeypatch.setattr("lianliankan.lab.check.in_place_learner.CALL_SECONDS", 0.2)
    monkeypatch.setattr(time, "monotonic", time.monotonic)
    before = dict(vars(builtins)), sys.stdout, sys.stdin, sys.getrecursionlimit()
    found = ask_body(body)
    assert (found["outcome"], found["fault"]["returned"][: len(said)]) == ("failed", said)
    assert (dict(vars(builtins)), sys.stdout, sys.stdin, sys.getrecursionlimit()) == before


@pytest.mark.parametrize(
    ("source", "title", "line"),
    [
        ("def linkable(grid, a, b):\n  return (", "my_game.py, line 2: SyntaxError: ", 2),
        ("x = 1\nraise ValueError('no')", "my_game.py cannot be imported: ValueError: no (line 2", 2),
        (
            "def linkable(grid): return 1",
            "linkable in my_game.py must take three arguments: grid, a, b (it takes grid)",
            0,
        ),
        ("", "my_game.py has no function linkable", 0),
        ("import builtins; builtins.len = 3", "my_game.py changes the built-in len, which all code here needs", 0),
        ("\0", "my_game.py", 0),
    ],
)
def test_a_program_that_cannot_be_called(source: str, title: str, line: int) -> None:
    found = ask(source=source)
    assert (found["outcome"], found["title"][: len(title)], found["line"]) == ("error", title, line)
    assert found["is_missing"] == (not source)


def test_what_it_printed_and_where_it_failed() -> None:
    found = ask_body("print('x' * 9999)\n    return 1 // 0")
    assert (len(found["printed"]), found["line"]) == (2000, 3)
    assert found["fault"]["call"] == "linkable([[1, 1]], (0, 0), (0, 1))"


def test_a_fault_has_a_board_to_draw() -> None:
    found = ask(source=SOLUTIONS.replace("range(-1, len(grid) + 1)", "range(len(grid))"), exercise="ring")["fault"]
    assert (found["kind"], found["rows"], found["a"], found["b"]) == ("missed", [[1, 2, 1]], [0, 0], [0, 2])
    assert found["share"] == to_share(Board.parse("1 2 1"))
    assert found["better"] == [[0, 0], [-1, 0], [-1, 2], [0, 2]]
    assert (found["path"], found["is_smallest"]) == (None, True)


def test_an_exercise_that_asks_for_a_path_does_not_expect_true() -> None:
    source = "def fewest_turns(grid, a, b): return True"
    assert ask(source=source, exercise="fewest-turns")["fault"]["expected"].startswith(
        "expected a path, e.g. [(0, 0), "
    )
    chinese = ask(source=source, exercise="fewest-turns", language="zh")["fault"]["expected"]
    assert chinese.startswith("应为 路线，例如 [(0, 0), ")


def test_everything_is_said_in_chinese() -> None:
    found = ask(source=SOLUTIONS, exercise="stuck", language="zh")
    assert found["outcome"] == "passed"
    assert not [line for line in (found["title"], *found["details"]) if "the" in line.split()]
    wrong = ask(source="def is_stuck(grid): return False", exercise="stuck", language="zh")
    assert wrong["title"] == "is_stuck 没有看出已经无牌可消"
    assert wrong["fault"]["expected"] == "应为 True：还有 1 张牌，没有两张连得上"
    wrong = ask(source="def all_moves(grid): return None", exercise="all-moves", language="zh")
    assert wrong["fault"]["text"] == [
        "出错的最小棋盘有 1 格。",
        "应返回格子对的列表，例如 [((0, 0), (0, 2))]，没有可消的牌时返回 []",
    ]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("n = input()", "请把启动程序的代码放在 if __name__ == '__main__': 下面"),
        ("class Game:\n    def linkable(self, grid, a, b): ...", "my_game.py 里的 linkable 是类 Game 的方法"),
        ("def linkable(a, b, grid): return True", "调用 linkable 时参数依次是 grid, a, b"),
        ("def linkable(grid, a, b, depth=2): return True", "其余用默认值：depth=2"),
        ("def Linkable(grid, a, b): return True", "里面有 Linkable"),
        ("def linkable(grid, a, b):\n    return grid[9]", "第 2 行（linkable）：return grid[9]"),
        ("def linkable(grid, a, b):\n    grid[0][0] = 7\n    return True", "它改动了棋盘：(0, 0) 原来是 1，现在是 7"),
        ("seen = []\ndef linkable(grid, a, b):\n    seen.append(a)\n    return len(seen) < 9", "全局变量 seen"),
    ],
)
def test_what_is_wrong_with_a_program_is_said_in_chinese(source: str, said: str) -> None:
    found = ask(source=source, language="zh")
    told = [found["title"], *found["details"], *(found["fault"] or {"text": []})["text"]]
    assert said in "\n".join(told)
    assert not [line for line in told if {"the", "it", "is", "was"} & set(line.split())]


def test_a_fault_is_not_said_to_be_tried_without_one() -> None:
    assert ask_body("return [a, b]")["details"] == []


def test_a_function_that_takes_too_long_is_not_compared_with_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mistakes, "_SECONDS", -1.0)
    assert ask_body("return True")["fault"]["mistake"] is None


def test_the_page_is_told_what_comes_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first calls ten times a second; here a second passes between two calls."""
    seconds = count()
    monkeypatch.setattr("lianliankan.web.lab.learner.monotonic", lambda: next(seconds))
    told: list[dict[str, Any]] = []
    request = json.dumps({"type": "check", "exercise": "straight", "source": SOLUTIONS})
    answer(request, lambda text: told.append(json.loads(text)))
    assert told[0] == {"share": 0.0, "call": "straight([[1, 1]], (0, 0), (0, 1))"}
    assert told[-1]["share"] > 0.9


def test_trace_and_race_of_the_very_function() -> None:
    asked = {
        "source": SOLUTIONS,
        "function": "linkable",
        "share": to_share(Board.parse("1 2 1")),
        "a": (0, 0),
        "b": (0, 2),
    }
    traced = ask(**asked, type="trace")
    assert traced["verdict"]["kind"] == "yes"
    lines = SOLUTIONS.splitlines()
    assert all("grid" in lines[step["code_line"] - 1] for step in traced["steps"])
    raced = ask(**asked, type="race", finders=["layers", "bfs"])
    assert [run["finder"] for run in raced["runs"]] == ["layers", "bfs", "my_game.py:linkable"]
    assert raced["runs"][-1]["verdict"]["right"]
    raises = ask(**(asked | {"source": "def linkable(grid, a, b): raise KeyError"}), type="trace")
    assert raises["problem"].startswith("linkable raised KeyError")
    raises = ask(**(asked | {"source": "def linkable(grid, a, b): raise KeyError"}), type="trace", language="zh")
    assert raises["problem"] == "linkable 抛出了 KeyError"


@pytest.mark.parametrize(
    ("request_text", "problem"),
    [
        ({"type": "check", "exercise": "strait", "source": ""}, "unknown exercise 'strait'"),
        ({"type": "nonsense"}, "Invalid value 'nonsense'"),
        ({"type": "race", "source": "", "function": "f", "share": "?", "a": (0, 0), "b": (0, 1), "finders": []}, ""),
    ],
)
def test_a_request_that_makes_no_sense_is_refused(request_text: dict[str, Any], problem: str) -> None:
    assert json.loads(answer(json.dumps(request_text)))["problem"].startswith(problem)


def test_a_file_may_have_the_name_of_a_module() -> None:
    found = ask_body("return 1 / 0", file="json.py")
    assert found["outcome"] == "failed"
    assert sys.modules["json"] is json, "the interpreter keeps its own modules"
    assert ask(source="x = 1", file="anna.py")["title"] == "anna.py has no function linkable"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers")
def test_the_timer_ends_only_the_learners_own_code() -> None:
    """Whatever runs in between, such as a callback of the garbage collector, is not interrupted."""
    rings: list[str] = []

    def not_the_learners() -> None:
        if len(rings) < 3:
            signal.pause()
            rings.append("ring")

    limit, code = TimerLimit(), compile("while True: call()", "my_game.py", "exec")
    limit.follow(code)
    limit.run(0.01, lambda: exec(code, {"call": not_the_learners}))
    assert limit.is_up
    assert len(rings) == 3
