"""How many terminal columns a text takes, and padding to a width."""

from typing import Literal
from unicodedata import category, east_asian_width

_JOINER = "\u200d"
_EMOJI_STYLE = "\ufe0f"
_SOFT_HYPHEN = "\u00ad"
_LETTER_EMOJI = "ℹ"  # the one letter that has an emoji style
_NO_CELL = frozenset({"Cc", "Cf", "Me", "Mn", "Zl", "Zp"})
_PICTURES = frozenset({"So", "Sm", "Sk"})  # pictographs; arrows and skin tones count as maths and modifiers


def display_width(text: str) -> int:
    """Count the terminal columns that a text takes.

    CJK and emoji take two, combining marks and control characters none. A sequence shown as one picture counts once:
    emoji with joiners, a skin tone or the emoji style, and flags. Escape codes count like any other text.

    >>> [display_width(text) for text in ("llk", "连连看", "é", "👩‍🚀", "❤️", "🇨🇳", "👍🏽", chr(10))]
    [3, 6, 1, 2, 2, 2, 2, 0]
    """
    if text.isascii() and text.isprintable():
        return len(text)
    total = 0
    base = ""  # what the next character may join: a pictograph, or the first half of a flag
    base_width = 0
    joined = False
    for char in text:
        if char == _JOINER:
            joined = _is_picture(base)
            continue
        if char == _EMOJI_STYLE:
            if base and _has_emoji_style(base):
                total += 2 - base_width
                base_width = 2
            continue
        if _is_flag_half(char) and _is_flag_half(base):
            base = ""
            continue
        if (joined and _is_picture(char)) or (_is_skin_tone(char) and _is_picture(base)):
            joined = False
            continue
        width = _char_width(char)
        if width or category(char) == "Cc":
            base, base_width, joined = char, width, False
        total += width
    return total


def pad(text: str, width: int, *, align: Literal["left", "right", "centre"] = "right") -> str:
    """Pad a text with spaces to a display width; a wider text is returned unchanged.

    >>> pad("看", 4), pad("看", 4, align="left"), pad("看", 4, align="centre")
    ('  看', '看  ', ' 看 ')
    """
    spare = max(width - display_width(text), 0)
    match align:
        case "right":
            before = spare
        case "left":
            before = 0
        case "centre":
            before = spare // 2
        case _:
            raise ValueError(f"align must be left, right or centre, not {align!r}")
    return " " * before + text + " " * (spare - before)


def _char_width(char: str) -> int:
    if char != _SOFT_HYPHEN and (category(char) in _NO_CELL or _is_inner_jamo(char)):
        return 0
    return 2 if east_asian_width(char) in "WF" or _is_flag_half(char) else 1


def _is_inner_jamo(char: str) -> bool:
    """Whether it is a Korean vowel or final consonant, drawn in the column of the consonant before it."""
    return "\u1160" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7fb"


def _is_flag_half(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _is_skin_tone(char: str) -> bool:
    return "\U0001f3fb" <= char <= "\U0001f3ff"


def _is_picture(char: str) -> bool:
    return char > "\u00a0" and category(char) in _PICTURES


def _has_emoji_style(char: str) -> bool:
    return char == _LETTER_EMOJI or char in "0123456789#*" or (char > "\u00a0" and not char.isalnum())
