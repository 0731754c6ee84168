"""A learner's function may start processes; none is left behind."""

import os
import sys
from pathlib import Path

import pytest

from lianliankan.lab.check import Contract, check
from support.children import has_ended
from support.learner_files import EFFORT, RIGHT, find_fault, write_program


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
def test_a_fork_does_not_answer_and_does_not_block(tmp_path: Path) -> None:
    """Neither a child that returns like its parent, nor one that detaches itself, which is ended all the same."""
    head, once = f"import os, time\nchildren = []\n{RIGHT}", "children or children.append(os.fork())"
    code = f"{head}\ndef linkable(grid, a, b):\n    {once}\n    return right(grid, a, b)\n"
    assert check(write_program(tmp_path, code), Contract(), EFFORT).passed
    pids = tmp_path / "pids"
    note = f"open({str(pids)!r}, 'a').write(f'{{os.getpid()}} ')"
    away = f"if os.fork() == 0: os.setsid(); os.fork() and os._exit(0); {note}; time.sleep(600); os._exit(0)"
    wait = f"while not os.path.exists({str(pids)!r}) or not os.path.getsize({str(pids)!r}): time.sleep(0.01)"
    assert find_fault(tmp_path, f"{away}\n    {wait}\n    return False", head=head).kind == "missed"
    assert [pid for pid in map(int, pids.read_text().split()) if not has_ended(pid)] == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")
def test_an_orphan_without_its_environment_is_ended(tmp_path: Path) -> None:
    """Two processes on, in a session of its own, and nothing left that tells where it comes from."""
    write = "pathlib.Path('writing').write_text(str(os.getpid())); os.replace('writing', 'pid')"
    sleeper = f"import os, pathlib, time; {write}; time.sleep(600)"
    starts = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {sleeper!r}], env={{}})"
    head = f"import os, subprocess, sys, time\nos.chdir({str(tmp_path)!r})\n"
    head += f"subprocess.run([sys.executable, '-c', {starts!r}], env={{}}, start_new_session=True)\n"
    head += "while not os.path.exists('pid'): time.sleep(0.01)"
    find_fault(tmp_path, "return False", head=head)
    assert has_ended(int((tmp_path / "pid").read_text()))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")
def test_nothing_is_left_running(tmp_path: Path) -> None:
    """Not even processes that the learner's code has started."""
    head = "import subprocess, sys, pathlib\n"
    head += "sleeper = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
    head += "pathlib.Path(__file__).with_name('pid').write_text(str(sleeper.pid))"
    find_fault(tmp_path, "return False", head=head)
    assert has_ended(int((tmp_path / "pid").read_text()))
