"""Check a learner's function on every small board, then on larger random ones, and find the smallest failing board."""

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic
from typing import Protocol

from lianliankan.lab.check.answer import Answer, AnswerKind
from lianliankan.lab.check.contract import Contract
from lianliankan.lab.check.fault import Fault, FaultKind
from lianliankan.lab.check.judge import judge
from lianliankan.lab.check.learner import Learner, Program, StartLearner
from lianliankan.lab.check.process_learner import ProcessLearner
from lianliankan.lab.check.question import LinkQuestion, Question
from lianliankan.lab.check.question_plan import question_plan
from lianliankan.lab.check.small_questions import FILLED_CELLS
from lianliankan.seeds import derive_seed

_PROGRESS_QUESTIONS = 500
_CONFIRM_SECONDS = 1.0  # kept back from the search for smaller boards, to ask for the last one again
_EARLY, _EARLY_CELLS = 20, 4  # random questions asked after the boards of this size, to see how long they take
_MAX_COSTLY = 3  # missing answers: each costs a timeout or a new process
_REMEMBERS = " it answers correctly"
_ASKS = ": does it keep state between calls, such as a global list, or use random numbers?"
_FILLS_UP = ": it keeps more and more between calls, until memory ran out"
_NO_ANSWER = ("slow", "died", "memory")  # asking again would take as long
_AS_FOUND = ("slow", "remembers")  # searching for smaller boards would take too long or find nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How much to try: all boards of up to `cells` cells, then larger random questions by a seed.

    With `seconds`, no longer than that, for callers who wait.
    """

    cells: int = 9
    random_questions: int = 2000
    seed: int = 1
    seconds: float | None = None

    @property
    def _limit(self) -> float:
        return math.inf if self.seconds is None else self.seconds


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
        plan = question_plan(self.contract)
        return self.small_questions > sum(map(plan.count_small, range(plan.smallest, self.cells + 1)))

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
    start: StartLearner = ProcessLearner,
) -> CheckReport:
    """Check a function and find the smallest board on which it fails or, with `wants_all`, one for every kind of fault.

    `progress` is called from time to time with the share done, from 0 to 1. `start` says where the function runs.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "no.py")
    ...     _ = file.write_text("def linkable(grid, a, b): return False")
    ...     report = check(Program(file), Contract(), Effort())
    >>> [(fault.kind, fault.question.rows) for fault in report.faults]
    [('missed', ((1, 1),))]
    """
    began = monotonic()

    def begin(*, verbose: bool) -> Learner:
        return start(program, contract, seconds=effort.seconds, verbose=verbose)

    with begin(verbose=False) as learner:
        checking = _CheckRun(learner, begin, contract, effort, progress, wants_all=wants_all)
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
        seconds=monotonic() - began,
        is_finished=checking.is_finished,
        is_late=checking.is_late,
        faults=tuple(sorted(checking.found.values(), key=lambda fault: fault.question.size)),
    )


class _Begin(Protocol):
    """Starts the function from the start."""

    def __call__(self, *, verbose: bool) -> Learner:
        """Start it."""


class _Enough(Exception):
    """There is nothing more to try, or time is up."""


class _CheckRun:
    """A check in progress."""

    def __init__(
        self,
        learner: Learner,
        begin: "_Begin",
        contract: Contract,
        effort: Effort,
        progress: Callable[[float], None],
        *,
        wants_all: bool,
    ) -> None:
        self._learner, self._begin, self._contract = learner, begin, contract
        self._effort, self._wants_all, self._progress = effort, wants_all, progress
        self._plan = plan = question_plan(contract)
        self._sizes = range(plan.smallest, plan.largest(effort.cells) + 1)
        self._randoms = plan.count_random(effort.random_questions)
        self._all = self._randoms + sum(
            plan.count_small(cells) * (1 + (cells <= FILLED_CELLS)) for cells in self._sizes
        )
        self._end = monotonic() + effort._limit
        self._costly = 0
        self.small_questions = self.cells = self.renumbered_questions = self.random_questions = self.paths = 0
        self.largest: tuple[int, int] | None = None
        self.is_complete = False
        self.found: dict[FaultKind, Fault] = {}

    def try_small(self) -> None:
        """Try every small board, in order of size, so that the first fault is the smallest."""
        for cells in self._sizes:
            for question, answer in self._learner.ask(self._in_time(self._plan.small(cells))):
                self.small_questions += 1
                fault = self._confirmed(self._new_fault(question, answer))
                if fault:
                    self._keep(replace(fault, is_smallest=fault.kind != "remembers"))
            self.cells = cells
            if cells <= FILLED_CELLS:
                self._try_renumbered(cells)
            if cells == _EARLY_CELLS:
                self._try_speed()

    def _try_renumbered(self, cells: int) -> None:
        """Try all boards of a size again, with other numbers for the tiles."""
        seed = derive_seed(self._effort.seed, cells, stream=1)
        plan = self._plan
        questions = (plan.renumbered(plain, derive_seed(seed, at)) for at, plain in enumerate(plan.small(cells)))
        for question, answer in self._learner.ask(self._in_time(questions)):
            self.renumbered_questions += 1
            self._keep_smallest(self._confirmed(self._new_fault(question, answer)))

    def _try_speed(self) -> None:
        """Ask some of the largest random questions early: a search that tries every path would not get to them."""
        asked = self._random(start=max(0, self._randoms - _EARLY))
        for question, answer in self._learner.ask(self._in_time(asked)):
            self._watch(answer, "slow")
            if answer.said == "slow":
                self._keep_smallest(self._confirmed(judge(question, answer, self._contract)))
                return

    def _random(self, *, start: int) -> Iterator[Question]:
        above = self._sizes[-1] if self._sizes else 0
        return self._plan.random(seed=self._effort.seed, count=self._randoms, above=above, start=start)

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
        if monotonic() > self._end or self.is_late:
            raise _Enough

    def _in_time(self, questions: Iterable[Question], *, spare: float = 0) -> Iterator[Question]:
        """Yield questions until time is up: making those of large boards takes long, too."""
        for question in questions:
            if monotonic() > self._end - spare:
                raise _Enough
            yield question

    def _confirmed(self, fault: Fault | None) -> Fault | None:
        """Ask again in a new process, where nothing was asked before and the answer is reported in full."""
        if fault is None:
            return None
        with self._begin(verbose=True) as fresh:
            answer, again = self._judged(fresh, fault.question)
            if again:
                return replace(again, is_one_way=self._is_one_way(again, fresh))
            where = fresh.FRESH
        if fault.kind == "slow":
            return None  # the machine was busy
        keeps = f", but it changes {', '.join(answer.kept)}, which later calls find" if answer.kept else _ASKS
        problem = where + _REMEMBERS + (_FILLS_UP if fault.kind == "memory" else keeps)
        return replace(fault, kind="remembers", problem=problem)

    def _is_one_way(self, fault: Fault, fresh: Learner) -> bool:
        """Whether a question is answered correctly with `a` and `b` swapped."""
        question = fault.question
        if not isinstance(question, LinkQuestion) or fault.kind in _NO_ANSWER:
            return False
        return not self._judged(fresh, question.swapped)[1]

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
        with suppress(_Enough), self._begin(verbose=False) as learner:
            spare = min(_CONFIRM_SECONDS, self._effort._limit / 10)
            while smaller := learner.first(self._in_time(self._plan.steps(best.question), spare=spare), find):
                best = smaller
            questions = self._plan.below(best.question, tried=self.cells)
            if questions is not None:
                best = learner.first(self._in_time(questions, spare=spare), find) or best
                is_smallest = True
        confirmed = self._confirmed(best)
        is_good = confirmed is not None and confirmed.kind not in _AS_FOUND
        return replace(confirmed, is_smallest=is_smallest) if confirmed and is_good else fault
