"""Why a file is not taken: a code for programs and words for people."""

from typing import Literal, NamedTuple, get_args

__all__ = ["CODES", "Code", "Refusal", "Refused"]

Code = Literal[
    "empty",
    "type",
    "large",
    "pixels",
    "small",
    "thin",
    "broken",
    "zip",
    "encrypted",
    "nested",
    "link",
    "many",
    "time",
    "full",
]
CODES: tuple[Code, ...] = get_args(Code)
"""Every code that a refusal can have; pages translate it."""


class Refusal(NamedTuple):
    """A file that is not taken.

    - `label`: which one, as `label_of` writes it.
    - `code`: why, one of CODES.
    - `words`: the same in English, with the numbers that matter.
    """

    label: str
    code: Code
    words: str


class Refused(ValueError):
    """What is wrong with a file, by its code and in words; `take` turns it into a Refusal.

    >>> print(Refused("empty", "there is nothing in it"))
    there is nothing in it
    """

    def __init__(self, code: Code, words: str) -> None:
        super().__init__(words)
        self.code: Code = code
        self.words = words

    def __reduce__(self) -> tuple[object, ...]:
        return Refused, (self.code, self.words)
