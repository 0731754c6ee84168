"""Small pieces of text that many messages share."""

import math
import re
from collections.abc import Sequence
from operator import index

from lianliankan.text_width import display_width, pad

_MAX_NESTING = 100  # lists and objects in one another: far more than any text of ours has
_STRING_OR_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)


def shorten(value: object) -> str:
    """Write a value for a message, shortened if it is long; a text is quoted.

    >>> shorten("short"), shorten("x" * 1000), shorten([[1, 2], [2, 1]])
    ("'short'", "'xxxxxxxxxxxxxxxxxxxxxxx…'", '[[1, 2], [2, 1]]')
    """
    text = value if isinstance(value, str) else repr(value)
    text = text if len(text) <= 24 else text[:23] + "…"
    return repr(text) if isinstance(value, str) else text


def find_deep_nesting(text: str) -> int | None:
    """Return where JSON begins to be nested too deeply, if it does.

    Look before you decode what others have written: Python in a browser has only the browser's stack, and where that
    ends, there is no RecursionError but the end of Python.

    >>> find_deep_nesting('{"[": ' + 99 * "[" + 99 * "]"), find_deep_nesting('{"[": ' + 1000 * "[")
    (None, 105)
    """
    if text.count("[") + text.count("{") <= _MAX_NESTING:
        return None
    depth = 0
    for found in _STRING_OR_BRACKET.finditer(text):
        sign = found[0]
        if sign in ("[", "{"):
            depth += 1
            if depth > _MAX_NESTING:
                return found.start()
        elif sign in ("]", "}"):
            depth -= 1
    return None


def check_text(text: object, reader: str) -> None:
    """Raise TypeError if this is not a text; `reader` is the name of what reads it.

    >>> check_text(7, "Cell.parse")
    Traceback (most recent call last):
    TypeError: Cell.parse reads a text, not 7
    """
    if not isinstance(text, str):
        raise TypeError(f"{reader} reads a text, not {shorten(text)}")


def check_integer(number: object, name: str) -> int:
    """Return an integer, also that of NumPy, or raise TypeError; `name` says what it is.

    >>> check_integer(2.5, "depth")
    Traceback (most recent call last):
    TypeError: depth must be an integer, not 2.5
    """
    try:
        return index(number)  # type: ignore[arg-type]  # it raises TypeError
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {shorten(number)}") from None


def count(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural unless it is 1.

    >>> count(1, "move"), count(2, "move")
    ('1 move', '2 moves')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def percent(share: float) -> str:
    """Return a share as a percentage; only all is 100% and only nothing 0%.

    >>> percent(0.5), percent(0.99973), percent(1.0), percent(0.0002)
    ('50.0%', 'over 99.9%', '100%', 'under 0.1%')
    """
    if share in (0, 1):
        return f"{share:.0%}"
    return "under 0.1%" if share < 0.0005 else "over 99.9%" if share >= 0.9995 else f"{share:.1%}"


def percent_range(low: float, high: float) -> str:
    """Return a range of shares, rounded outwards.

    >>> percent_range(0.41234, 0.48901), percent_range(0.98, 1.0)
    ('41.2–49%', '98–100%')
    """
    return f"{math.floor(low * 1000) / 10:g}–{math.ceil(high * 1000) / 10:g}%"


def format_duration(seconds: float) -> str:
    """Return a duration as minutes and seconds, with hours if there are any.

    >>> format_duration(65.9), format_duration(3700)
    ('1:05', '1:01:40')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def table(head: Sequence[str], lines: Sequence[Sequence[str]], *, markdown: bool, left: Sequence[int] = (0,)) -> str:
    """Format a table; the columns in `left` are left-aligned, all others right-aligned.

    >>> print(table(("name", "ns"), [("kernel", "4"), ("bfs", "9,000")], markdown=False))
    name       ns
    kernel      4
    bfs     9,000
    >>> print(table(("name", "ns"), [("bfs", "9")], markdown=True))
    | name | ns |
    | ---- | -: |
    | bfs  |  9 |
    """
    if not lines:
        return ""
    widths = [max(display_width(line[i]) for line in (head, *lines)) for i in range(len(head))]
    aligned = [
        [
            pad(cell, width, align="left" if i in left else "right")
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        for line in (head, *lines)
    ]
    if not markdown:
        return "\n".join("  ".join(line).rstrip() for line in aligned)
    rule = ["-" * width if i in left else "-" * (width - 1) + ":" for i, width in enumerate(widths)]
    return "\n".join(f"| {' | '.join(line)} |" for line in (aligned[0], rule, *aligned[1:]))
