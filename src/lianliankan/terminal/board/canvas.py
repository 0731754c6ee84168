"""A canvas of characters with inks: text is written anywhere on it, and read back line by line."""

from functools import cache
from itertools import groupby
from typing import NamedTuple

from lianliankan.terminal.board.theme import Ink
from lianliankan.text_width import display_width


class CellRun(NamedTuple):
    """A run of characters in one ink."""

    text: str
    ink: Ink


class Viewport(NamedTuple):
    """The visible part of the drawing: its first column and line, its width and its height."""

    x: int
    y: int
    width: int
    height: int


class Canvas:
    """The visible characters and their inks; whatever is written outside the viewport is dropped.

    >>> canvas = Canvas(Viewport(0, 0, 5, 1), Ink())
    >>> canvas.write(3, 0, "连连", Ink(bold=True))
    >>> [[run.text for run in line] for line in canvas.lines()]
    [['   ', '连']]
    """

    def __init__(self, view: Viewport, ink: Ink) -> None:
        self.view = view
        self._chars = [[" "] * view.width for _ in range(view.height)]
        self._inks = [[ink] * view.width for _ in range(view.height)]

    def write(self, x: int, y: int, text: str, ink: Ink) -> None:
        """Write a text; a wide character takes its column and an empty one after it."""
        x, y = x - self.view.x, y - self.view.y
        if not 0 <= y < self.view.height:
            return
        chars, inks = self._chars[y], self._inks[y]
        for char in text:
            wide = _is_wide(char)
            if 0 <= x < self.view.width:
                _clear_halves(chars, x)
                chars[x], inks[x] = (" " if wide and x + 1 == self.view.width else char), ink
            x += 1
            if wide:
                if 0 < x < self.view.width:
                    _clear_halves(chars, x)
                    chars[x], inks[x] = "", ink
                elif x == 0:
                    chars[0], inks[0] = " ", ink
                x += 1

    def lines(self) -> list[list[CellRun]]:
        """Return the runs of every line."""
        return [_join(chars, inks) for chars, inks in zip(self._chars, self._inks, strict=True)]


def _clear_halves(chars: list[str], x: int) -> None:
    """Replace the other half of a wide character that is partly overwritten with a space."""
    if chars[x] == "" and x > 0:
        chars[x - 1] = " "
    if x + 1 < len(chars) and chars[x + 1] == "":
        chars[x + 1] = " "


def _join(chars: list[str], inks: list[Ink]) -> list[CellRun]:
    runs, begin = [], 0
    for ink, same in groupby(inks):
        end = begin + sum(1 for _ in same)
        runs.append(CellRun("".join(chars[begin:end]), ink))
        begin = end
    return runs


@cache
def _is_wide(char: str) -> bool:
    return display_width(char) == 2
