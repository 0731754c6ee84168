"""Running other programs; what they print is shown only if they fail."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path


def run(command: Sequence[str], *, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> None:
    """Run a program, with more in its environment; end with what it printed if it fails."""
    environ = os.environ | (env or {})
    done = subprocess.run(command, env=environ, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        sys.stderr.buffer.write(done.stdout)
        raise SystemExit(f"failed with {done.returncode}: {' '.join(command)}")


def capture(command: Sequence[str]) -> str:
    """Return what a program prints."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
