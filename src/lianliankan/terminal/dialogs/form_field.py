"""The entries of a form: a value that is chosen from some, counted up and down, or typed."""

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["FormEntry"]

_LONGEST = 20


@dataclass
class FormEntry:
    """One value of a form, as text.

    - `name`: what it is called.
    - `value`: what it is now.
    - `known`: the values to go through; none for a number that is counted up and down.
    - `typed`: the characters that can be typed into it.

    >>> entry = FormEntry("size", "8x18", known=("6x8", "8x18"), typed="0123456789x")
    >>> entry.turn(1)
    >>> entry.value
    '6x8'
    >>> for key in "9x9":
    ...     entry.type(key)
    >>> entry.value
    '9x9'
    """

    name: str
    value: str
    known: Sequence[str] = ()
    typed: str = ""
    least: int = 0
    is_fresh: bool = True  # the next character typed replaces the value

    def turn(self, step: int) -> None:
        """Go to the next value, or back."""
        self.is_fresh = True
        if self.value in self.known:
            self.value = self.known[(self.known.index(self.value) + step) % len(self.known)]
        elif self.known:
            self.value = self.known[0 if step > 0 else -1]
        else:
            self.value = str(max((int(self.value) if self.value else self.least) + step, self.least))

    def type(self, char: str) -> None:
        """Type a character; others than those that belong here are let go."""
        if char in self.typed and len(self.value) < _LONGEST:
            self.value = char if self.is_fresh else self.value + char
            self.is_fresh = False

    def erase(self) -> None:
        """Take the last character away."""
        if self.typed:
            self.value = self.value[:-1]
            self.is_fresh = False
