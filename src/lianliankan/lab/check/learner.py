"""Asking a learner's function one question after the other, whatever it does."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

import msgspec

from lianliankan.lab.check.answer import Answer
from lianliankan.lab.check.contract import Contract
from lianliankan.lab.check.process import ProcessEnded, TimedOut, WorkerProcess
from lianliankan.lab.check.question import Question
from lianliankan.lab.check.worker import IMPORT_HINT

__all__ = ["CALL_SECONDS", "BadFunction", "Learner", "Program"]

CALL_SECONDS = 2.0
"""How long a function may think about one question."""

_IMPORT_SECONDS = 10.0
_BATCH_BYTES = 8_000  # two batches fit into every pipe, so that writing one never waits
_SHORT = {b"1": Answer("yes"), b"0": Answer("no")}

Found = TypeVar("Found")


class BadFunction(ValueError):
    """A function that cannot be asked: its file is not there or cannot be imported, or has no such function."""


class Program(NamedTuple):
    """Where a function is: its file and its name.

    >>> Program.parse("my_game.py").function, Program.parse("my_game.py:can_link").function
    ('linkable', 'can_link')
    """

    file: Path
    function: str = "linkable"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read FILE.py:function; where no function is named, it is `linkable`."""
        file, colon, function = text.rpartition(":")
        is_named = colon and (function.isidentifier() or file.endswith(".py"))  # a drive has a colon too
        return cls(Path(file), function or "linkable") if is_named else cls(Path(text))


class Learner:
    """A function in a process of its own. `tells` adds to every answer what the function printed and how it looks.

    >>> from tempfile import TemporaryDirectory
    >>> from lianliankan.lab.check.question import small_questions
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "yes.py")
    ...     _ = file.write_text("def linkable(grid, a, b): return True")
    ...     with Learner(Program(file), Contract(), seconds=10) as learner:
    ...         {answer.said for _, answer in learner.ask(small_questions(3, range(2, 4), (2,)))}
    {'yes'}
    """

    def __init__(self, program: Program, contract: Contract, *, seconds: float, verbose: bool = False) -> None:
        file = str(program.file.absolute())
        self._settings: dict[str, Any] = {
            "file": file,
            "function": program.function,
            "seconds": seconds,
            "verbose": verbose,
        }
        self._contract = contract
        self._unread = 0  # answers that nobody waits for any more
        self._process: WorkerProcess | None = self._started()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def first(self, questions: Iterable[Question], find: Callable[[Question, Answer], Found | None]) -> Found | None:
        """Ask until `find` finds something in an answer, and give that."""
        with closing(self.ask(questions)) as answers:
            return next((found for question, answer in answers if (found := find(question, answer))), None)

    def ask(self, questions: Iterable[Question]) -> Generator[tuple[Question, Answer]]:
        """Ask one question after the other; who has heard enough stops listening.

        Where the function gives no answer in time, or ends its process, that is its answer, and the next question goes
        to a new process.
        """
        coming = iter(questions)
        batches: deque[deque[Question]] = deque()
        self._catch_up()
        try:
            while True:
                while len(batches) < 2 and (batch := self._send(coming)):  # one in work, one waiting
                    batches.append(batch)
                if not batches:
                    return
                answer = self._answer()
                question = batches[0].popleft()
                if not batches[0]:
                    batches.popleft()
                if answer.said in ("slow", "died"):
                    coming = chain(*batches, coming)
                    batches = deque()
                yield question, answer
        finally:
            self._unread += sum(map(len, batches))

    def _send(self, coming: Iterator[Question]) -> deque[Question]:
        """Send as many questions as fit into half a pipe, and say which."""
        batch: deque[Question] = deque()
        data = bytearray()
        while len(data) < _BATCH_BYTES and (question := next(coming, None)):
            cells = self._contract.cell(question.a), self._contract.cell(question.b)
            data += msgspec.json.encode((question.grid(self._contract), *cells)) + b"\n"
            batch.append(question)
        if batch:
            self._running().write(data)
        return batch

    def _answer(self) -> Answer:
        """Wait for the next answer; where none comes, the process is ended."""
        try:
            line = self._running().line(CALL_SECONDS)
            return _SHORT[line] if line in _SHORT else msgspec.json.decode(line, type=Answer)
        except TimedOut:
            answer = Answer("slow")
        except ProcessEnded as how:
            answer = Answer("died", shown=str(how))
        except msgspec.MsgspecError:
            answer = Answer("died", shown="words that are no answer")
        self._end()
        return answer

    def _catch_up(self) -> None:
        """Let the answers go by that nobody waits for any more."""
        while self._unread:
            self._unread -= 1
            self._answer()

    def _running(self) -> WorkerProcess:
        if self._process is None:
            self._process = self._started()
        return self._process

    def _end(self) -> None:
        self._unread = 0
        if self._process is not None:
            self._process.end()
            self._process = None

    def _started(self) -> WorkerProcess:
        """Start the process, and hear whether it has a function to ask."""
        process = WorkerProcess(self._settings)
        name = Path(self._settings["file"]).name
        try:
            problem = msgspec.json.decode(process.line(_IMPORT_SECONDS), type=dict[str, str])["problem"]
        except TimedOut:
            problem = f"{name} cannot be imported within {_IMPORT_SECONDS:.0f} seconds{IMPORT_HINT}"
        except ProcessEnded as how:
            problem = f"{name} ends Python while it is imported: {how}"
        except BaseException:
            process.end()
            raise
        if problem:
            process.end()
            raise BadFunction(problem)
        return process
