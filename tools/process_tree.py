"""Resource usage of a process and all its descendants, from Linux's /proc; nothing on other systems."""

import os
import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

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


def socket_owners(pids: Iterable[int], port: int) -> dict[tuple[str, int], int]:
    """Return which of some processes has which connection to an IPv4 port, by the client's address and port."""
    inodes: dict[str, int] = {}
    for pid in pids:
        with suppress(OSError):
            for file in (_PROCESSES / str(pid) / "fd").iterdir():
                with suppress(OSError):
                    inodes[str(file.readlink())] = pid
    found: dict[tuple[str, int], int] = {}
    with suppress(OSError):
        for line in (_PROCESSES / "net" / "tcp").read_text().splitlines()[1:]:
            fields = line.split()
            owner = inodes.get(f"socket:[{fields[9]}]")
            if owner is not None and int(fields[1].partition(":")[2], 16) == port:
                address, _, client = fields[2].partition(":")
                found[socket.inet_ntoa(bytes.fromhex(address)[::-1]), int(client, 16)] = owner
    return found


def _walk(pid: int) -> Iterator[int]:
    yield pid
    for child in list_children(pid):
        yield from _walk(child)
