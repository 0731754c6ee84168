"""The documentation site as `make docs` builds it."""

import fcntl
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from support.paths import ROOT


@cache
def build_docs() -> Path:
    """Bring build/docs up to date, once for all test processes, and return it; a warning is a failure."""
    site = ROOT / "build" / "docs"
    site.parent.mkdir(exist_ok=True)
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    with (site.parent / "docs.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.seek(0)
        if lock.read() != run:
            done = subprocess.run([sys.executable, "tools/build_docs.py"], cwd=ROOT, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
            lock.truncate(0)
            lock.write(run)
    return site
