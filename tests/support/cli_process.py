"""The command line, run as a process of its own.

To start Python and to load the package takes longer than most commands do. So one process that has loaded the command
line forks for each run. The forks are processes like any other: with their own pipes, environment and exit code.
"""

import json
import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, CompletedProcess

from support.children import end_child, start_child

__all__ = ["LLK", "run", "stop_servers"]

LLK = [sys.executable, "-c", "from lianliankan.cli import main; main()"]

# What the interpreter reads when it starts, so that a fork comes too late for it.
_READ_AT_START = ("PYTHON", "LC_", "LANG")

_SERVER = """
import json, os, socket, sys
from lianliankan.cli import main

line = socket.socket(fileno=int(sys.argv[1]))
while True:
    size, streams, _, _ = socket.recv_fds(line, 8, 3)
    if not size:
        sys.exit()
    request = b""
    while len(request) < int(size):
        request += line.recv(int(size) - len(request))
    child = os.fork()
    if not child:
        break
    for stream in streams:
        os.close(stream)
    line.sendall(b"%4d" % os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
line.close()
for number, stream in enumerate(streams):
    os.dup2(stream, number)
    os.close(stream)
words, environ, folder = json.loads(request)
os.environ.clear()
os.environ.update(environ)
os.chdir(folder)
sys.argv[1:] = words
main()
"""


class _Server:
    """The process that forks."""

    def __init__(self, environ: dict[str, str]) -> None:
        self._line, other = socket.socketpair()
        with other:
            command = [sys.executable, "-c", _SERVER, str(other.fileno())]
            self._process = start_child(command, env=environ, stdin=DEVNULL, stdout=DEVNULL, pass_fds=[other.fileno()])

    def run(self, words: tuple[str, ...], given: bytes, environ: dict[str, str]) -> tuple[int, bytes, bytes]:
        """Run a command; return its exit code, its output and its errors."""
        request = json.dumps([words, environ, str(Path.cwd())]).encode()
        (theirs, stdin), (stdout, written), (stderr, complained) = (os.pipe() for _ in range(3))
        socket.send_fds(self._line, [b"%8d" % len(request)], [theirs, written, complained])
        for end in (theirs, written, complained):
            os.close(end)
        self._line.sendall(request)
        with ThreadPoolExecutor(2) as threads:
            threads.submit(_write, stdin, given)
            errors = threads.submit(_read, stderr)
            output = _read(stdout)
        code = self._line.recv(4)
        assert code, "the process that runs the commands has ended"
        return int(code), output, errors.result()

    def stop(self) -> None:
        self._line.close()
        end_child(self._process)


def _write(pipe: int, data: bytes) -> None:
    with suppress(BrokenPipeError), open(pipe, "wb") as stream:
        stream.write(data)


def _read(pipe: int) -> bytes:
    with open(pipe, "rb") as stream:
        return stream.read()


_servers: dict[frozenset[tuple[str, str]], _Server] = {}  # by what they read at their start


def stop_servers() -> None:
    """End the processes that fork, at the end of all tests."""
    while _servers:
        _servers.popitem()[1].stop()


def run(*words: str, given: str | bytes = "", env: dict[str, str] | None = None) -> CompletedProcess[str]:
    """Run `llk` with these words, where every warning is an error."""
    raw = given.encode() if isinstance(given, str) else given
    environ = {**os.environ, "PYTHONWARNINGS": "error", **(env or {})}
    command = [*LLK, *words]
    if not hasattr(os, "fork"):
        done = subprocess.run(command, input=raw, capture_output=True, env=environ, check=False)
        return CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())
    at_start = frozenset((name, value) for name, value in environ.items() if name.startswith(_READ_AT_START))
    if at_start not in _servers:
        _servers[at_start] = _Server(environ)
    code, output, errors = _servers[at_start].run(words, raw, environ)
    return CompletedProcess(command, code, output.decode(), errors.decode())
