"""Why a file is refused: a code for programs and a message for people."""

from typing import Literal, NamedTuple, Self, get_args

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
    "same",
    "full",
]
REFUSAL_CODES: tuple[RefusalCode, ...] = get_args(RefusalCode)
"""All codes; the web page translates them."""


class Refusal(NamedTuple):
    """A refused file.

    - `label`: its label, from `make_label`.
    - `code`: the reason, one of REFUSAL_CODES.
    - `words`: the reason in English, with the numbers that matter.
    - `other`: the label of the picture that it equals, if that is the reason.
    """

    label: str
    code: RefusalCode
    words: str
    other: str = ""

    @classmethod
    def of_same(cls, label: str, other: str) -> Self:
        """Refuse a picture that is there already."""
        return cls(label, "same", f"this is the same picture as {other}", other)


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
