"""Run a command beside busy loops, to show that it does not depend on a quiet machine.

python tools/busy.py 4 make test
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

# A loop ends with the process that started it, even if that is killed.
_LOOP = """
import os, sys
while os.getppid() == int(sys.argv[1]):
    for _ in range(1_000_000):
        pass
"""


@contextmanager
def busy_loops(number: int) -> Iterator[None]:
    """Keep so many processes busy inside the `with` block."""
    command = [sys.executable, "-c", _LOOP, str(os.getpid())]
    loops = [subprocess.Popen(command) for _ in range(number)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def main() -> int:
    """Run the command, and return its exit code."""
    with busy_loops(int(sys.argv[1])):
        return subprocess.call(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
