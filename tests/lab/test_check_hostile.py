"""Whatever a learner's function does, the check reports it."""

from itertools import count
from pathlib import Path

import pytest

from lianliankan.cli.check_report import format_report, report_as_dict
from lianliankan.lab.check import Contract, Effort, check, checker, process_learner
from support.late_learners import WAITS, end_waiting_calls
from support.learner_files import EFFORT, ESCAPES, RIGHT, find_fault, write_program
from support.patience import PATIENCE


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


def test_memory_that_runs_out_just_before_the_time_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A recursion without end takes long to unwind; the limit here is low, so that it takes no memory to speak of."""
    monkeypatch.setattr(process_learner, "_ALL_MEMORY", 0.1)
    end_waiting_calls(monkeypatch, tmp_path)
    body = "called.append(a); kept = b'1' * (150 << 20); wait_for_ever()"
    report = check(write_program(tmp_path, f"{WAITS}def linkable(grid, a, b):\n    {body}\n"), Contract(), EFFORT)
    assert report.faults[0].kind == "memory"
    assert "it needs more than 2 GB of memory" in format_report(report, faces="numbers", colour="never")


def test_memory_that_fills_up_from_call_to_call_is_named(tmp_path: Path) -> None:
    body = "kept.append(memoryview(bytes(300 << 20))); return right(grid, a, b)"  # nothing that looks at it copies it
    fault = find_fault(tmp_path, body, head=f"{RIGHT}\nkept = []")
    assert fault.kind == "remembers"
    assert "it keeps more and more between calls, until memory ran out" in fault.problem


def test_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The function hangs on the first board, so that no answer has to come within this short limit."""
    monkeypatch.setattr(process_learner, "CALL_SECONDS", 0.3)
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


def test_a_search_that_tries_every_path_is_shown_on_a_larger_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before all small boards are done, on which it returns."""
    end_waiting_calls(monkeypatch, tmp_path)
    body = "called.append(a)\n    if len(grid) * len(grid[0]) > 60: wait_for_ever()\n    return right(grid, a, b)"
    program = write_program(tmp_path, f"{WAITS}{RIGHT}\ndef linkable(grid, a, b):\n    {body}\n")
    report = check(program, Contract(), Effort(seconds=PATIENCE))
    assert [fault.kind for fault in report.faults] == ["slow"]
    assert report.cells == 4


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("def linkable(grid, a, b): yield True", "returned <generator object linkable>\n  a function with yield"),
        (
            "async def linkable(grid, a, b): return True",
            "returned <coroutine object linkable>\n  a function with async",
        ),
        ("def linkable(grid, a, b): print(True)", "returned None\n  it printed something, but returned nothing"),
    ],
)
def test_hints_for_what_is_no_answer(tmp_path: Path, code: str, hint: str) -> None:
    report = check(write_program(tmp_path, code), Contract(), EFFORT)
    assert hint in format_report(report, faces="numbers", colour="never")


def test_slowness_is_named_when_time_is_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here every look at the clock takes a hundredth of a second."""
    looks = count()
    monkeypatch.setattr(checker, "monotonic", lambda: next(looks) / 100)
    program = write_program(tmp_path, f"{RIGHT}\ndef linkable(grid, a, b):\n    return right(grid, a, b)\n")
    report = check(program, Contract(), Effort(seconds=1.0))
    said = format_report(report, faces="numbers", colour="never")
    assert f"linkable is slow: only {report.questions:,} questions in " in said


def test_the_first_line_of_an_exception_is_shown(tmp_path: Path) -> None:
    body = "problem = ValueError('cannot link:\\n  row 3'); problem.add_note('a note'); raise problem"
    assert find_fault(tmp_path, body).answer.shown == "ValueError: cannot link: …"


@pytest.mark.parametrize(
    ("body", "changed"),
    [
        ("grid.insert(0, [0])", "it now has more rows"),
        ("grid.pop()", "it now has fewer rows"),
    ],
)
def test_a_grid_of_another_size(tmp_path: Path, body: str, changed: str) -> None:
    head = f"{RIGHT}\n"
    fault = find_fault(tmp_path, f"answer = right(grid, a, b); {body}; return answer", head=head)
    assert fault.problem == f"it changed the grid: {changed}"


def test_a_changed_grid(tmp_path: Path) -> None:
    fault = find_fault(tmp_path, "answer = right(grid, a, b); grid[-1][-1] = 9; return answer", head=RIGHT)
    assert (fault.kind, fault.problem) == ("changed", "it changed the grid: (0, 1) was 1 and is now 9")
    fault = find_fault(tmp_path, "answer = right(grid, a, b); grid.pop(); return answer", head=RIGHT)
    assert (fault.kind, fault.problem) == ("changed", "it changed the grid: it now has fewer rows")
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
            "the default argument cells of seen (made only once), which later calls find",
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
    assert "\n  the other way round, linkable(…, (0, 0), (0, 1)), it is correct\n" in said
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
    end_waiting_calls(monkeypatch, tmp_path)
    body = "called.append(a)\n    if len(called) == 20: wait_for_ever()\n    return right(grid, a, b)"
    report = check(
        write_program(tmp_path, f"{WAITS}{RIGHT}\ndef linkable(grid, a, b):\n    {body}\n"), Contract(), EFFORT
    )
    assert (report.passed, report.is_late, report.faults) == (None, True, ())
    assert "does it keep state between calls" in format_report(report, faces="numbers", colour="never")


@pytest.mark.parametrize(("later", "returned"), [("'yes'", "'yes'"), ("[a, (9, 9)]", "[(0, 1), (9, 9)]")])
def test_the_answer_after_other_questions_is_the_one_reported(tmp_path: Path, later: str, returned: str) -> None:
    body = f"calls.append(a); return True if len(calls) < 3 else {later}"
    report = check(write_program(tmp_path, f"calls = []\ndef linkable(grid, a, b):\n    {body}\n"), Contract(), EFFORT)
    assert f"  returned {returned} after other questions\n" in format_report(report, faces="numbers", colour="never")


@pytest.mark.parametrize(
    "body",
    [
        f"print('{ESCAPES}'); return False",
        f"raise ValueError('{ESCAPES}')",
        f"return type('Odd', (), {{'__repr__': lambda self: '{ESCAPES}\\n'}})()",
        f"grid[0][0] = type('Odd', (), {{'__repr__': lambda self: '{ESCAPES}'}})(); return True",
        "raise ValueError  # \x1b[2J",
    ],
)
def test_terminal_escapes_are_shown_not_sent(tmp_path: Path, body: str) -> None:
    report = check(write_program(tmp_path, f"def linkable(grid, a, b):\n    {body}\n"), Contract(), EFFORT)
    said = format_report(report, faces="numbers", colour="never")
    assert all(char.isprintable() or char == "\n" for char in said)
    assert "\\x1b[2J" in said
    assert all(char.isprintable() for char in str(report_as_dict(report)).replace("\\n", ""))
