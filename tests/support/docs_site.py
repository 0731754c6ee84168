"""The documentation site as `make docs` builds it."""

import fcntl
import subprocess
import sys
from functools import cache
from pathlib import Path

from support.paths import ROOT

__all__ = ["build_docs"]


@cache
def build_docs() -> Path:
    """Bring build/docs up to date, one process after another, and return it; a warning is a failure."""
    site = ROOT / "build" / "docs"
    site.parent.mkdir(exist_ok=True)
    with (site.parent / "docs.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run([sys.executable, "tools/build_docs.py"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return site
