"""A field of a form: a value that is chosen from a list, counted up and down, or typed."""

from collections.abc import Sequence
from dataclasses import dataclass

_MAX_LENGTH = 20


@dataclass
class FormField:
    """One value of a form, as text.

    - `name`: the name of the field.
    - `value`: its current value.
    - `choices`: the values to cycle through; empty for a number that is counted up and down.
    - `characters`: the characters that can be typed.
    - `minimum`: the smallest number.
    - `is_fresh`: whether the next typed character replaces the value.

    >>> field = FormField("size", "8x18", choices=("6x8", "8x18"), characters="0123456789x")
    >>> field.cycle(1)
    >>> field.value
    '6x8'
    >>> for key in "9x9":
    ...     field.type(key)
    >>> field.value
    '9x9'
    """

    name: str
    value: str
    choices: Sequence[str] = ()
    characters: str = ""
    minimum: int = 0
    is_fresh: bool = True

    def cycle(self, step: int) -> None:
        """Go to the next or previous value."""
        self.is_fresh = True
        if self.value in self.choices:
            self.value = self.choices[(self.choices.index(self.value) + step) % len(self.choices)]
        elif self.choices:
            self.value = self.choices[0 if step > 0 else -1]
        else:
            self.value = str(max((int(self.value) if self.value else self.minimum) + step, self.minimum))

    def type(self, char: str) -> None:
        """Type a character; others are ignored."""
        if char in self.characters and len(self.value) < _MAX_LENGTH:
            self.value = char if self.is_fresh else self.value + char
            self.is_fresh = False

    def erase(self) -> None:
        """Delete the last character."""
        if self.characters:
            self.value = self.value[:-1]
            self.is_fresh = False
