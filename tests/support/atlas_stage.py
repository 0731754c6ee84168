"""A small atlas for tests: pools that need no processes, and a run of it in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

from lianliankan.atlas.piece import answer_piece
from support.children import start_child

TINY = """
deals = 300
chunk = 100
rated = 20
games = 16
nodes = 5_000

[[variant]]
size = "4x6"
copies = 2
gravity = ["still", "down"]
"""


class InPlacePool:
    """A pool without processes, which answers the latest request first, or loses all requests after a number."""

    def __init__(self, *, workers: int = 1, limit: int | None = None) -> None:
        self.workers, self.limit = workers, limit
        self.requests: list[tuple[int, bytes]] = []

    def submit(self, key: int, message: bytes) -> None:
        self.requests.append((key, message))

    def collect(self, seconds: float) -> list[tuple[int, bytes]]:
        if self.limit is not None:
            self.limit -= 1
            if self.limit < 0:
                raise KeyboardInterrupt
        key, message = self.requests.pop()
        return [(key, answer_piece(message))]

    def close(self) -> None:
        pass


def start_run(spec: Path, into: Path, *words: str, environment: dict[str, str] | None = None) -> subprocess.Popen[str]:
    """Start `llk atlas run` in a process of its own."""
    program = [sys.executable, "-c", "from lianliankan.cli import main; main()", "atlas", "run", str(spec)]
    return start_child(
        [*program, "--into", str(into), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **(environment or {})},
    )
