"""The lines above and below the board: the status, the message, and the keys that can be clicked."""

from collections.abc import Iterable
from typing import NamedTuple

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from lianliankan.terminal.board.board_drawing import Run
from lianliankan.terminal.board.board_widget import to_strip
from lianliankan.terminal.board.theme import Ink
from lianliankan.text_width import display_width

__all__ = ["COLOURED", "UNCOLOURED", "Bar", "Inks", "Key", "KeyBar", "cut", "fill"]


class Inks(NamedTuple):
    """The inks of texts around the board."""

    text: Ink
    label: Ink
    strong: Ink
    good: Ink
    bad: Ink
    key: Ink
    title: Ink


_BAR = "#0e1918"
COLOURED = Inks(
    text=Ink("#c8d5cf", _BAR),
    label=Ink("#7d9890", _BAR),
    strong=Ink("#fff4d6", _BAR, bold=True),
    good=Ink("#86e0ae", _BAR, bold=True),
    bad=Ink("#ff8d7e", _BAR, bold=True),
    key=Ink("#ffcf5c", _BAR, bold=True),
    title=Ink("#f6efdf", _BAR, bold=True),
)
UNCOLOURED = Inks(
    text=Ink(),
    label=Ink(),
    strong=Ink(bold=True),
    good=Ink(bold=True),
    bad=Ink(bold=True, underline=True),
    key=Ink(bold=True),
    title=Ink(bold=True),
)


def fill(left: Iterable[Run], right: Iterable[Run], width: int, ink: Ink) -> list[Run]:
    """Set runs to the left and to the right of a line; what does not fit is cut at the right end of the left part.

    >>> [run.text for run in fill([Run("abcdef", Ink())], [Run("xy", Ink())], 7, Ink())]
    ['abcd…', 'xy']
    """
    right = list(right)
    room = width - sum(display_width(run.text) for run in right)
    runs: list[Run] = []
    for text, own in left:
        fitting = cut(text, room)
        runs.append(Run(fitting, own))
        room -= display_width(fitting)
        if fitting != text:
            break
    if room > 0:
        runs.append(Run(" " * room, ink))
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
    """One or more lines of runs, set from outside."""

    def __init__(self, name: str, ink: Ink) -> None:
        super().__init__(id=name)
        self._ink = ink
        self._lines: list[tuple[list[Run], list[Run]]] = []

    def set_lines(self, *lines: tuple[list[Run], list[Run]]) -> None:
        """Show other lines, each with a left and a right part; nothing happens where they are the same."""
        if list(lines) != self._lines:
            self._lines = list(lines)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """Give a line."""
        left, right = self._lines[y] if y < len(self._lines) else ([], [])
        return to_strip(fill(left, right, self.size.width, self._ink))


class Key(NamedTuple):
    """A key at the foot of the screen: what to press, what it does in a word, and the action's name."""

    press: str
    word: str
    action: str


class KeyBar(Widget):
    """The most useful keys; a click on one is as good as pressing it."""

    class Chosen(Message):
        """Somebody clicked on a key."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, inks: Inks) -> None:
        super().__init__(id="keys")
        self._inks = inks
        self._keys: list[Key] = []

    def set_keys(self, keys: Iterable[Key]) -> None:
        """Show other keys."""
        self._keys = list(keys)
        self.refresh()

    def _spans(self) -> list[tuple[int, int, Key]]:
        """Where each key stands: evenly spread, as far as there is room."""
        widths = [display_width(f"{key.press} {key.word}") for key in self._keys]
        gap = max(min((self.size.width - 2 - sum(widths)) // max(len(widths) - 1, 1), 4), 1)
        spans, x = [], 1
        for key, width in zip(self._keys, widths, strict=True):
            spans.append((x, x + width, key))
            x += width + gap
        return spans

    def render_line(self, y: int) -> Strip:
        """Give the line of keys."""
        runs: list[Run] = []
        x = 0
        for begin, end, key in self._spans():
            runs += [
                Run(" " * (begin - x), self._inks.text),
                Run(key.press, self._inks.key),
                Run(f" {key.word}", self._inks.text),
            ]
            x = end
        return to_strip(fill(runs, (), self.size.width, self._inks.text))

    def on_click(self, event: events.Click) -> None:
        """Say which key was clicked."""
        for begin, end, key in self._spans():
            if begin <= event.x < end:
                self.post_message(self.Chosen(key.action))
