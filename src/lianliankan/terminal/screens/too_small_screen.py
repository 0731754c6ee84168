"""What is said where the window is too small to play in."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from lianliankan.terminal.board.board_drawing import Run
from lianliankan.terminal.dialogs.dialog import Lines, PanelInks
from lianliankan.terminal.texts import Words

__all__ = ["LEAST_COLUMNS", "LEAST_LINES", "TooSmall", "fits"]

LEAST_COLUMNS, LEAST_LINES = 80, 24
"""The smallest window that the game is played in."""


def fits(columns: int, lines: int) -> bool:
    """Whether a window is large enough.

    >>> fits(80, 24), fits(79, 24)
    (True, False)
    """
    return columns >= LEAST_COLUMNS and lines >= LEAST_LINES


class TooSmall(Screen[None]):
    """The screen that stands before all others until the window is larger."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "app.leave", show=False)]
    DEFAULT_CSS = """
    TooSmall { align: center middle; background: #13211f; overflow: hidden; }
    TooSmall Lines { width: auto; height: auto; max-width: 100%; }
    """

    def __init__(self, words: Words, inks: PanelInks) -> None:
        super().__init__()
        self._words, self._inks = words, inks

    def compose(self) -> ComposeResult:
        """Lay out the text."""
        yield Lines([], self._inks.text)

    def on_resize(self) -> None:
        """Say how large the window is and should be."""
        words, inks = self._words, self._inks
        columns, lines = self.app.size
        self.query_one(Lines).set_lines(
            [
                [Run(words("too small"), inks.strong)],
                [],
                [Run(words("needs", columns=LEAST_COLUMNS, lines=LEAST_LINES), inks.text)],
                [Run(words("this is", columns=columns, lines=lines), inks.text)],
                [],
                [Run(words("enlarge"), inks.faint)],
            ]
        )
