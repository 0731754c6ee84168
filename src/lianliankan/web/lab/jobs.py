"""The jobs of the worker processes for the lab: a trace, its picture, a race, growth."""

from dataclasses import dataclass

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.errors import TooLarge
from lianliankan.game.game import Game
from lianliankan.lab.finders import find, finder_named
from lianliankan.lab.labels import Language
from lianliankan.lab.race.race import race
from lianliankan.lab.trace.code_trace import LongTrace, trace_code
from lianliankan.lab.trace.svg_animation import animate
from lianliankan.records.share import SizeLimit
from lianliankan.web.board_limits import read_share
from lianliankan.web.lab.answers import describe_race, describe_trace
from lianliankan.web.lab.growth import measure_growth
from lianliankan.web.lab.limits import MAX_LAB_CELLS, MAX_TRACE_STEPS
from lianliankan.web.live.protocol import encode
from lianliankan.web.work.jobs import JobContext, LaneName

_MAX_TIMED_CELLS = 200  # ring included: on larger boards the slowest finder is not run again to be timed


@dataclass(frozen=True, slots=True)
class LabQuestion:
    """What a finder is asked: a board, as a share text, and two tiles of it."""

    share: str
    a: Cell
    b: Cell

    def read(self) -> tuple[Board, Cell, Cell]:
        """Read the board; raises a ValueError if it is too large, or if the cells are not two tiles."""
        found = read_share(self.share)
        board = found.first_board if isinstance(found, Game) else found
        SizeLimit(max_cells=MAX_LAB_CELLS).check(board.rows, board.cols)
        board.link(self.a, self.b)
        return board, self.a, self.b


@dataclass(frozen=True, slots=True)
class TraceJob:
    """A search step by step, as JSON."""

    question: LabQuestion
    finder: str
    language: Language
    lanes: tuple[LaneName, ...] = ("share",)

    def run(self, context: JobContext) -> bytes:
        """Search, and note every step."""
        asked, finder = self.question.read(), finder_named(self.finder)
        try:
            traced = trace_code(finder, *asked, max_steps=MAX_TRACE_STEPS)
        except LongTrace:
            raise TooLarge(f"this search has more than {MAX_TRACE_STEPS} steps") from None
        return encode(describe_trace(*asked, finder, traced, self.language))


@dataclass(frozen=True, slots=True)
class PictureJob:
    """The animated picture of a search, as SVG."""

    question: LabQuestion
    finder: str
    language: Language
    lanes: tuple[LaneName, ...] = ("share",)

    def run(self, context: JobContext) -> str:
        """Search, and draw every step."""
        asked = self.question.read()
        search = find(self.finder, *asked)
        if len(search.trace) > MAX_TRACE_STEPS:
            raise TooLarge(f"this search has more than {MAX_TRACE_STEPS} steps")
        return animate(*asked, finder_named(self.finder), search, language=self.language)


@dataclass(frozen=True, slots=True)
class LabRaceJob:
    """A race of finders, as JSON."""

    question: LabQuestion
    finders: tuple[str, ...]
    language: Language
    lanes: tuple[LaneName, ...] = ("share",)

    def run(self, context: JobContext) -> bytes:
        """Let the finders search."""
        board, a, b = self.question.read()
        is_small = (board.rows + 2) * (board.cols + 2) <= _MAX_TIMED_CELLS
        finders = list(map(finder_named, self.finders))
        runs = race(board, a, b, finders=finders, rounds=3 if is_small else 0)
        return encode(describe_race(runs, board.link(a, b), self.language))


@dataclass(frozen=True, slots=True)
class GrowthJob:
    """What finders cost on square boards of one size, as JSON."""

    side: int
    finders: tuple[str, ...]
    lanes: tuple[LaneName, ...] = ("share",)

    def run(self, context: JobContext) -> bytes:
        """Measure."""
        return encode(measure_growth(self.side, list(map(finder_named, self.finders))))
