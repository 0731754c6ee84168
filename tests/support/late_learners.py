"""Learners' functions that do not return: their time is up when they say so, or after some lines, not by a clock."""

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from types import CodeType, FrameType
from typing import Any

import pytest

from lianliankan.lab.check.call_limit import CallLimit, CallTimeUp
from lianliankan.lab.check.process import TimedOut, WorkerProcess
from support.patience import PATIENCE

_MAX_LINES = 50_000

WAITS = """import pathlib, threading

called = []

def wait_for_ever():
    pathlib.Path(__file__).with_name("waiting").write_text(f"call {len(called)}.")
    threading.Event().wait()

"""
"""The beginning of a learner's file; the function puts something into `called`, and may then wait."""


def end_waiting_calls(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let the time be up for the call of a function in this folder that waits, and for no other."""
    waiting, usual = folder / "waiting", WorkerProcess.line
    lines: dict[WorkerProcess, int] = {}  # that a process has written: one at its start, then one for each answer

    def line(self: WorkerProcess, seconds: float) -> bytes:
        until = monotonic() + PATIENCE
        while monotonic() < until:
            with suppress(TimedOut):
                found = usual(self, 0.01)
                lines[self] = lines.get(self, 0) + 1
                return found
            if waiting.exists() and waiting.read_text() == f"call {lines.get(self, 0)}.":
                waiting.unlink()
                raise TimedOut
        raise AssertionError("the function neither returned nor said that it waits")

    monkeypatch.setattr(WorkerProcess, "line", line)


class LineLimit(CallLimit):
    """A limit by the number of lines that the learner's code executes."""

    def __init__(self) -> None:
        super().__init__()
        self._file = ""
        self._left = 0

    def run(self, seconds: float, work: Callable[[], object]) -> None:
        self.is_up, self._left = False, _MAX_LINES
        usual = sys.gettrace()
        sys.settrace(self._trace)
        try:
            work()
        except CallTimeUp:
            pass
        finally:
            sys.settrace(usual)

    def follow(self, code: CodeType) -> None:
        self._file = code.co_filename

    def _trace(self, frame: FrameType, event: str, argument: object) -> Any:  # noqa: ANN401  # a trace function
        if frame.f_code.co_filename != self._file:
            return None
        self._left -= 1
        if self._left < 0:
            self.is_up = True
            raise CallTimeUp
        return self._trace
