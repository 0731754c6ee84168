"""The screen that is shown while the window is too small."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from lianliankan.override import override
from lianliankan.terminal.board.canvas import CellRun
from lianliankan.terminal.dialogs.dialog import TextLines
from lianliankan.terminal.text_inks import TextInks
from lianliankan.texts import Texts

MIN_COLUMNS, MIN_LINES = 80, 24
"""The smallest window in which the game can be played."""


def fits(columns: int, lines: int) -> bool:
    """Whether a window is large enough.

    >>> fits(80, 24), fits(79, 24)
    (True, False)
    """
    return columns >= MIN_COLUMNS and lines >= MIN_LINES


class TooSmallScreen(Screen[None]):
    """A screen in front of all others until the window is large enough."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "app.leave", show=False)]
    DEFAULT_CSS = """
    TooSmallScreen { align: center middle; background: #13211f; overflow: hidden; }
    TooSmallScreen TextLines { width: auto; height: auto; max-width: 100%; }
    """

    def __init__(self, texts: Texts, inks: TextInks) -> None:
        super().__init__()
        self._texts, self._inks = texts, inks

    @override
    def compose(self) -> ComposeResult:
        yield TextLines([], self._inks.text)

    def on_resize(self) -> None:
        """Show the current and the required size."""
        texts, inks = self._texts, self._inks
        columns, lines = self.app.size
        self.query_one(TextLines).set_lines(
            [
                [CellRun(texts("too small"), inks.strong)],
                [],
                [CellRun(texts("needs", columns=MIN_COLUMNS, lines=MIN_LINES), inks.text)],
                [CellRun(texts("this is", columns=columns, lines=lines), inks.text)],
                [],
                [CellRun(texts("enlarge"), inks.faint)],
            ]
        )
