"""The help dialog: the goal of the game, and every key."""

from collections.abc import Sequence

from lianliankan.terminal.board.canvas import CellRun
from lianliankan.terminal.dialogs.dialog import Choice, Dialog
from lianliankan.terminal.text_inks import TextInks
from lianliankan.text_width import pad
from lianliankan.texts import Texts

HELP = (
    ("arrows", "arrows"),
    ("Enter", "pick"),
    ("Tab", "next"),
    ("click", "mouse"),
    ("h", "hint"),
    ("a", "auto"),
    ("s", "shuffle"),
    ("u r", "undo"),
    ("p", "pause"),
    ("Ctrl-Z", "suspend"),
    ("k", "kind"),
    ("n", "new"),
    ("R", "restart"),
    ("x", "give up"),
    ("b", "bests"),
    ("g", "faces"),
    ("m", "motion"),
    ("l", "language"),
    ("q", "quit"),
)
"""Every key, or the name of the text for it, and the text that explains it."""

_LEFT, _RIGHT = (8, 35), (3, 28)  # the widths of a key and of its text
_NAMED = {"arrows", "click"}


def help_lines(texts: Texts, inks: TextInks) -> list[list[CellRun]]:
    """Return the text of the help, with the keys in two columns."""
    goal = [[CellRun(texts("help goal"), inks.text)], [CellRun(texts("help ring"), inks.text)], []]
    return [*goal, *key_lines(HELP, texts, inks), [], [CellRun(texts("help points"), inks.faint)]]


def key_lines(keys: Sequence[tuple[str, str]], texts: Texts, inks: TextInks) -> list[list[CellRun]]:
    """Return keys with what they do, in two columns."""
    lines = []
    half = (len(keys) + 1) // 2
    for pair in zip(keys[:half], [*keys[half:], ("", "")], strict=False):
        line = []
        for (key, text), (key_width, text_width) in zip(pair, (_LEFT, _RIGHT), strict=True):
            if text:
                named = texts(key) if key in _NAMED else key
                line += [
                    CellRun(pad(named, key_width, align="left"), inks.accent),
                    CellRun(pad(texts(f"help {text}"), text_width, align="left"), inks.text),
                ]
        lines.append(line)
    return lines


def help_dialog(texts: Texts, inks: TextInks) -> Dialog[str]:
    """Make the dialog."""
    return Dialog(texts("help title"), help_lines(texts, inks), [Choice("close", texts("close"))], inks)
