"""A learner's function as a finder: the cells it reads are its search, and its answer is judged like any other."""

from dataclasses import dataclass
from typing import NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.path import Path
from lianliankan.errors import Unsupported
from lianliankan.lab.check.answer import Answer
from lianliankan.lab.check.contract import Contract
from lianliankan.lab.check.learner import Program, StartLearner
from lianliankan.lab.check.process_learner import ProcessLearner
from lianliankan.lab.check.question import LinkQuestion
from lianliankan.lab.finders import Link, Look, Search, Step
from lianliankan.lab.finders.finder import straighten
from lianliankan.lab.race.race import RaceRun
from lianliankan.lab.race.verdict import PathVerdict, judge_path

_SECONDS = 10.0


class LearnerSearch(NamedTuple):
    """The work of a learner's function: the cells that it read, as a search, and its answer.

    `problem` is why there is no answer, or is empty. `lines` has the line of the code for every step. `judged` says how
    good the answer is.
    """

    search: Search
    answer: Answer
    problem: str
    lines: tuple[int, ...]
    judged: PathVerdict


@dataclass(frozen=True, slots=True)
class LearnerFinder:
    """A learner's function that takes part beside the finders, by default in a process of its own."""

    program: Program
    start: StartLearner = ProcessLearner

    @property
    def name(self) -> str:
        """The file and the function."""
        return f"{self.program.file.name}:{self.program.function}"

    @property
    def is_published(self) -> bool:
        """It is not."""
        return False

    @property
    def subject(self) -> str:
        """What it is."""
        return "a learner's function"

    def search(self, board: Board, a: Cell, b: Cell) -> LearnerSearch:
        """Ask the function; raises BadFunction, and Unsupported for what it need not know.

        >>> from pathlib import Path as File
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     file = File(folder, "mine.py")
        ...     _ = file.write_text("def linkable(grid, a, b): return grid[0][1] == 0")
        ...     found = LearnerFinder(Program(file)).search(llk.Board.parse("A.A"), llk.Cell(0, 0), llk.Cell(0, 2))
        >>> found.answer.said, found.search.examined, [str(step.cell) for step in found.search.trace], found.lines
        ('yes', 1, ['1,2'], (1,))
        """
        if board[a] != board[b]:
            raise Unsupported(f"{self.name} is only asked about equal tiles")
        contract = Contract(rules=board.rules, walls=True)
        question = LinkQuestion(tuple(map(tuple, board.to_rows())), a, b)
        with self.start(self.program, contract, seconds=_SECONDS, verbose=True, recorded=True) as learner:
            ((_, answer),) = learner.ask([question])
        looks: list[Step] = [_look(board, Cell(row, col), b) for row, col, _ in answer.looks]
        path = _path(answer)
        lines = [line for _, _, line in answer.looks]
        if path is not None:
            looks.append(Link(path.corners, path.turns + 1))
            lines.append(lines[-1] if lines else 0)
        search = Search(path, len(answer.looks), tuple(looks))
        best = board.link(a, b)
        judged = judge_path(board, path, best)
        if answer.said == "yes":
            judged = PathVerdict("yes" if best else "false")
        return LearnerSearch(search, answer, _problem(answer), tuple(lines), judged)

    def race(self, board: Board, a: Cell, b: Cell) -> RaceRun:
        """Let the function take part in a race; it is not timed, for what notes its steps takes longer than it."""
        try:
            found = self.search(board, a, b)
        except Unsupported as problem:
            return RaceRun(self, None, 0, None, None, refused=str(problem))
        if found.problem:
            return RaceRun(self, None, 0, None, None, refused=f"{self.name} {found.problem}")
        return RaceRun(self, found.search.path, found.search.examined, None, found.judged)


def _look(board: Board, cell: Cell, goal: Cell) -> Look:
    if cell == goal:
        return Look((cell,), 0, "goal")
    return Look((cell,), 0, "blocked" if board[cell] else "open")


def _path(answer: Answer) -> Path | None:
    """Return the path of an answer, if it is one at all; what it goes through does not matter here."""
    if answer.said != "path":
        return None
    try:
        return straighten(Cell(*cell) for cell in answer.path)
    except ValueError:
        return None


def _problem(answer: Answer) -> str:
    match answer.said:
        case "yes" | "no":
            return ""
        case "path":
            return "" if _path(answer) else f"returned {answer.shown}, which is not a path"
        case "nonsense" | "pairs":
            return f"returned {answer.shown}, which is not an answer"
        case "raised":
            where = f" ({answer.trace[-1]})" if answer.trace else ""
            return f"raised {answer.shown}{where}"
        case "slow" | "memory":
            return "did not return"
        case "died":
            return f"terminated Python with {answer.shown}"
