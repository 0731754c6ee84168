"""Child processes of tests: each runs in a process group of its own, and the whole group ends with its test."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import Any

from support.patience import PATIENCE, wait_until

_AMID_WORK = 0.1  # seconds of a processor


def heed_interrupts() -> None:
    """Let every later child answer Ctrl-C, even where this process ignores it.

    Under `nohup` and in the background of a script SIGINT is ignored, and children inherit that. They do not inherit a
    handler, so one that does nothing keeps this process deaf to SIGINT and gives its children the default.
    """
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda number, frame: None)


def start_child(command: Sequence[str | Path], **options: Any) -> subprocess.Popen[str]:  # noqa: ANN401
    """Start a process whose output is text; `end_child` must follow, whatever happens in between."""
    return subprocess.Popen(command, text=True, start_new_session=os.name == "posix", **options)


def end_child(process: subprocess.Popen[str]) -> None:
    """Kill a process and all that it has started, and close its pipes."""
    _kill(process)
    process.wait(PATIENCE)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(BrokenPipeError):
                pipe.close()


def _kill(process: subprocess.Popen[str]) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def read_line(process: subprocess.Popen[str]) -> str:
    """Return the next line that a process prints; it is empty if the process ends, or hangs and is killed."""
    assert process.stdout
    killing = Timer(PATIENCE, _kill, [process])
    killing.start()
    try:
        return process.stdout.readline()
    finally:
        killing.cancel()


@contextmanager
def child(command: Sequence[str | Path], **options: Any) -> Iterator[subprocess.Popen[str]]:  # noqa: ANN401
    """Run a process for as long as a `with` block lasts, at most."""
    process = start_child(command, **options)
    try:
        yield process
    finally:
        end_child(process)


def interrupt(script: str) -> str:
    """Run a Python script that prints "go" and then works without an end; press Ctrl-C, and return its errors."""
    with child([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert read_line(process) == "go\n"
        begun = _worked(process.pid)
        wait_until(lambda: _worked(process.pid) > begun + _AMID_WORK)
        process.send_signal(signal.SIGINT)
        return process.communicate(timeout=PATIENCE)[1]


def _worked(pid: int) -> float:
    """Return how many seconds of a processor a process has used; where the system does not say, how late it is."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return time.monotonic()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def has_ended(pid: int) -> bool:
    """Whether a process is gone, or a zombie; it may take a moment to end, and is killed if it does not."""
    try:
        wait_until(lambda: not _is_living(pid))
    except AssertionError:
        os.kill(pid, signal.SIGKILL)
        return False
    return True


def _is_living(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def living_children() -> dict[int, str]:
    """Map the living children of this process to their command lines; nothing where the system does not list them."""
    found = {}
    for task in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):
            for pid in task.read_text().split():
                line = Path("/proc", pid, "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                if line:  # a zombie has none
                    found[int(pid)] = line
    return found
