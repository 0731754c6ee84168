"""Whatever a learner's function does, the check reports it."""

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


def write_program(folder: Path, code: str) -> Program:
    file = folder / "learner.py"
    file.write_text(code, encoding="utf-8")
    return Program(file)


def find_fault(folder: Path, body: str, *, head: str = "") -> Fault:
    """Check a function with this body."""
    code = f"{head}\ndef linkable(grid, a, b):\n    {body}\n"
    (fault,) = check(write_program(folder, code), Contract(), EFFORT).faults
    return fault


def test_an_exception_is_reported_with_its_lines(tmp_path: Path) -> None:
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


def test_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The function hangs on the first board, so that the timeout, here a short one, is waited for only there."""
    monkeypatch.setattr(learner, "CALL_SECONDS", 0.3)
    fault = find_fault(tmp_path, "while True: pass")
    assert (fault.kind, fault.question.rows) == ("slow", ((1, 1),))


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("import os; os._exit(3)", "exit code 3"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "SIGSEGV"),
    ],
)
def test_python_is_terminated(tmp_path: Path, body: str, shown: str) -> None:
    fault = find_fault(tmp_path, body)
    assert (fault.kind, fault.answer.shown) == ("died", shown)


def test_the_board_that_terminates_it_is_reported(tmp_path: Path) -> None:
    body = "import os; return os._exit(0) if grid == [[1, 2], [0, 1]] else right(grid, a, b)"
    fault = find_fault(tmp_path, body, head=RIGHT)
    assert (fault.kind, fault.question.rows) == ("died", ((1, 2), (0, 1)))


def test_a_changed_grid(tmp_path: Path) -> None:
    fault = find_fault(tmp_path, "answer = right(grid, a, b); grid[-1][-1] = 9; return answer", head=RIGHT)
    assert (fault.kind, fault.problem) == ("changed", "it changed the grid: (0, 1) was 1 and is now 9")
    fault = find_fault(tmp_path, "answer = right(grid, a, b); grid.pop(); return answer", head=RIGHT)
    assert (fault.kind, fault.problem) == ("changed", "it changed the grid: its rows are not the same")
    copies = "grid = [row[:] for row in grid]; grid[a[0]][a[1]] = 9; return right(grid, a, b)"
    assert check(
        write_program(tmp_path, f"{RIGHT}\ndef linkable(grid, a, b):\n    {copies}\n"), Contract(), EFFORT
    ).passed


def test_output_is_reported_and_does_no_harm(tmp_path: Path) -> None:
    noise = """
    print('1\\n{"said": "no"}')
    print("0", file=sys.stderr)
    os.write(1, b"0\\n")
    sys.stdout.buffer.write(b"0\\n")
    """
    code = f"import os, sys\n{RIGHT}\ndef linkable(grid, a, b):{noise}return right(grid, a, b)\n"
    assert check(write_program(tmp_path, code), Contract(), EFFORT).passed
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
def test_other_values_for_yes_and_no(tmp_path: Path, answer: str) -> None:
    program = write_program(tmp_path, f"import numpy\n{RIGHT}\ndef linkable(grid, a, b):\n    return {answer}\n")
    assert check(program, Contract(), EFFORT).passed


def test_state_kept_between_calls_is_detected(tmp_path: Path) -> None:
    fault = find_fault(tmp_path, "calls.append(a); return len(calls) < 3", head="calls = []")
    assert fault.kind == "remembers"
    assert "keep state between calls" in fault.problem


def test_answers_that_are_late_only_after_others_neither_fail_nor_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes longer and longer, or the machine is busy: there is no way to tell."""
    monkeypatch.setattr(learner, "CALL_SECONDS", 0.4)
    head = f"import time\ncalls = []\n{RIGHT}"
    body = "calls.append(a); time.sleep(len(calls) // 20); return right(grid, a, b)"
    report = check(write_program(tmp_path, f"{head}\ndef linkable(grid, a, b):\n    {body}\n"), Contract(), EFFORT)
    assert (report.passed, report.is_late, report.faults) == (None, True, ())
    assert "does it keep state between calls" in format_report(report, faces="numbers", colour="never")


@pytest.mark.parametrize(("later", "returned"), [("'yes'", "'yes'"), ("[a, (9, 9)]", "[(0, 1), (9, 9)]")])
def test_the_answer_after_other_questions_is_the_one_reported(tmp_path: Path, later: str, returned: str) -> None:
    body = f"calls.append(a); return True if len(calls) < 3 else {later}"
    report = check(write_program(tmp_path, f"calls = []\ndef linkable(grid, a, b):\n    {body}\n"), Contract(), EFFORT)
    assert f"  returned {returned} after other questions\n" in format_report(report, faces="numbers", colour="never")


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
        ("def linkable(grid): ...", "linkable in learner.py must take three arguments: grid, a, b"),
    ],
)
def test_files_without_a_function_to_call(tmp_path: Path, code: str, problem: str) -> None:
    with pytest.raises(BadFunction, match=problem):
        check(write_program(tmp_path, code), Contract(), EFFORT)


def test_methods_and_lambdas_are_functions(tmp_path: Path) -> None:
    code = f"{RIGHT}\nclass Game:\n    def ask(self, grid, a, b, more=0): return right(grid, a, b)\n"
    assert check(write_program(tmp_path, code + "linkable = Game().ask\n"), Contract(), EFFORT).passed


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
def test_a_fork_does_not_answer_and_does_not_block(tmp_path: Path) -> None:
    """Neither a child that returns like its parent, nor one that detaches itself."""
    head, once = f"import os, time\nchildren = []\n{RIGHT}", "children or children.append(os.fork())"
    code = f"{head}\ndef linkable(grid, a, b):\n    {once}\n    return right(grid, a, b)\n"
    assert check(write_program(tmp_path, code), Contract(), EFFORT).passed
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


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")
def test_nothing_is_left_running(tmp_path: Path) -> None:
    """Not even processes that the learner's code has started."""
    head = "import subprocess, sys, pathlib\n"
    head += "sleeper = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
    head += "pathlib.Path(__file__).with_name('pid').write_text(str(sleeper.pid))"
    find_fault(tmp_path, "return False", head=head)
    there = Path(f"/proc/{(tmp_path / 'pid').read_text()}")
    end = time.monotonic() + 20  # a busy system may take a moment
    while there.exists() and ") Z " not in (there / "stat").read_text() and time.monotonic() < end:
        time.sleep(0.05)
    assert time.monotonic() < end
