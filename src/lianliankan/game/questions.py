"""The questions of a game to the solver, as values, so that another process may answer them."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol, TypeVar

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.board.near_miss import NearMiss, nearest_miss
from lianliankan.dealing.shuffle import shuffle
from lianliankan.errors import NotShufflable
from lianliankan.game.history import Line
from lianliankan.solver.hint import can_be_won, safe_move
from lianliankan.solver.solve import Blame, blame
from lianliankan.solver.verdict import DEFAULT_BUDGET, Budget

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class SolverQuestion(Protocol[T_co]):
    """A question that may take long; its answer follows from its fields alone."""

    def answer(self) -> T_co:
        """Find the answer."""


class Ask(Protocol):
    """A function that answers questions."""

    def __call__(self, question: SolverQuestion[T], /) -> T:
        """Answer a question."""


def answer_now(question: SolverQuestion[T], /) -> T:
    """Answer a question here and now.

    >>> answer_now(WinnableQuestion(llk.Board.parse("AB/BA")))
    False
    """
    return question.answer()


@dataclass(frozen=True, slots=True)
class WinnableQuestion:
    """Whether a board can be won; None if undecided."""

    board: Board

    def answer(self) -> bool | None:
        """Ask the solver."""
        return can_be_won(self.board)


class HintAnswer(NamedTuple):
    """A move, whether it is safe, and whether that is undecided because the time was over."""

    move: Move
    safe: bool | None
    timed_out: bool = False


@dataclass(frozen=True, slots=True)
class HintQuestion:
    """The move to hint at, and whether it is safe."""

    board: Board

    def answer(self) -> HintAnswer:
        """Ask the solver."""
        return HintAnswer(*safe_move(self.board))


@dataclass(frozen=True, slots=True)
class ShuffleQuestion:
    """The shuffled board; None if no arrangement can be won."""

    board: Board
    seed: int

    def answer(self) -> Board | None:
        """Shuffle the board."""
        try:
            return shuffle(self.board, seed=self.seed)
        except NotShufflable:
            return None


@dataclass(frozen=True, slots=True)
class MissQuestion:
    """The nearest miss of two tiles that no path joins."""

    board: Board
    a: Cell
    b: Cell

    def answer(self) -> NearMiss | None:
        """Look for it."""
        return nearest_miss(self.board, self.a, self.b)


@dataclass(frozen=True, slots=True)
class BlameQuestion:
    """The pair of a line that lost the game, counted from the first pair of the game."""

    line: Line
    budget: Budget | float | None = DEFAULT_BUDGET
    seed: int = 0

    def answer(self) -> Blame:
        """Ask the solver."""
        found = blame(self.line.board, self.line.moves, self.budget, seed=self.seed)
        return replace(
            found,
            lost_after=None if found.lost_after is None else found.lost_after + self.line.number,
            won_until=None if found.won_until is None else found.won_until + self.line.number,
        )


class Unanswered(Exception):
    """A question that `Answers` have no answer to."""

    def __init__(self, question: SolverQuestion[Any]) -> None:
        super().__init__(question)
        self.question = question


class Answers:
    """Answers that were found before; a game that asks for another one is interrupted by Unanswered.

    Run a command on a copy of a game, find the answer that it wants, and run it again on another copy.

    >>> answers = Answers()
    >>> game = llk.Game(llk.Board.parse("AB/AB"))
    >>> game.ask_with(answers.look_up)
    >>> try:
    ...     _ = game.copy().hint()
    ... except Unanswered as missing:
    ...     answers.add(missing.question, missing.question.answer())
    >>> game.hint()[0].safe
    True
    """

    def __init__(self) -> None:
        self._found: dict[SolverQuestion[Any], Any] = {}

    def add(self, question: SolverQuestion[Any], answer: object) -> None:
        """Add an answer."""
        self._found[question] = answer

    def __len__(self) -> int:
        return len(self._found)

    def clear(self) -> None:
        """Forget all answers."""
        self._found.clear()

    def look_up(self, question: SolverQuestion[T], /) -> T:
        """Return the answer to a question; raises Unanswered if there is none."""
        try:
            found: T = self._found[question]
        except KeyError:
            raise Unanswered(question) from None
        return found
