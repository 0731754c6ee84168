"""Small pieces of text that many messages share."""

__all__ = ["count", "shorten"]


def shorten(text: str) -> str:
    """Quote a text for a message, cutting it where it is long.

    >>> shorten("short"), shorten("x" * 1000)
    ("'short'", "'xxxxxxxxxxxxxxxxxxxxxxx…'")
    """
    return repr(text if len(text) <= 24 else text[:23] + "…")


def count(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural where it is not 1.

    >>> count(1, "move"), count(2, "move")
    ('1 move', '2 moves')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
