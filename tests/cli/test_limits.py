"""How long commands may take, and the progress they show."""

import io
import sys
import threading

import pytest

from lianliankan.cli import search_limits
from support.cli_process import run


@pytest.mark.parametrize("command", ["solve", "advise", "blame", "rate"])
def test_the_time_limit_includes_reading_the_board(command: str) -> None:
    """These boards take longer to read than the limit allows."""
    board = ("1 2 3 4 5 6 7 8 " * 125 + "\n") * 2000
    done = run(command, "-", "--seconds", "0.05", given=board)
    problem = "llk: undecided: 0.05 s are not enough for a board of this size\n"
    assert (done.returncode, done.stdout, done.stderr) == (3, "", problem)


class Screen(io.StringIO):
    """A terminal that says when something is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.is_used = threading.Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.is_used.set()
        return super().write(text)


def test_a_long_search_shows_its_progress_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_limits, "_FIRST_SHOWN", 0.0)
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    with search_limits.SearchLimits(1000, 60).watched("solving"):
        assert screen.is_used.wait(20)
    assert screen.getvalue().startswith("\rsolving … 0 s (limit: 60 s or 1,000 nodes; Ctrl-C stops it)\x1b[K")
    assert screen.getvalue().endswith("\r\x1b[K")
    monkeypatch.setattr(sys, "stderr", pipe := io.StringIO())
    with search_limits.SearchLimits(None, None).watched("solving"):
        pass
    assert pipe.getvalue() == ""
