"""Whatever a learner's function does, the check reports it."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from lianliankan.cli.check_report import format_report, report_as_dict
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
        ("input('row? ')", "EOFError: EOF when reading a line"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("raise type('Odd', (Exception,), {'__str__': lambda self: 1 / 0})", "Odd: <exception str() failed>"),
    ],
)
def test_exceptions_of_all_kinds(tmp_path: Path, body: str, shown: str) -> None:
    fault = find_fault(tmp_path, body)
    assert fault.kind == "raised"
    assert shown in fault.answer.shown


@pytest.mark.parametrize(
    "body",
    [
        "return [0] * 10 ** 12",
        "return numpy.zeros((10 ** 6, 10 ** 6))",
        "kept.append(bytearray(1900 << 20)); kept.append([bytes(10 ** 6) for _ in range(500)])",
    ],
)
def test_memory_is_named_as_the_cause(tmp_path: Path, body: str) -> None:
    fault = find_fault(tmp_path, body, head="import numpy\nkept = []")
    assert (fault.kind, fault.question.rows) == ("memory", ((1, 1),))
    assert fault.problem.startswith("it needs more than 2 GB of memory")


def test_memory_that_fills_up_from_call_to_call_is_named(tmp_path: Path) -> None:
    fault = find_fault(tmp_path, "kept.append(bytes(300 << 20)); return right(grid, a, b)", head=f"{RIGHT}\nkept = []")
    assert fault.kind == "remembers"
    assert "it keeps more and more between calls, until memory ran out" in fault.problem


def test_memory_that_an_import_needs_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFunction, match=r"MemoryError.*it needs more than 2 GB of memory"):
        check(write_program(tmp_path, "table = [0] * 10 ** 12"), Contract(), EFFORT)


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
    fault = find_fault(tmp_path, "return next(numbers) < 3", head="import itertools\nnumbers = itertools.count()")
    assert fault.kind == "remembers"
    assert "does it keep state between calls" in fault.problem


@pytest.mark.parametrize(
    ("head", "body", "kept"),
    [
        ("calls = []", "calls.append(a); return len(calls) < 3", "the global calls"),
        ("calls = 0", "global calls; calls += 1; return calls < 3", "the global calls"),
        (
            "def seen(cell, cells=[]):\n    cells.append(cell)\n    return len(cells)",
            "return seen(a) < 3",
            "the default argument cells of seen, which is made only once",
        ),
        (
            f"{RIGHT}\nimport functools\ngrids = {{}}\n@functools.cache\ndef known(a, b): return right(grids[0], a, b)",
            "grids[0] = grid; return known(a, b)",
            "the cache of known",
        ),
    ],
)
def test_what_is_kept_between_calls_is_named(tmp_path: Path, head: str, body: str, kept: str) -> None:
    fault = find_fault(tmp_path, body, head=head)
    assert fault.kind == "remembers"
    assert "in a new process it answers correctly, but it changes" in fault.problem
    assert kept in fault.problem


def test_a_difference_the_other_way_round_is_said(tmp_path: Path) -> None:
    program = write_program(tmp_path, f"{RIGHT}\ndef linkable(grid, a, b): return a < b and right(grid, a, b)\n")
    report = check(program, Contract(), EFFORT)
    assert report.faults[0].is_one_way
    said = format_report(report, faces="numbers", colour="never")
    assert said.endswith("\n  the other way round, linkable(…, (0, 0), (0, 1)), it is correct")
    assert not find_fault(tmp_path, "return False").is_one_way


def test_a_call_repeated_is_tried(tmp_path: Path) -> None:
    """Here it takes more than 9 cells, where each question is asked once; one in twenty random ones is repeated."""
    head = f"{RIGHT}\nlast = []"
    body = "again = last == [str((grid, a, b))]; last[:] = [str((grid, a, b))]; return not again and right(grid, a, b)"
    program = write_program(tmp_path, f"{head}\ndef linkable(grid, a, b):\n    {body}\n")
    (fault,) = check(program, Contract(), Effort(cells=2, random_questions=200)).faults
    assert fault.kind == "remembers"


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
            r"linkable in learner.py is a method of the class Game, and llk check calls a function; add one, "
            r"e.g. def linkable\(grid, a, b\): return Game\(\).linkable\(grid, a, b\)",
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
    report = check(write_program(tmp_path, "def linkable(a, b, grid): return grid[a][b]"), Contract(), EFFORT)
    assert report.notes == ("linkable is called with grid, a, b in this order, but its arguments are a, b, grid",)


def test_methods_without_self_can_be_named(tmp_path: Path) -> None:
    code = f"{RIGHT}\nclass Game:\n    @staticmethod\n    def ask(grid, a, b): return right(grid, a, b)\n"
    file = write_program(tmp_path, code).file
    assert check(Program.parse(f"{file}:Game.ask"), Contract(), EFFORT).passed


ESCAPE = "\\x1b]0;title\\x07\\x1b[2J\\x9b31m\\u202e"


@pytest.mark.parametrize(
    "body",
    [
        f"print('{ESCAPE}'); return False",
        f"raise ValueError('{ESCAPE}')",
        f"return type('Odd', (), {{'__repr__': lambda self: '{ESCAPE}\\n'}})()",
        f"grid[0][0] = type('Odd', (), {{'__repr__': lambda self: '{ESCAPE}'}})(); return True",
        "raise ValueError  # \x1b[2J",
    ],
)
def test_terminal_escapes_are_shown_not_sent(tmp_path: Path, body: str) -> None:
    report = check(write_program(tmp_path, f"def linkable(grid, a, b):\n    {body}\n"), Contract(), EFFORT)
    said = format_report(report, faces="numbers", colour="never")
    assert all(char.isprintable() or char == "\n" for char in said)
    assert "\\x1b[2J" in said
    assert all(char.isprintable() for char in str(report_as_dict(report)).replace("\\n", ""))


def test_terminal_escapes_of_an_import_are_shown_not_sent(tmp_path: Path) -> None:
    with pytest.raises(BadFunction) as problem:
        check(write_program(tmp_path, f"raise ValueError('{ESCAPE}')"), Contract(), EFFORT)
    assert str(problem.value).isprintable()


def test_methods_and_lambdas_are_functions(tmp_path: Path) -> None:
    code = f"{RIGHT}\nclass Game:\n    def ask(self, grid, a, b, more=0): return right(grid, a, b)\n"
    assert check(write_program(tmp_path, code + "linkable = Game().ask\n"), Contract(), EFFORT).passed


def is_running(pid: int) -> bool:
    """Whether a process is there, and not a zombie; it may take a moment to end."""
    stat = Path(f"/proc/{pid}/stat")
    for _ in range(100):
        if not stat.exists() or ") Z " in stat.read_text():
            return False
        time.sleep(0.02)
    return True


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
def test_a_fork_does_not_answer_and_does_not_block(tmp_path: Path) -> None:
    """Neither a child that returns like its parent, nor one that detaches itself, which is ended all the same."""
    head, once = f"import os, time\nchildren = []\n{RIGHT}", "children or children.append(os.fork())"
    code = f"{head}\ndef linkable(grid, a, b):\n    {once}\n    return right(grid, a, b)\n"
    assert check(write_program(tmp_path, code), Contract(), EFFORT).passed
    pids = tmp_path / "pids"
    note = f"open({str(pids)!r}, 'a').write(f'{{os.getpid()}} ')"
    away = f"if os.fork() == 0: os.setsid(); os.fork() and os._exit(0); {note}; time.sleep(60); os._exit(0)"
    wait = f"while not os.path.exists({str(pids)!r}) or not os.path.getsize({str(pids)!r}): time.sleep(0.01)"
    assert find_fault(tmp_path, f"{away}\n    {wait}\n    return False", head=head).kind == "missed"
    left = [pid for pid in map(int, pids.read_text().split()) if is_running(pid)]
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert not left


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")
def test_an_orphan_without_its_environment_is_ended(tmp_path: Path) -> None:
    """Two processes on, in a session of its own, and nothing left that tells where it comes from."""
    sleeper = "import os, pathlib, time; pathlib.Path('pid').write_text(str(os.getpid())); time.sleep(60)"
    starts = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {sleeper!r}], env={{}})"
    head = f"import os, subprocess, sys, time\nos.chdir({str(tmp_path)!r})\n"
    head += f"subprocess.run([sys.executable, '-c', {starts!r}], env={{}}, start_new_session=True)\n"
    head += "while not os.path.exists('pid') or not os.path.getsize('pid'): time.sleep(0.01)"
    find_fault(tmp_path, "return False", head=head)
    pid = int((tmp_path / "pid").read_text())
    is_left = is_running(pid)
    if is_left:
        os.kill(pid, signal.SIGKILL)
    assert not is_left


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")
def test_nothing_is_left_running(tmp_path: Path) -> None:
    """Not even processes that the learner's code has started."""
    head = "import subprocess, sys, pathlib\n"
    head += "sleeper = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
    head += "pathlib.Path(__file__).with_name('pid').write_text(str(sleeper.pid))"
    find_fault(tmp_path, "return False", head=head)
    assert not is_running(int((tmp_path / "pid").read_text()))
