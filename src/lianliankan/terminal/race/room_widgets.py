"""The widgets of a room beside the board: the seats, and the panel between races."""

from textual.strip import Strip
from textual.widget import Widget

from lianliankan.override import override
from lianliankan.terminal.bars import cut, fill
from lianliankan.terminal.board.board_widget import to_strip
from lianliankan.terminal.board.canvas import CellRun
from lianliankan.terminal.board.theme import Ink
from lianliankan.text_width import display_width


class SeatPanel(Widget):
    """Lines of text, from the top."""

    def __init__(self, name: str, ink: Ink) -> None:
        super().__init__(id=name)
        self._ink = ink
        self._lines: list[list[CellRun]] = []

    def set_lines(self, lines: list[list[CellRun]]) -> None:
        """Set the lines; redraws only if something changed."""
        if lines != self._lines:
            self._lines = lines
            self.refresh()

    @override
    def render_line(self, y: int) -> Strip:
        line = self._lines[y] if y < len(self._lines) else []
        return to_strip(fill(line, (), self.size.width, self._ink))


class LobbyPanel(SeatPanel):
    """Lines of text as one block, in the middle of the panel; lines that are one word alone are centred."""

    @override
    def render_line(self, y: int) -> Strip:
        width = min(max((_width(line) for line in self._lines), default=0), self.size.width)
        left, top = (self.size.width - width) // 2, max((self.size.height - len(self._lines)) // 2, 0)
        line = self._lines[y - top] if 0 <= y - top < len(self._lines) else []
        runs = [CellRun(" " * left, self._ink), *(CellRun(cut(run.text, width), run.ink) for run in line)]
        return to_strip(fill(runs, (), self.size.width, self._ink))


def _width(line: list[CellRun]) -> int:
    return sum(display_width(run.text) for run in line)
