"""The worker process of a learner's function: start it, write to it, wait for its lines, end it."""

import json
import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO

from lianliankan.lab.check import worker

__all__ = ["ProcessEnded", "TimedOut", "WorkerProcess"]


class TimedOut(Exception):
    """No line arrived in time."""


class ProcessEnded(Exception):
    """The process ended; the message says how."""


class WorkerProcess:
    """A process that runs `worker` with the given settings, until `end` is called.

    >>> process = WorkerProcess({"file": "nowhere.py", "function": "linkable", "seconds": 5, "verbose": False})
    >>> process.line(20.0)
    b'{"problem": "nowhere.py: No such file or directory"}'
    >>> process.end()
    """

    def __init__(self, settings: Mapping[str, object]) -> None:
        # -P: keep the worker's folder off the import path; -B: write no bytecode next to the learner's file.
        command = [sys.executable, "-P", "-B", worker.__file__, json.dumps(settings)]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},  # NumPy reserves memory per thread, and memory is limited
            start_new_session=True,  # Ctrl-C must not reach it, and its children can be killed with it
        )
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

    def end(self) -> None:
        """Kill it, and everything it started."""
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


def _read(stream: IO[bytes], chunks: "SimpleQueue[bytes]") -> None:
    """Put chunks into the queue as they arrive, and an empty one at the end."""
    while True:
        chunk = os.read(stream.fileno(), 1 << 16)
        chunks.put(chunk)
        if not chunk:
            return


def _how(code: int) -> str:
    """Describe how a process ended."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
