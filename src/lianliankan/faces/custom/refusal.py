"""Why a file is refused: a code for programs and a message for people."""

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
"""All codes; the web page translates them."""


class Refusal(NamedTuple):
    """A refused file.

    - `label`: its label, from `make_label`.
    - `code`: the reason, one of REFUSAL_CODES.
    - `words`: the reason in English, with the numbers that matter.
    """

    label: str
    code: RefusalCode
    words: str


class PictureRefused(ValueError):
    """The reason to refuse a file, as a code and a message; `import_file` turns it into a Refusal.

    >>> print(PictureRefused("empty", "the file is empty"))
    the file is empty
    """

    def __init__(self, code: RefusalCode, words: str) -> None:
        super().__init__(words)
        self.code: RefusalCode = code
        self.words = words

    def __reduce__(self) -> tuple[object, ...]:
        return PictureRefused, (self.code, self.words)
