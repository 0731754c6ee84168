"""A learner's function in this interpreter, where there are no processes: in the browser.

It is no sandbox. Its code is executed as a module of its own; between calls, what it may have done to this interpreter
is undone as far as that is possible, and the next question is asked of a module executed from the start.
"""

import builtins
import io
import linecache
import os
import sys
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, NoReturn

import msgspec

from lianliankan.lab.check.answer import Answer, visible
from lianliankan.lab.check.call_limit import call_limit
from lianliankan.lab.check.contract import Contract
from lianliankan.lab.check.function_lookup import Function, NoFunctionError, find_function, notes
from lianliankan.lab.check.learner import CALL_SECONDS, AskedQuestion, BadFunction, Learner, Program
from lianliankan.lab.check.learner_call import TASK_ARGUMENTS, CappedText, call, show
from lianliankan.lab.check.learner_module import IMPORT_HINT, import_program
from lianliankan.lab.check.question import Question
from lianliankan.lab.check.recorded_grid import RecordedFunction
from lianliankan.override import override

_FOLDER = Path("/learner")  # that is not there: lines of code in it are the learner's
_IMPORT_SECONDS = 10.0
_DEEPEST = 10_000  # calls inside one another; JavaScript's stack is small, and where it ends, Python dies


class InPlaceLearner(Learner):
    """A function in this interpreter; `on_question` is called before each question.

    >>> learner = InPlaceLearner(Program(Path("my.py")), Contract(), source="def linkable(grid, a, b): return 1 < 2")
    >>> from lianliankan.lab.check.small_questions import small_questions
    >>> {answer.said for _, answer in learner.ask(small_questions(3, range(2, 4), (2,)))}
    {'yes'}
    """

    FRESH = "when nothing was asked before"

    def __init__(
        self,
        program: Program,
        contract: Contract,
        *,
        source: str,
        seconds: float | None = None,
        verbose: bool = False,
        recorded: bool = False,
        on_question: Callable[[Question], object] = lambda question: None,
    ) -> None:
        self._file, self._name, self._source = _FOLDER / program.file.name, program.function, source
        self._module_name = _free_name(self._file.stem)
        self._contract, self._verbose, self._recorded = contract, verbose, recorded
        self._on_question = on_question
        self._limit = call_limit()
        lines = source.splitlines(keepends=True)
        linecache.cache[str(self._file)] = (len(source), None, lines, str(self._file))  # for the lines of exceptions
        self._module, self._function = self._started()

    @override
    def ask(self, questions: Iterable[AskedQuestion]) -> Generator[tuple[AskedQuestion, Answer]]:
        for question in questions:
            self._on_question(question)
            answer = self._answer(question.arguments(self._contract))
            if answer.said in ("slow", "died", "memory"):
                self._module, self._function = self._started()
            yield question, answer

    @override
    def end(self) -> None:
        sys.modules.pop(self._module_name, None)

    def _answer(self, arguments: list[object]) -> Answer:
        given = msgspec.json.decode(msgspec.json.encode(arguments))  # new numbers, as in a new process
        found: dict[str, Any] = {}
        with _Interpreter() as interpreter:
            self._limit.run(CALL_SECONDS, lambda: found.update(self._call(given)))
        interpreter.check()
        if self._limit.is_up:
            return Answer("slow")
        if interpreter.broken:
            return Answer("died", shown=f"it changed the built-in {interpreter.broken}, which all code here needs")
        if found["said"] in ("yes", "no") and len(found) == 1:  # fast path for nearly all answers
            return _YES if found["said"] == "yes" else _NO
        return msgspec.convert(found, Answer).visible()

    def _call(self, arguments: list[Any]) -> dict[str, Any]:
        task, module, verbose = self._contract.task, self._module, self._verbose
        return call(self._function, arguments, task=task, module=module, file=self._file, verbose=verbose)

    def _started(self) -> tuple[ModuleType, Function]:
        """Execute the program from the start, and find the function."""
        found: list[tuple[ModuleType, Function]] = []
        with _Interpreter() as interpreter:
            self._limit.run(_IMPORT_SECONDS, lambda: found.append(self._import()))
        name = visible(self._file.name)
        if self._limit.is_up:
            raise BadFunction(f"importing {name} takes longer than {_IMPORT_SECONDS:.0f} seconds{IMPORT_HINT}")
        if interpreter.broken:
            raise BadFunction(f"{name} changes the built-in {interpreter.broken}, which all code here needs")
        try:
            interpreter.check()
        except NoFunctionError as problem:
            raise BadFunction.from_problem(problem) from None
        return found[0]

    def _import(self) -> tuple[ModuleType, Function]:
        arguments = TASK_ARGUMENTS[self._contract.task]
        module = import_program(self._file, self._source, name=self._module_name, on_code=self._limit.follow)
        function = find_function(module, self._file.name, self._name, arguments)
        self.notes = tuple(map(visible, notes(function, self._name, arguments, show)))
        return module, RecordedFunction(function, str(self._file)) if self._recorded else function


_YES, _NO = Answer("yes"), Answer("no")


class _Interpreter:
    """The parts of this interpreter that a learner's code may change, kept while it runs and put back afterwards.

    `broken` names the first built-in function that was changed, or is empty. An exception that ends the work is raised
    by `check`, unless it comes from that change: it meets our code as well.
    """

    _names = vars(builtins)
    _builtins: ClassVar = {name: value for name, value in _names.items() if name != "_"}

    def __init__(self) -> None:
        self.broken = ""
        self._problem: BaseException | None = None

    def check(self) -> None:
        """Raise the exception that has ended the work, if there was one."""
        if self._problem and not self.broken:
            raise self._problem

    def __enter__(self) -> "_Interpreter":
        self._kept = (sys.stdout, sys.stderr, sys.stdin, sys.argv, sys.path[:], os._exit, sys.setrecursionlimit)
        self._depth = sys.getrecursionlimit()
        sys.stdout, sys.stderr, sys.stdin = CappedText(), CappedText(), io.StringIO()
        os._exit, sys.setrecursionlimit = _no_exit, _limit_recursion
        return self

    def __exit__(self, kind: object, problem: BaseException | None, trace: object) -> bool:
        names = self._names
        if names != self._builtins:
            for name, value in self._builtins.items():
                if names.get(name) is not value:
                    self.broken = self.broken or name
                    names[name] = value
        sys.stdout, sys.stderr, sys.stdin, sys.argv, sys.path[:], os._exit, sys.setrecursionlimit = self._kept
        sys.setrecursionlimit(self._depth)
        self._problem = problem
        return True


def _free_name(name: str) -> str:
    """Return a name for the learner's module: this interpreter needs its own, and a file may be called json.py."""
    return f"{name}_" if name in sys.modules or name in sys.stdlib_module_names else name


def _no_exit(status: int) -> NoReturn:
    raise SystemExit(status)


def _limit_recursion(limit: int, /, *, allow: Callable[[int], None] = sys.setrecursionlimit) -> None:
    allow(min(limit, _DEEPEST))
