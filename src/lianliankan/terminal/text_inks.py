"""The colours of text around the board and in dialogs."""

from typing import NamedTuple

from lianliankan.terminal.board.theme import Ink


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


def _inks(ground: str, colours: str) -> TextInks:
    """Return inks on one background: text and faint text, then those in bold."""
    text, faint, *bold = colours.split()
    return TextInks(Ink(text, ground), Ink(faint, ground), *(Ink(colour, ground, bold=True) for colour in bold))


BAR_INKS = _inks("#0e1918", "#c8d5cf #7d9890 #fff4d6 #86e0ae #ff8d7e #ffcf5c #f6efdf")
"""The lines above and below the board, in colour."""

DIALOG_INKS = _inks("#22312e", "#d5e0db #8aa39b #fff4d6 #86e0ae #ff9d8f #ffcf3f")._replace(
    button=Ink("#d5e0db", "#33504a"), focused=Ink("#1c2321", "#ffcf3f", bold=True)
)
"""Dialogs, in colour."""

DIALOG_INKS_16 = _inks("black", "white white bright_white bright_green bright_red bright_yellow")._replace(
    button=Ink("bright_white", "blue"), focused=Ink("black", "bright_yellow", bold=True)
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
