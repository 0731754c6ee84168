"""What a process and all its descendants use, as Linux tells it in /proc; nothing on other systems."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

__all__ = ["cpu_seconds", "kilobytes", "list_children"]

_PROCESSES = Path("/proc")
_TICKS = slice(11, 15)  # in /proc/PID/stat after the name: its own time, and that of children that have ended


def cpu_seconds(pid: int) -> float:
    """Return the processor time that a process and its descendants have used, also those that have ended."""
    ticks = 0
    for each in _walk(pid):
        with suppress(OSError):
            fields = (_PROCESSES / str(each) / "stat").read_text().rpartition(") ")[2].split()
            ticks += sum(map(int, fields[_TICKS]))
    return ticks / os.sysconf("SC_CLK_TCK")


def kilobytes(pid: int) -> int:
    """Return the memory of a process and its descendants."""
    found = 0
    for each in _walk(pid):
        with suppress(OSError):
            lines = (_PROCESSES / str(each) / "status").read_text().splitlines()
            found += sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
    return found


def list_children(pid: int) -> list[int]:
    """Return the living children of a process, the oldest first."""
    found: set[int] = set()
    with suppress(OSError):  # it ends meanwhile
        for task in (_PROCESSES / str(pid) / "task").glob("*/children"):
            found.update(map(int, task.read_text().split()))
    return sorted(found)


def _walk(pid: int) -> Iterator[int]:
    yield pid
    for child in list_children(pid):
        yield from _walk(child)
