"""The lines above and below the board: the status, the message, and the clickable keys."""

from collections.abc import Iterable
from typing import NamedTuple

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from lianliankan.override import override
from lianliankan.terminal.board.board_widget import to_strip
from lianliankan.terminal.board.canvas import CellRun
from lianliankan.terminal.board.theme import Ink
from lianliankan.terminal.text_inks import TextInks
from lianliankan.text_width import display_width


def fill(left: Iterable[CellRun], right: Iterable[CellRun], width: int, ink: Ink) -> list[CellRun]:
    """Align runs to the left and the right of a line; if there is no room, the left part is cut.

    >>> [run.text for run in fill([CellRun("abcdef", Ink())], [CellRun("xy", Ink())], 7, Ink())]
    ['abcd…', 'xy']
    """
    right = list(right)
    room = width - sum(display_width(run.text) for run in right)
    runs: list[CellRun] = []
    for text, own in left:
        fitting = cut(text, room)
        runs.append(CellRun(fitting, own))
        room -= display_width(fitting)
        if fitting != text:
            break
    if room > 0:
        runs.append(CellRun(" " * room, ink))
    return [*runs, *right]


def cut(text: str, width: int) -> str:
    """Shorten a text to a display width.

    >>> cut("连连看", 6), cut("连连看", 5), cut("abc", 0)
    ('连连看', '连连…', '')
    """
    if display_width(text) <= width:
        return text
    while text and display_width(text) + 1 > width:
        text = text[:-1]
    return text + "…" if width > 0 else ""


class Bar(Widget):
    """One or more lines of text."""

    def __init__(self, name: str, ink: Ink) -> None:
        super().__init__(id=name)
        self._ink = ink
        self._lines: list[tuple[list[CellRun], list[CellRun]]] = []

    def set_lines(self, *lines: tuple[list[CellRun], list[CellRun]]) -> None:
        """Set the lines, each with a left and a right part; redraws only if something changed."""
        if list(lines) != self._lines:
            self._lines = list(lines)
            self.refresh()

    @override
    def render_line(self, y: int) -> Strip:
        left, right = self._lines[y] if y < len(self._lines) else ([], [])
        return to_strip(fill(left, right, self.size.width, self._ink))


class Key(NamedTuple):
    """A key in the bottom line: what to press, a word for it, and the name of its action."""

    press: str
    word: str
    action: str


class KeyBar(Widget):
    """The most useful keys; clicking one is the same as pressing it."""

    class ActionChosen(Message):
        """A key was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, inks: TextInks) -> None:
        super().__init__(id="keys")
        self._inks = inks
        self._keys: list[Key] = []

    def set_keys(self, keys: Iterable[Key]) -> None:
        """Set the keys; redraws only if something changed."""
        keys = list(keys)
        if keys != self._keys:
            self._keys = keys
            self.refresh()

    def _spans(self) -> list[tuple[int, int, Key]]:
        """Return the columns of each key, spread evenly if there is room."""
        widths = [display_width(f"{key.press} {key.word}") for key in self._keys]
        gap = max(min((self.size.width - 2 - sum(widths)) // max(len(widths) - 1, 1), 4), 1)
        spans, x = [], 1
        for key, width in zip(self._keys, widths, strict=True):
            spans.append((x, x + width, key))
            x += width + gap
        return spans

    @override
    def render_line(self, y: int) -> Strip:
        runs: list[CellRun] = []
        x = 0
        for begin, end, key in self._spans():
            runs += [
                CellRun(" " * (begin - x), self._inks.text),
                CellRun(key.press, self._inks.accent),
                CellRun(f" {key.word}", self._inks.text),
            ]
            x = end
        return to_strip(fill(runs, (), self.size.width, self._inks.text))

    def on_click(self, event: events.Click) -> None:
        """Report the clicked key."""
        for begin, end, key in self._spans():
            if begin <= event.x < end:
                self.post_message(self.ActionChosen(key.action))
