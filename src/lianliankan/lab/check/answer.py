"""What a learner's function answered, as its process tells it."""

from typing import Literal

import msgspec

__all__ = ["Answer", "AnswerKind"]

AnswerKind = Literal["yes", "no", "path", "nonsense", "raised", "slow", "died"]


class Answer(msgspec.Struct, frozen=True):
    """What came of one question.

    - `said`: yes, no, or a path; or nonsense, which is none of them; or it raised an exception, gave no answer in
      time, or ended its process.
    - `path`: the cells given, in the numbers of the function's grid.
    - `shown`: the answer as Python writes it, or the exception, or how the process ended.
    - `trace`: the lines of the learner's code that led to an exception.
    - `changed`: what in the grid is no longer as it was, in words.
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
        """Whether it says that the two tiles link."""
        return self.said in ("yes", "path")
