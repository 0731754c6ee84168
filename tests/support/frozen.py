"""Processes that stand still, as if the system had forgotten them."""

import fcntl
import os
import signal
import termios
from array import array
from contextlib import suppress
from pathlib import Path
from typing import IO

from lianliankan.child_process import ChildProcess
from support.patience import wait_until


def freeze(process: int) -> None:
    """Stop a process, and wait until it does nothing more, where the system says so."""
    os.kill(process, signal.SIGSTOP)
    if Path("/proc/self/task").exists():
        wait_until(lambda: _states(process) <= {"T"})


def thaw(process: int) -> None:
    """Let a process go on, if it still lives."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGCONT)


def wait_for_request(child: ChildProcess) -> None:
    """Wait until a frozen process has a request to read."""
    wait_until(lambda: child._process is not None and child._process.stdin and _unread(child._process.stdin))


def _unread(pipe: IO[bytes]) -> int:
    number = array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, number)
    return number[0]


def _states(process: int) -> set[str]:
    return {status.read_text().rpartition(") ")[2][0] for status in Path("/proc", str(process), "task").glob("*/stat")}
