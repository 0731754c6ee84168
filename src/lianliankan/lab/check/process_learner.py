"""A learner's function in its own process, asked one question after another."""

import re
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from lianliankan.lab.check.answer import Answer, visible
from lianliankan.lab.check.contract import Contract
from lianliankan.lab.check.learner import CALL_SECONDS, AskedQuestion, BadFunction, Learner, Program
from lianliankan.lab.check.learner_module import IMPORT_HINT
from lianliankan.lab.check.process import ProcessEnded, TimedOut, WorkerProcess
from lianliankan.override import override

_IMPORT_SECONDS = 10.0
_BATCH_BYTES = 8_000  # two batches fit into any pipe, so that writing never blocks
_MUCH_MEMORY, _ALL_MEMORY = 0.5, 1.9  # GB: worth saying of a function that does not return, and the cause of it
_SHORT = {b"1": Answer("yes"), b"0": Answer("no")}


class _Start(msgspec.Struct, frozen=True):
    """The first line of a process: why there is no function to call, or what to know about it."""

    problem: str
    notes: list[str] = []
    is_missing: bool = False
    is_function: bool = False
    line: int = 0
    others: tuple[str, ...] = ()


class ProcessLearner(Learner):
    """A function in its own process.

    >>> from tempfile import TemporaryDirectory
    >>> from lianliankan.lab.check.small_questions import small_questions
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "yes.py")
    ...     _ = file.write_text("def linkable(grid, a, b): return True")
    ...     with ProcessLearner(Program(file), Contract(), seconds=10) as learner:
    ...         {answer.said for _, answer in learner.ask(small_questions(3, range(2, 4), (2,)))}
    {'yes'}
    """

    FRESH = "in a new process"

    def __init__(
        self,
        program: Program,
        contract: Contract,
        *,
        seconds: float | None = None,
        verbose: bool = False,
        recorded: bool = False,
    ) -> None:
        if program.file.is_file() and (hint := _encoding_hint(program.file.read_bytes())):
            raise BadFunction(f"{program.file.name} {hint}")
        self._settings: dict[str, Any] = {
            "file": str(program.file.absolute()),
            "function": program.function,
            "seconds": seconds,
            "task": contract.task,
            "verbose": verbose,
            "recorded": recorded,
        }
        self._contract = contract
        self._unread = 0  # answers that are no longer needed
        self._process: WorkerProcess | None = self._started()

    @override
    def ask(self, questions: Iterable[AskedQuestion]) -> Generator[tuple[AskedQuestion, Answer]]:
        """Ask a process; if it dies or is out of time, that is the answer, and the next question goes to a new one."""
        coming = iter(questions)
        batches: deque[deque[AskedQuestion]] = deque()
        self._catch_up()
        try:
            while True:
                while len(batches) < 2 and (batch := self._send(coming)):  # one being answered, one waiting
                    batches.append(batch)
                if not batches:
                    return
                answer = self._answer()
                question = batches[0].popleft()
                if not batches[0]:
                    batches.popleft()
                if self._process is None:
                    coming = chain(*batches, coming)
                    batches = deque()
                yield question, answer
        finally:
            self._unread += sum(map(len, batches))

    def _send(self, coming: Iterator[AskedQuestion]) -> deque[AskedQuestion]:
        """Send as many questions as fit into half a pipe, and return them."""
        batch: deque[AskedQuestion] = deque()
        data = bytearray()
        while len(data) < _BATCH_BYTES and (question := next(coming, None)):
            data += msgspec.json.encode(question.arguments(self._contract)) + b"\n"
            batch.append(question)
        if batch:
            self._running().write(data)
        return batch

    def _answer(self) -> Answer:
        """Wait for the next answer; if none comes, end the process."""
        try:
            line = self._running().line(CALL_SECONDS)
            answer = _SHORT[line] if line in _SHORT else msgspec.json.decode(line, type=Answer).visible()
            if answer.said != "memory":
                return answer
        except TimedOut:
            taken = self._running().memory()
            shown = f"{taken:.1f} GB" if taken > _MUCH_MEMORY else ""
            answer = Answer("memory" if taken > _ALL_MEMORY else "slow", shown=shown)
        except ProcessEnded as how:
            answer = Answer("died", shown=str(how))
        except msgspec.MsgspecError:
            answer = Answer("died", shown="unexpected output")
        self.end()
        return answer

    def _catch_up(self) -> None:
        """Discard the answers that are no longer needed."""
        while self._unread:
            self._unread -= 1
            self._answer()

    def _running(self) -> WorkerProcess:
        if self._process is None:
            self._process = self._started()
        return self._process

    @override
    def end(self) -> None:
        self._unread = 0
        if self._process is not None:
            self._process.end()
            self._process = None

    def _started(self) -> WorkerProcess:
        """Start the process and wait until it has imported the function."""
        process, said = WorkerProcess(self._settings), _Start("")
        name = Path(self._settings["file"]).name
        try:
            said = msgspec.json.decode(process.line(_IMPORT_SECONDS), type=_Start)
            problem, self.notes = said.problem, tuple(map(visible, said.notes))
        except TimedOut:
            problem = f"importing {name} takes longer than {_IMPORT_SECONDS:.0f} seconds{IMPORT_HINT}"
        except ProcessEnded as how:
            problem = f"{name} terminates Python while being imported: {how}"
        except msgspec.MsgspecError:
            problem = f"{name} writes into the pipe of its answers while being imported"
        except BaseException:
            process.end()
            raise
        if problem:
            process.end()
            raise BadFunction(
                visible(problem),
                is_missing=said.is_missing,
                is_function=said.is_function,
                line=said.line,
                others=said.others,
            )
        return process


def _encoding_hint(data: bytes) -> str:
    """Say how a file is encoded that is not in UTF-8 and does not say so itself, which Python does not run."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "is saved as UTF-16 (Notepad calls it Unicode); save it as UTF-8"
    says = re.match(rb"(?:[^\n]*\n)?[ \t]*#[^\n]*coding[:=]", data)
    if says or _is_encoded(data, "utf-8"):
        return ""
    if not _is_encoded(data, "gbk"):
        return "is not saved as UTF-8; save it again with that encoding"
    return "is saved as GBK; save it as UTF-8, or write # coding: gbk in its first line"


def _is_encoded(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True
