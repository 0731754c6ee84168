"""The command line, run as a process of its own."""

import os
import subprocess
import sys

__all__ = ["run"]


def run(*words: str, given: str | bytes = "", env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    raw = given.encode() if isinstance(given, str) else given
    environ = {**os.environ, "PYTHONWARNINGS": "error", **(env or {})}
    command = [sys.executable, "-c", "from lianliankan.cli import main; main()", *words]
    done = subprocess.run(command, input=raw, capture_output=True, env=environ, check=False)
    return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())
