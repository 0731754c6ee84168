"""What a learner's function answered, as reported by its process."""

from typing import Literal

import msgspec

__all__ = ["Answer", "AnswerKind"]

AnswerKind = Literal["yes", "no", "path", "nonsense", "raised", "slow", "died"]


class Answer(msgspec.Struct, frozen=True):
    """The answer to one question.

    - `said`: yes, no or a path; nonsense for anything else; or it raised an exception, was too slow, or died.
    - `path`: the cells returned, numbered as in the function's grid.
    - `shown`: the `repr` of the answer, or the exception, or how the process ended.
    - `trace`: the lines of the learner's code that led to the exception.
    - `changed`: a description of the first change to the grid.
    - `printed`: what the function printed.

    >>> Answer("path", path=((0, 0), (0, 2))).is_yes, Answer("no").is_yes, Answer("raised").is_yes
    (True, False, False)
    """

    said: AnswerKind
    path: tuple[tuple[int, int], ...] = ()
    shown: str = ""
    trace: tuple[str, ...] = ()
    changed: str = ""
    printed: str = ""

    @property
    def is_yes(self) -> bool:
        """Whether the answer is that the two tiles link."""
        return self.said in ("yes", "path")
