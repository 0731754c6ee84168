"""Child processes that answer requests one by one, within limits, and can be killed at any time."""

import math
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import IO, Final, Generic, TypeVar

T = TypeVar("T")

_LENGTH_BYTES: Final = 4  # every message is preceded by its length
_READY: Final = b"ready"  # the first message of the child
_PR_SET_PDEATHSIG: Final = 1  # of Linux's prctl


class ChildDied(RuntimeError):
    """The process ended during a request: it was killed, took too much memory, or crashed."""


# ---- The parent's side -----------------------------------------------------------------------------------------------


class ChildProcess:
    """A process that runs a module which calls `answer_requests`; another thread than the asking one may kill it.

    It is started by `start` or by the first request, and again after it died.

    >>> child = ChildProcess("lianliankan.child_process")  # which answers with the request itself
    >>> child.ask(b"abc")
    b'abc'
    >>> child.close()
    """

    def __init__(self, module: str, *arguments: str, environment: Mapping[str, str] | None = None) -> None:
        # -P: never import from the current folder
        self._command = [sys.executable, "-P", "-W", "ignore", "-m", module, *arguments]
        self._environment = environment or {}
        self._process: subprocess.Popen[bytes] | None = None
        self._is_ready = self._is_killed = self._is_closed = False
        self._lock = Lock()  # of these fields; never held during a request

    @property
    def process_id(self) -> int | None:
        """The id of the process; None before the first start."""
        process = self._process
        return None if process is None else process.pid

    def start(self) -> None:
        """Start the process, unless it runs already, and wait until its imports are done; raises ChildDied."""
        self._ensure_ready()

    def ask(self, message: bytes) -> bytes:
        """Send a request and wait for its answer; raises ChildDied. Only one thread may start or ask at a time."""
        process = self._ensure_ready()
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(BrokenPipeError, ValueError):  # the latter if another thread has closed the pipes
            _write_message(process.stdin, message)
            if (answer := _read_message(process.stdout)) is not None:
                return answer
        self.kill()  # in case that it has only closed its pipes so far
        raise ChildDied("the process died")

    def kill(self) -> None:
        """Kill the process, and end a request that another thread is waiting for; the next request starts another."""
        with self._lock:
            self._is_killed = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """Kill the process for good."""
        with self._lock:
            self._is_closed = True
            if self._process is not None:
                _end(self._process)

    def _ensure_ready(self) -> "subprocess.Popen[bytes]":
        process = self._ensure_running()
        if not self._is_ready:
            assert process.stdout is not None
            with suppress(ValueError):  # another thread has closed the pipe
                self._is_ready = _read_message(process.stdout) == _READY
        if not self._is_ready:
            self.kill()
            raise ChildDied("the process died while it started")
        return process

    def _ensure_running(self) -> "subprocess.Popen[bytes]":
        with self._lock:
            if self._is_closed:
                raise ChildDied("the process is not started any more")
            if self._process is not None and (self._is_killed or self._process.poll() is not None):
                _end(self._process)
                self._process = None
            if self._process is None:
                self._process, self._is_killed, self._is_ready = self._start(), False, False
            return self._process

    def _start(self) -> "subprocess.Popen[bytes]":
        # Memory is limited: libraries and threads reserve less of it this way.
        frugal = {"OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}
        return subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **frugal, **self._environment},
            start_new_session=True,  # Ctrl-C is for the parent
        )


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        with suppress(BrokenPipeError):  # what was not sent is lost
            pipe.close()


def _write_message(sink: IO[bytes], message: bytes) -> None:
    sink.write(len(message).to_bytes(_LENGTH_BYTES) + message)
    sink.flush()


def _read_message(source: IO[bytes]) -> bytes | None:
    """Read a message; None if the input ends before its end."""
    length = source.read(_LENGTH_BYTES)
    message = source.read(int.from_bytes(length))
    return message if len(length) == _LENGTH_BYTES and len(message) == int.from_bytes(length) else None


# ---- The child's side ------------------------------------------------------------------------------------------------


def answer_requests(answer: Callable[[bytes], bytes], *, memory: int, niceness: int = 0) -> None:
    """Answer requests until the parent closes the input or ends, however it ends; then this process ends at once.

    `memory` limits the address space in bytes, on systems that can. With a `niceness`, other processes go first.
    """
    _set_limit("RLIMIT_AS", memory)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    requests: SimpleQueue[bytes] = SimpleQueue()
    sink = sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else may be written between the answers
    Thread(target=_read_all, args=(sys.stdin.buffer, requests), daemon=True).start()
    try:
        _write_message(sink, _READY)
        while True:
            _write_message(sink, answer(requests.get()))
    except BrokenPipeError:  # the parent was killed
        os._exit(0)


def _read_all(source: IO[bytes], requests: "SimpleQueue[bytes]") -> None:
    """Read requests in a thread of their own, so that the end of the parent also ends work in progress."""
    while (message := _read_message(source)) is not None:
        requests.put(message)
    os._exit(0)


def end_with_parent() -> None:
    """Have Linux kill this process when its parent ends, even if it is stopped and reads no pipe.

    The parent is the thread that started it: that thread must live for as long as the process is needed.
    """
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


class LateCall(Generic[T]):
    """A call for another process, which imports what it needs for it when it is made, not when it arrives.

    >>> pickle.loads(pickle.dumps(LateCall(dict)))()
    {}
    """

    def __init__(self, call: Callable[[], T]) -> None:
        self._pickled = pickle.dumps(call)

    def __call__(self) -> T:
        """Make the call."""
        call: Callable[[], T] = pickle.loads(self._pickled)
        return call()


def limit_processor_time(seconds: float) -> None:
    """Limit the processor time of what follows, in case that no parent is there to end it; `inf` is no limit."""
    with suppress(ImportError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        end = used.ru_utime + used.ru_stime + seconds
        _set_limit("RLIMIT_CPU", resource.RLIM_INFINITY if end == math.inf else int(end) + 1)


def _set_limit(name: str, value: int) -> None:
    """Set a limit of this process, on systems that have it."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(getattr(resource, name))
        resource.setrlimit(getattr(resource, name), (value, hard))


if __name__ == "__main__":
    answer_requests(bytes, memory=2**28)
