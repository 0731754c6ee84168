"""`llk` in processes of its own, forked by a server that has imported it once."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from unittest.mock import patch

from click.testing import CliRunner

from lianliankan.cli import main
from support.children import end_child, start_child
from support.paths import ROOT


def run(*words: str, given: str | bytes = "", env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run `llk` with some arguments and some input, and return its exit code and its output."""
    server = _server()
    assert server.stdin
    assert server.stdout
    with tempfile.TemporaryDirectory() as folder:
        streams = [Path(folder, name) for name in ("stdin", "stdout", "stderr")]
        streams[0].write_bytes(given.encode() if isinstance(given, str) else given)
        request = {
            "words": words,
            "env": {**os.environ, **(env or {})},
            "folder": str(Path.cwd()),
            "streams": [str(stream) for stream in streams],
        }
        server.stdin.write(json.dumps(request) + "\n")
        server.stdin.flush()
        code = int(server.stdout.readline())
        return subprocess.CompletedProcess(words, code, *(stream.read_bytes().decode() for stream in streams[1:]))


def run_here(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run `llk` in this process, where a test may have changed something; `main` changes what a broken pipe does."""
    usual, code = signal.getsignal(signal.SIGPIPE), 0
    with patch.object(sys, "argv", ["llk", *words]), CliRunner().isolation(given) as (printed, said, _):
        try:
            main()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 1
        finally:
            signal.signal(signal.SIGPIPE, usual)
        return subprocess.CompletedProcess(words, code, printed.getvalue().decode(), said.getvalue().decode())


@cache
def _server() -> subprocess.Popen[str]:
    script = f"import sys; sys.path.insert(0, {str(ROOT / 'tests')!r}); from support.cli_server import serve; serve()"
    program = [sys.executable, "-c", script]
    # It must not have threads when it forks; NumPy starts some.
    environ = {**os.environ, "PYTHONWARNINGS": "error", "OPENBLAS_NUM_THREADS": "1"}
    return start_child(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ)


def end_server() -> None:
    """End the server, if it was started."""
    if _server.cache_info().currsize:
        end_child(_server())
        _server.cache_clear()
