"""A command of llk in a terminal of its own."""

import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from support.children import end_child, start_child
from support.patience import PATIENCE

LLK = str(Path(sys.executable).parent / "llk")


class Window:
    """A process in a terminal of 24 lines and 80 columns."""

    def __init__(self, *words: str, program: str = "tui", in_shell: bool = False, **environ: str) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "LC_ALL", "LC_MESSAGES")}
        # The leader of a new session that opens a terminal controls it, so the shell has job control.
        shell = ["sh", "-c", 'exec bash --norc --noprofile -i <"$0" >"$0" 2>&1', os.ttyname(slave)]
        self.process = start_child(
            shell if in_shell else [LLK, program, *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=plain | {"TERM": "xterm-256color", "LANG": "C.UTF-8"} | environ,
        )
        os.close(slave)
        self.seen = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        end_child(self.process)
        os.close(self._master)

    def wait_for(self, text: str, seconds: float = PATIENCE) -> None:
        """Wait until a text is written."""
        until = time.monotonic() + seconds
        while text.encode() not in self.seen:
            ready, _, _ = select.select([self._master], [], [], max(until - time.monotonic(), 0))
            if not ready:
                raise AssertionError(f"{text!r} was not written in time, but {self.seen[-2000:]!r}")
            try:
                self.seen += os.read(self._master, 65536)
            except OSError:
                assert text.encode() in self.seen, f"{text!r} was not written, but {self.seen[-2000:]!r}"

    def end(self) -> int:
        """Read until the process ends, and return its exit code."""
        try:
            while select.select([self._master], [], [], PATIENCE)[0] and (more := os.read(self._master, 65536)):
                self.seen += more
        except OSError:  # the other end is closed
            pass
        return self.process.wait(PATIENCE)

    def press(self, keys: str, *, is_again: bool = False) -> None:
        """Press keys; what is written from now on is seen, or also what was written since they were first pressed."""
        if not is_again:
            self.seen = b""
        os.write(self._master, keys.encode())
