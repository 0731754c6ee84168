"""The worker process of a learner's function: start it, write to it, wait for its lines, end it."""

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO

from lianliankan.lab.check import worker

_MARK = "LLK_CHECK_PROCESS"  # set for the worker and inherited by all that it starts
_SWEEPS = 20  # rounds of killing; what is killed may have started something meanwhile
_SWEEP_SECONDS = 0.005
_STOP_LOOKS = 400  # two seconds; on a busy machine a process may take that long to stop
_ENDED = (b"Z", b"X")
_STILL = (b"T", b"t", *_ENDED)
_NO_PIPE: tuple[int | None, int | None] = None, None


class TimedOut(Exception):
    """No line arrived in time."""


class ProcessEnded(Exception):
    """The process ended; the message says how."""


class WorkerProcess:
    """A process that runs `worker` with the given settings, until `end` is called.

    >>> process = WorkerProcess({"file": "nowhere.py", "function": "linkable", "task": "link", "seconds": 5})
    >>> process.line(20.0)
    b'{"problem": "nowhere.py: No such file or directory", "is_missing": false, "is_function": false, "line": 0, ...}'
    >>> process.end()
    """

    def __init__(self, settings: Mapping[str, object]) -> None:
        # -P: keep the worker's folder off the import path; -B: write no bytecode next to the learner's file.
        ends = os.pipe() if os.name == "posix" else None  # the worker ends when this process does, however it ends
        given, self._alive = ends or _NO_PIPE
        command = [sys.executable, "-P", "-B", worker.__file__, json.dumps({**settings, "alive": given})]
        self._mark = secrets.token_hex(16)
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1", _MARK: self._mark},  # NumPy reserves memory per thread
            start_new_session=True,  # Ctrl-C must not reach it, and its children can be killed with it
            pass_fds=() if given is None else (given,),
        )
        if given is not None:
            os.close(given)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._questions, self._answers = self._process.stdin, self._process.stdout
        self._chunks: SimpleQueue[bytes] = SimpleQueue()
        self._lines: deque[bytes] = deque()
        self._rest = b""
        self._reader = Thread(target=_read, args=(self._answers, self._chunks), daemon=True)
        self._reader.start()

    def write(self, data: bytes | bytearray) -> None:
        """Write to it; if it has already ended, reading its lines will raise."""
        with suppress(BrokenPipeError):
            self._questions.write(data)
            self._questions.flush()

    def line(self, seconds: float) -> bytes:
        """Wait for its next line. Raises TimedOut or ProcessEnded."""
        while not self._lines:
            try:
                chunk = self._chunks.get(timeout=seconds)
            except Empty:
                raise TimedOut from None
            if not chunk:
                raise ProcessEnded(_how(self._process.wait()))
            *lines, self._rest = (self._rest + chunk).split(b"\n")
            self._lines.extend(lines)
        return self._lines.popleft()

    def memory(self) -> float:
        """Return how many GB of memory it takes, or 0 where the system does not say."""
        with suppress(OSError, ValueError):
            pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
            return pages * os.sysconf("SC_PAGE_SIZE") / 1e9
        return 0.0

    def end(self) -> None:
        """Kill it and everything it started, even what has moved to a session of its own."""
        try:
            self._end_relatives()
        finally:
            with suppress(ProcessLookupError, PermissionError):
                if hasattr(os, "killpg"):
                    os.killpg(self._process.pid, signal.SIGKILL)
                else:
                    self._process.kill()
        self._process.wait()
        with suppress(BrokenPipeError):
            self._questions.close()
        self._reader.join()
        self._answers.close()
        if self._alive is not None:
            os.close(self._alive)

    def _end_relatives(self) -> None:
        """Kill what the process has started; it is stopped meanwhile, so that it starts nothing more."""
        if os.name != "posix":
            return
        self._process.send_signal(signal.SIGSTOP)  # does nothing if it has ended
        own = self._process.pid if self._process.returncode is None else None
        if own is not None:
            _wait_until_stopped(own)
        for _ in range(_SWEEPS):
            found = _relatives(own, f"{_MARK}={self._mark}".encode())
            if not found:
                return
            for pid in found:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(_SWEEP_SECONDS)


def _read(stream: IO[bytes], chunks: "SimpleQueue[bytes]") -> None:
    """Put chunks into the queue as they arrive, and an empty one at the end."""
    while True:
        chunk = os.read(stream.fileno(), 1 << 16)
        chunks.put(chunk)
        if not chunk:
            return


def _wait_until_stopped(pid: int) -> None:
    """Wait until all threads of a process stand still: one that is starting a process finishes that first."""
    tasks = Path(f"/proc/{pid}/task")
    for _ in range(_STOP_LOOKS if tasks.exists() else 0):
        with suppress(OSError):  # a thread has ended
            if all(_stat(task)[0] in _STILL for task in tasks.iterdir()):
                return
        time.sleep(_SWEEP_SECONDS)


def _stat(folder: Path) -> tuple[bytes, int]:
    """Return the state of a process or thread, and its parent."""
    state, parent = (folder / "stat").read_bytes().rpartition(b")")[2].split()[:2]
    return state, int(parent)


def _relatives(worker: int | None, mark: bytes) -> list[int]:
    """Return the living processes that a worker has started: its descendants, and all that have its mark.

    A process that outlives its parent is adopted by the worker. One that outlives the worker is no longer a descendant,
    but keeps the mark, unless it was started with another environment. There are none where the system does not list
    processes in /proc.
    """
    parents: dict[int, int] = {}
    marked = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError):
            state, parent = _stat(folder)
            if state not in _ENDED:
                parents[int(folder.name)] = parent
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    marked.add(int(folder.name))
    family = marked if worker is None else marked | {worker}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family = family | more
    return sorted(family - {worker})


def _how(code: int) -> str:
    """Describe how a process ended."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
