"""The answers of a learner's function, as reported by its process."""

from typing import Literal, Self
from unicodedata import category

import msgspec

AnswerKind = Literal["yes", "no", "path", "pairs", "nonsense", "raised", "memory", "slow", "died"]


class Answer(msgspec.Struct, frozen=True):
    """The answer to one question.

    - `said`: yes, no, a path or pairs of cells; nonsense for anything else; or it raised an exception, ran out of
      memory, was too slow, or died.
    - `path`, `pairs`: the cells returned, numbered as in the function's grid.
    - `shown`: the `repr` of the answer, or the exception, how the process ended, or how much memory it had taken.
    - `trace`: the lines of the learner's code that led to the exception.
    - `changed`: a description of the first change to the grid.
    - `printed`: what the function printed.
    - `kept`: what the call changed that outlives it: global variables, default arguments, caches.
    - `looks`: the cells that it read, with the lines of its code, if that is recorded.

    >>> Answer("path", path=((0, 0), (0, 2))).is_yes, Answer("no").is_yes, Answer("raised").is_yes
    (True, False, False)
    """

    said: AnswerKind
    path: tuple[tuple[int, int], ...] = ()
    pairs: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()
    shown: str = ""
    trace: tuple[str, ...] = ()
    changed: str = ""
    printed: str = ""
    kept: tuple[str, ...] = ()
    looks: tuple[tuple[int, int, int], ...] = ()

    @property
    def is_yes(self) -> bool:
        """Whether the answer is that the two tiles link."""
        return self.said in ("yes", "path")

    def visible(self) -> Self:
        """Return it with texts that are safe to print: they come from the learner's code."""
        return msgspec.structs.replace(
            self,
            shown=visible(self.shown),
            trace=tuple(map(visible, self.trace)),
            changed=visible(self.changed),
            printed="\n".join(map(visible, self.printed.split("\n"))),
            kept=tuple(map(visible, self.kept)),
        )


def visible(text: str) -> str:
    r"""Return a text with everything escaped that would move the cursor, change colours or reverse the line.

    >>> print(visible("red: " + chr(27) + "[31m"), visible("连\u3000看"), visible("a\tb"))
    red: \x1b[31m 连　看 a   b
    """
    if text.isprintable():
        return text
    return "".join(_escape(char) for char in text.replace("\t", "   "))


def _escape(char: str) -> str:
    hidden = category(char)[0] == "C" or category(char) in ("Zl", "Zp")
    return char.encode("unicode_escape").decode() if hidden else char
