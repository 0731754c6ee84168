"""Whatever a learner's function does, the check says what it was."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from lianliankan.cli.check_report import format_report
from lianliankan.lab.check import BadFunction, Contract, Effort, Fault, Program, check, learner
from support.paths import DATA

RIGHT = (DATA / "learners" / "right_search.py").read_text(encoding="utf-8").replace("linkable", "right")
EFFORT = Effort(cells=4, random_questions=20)


def write(folder: Path, code: str) -> Program:
    file = folder / "learner.py"
    file.write_text(code, encoding="utf-8")
    return Program(file)


def find_fault(folder: Path, body: str, *, head: str = "") -> Fault:
    """Check a function that has this body."""
    code = f"{head}\ndef linkable(grid, a, b):\n    {body}\n"
    (fault,) = check(write(folder, code), Contract(), EFFORT).faults
    return fault


def test_an_exception_comes_with_its_lines(tmp_path: Path) -> None:
    fault = find_fault(tmp_path, "return look(grid)", head="def look(grid):\n    return grid[0][9]\n")
    assert (fault.kind, fault.answer.shown) == ("raised", "IndexError: list index out of range")
    assert fault.answer.trace == ("line 5, in linkable: return look(grid)", "line 2, in look: return grid[0][9]")


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("return linkable(grid, a, b)", "RecursionError: maximum recursion depth exceeded"),
        ("return [0] * 10 ** 12", "MemoryError"),
        ("input('row? ')", "EOFError: EOF when reading a line"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("raise type('Odd', (Exception,), {'__str__': lambda self: 1 / 0})", "Odd: <exception str() failed>"),
    ],
)
def test_exceptions_of_all_kinds(tmp_path: Path, body: str, shown: str) -> None:
    fault = find_fault(tmp_path, body)
    assert fault.kind == "raised"
    assert shown in fault.answer.shown


def test_no_answer(tmp_path: Path) -> None:
    """On the first board only, so that the time it takes to be sure is spent once."""
    fault = find_fault(tmp_path, "while True: pass")
    assert (fault.kind, fault.question.rows) == ("slow", ((1, 1),))


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("import os; os._exit(3)", "exit code 3"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "SIGSEGV"),
    ],
)
def test_the_end_of_python(tmp_path: Path, body: str, shown: str) -> None:
    fault = find_fault(tmp_path, body)
    assert (fault.kind, fault.answer.shown) == ("died", shown)


def test_the_board_is_named_that_ends_it_and_no_other(tmp_path: Path) -> None:
    body = "import os; return os._exit(0) if grid == [[1, 2], [0, 1]] else right(grid, a, b)"
    fault = find_fault(tmp_path, body, head=RIGHT)
    assert (fault.kind, fault.question.rows) == ("died", ((1, 2), (0, 1)))


def test_a_changed_grid(tmp_path: Path) -> None:
    fault = find_fault(tmp_path, "answer = right(grid, a, b); grid[-1][-1] = 9; return answer", head=RIGHT)
    assert (fault.kind, fault.problem) == ("changed", "it changes the grid: (0, 1) was 1 and is 9")
    fault = find_fault(tmp_path, "answer = right(grid, a, b); grid.pop(); return answer", head=RIGHT)
    assert (fault.kind, fault.problem) == ("changed", "it changes the grid: its rows are no longer what they were")
    copies = "grid = [row[:] for row in grid]; grid[a[0]][a[1]] = 9; return right(grid, a, b)"
    assert check(write(tmp_path, f"{RIGHT}\ndef linkable(grid, a, b):\n    {copies}\n"), Contract(), EFFORT).passed


def test_what_is_printed_is_told_and_confuses_nothing(tmp_path: Path) -> None:
    noise = """
    print('1\\n{"said": "no"}')
    print("0", file=sys.stderr)
    os.write(1, b"0\\n")
    sys.stdout.buffer.write(b"0\\n")
    """
    code = f"import os, sys\n{RIGHT}\ndef linkable(grid, a, b):{noise}return right(grid, a, b)\n"
    assert check(write(tmp_path, code), Contract(), EFFORT).passed
    fault = find_fault(tmp_path, "print('looking at', a); return False")
    assert fault.answer.printed == "looking at (0, 0)\n"


@pytest.mark.parametrize(
    "answer",
    [
        "'yes'",
        "2",
        "-1",
        "1.0",
        "object()",
        "{a, b}",
        "[a[0], b[0]]",
        "(True, [a, b])",
        "[(0.5, 1)]",
        "(c for c in [a, b])",
    ],
)
def test_nonsense(tmp_path: Path, answer: str) -> None:
    assert find_fault(tmp_path, f"return {answer}").kind == "nonsense"


@pytest.mark.parametrize(
    "answer",
    [
        "1 if right(grid, a, b) else 0",
        "right(grid, a, b) or None",
        "numpy.bool_(right(grid, a, b))",
        "numpy.array(right(grid, a, b))",
    ],
)
def test_other_words_for_yes_and_no(tmp_path: Path, answer: str) -> None:
    program = write(tmp_path, f"import numpy\n{RIGHT}\ndef linkable(grid, a, b):\n    return {answer}\n")
    assert check(program, Contract(), EFFORT).passed


def test_what_is_kept_between_calls_is_found(tmp_path: Path) -> None:
    fault = find_fault(tmp_path, "calls.append(a); return len(calls) < 3", head="calls = []")
    assert fault.kind == "remembers"
    assert "between calls" in fault.problem


def test_late_answers_that_come_when_asked_first_are_no_fault_and_no_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes longer and longer, or the machine is busy: who knows."""
    monkeypatch.setattr(learner, "CALL_SECONDS", 0.4)
    head = f"import time\ncalls = []\n{RIGHT}"
    body = "calls.append(a); time.sleep(len(calls) // 20); return right(grid, a, b)"
    report = check(write(tmp_path, f"{head}\ndef linkable(grid, a, b):\n    {body}\n"), Contract(), EFFORT)
    assert (report.passed, report.is_late, report.faults) == (None, True, ())
    assert "does it keep something between calls" in format_report(report, faces="numbers", colour="never")


@pytest.mark.parametrize(("later", "gave"), [("'yes'", "'yes'"), ("[a, (9, 9)]", "[(0, 1), (9, 9)]")])
def test_what_was_said_after_other_questions_is_what_is_told(tmp_path: Path, later: str, gave: str) -> None:
    body = f"calls.append(a); return True if len(calls) < 3 else {later}"
    report = check(write(tmp_path, f"calls = []\ndef linkable(grid, a, b):\n    {body}\n"), Contract(), EFFORT)
    assert f"  gave {gave} after other questions\n" in format_report(report, faces="numbers", colour="never")


def test_neighbours_can_be_imported(tmp_path: Path) -> None:
    (tmp_path / "neighbour.py").write_text(RIGHT, encoding="utf-8")
    assert check(write(tmp_path, "from neighbour import right as linkable"), Contract(), EFFORT).passed
    assert not (tmp_path / "__pycache__").exists()


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("def linkable(grid, a, b)\n    pass", "learner.py, line 1: SyntaxError: "),
        ("\x00", "learner.py: "),
        ("from .right import right", "learner.py cannot be imported: ImportError: .*; the file is imported alone"),
        ("import nowhere_to_be_found", "learner.py cannot be imported: ModuleNotFoundError: "),
        (
            "rows = input()",
            "learner.py cannot be imported: EOFError: .*; what is not for import belongs under if __name__",
        ),
        ("import os; os._exit(1)", "learner.py ends Python while it is imported: exit code 1"),
        ("linkable = 3", "learner.py has no function linkable, and no other that takes grid, a, b"),
        (
            "def link(grid, a, b): ...\ndef main(): ...",
            "learner.py has no function linkable; it has link: name one, as in learner.py:link",
        ),
        ("def linkable(grid): ...", "linkable in learner.py is called with grid, a, b"),
    ],
)
def test_files_without_a_function_to_ask(tmp_path: Path, code: str, problem: str) -> None:
    with pytest.raises(BadFunction, match=problem):
        check(write(tmp_path, code), Contract(), EFFORT)


def test_methods_and_lambdas_are_functions(tmp_path: Path) -> None:
    code = f"{RIGHT}\nclass Game:\n    def ask(self, grid, a, b, more=0): return right(grid, a, b)\n"
    assert check(write(tmp_path, code + "linkable = Game().ask\n"), Contract(), EFFORT).passed


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
def test_a_fork_answers_nothing_and_holds_nobody_up(tmp_path: Path) -> None:
    """Neither a child that returns as its parent does, nor one that goes its own way."""
    head, once = f"import os, time\nchildren = []\n{RIGHT}", "children or children.append(os.fork())"
    code = f"{head}\ndef linkable(grid, a, b):\n    {once}\n    return right(grid, a, b)\n"
    assert check(write(tmp_path, code), Contract(), EFFORT).passed
    began = time.monotonic()
    pids = tmp_path / "pids"
    pids.touch()
    note = f"open({str(pids)!r}, 'a').write(f'{{os.getpid()}} ')"
    away = f"if os.fork() == 0: os.setsid(); {note}; time.sleep(30); os._exit(0)"
    try:
        assert find_fault(tmp_path, f"{away}\n    return False", head=head).kind == "missed"
        assert time.monotonic() - began < 20
    finally:
        for pid in pids.read_text().split():
            os.kill(int(pid), signal.SIGKILL)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it looks for processes in /proc")
def test_nothing_is_left_running(tmp_path: Path) -> None:
    """Also what the learner's code has started."""
    head = "import subprocess, sys, pathlib\n"
    head += "sleeper = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
    head += "pathlib.Path(__file__).with_name('pid').write_text(str(sleeper.pid))"
    find_fault(tmp_path, "return False", head=head)
    there = Path(f"/proc/{(tmp_path / 'pid').read_text()}")
    end = time.monotonic() + 20  # it may take a busy system a moment
    while there.exists() and ") Z " not in (there / "stat").read_text() and time.monotonic() < end:
        time.sleep(0.05)
    assert time.monotonic() < end
