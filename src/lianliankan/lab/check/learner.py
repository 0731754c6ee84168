"""A learner's function that can be asked: where it is, and what holds wherever it runs."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import ClassVar, NamedTuple, Protocol, Self, TypeVar

from lianliankan.errors import Error
from lianliankan.lab.check.answer import Answer, visible
from lianliankan.lab.check.contract import Contract
from lianliankan.lab.check.function_lookup import NoFunctionError
from lianliankan.lab.check.question import Question

CALL_SECONDS = 2.0
"""The time limit for one question."""

AskedQuestion = TypeVar("AskedQuestion", bound=Question)
Found = TypeVar("Found")


class BadFunction(NoFunctionError, Error):
    """The `NoFunctionError` of a learner, wherever it runs, as an error of the library: safe to print."""

    @classmethod
    def from_problem(cls, problem: NoFunctionError) -> Self:
        """Return it as an error of the library."""
        return cls(
            visible(str(problem)),
            is_missing=problem.is_missing,
            is_function=problem.is_function,
            line=problem.line,
            others=problem.others,
        )


class Program(NamedTuple):
    """The place of a function: its file and its name.

    >>> Program.parse("my_game.py").function, Program.parse("my_game.py:can_link").function
    ('linkable', 'can_link')
    """

    file: Path
    function: str = "linkable"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse FILE.py:function; the default function is `linkable`."""
        file, colon, function = text.rpartition(":")
        is_named = colon and (function.isidentifier() or file.endswith(".py"))  # a drive has a colon too
        return cls(Path(file), function or "linkable") if is_named else cls(Path(text))


class Learner(ABC):
    """A function that is asked one question after another; used as a context, it ends what it has started."""

    FRESH: ClassVar[str]
    """The words for where it answers as if nothing had been asked before."""

    notes: tuple[str, ...] = ()
    """Notes for the learner about how the function is called."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def first(
        self, questions: Iterable[AskedQuestion], find: Callable[[AskedQuestion, Answer], Found | None]
    ) -> Found | None:
        """Ask until `find` returns something for an answer, and return that."""
        with closing(self.ask(questions)) as answers:
            return next((found for question, answer in answers if (found := find(question, answer))), None)

    @abstractmethod
    def ask(self, questions: Iterable[AskedQuestion]) -> Generator[tuple[AskedQuestion, Answer]]:
        """Ask one question after another and yield the answers; the caller may stop early."""

    @abstractmethod
    def end(self) -> None:
        """End what was started."""


class StartLearner(Protocol):
    """How a function is started, so that it can be asked; raises BadFunction.

    `verbose` adds to every answer its `repr` and what the function printed, `recorded` the cells that it read.
    """

    def __call__(
        self,
        program: Program,
        contract: Contract,
        *,
        seconds: float | None,
        verbose: bool = False,
        recorded: bool = False,
    ) -> Learner:
        """Start it."""
