"""Check a learner's function on every small board, then on larger random ones, and find the smallest failing board."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from lianliankan.lab.check.answer import Answer, AnswerKind
from lianliankan.lab.check.contract import Contract
from lianliankan.lab.check.judge import Fault, FaultKind, judge
from lianliankan.lab.check.learner import Learner, Program
from lianliankan.lab.check.question import (
    FILLED_CELLS,
    Question,
    count_small_questions,
    fillers,
    small_questions,
    smaller_questions,
)
from lianliankan.lab.check.random_questions import random_questions, with_other_numbers
from lianliankan.lab.check.shrink import shrink
from lianliankan.seeds import derive_seed

__all__ = ["CheckReport", "Effort", "check"]

_PROGRESS_QUESTIONS = 500
_CONFIRM_SECONDS = 1.0  # kept back from the search for smaller boards, to ask for the last one again
_EARLY, _EARLY_CELLS = 20, 4  # random questions asked after the boards of this size, to see how long they take
_MAX_COSTLY = 3  # missing answers: each costs a timeout or a new process
_REMEMBERS = "in a new process it answers correctly"
_ASKS = ": does it keep state between calls, such as a global list, or use random numbers?"
_FILLS_UP = ": it keeps more and more between calls, until memory ran out"
_NO_ANSWER = ("slow", "died", "memory")  # asking again would take as long
_AS_FOUND = ("slow", "remembers")  # searching for smaller boards would take too long or find nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How much to try: all boards of up to `cells` cells, then larger random questions by a seed, within `seconds`."""

    cells: int = 9
    random_questions: int = 2000
    seed: int = 1
    seconds: float = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """The result of a check.

    - `small_questions`: the number of questions asked on small boards; `cells`: all boards up to this size were tried.
    - `renumbered_questions`: how many of these were asked again with other numbers for the tiles.
    - `random_questions`: the number of larger random questions asked.
    - `paths`: how many answers were paths.
    - `notes`: what the learner should know about how the function is called.
    - `largest`: the rows and columns of the largest board, or None if there were only small ones.
    - `seconds`: the time it took.
    - `is_finished`: whether everything was tried, or the first fault was found and one is enough.
    - `is_late`: whether it stopped early because too many answers did not come in time.
    - `faults`: the faults found, one of each kind, the smallest board first; empty if the function is correct.
    """

    program: Program
    contract: Contract
    small_questions: int
    cells: int
    renumbered_questions: int
    random_questions: int
    paths: int
    notes: tuple[str, ...]
    largest: tuple[int, int] | None
    seconds: float
    is_finished: bool
    is_late: bool
    faults: tuple[Fault, ...]

    @property
    def questions(self) -> int:
        """How many questions were asked."""
        return self.small_questions + self.renumbered_questions + self.random_questions

    @property
    def has_part(self) -> bool:
        """Whether some, but not all, boards of the size after `cells` were tried."""
        sizes = range(2, self.cells + 1)
        return self.small_questions > sum(
            count_small_questions(cells, range(2, cells + 1), fillers(self.contract, cells)) for cells in sizes
        )

    @property
    def passed(self) -> bool | None:
        """Whether the function is correct; None if time ran out before everything was tried."""
        return False if self.faults else True if self.is_finished else None


def check(
    program: Program,
    contract: Contract,
    effort: Effort,
    *,
    wants_all: bool = False,
    progress: Callable[[float], None] = lambda share: None,
) -> CheckReport:
    """Check a function and find the smallest board on which it fails or, with `wants_all`, one for every kind of fault.

    `progress` is called from time to time with the share done, from 0 to 1.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "no.py")
    ...     _ = file.write_text("def linkable(grid, a, b): return False")
    ...     report = check(Program(file), Contract(), Effort())
    >>> [(fault.kind, fault.question.rows) for fault in report.faults]
    [('missed', ((1, 1),))]
    """
    began = time.monotonic()
    with Learner(program, contract, seconds=effort.seconds) as learner:
        checking = _CheckRun(learner, program, contract, effort, progress, wants_all=wants_all)
        with suppress(_Enough):
            checking.try_small()
            checking.try_random()
            checking.is_complete = True
    return CheckReport(
        program=program,
        contract=contract,
        small_questions=checking.small_questions,
        cells=checking.cells,
        renumbered_questions=checking.renumbered_questions,
        random_questions=checking.random_questions,
        paths=checking.paths,
        notes=learner.notes,
        largest=checking.largest,
        seconds=time.monotonic() - began,
        is_finished=checking.is_finished,
        is_late=checking.is_late,
        faults=tuple(sorted(checking.found.values(), key=lambda fault: fault.question.size)),
    )


class _Enough(Exception):
    """There is nothing more to try, or time is up."""


class _CheckRun:
    """A check in progress."""

    def __init__(
        self,
        learner: Learner,
        program: Program,
        contract: Contract,
        effort: Effort,
        progress: Callable[[float], None],
        *,
        wants_all: bool,
    ) -> None:
        self._learner, self._program, self._contract = learner, program, contract
        self._effort, self._wants_all, self._progress = effort, wants_all, progress
        self._all = effort.random_questions + sum(
            count_small_questions(cells, range(2, cells + 1), fillers(contract, cells)) * (1 + (cells <= FILLED_CELLS))
            for cells in range(2, effort.cells + 1)
        )
        self._end = time.monotonic() + effort.seconds
        self._costly = 0
        self.small_questions = self.cells = self.renumbered_questions = self.random_questions = self.paths = 0
        self.largest: tuple[int, int] | None = None
        self.is_complete = False
        self.found: dict[FaultKind, Fault] = {}

    def try_small(self) -> None:
        """Try every small board, in order of size, so that the first fault is the smallest."""
        for cells in range(2, self._effort.cells + 1):
            for question, answer in self._learner.ask(self._in_time(self._small(cells))):
                self.small_questions += 1
                fault = self._confirmed(self._new_fault(question, answer))
                if fault:
                    self._keep(replace(fault, is_smallest=fault.kind != "remembers"))
            self.cells = cells
            if cells <= FILLED_CELLS:
                self._try_renumbered(cells)
            if cells == _EARLY_CELLS:
                self._try_speed()

    def _small(self, cells: int) -> Iterator[Question]:
        return small_questions(cells, range(2, cells + 1), fillers(self._contract, cells))

    def _try_renumbered(self, cells: int) -> None:
        """Try all boards of a size again, with other numbers for the tiles."""
        seed = derive_seed(self._effort.seed, cells, stream=1)
        questions = (with_other_numbers(plain, derive_seed(seed, at)) for at, plain in enumerate(self._small(cells)))
        for question, answer in self._learner.ask(self._in_time(questions)):
            self.renumbered_questions += 1
            self._keep_smallest(self._confirmed(self._new_fault(question, answer)))

    def _try_speed(self) -> None:
        """Ask some of the largest random questions early: a search that tries every path would not get to them."""
        asked = self._random(start=max(0, self._effort.random_questions - _EARLY))
        for question, answer in self._learner.ask(self._in_time(asked)):
            self._watch(answer, "slow")
            if answer.said == "slow":
                self._keep_smallest(self._confirmed(judge(question, answer, self._contract)))
                return

    def _random(self, *, start: int) -> Iterator[Question]:
        effort = self._effort
        return random_questions(
            self._contract, seed=effort.seed, count=effort.random_questions, above=effort.cells, start=start
        )

    def try_random(self) -> None:
        """Try larger random boards, and shrink those that show a fault."""
        asked = self._random(start=0)
        for question, answer in self._learner.ask(self._in_time(asked)):
            self.random_questions += 1
            sides = len(question.rows), len(question.rows[0])
            self.largest = max(self.largest or sides, sides, key=lambda sides: sides[0] * sides[1])
            self._keep_smallest(self._confirmed(self._new_fault(question, answer)))

    def _new_fault(self, question: Question, answer: Answer) -> Fault | None:
        """Judge an answer; a fault of a kind already found does not count."""
        self._watch(answer, "slow", "died", "memory")
        self.paths += answer.said == "path"
        asked = self.small_questions + self.renumbered_questions + self.random_questions
        if asked % _PROGRESS_QUESTIONS == 0:
            self._progress(asked / self._all)
        fault = judge(question, answer, self._contract)
        return None if fault is None or fault.kind in self.found else fault

    @property
    def is_finished(self) -> bool:
        """Whether everything was tried, or the first fault was found and one is enough."""
        return self.is_complete or (bool(self.found) and not self._wants_all)

    @property
    def is_late(self) -> bool:
        """Whether too much time is lost to missing answers."""
        return self._costly > _MAX_COSTLY

    def _watch(self, answer: Answer, *costly: AnswerKind) -> None:
        """Stop when time is up, or when too much of it is lost to missing answers."""
        self._costly += answer.said in costly
        if time.monotonic() > self._end or self.is_late:
            raise _Enough

    def _in_time(self, questions: Iterable[Question], *, spare: float = 0) -> Iterator[Question]:
        """Yield questions until time is up: making those of large boards takes long, too."""
        for question in questions:
            if time.monotonic() > self._end - spare:
                raise _Enough
            yield question

    def _confirmed(self, fault: Fault | None) -> Fault | None:
        """Ask again in a new process, where nothing was asked before and the answer is reported in full."""
        if fault is None:
            return None
        with Learner(self._program, self._contract, seconds=self._effort.seconds, verbose=True) as fresh:
            answer, again = self._judged(fresh, fault.question)
            if again:
                is_one_way = again.kind not in _NO_ANSWER and not self._judged(fresh, fault.question.swapped)[1]
                return replace(again, is_one_way=is_one_way)
        if fault.kind == "slow":
            return None  # the machine was busy
        keeps = f", but it changes {', '.join(answer.kept)}, which later calls find" if answer.kept else _ASKS
        problem = _REMEMBERS + (_FILLS_UP if fault.kind == "memory" else keeps)
        return replace(fault, kind="remembers", problem=problem)

    def _judged(self, learner: Learner, question: Question) -> tuple[Answer, Fault | None]:
        """Ask one question, and judge its answer."""
        ((_, answer),) = learner.ask([question])
        return answer, judge(question, answer, self._contract)

    def _keep_smallest(self, fault: Fault | None) -> None:
        """Keep a fault, on the smallest board that can be found for it."""
        if fault:
            self._keep(fault if fault.kind in _AS_FOUND else self._smallest(fault))

    def _keep(self, fault: Fault) -> None:
        self.found.setdefault(fault.kind, fault)
        if not self._wants_all:
            raise _Enough

    def _smallest(self, fault: Fault) -> Fault:
        """Shrink the board of a fault, then look for an even smaller one."""

        def find(question: Question, answer: Answer) -> Fault | None:
            self._watch(answer, "slow", "memory")
            found = judge(question, answer, self._contract)
            is_wanted = found and found.kind not in _AS_FOUND and (found.kind == fault.kind or not self._wants_all)
            return found if is_wanted else None

        best, is_smallest = fault, False
        with suppress(_Enough), Learner(self._program, self._contract, seconds=self._effort.seconds) as learner:
            spare = min(_CONFIRM_SECONDS, self._effort.seconds / 10)
            for smaller in shrink(fault, lambda asked: learner.first(self._in_time(asked, spare=spare), find)):
                best = smaller
            questions = smaller_questions(best.question, self._contract, tried=self.cells)
            if questions is not None:
                best = learner.first(self._in_time(questions, spare=spare), find) or best
                is_smallest = True
        confirmed = self._confirmed(best)
        is_good = confirmed is not None and confirmed.kind not in _AS_FOUND
        return replace(confirmed, is_smallest=is_smallest) if confirmed and is_good else fault
