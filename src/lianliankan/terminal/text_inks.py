"""The colours of text around the board and in dialogs."""

from typing import NamedTuple

from lianliankan.terminal.board.theme import Ink

__all__ = ["BAR_INKS", "BAR_INKS_PLAIN", "DIALOG_INKS", "DIALOG_INKS_16", "DIALOG_INKS_PLAIN", "TextInks"]


class TextInks(NamedTuple):
    """How each kind of text is written.

    - `text`, `faint`, `strong`: plain, secondary and important text.
    - `good`, `bad`: success and failure.
    - `accent`: keys and stars.
    - `title`: the name of the game.
    - `button`, `focused`: a button or field, and the one that has the focus.
    """

    text: Ink
    faint: Ink
    strong: Ink
    good: Ink
    bad: Ink
    accent: Ink
    title: Ink = Ink()
    button: Ink = Ink()
    focused: Ink = Ink()


_BAR = "#0e1918"
BAR_INKS = TextInks(
    text=Ink("#c8d5cf", _BAR),
    faint=Ink("#7d9890", _BAR),
    strong=Ink("#fff4d6", _BAR, bold=True),
    good=Ink("#86e0ae", _BAR, bold=True),
    bad=Ink("#ff8d7e", _BAR, bold=True),
    accent=Ink("#ffcf5c", _BAR, bold=True),
    title=Ink("#f6efdf", _BAR, bold=True),
)
"""The lines above and below the board, in colour."""

_DIALOG = "#22312e"
DIALOG_INKS = TextInks(
    text=Ink("#d5e0db", _DIALOG),
    faint=Ink("#8aa39b", _DIALOG),
    strong=Ink("#fff4d6", _DIALOG, bold=True),
    good=Ink("#86e0ae", _DIALOG, bold=True),
    bad=Ink("#ff9d8f", _DIALOG, bold=True),
    accent=Ink("#ffcf3f", _DIALOG, bold=True),
    button=Ink("#d5e0db", "#33504a"),
    focused=Ink("#1c2321", "#ffcf3f", bold=True),
)
"""Dialogs, in colour."""

DIALOG_INKS_16 = TextInks(
    text=Ink("white", "black"),
    faint=Ink("white", "black"),
    strong=Ink("bright_white", "black", bold=True),
    good=Ink("bright_green", "black", bold=True),
    bad=Ink("bright_red", "black", bold=True),
    accent=Ink("bright_yellow", "black", bold=True),
    button=Ink("bright_white", "blue"),
    focused=Ink("black", "bright_yellow", bold=True),
)
"""Dialogs on terminals with 16 colours."""

BAR_INKS_PLAIN = TextInks(
    text=Ink(),
    faint=Ink(),
    strong=Ink(bold=True),
    good=Ink(bold=True),
    bad=Ink(bold=True, underline=True),
    accent=Ink(bold=True),
    title=Ink(bold=True),
)
"""The lines above and below the board, without colour."""

DIALOG_INKS_PLAIN = BAR_INKS_PLAIN._replace(focused=Ink(reverse=True, bold=True))
"""Dialogs, without colour."""
