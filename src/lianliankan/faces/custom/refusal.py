"""Why a file is not taken: a code for programs and words for people."""

from typing import Literal, NamedTuple, get_args

__all__ = ["REFUSAL_CODES", "PictureRefused", "Refusal", "RefusalCode"]

RefusalCode = Literal[
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
REFUSAL_CODES: tuple[RefusalCode, ...] = get_args(RefusalCode)
"""Every code that a refusal can have; pages translate it."""


class Refusal(NamedTuple):
    """A file that is not taken.

    - `label`: which one, as `make_label` writes it.
    - `code`: why, one of CODES.
    - `words`: the same in English, with the numbers that matter.
    """

    label: str
    code: RefusalCode
    words: str


class PictureRefused(ValueError):
    """What is wrong with a file, by its code and in words; `import_file` turns it into a Refusal.

    >>> print(PictureRefused("empty", "there is nothing in it"))
    there is nothing in it
    """

    def __init__(self, code: RefusalCode, words: str) -> None:
        super().__init__(words)
        self.code: RefusalCode = code
        self.words = words

    def __reduce__(self) -> tuple[object, ...]:
        return PictureRefused, (self.code, self.words)
