"""The help: the goal of the game, and every key."""

from lianliankan.terminal.board.board_drawing import Run
from lianliankan.terminal.dialogs.dialog import Choice, Dialog, PanelInks
from lianliankan.terminal.texts import Words
from lianliankan.text_width import pad

__all__ = ["HELP", "help_dialog", "help_lines"]

HELP = (
    ("arrows", "arrows"),
    ("Enter", "pick"),
    ("Tab", "tab"),
    ("click", "mouse"),
    ("h", "hint"),
    ("a", "auto"),
    ("s", "shuffle"),
    ("u r", "undo"),
    ("p", "pause"),
    ("k", "kind"),
    ("n", "new"),
    ("R", "restart"),
    ("x", "give up"),
    ("b", "bests"),
    ("g", "faces"),
    ("m", "animation"),
    ("l", "language"),
    ("q", "quit"),
)
"""Every key, or the word for it, and the text that explains it."""

_LEFT, _RIGHT = (8, 35), (3, 28)  # the columns of a key and of its text
_NAMED = {"arrows", "click"}


def help_lines(words: Words, inks: PanelInks) -> list[list[Run]]:
    """Give the text of the help, the keys in two columns."""
    lines = [[Run(words("help goal"), inks.text)], [Run(words("help ring"), inks.text)], []]
    half = (len(HELP) + 1) // 2
    for pair in zip(HELP[:half], [*HELP[half:], ("", "")], strict=False):
        line = []
        for (key, text), (key_width, text_width) in zip(pair, (_LEFT, _RIGHT), strict=True):
            if text:
                named = words(key) if key in _NAMED else key
                line += [
                    Run(pad(named, key_width, align="left"), inks.star),
                    Run(pad(words(f"help {text}"), text_width, align="left"), inks.text),
                ]
        lines.append(line)
    return [*lines, [], [Run(words("help points"), inks.faint)]]


def help_dialog(words: Words, inks: PanelInks) -> Dialog[str]:
    """Make the dialog."""
    return Dialog(words("help title"), help_lines(words, inks), [Choice("close", words("close"))], inks)
