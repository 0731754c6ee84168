"""`llk solve --play` in a terminal: every board replaces the one before, also where it is larger than the window."""

import fcntl
import os
import pty
import re
import struct
import sys
import termios
from pathlib import Path

import pytest

import lianliankan as llk
from support.children import child


class Screen:
    """What a terminal shows, as far as the player of moves uses it."""

    def __init__(self, lines: int, columns: int) -> None:
        self.lines, self.columns = lines, columns
        self.rows = [""] * lines
        self.scrolled, self._row, self._col = 0, 0, 0

    def write(self, text: str) -> None:
        for code, command, char in re.findall(r"\x1b\[(\??[0-9;]*)([A-Za-z])|(.)", text, re.DOTALL):
            if command == "A":
                self._row = max(self._row - int(code), 0)
            elif command in ("K", "J"):
                self.rows[self._row] = self.rows[self._row][: self._col]
                if command == "J":
                    self.rows[self._row + 1 :] = [""] * (self.lines - self._row - 1)
            elif char == "\r":
                self._col = 0
            elif char == "\n":
                self._go_down()
            elif char:
                assert self._col < self.columns, "a line is too long"
                row = self.rows[self._row]
                self.rows[self._row] = row[: self._col].ljust(self._col) + char + row[self._col + 1 :]
                self._col += 1

    def _go_down(self) -> None:
        self._row += 1
        if self._row == self.lines:
            self.rows, self._row, self.scrolled = [*self.rows[1:], ""], self._row - 1, self.scrolled + 1


@pytest.mark.parametrize("size", [(24, 80), (14, 40)])
def test_each_board_replaces_the_one_before(tmp_path: Path, size: tuple[int, int]) -> None:
    file = tmp_path / "board.txt"
    file.write_text(str(llk.deal(seed=7)), encoding="utf-8")
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    command = [sys.executable, "-c", "from lianliankan.cli import main; main()", "solve", str(file), "--play"]
    environ = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    output = b""
    with child(
        [*command, "--delay", "0"], stdout=follower, stderr=follower, env=environ | {"TERM": "xterm"}
    ) as process:
        os.close(follower)
        while chunk := read_some(leader):
            output += chunk
        assert process.wait() == 0
    os.close(leader)
    screen, moves = Screen(*size), 0
    for part in re.split(r"(?=\x1b\[\?25l)", output.decode()):  # a frame begins by hiding the cursor
        screen.write(part)
        captions = [line for line in screen.rows if re.match(r"\d+/72  ", line)]
        moves += len(captions)
        assert len(captions) <= 1
        assert not captions or any(line.count("[") for line in screen.rows), "the pair is in view"
    assert (moves, screen.scrolled) == (72, 0)
    assert [line for line in screen.rows if line][-2:] == ["0 tiles left", "it can be won in 72 moves"]


def read_some(leader: int) -> bytes:
    try:
        return os.read(leader, 65536)
    except OSError:  # the other end is closed
        return b""
