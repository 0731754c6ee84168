"""What worker processes do for the lab: a trace, its picture, a race, growth, a pair, a recorded game."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from random import Random
from statistics import fmean
from time import perf_counter_ns

from lianliankan.bench.boards import equal_pairs, thin_out
from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.dealing.deal import scatter
from lianliankan.errors import MissingExtra, TooLarge, Unsupported
from lianliankan.game.game import Game
from lianliankan.lab.finders import Finder, find, finder_named
from lianliankan.lab.labels import Language
from lianliankan.lab.race.race import race
from lianliankan.lab.trace.code_trace import LongTrace, trace_code
from lianliankan.lab.trace.svg_animation import animate
from lianliankan.records.share import SizeLimit
from lianliankan.web.board_limits import MAX_LAB_CELLS, MAX_TRACE_STEPS, read_share
from lianliankan.web.lab.answers import GrowthAnswer, GrowthPoint, describe_race, describe_trace
from lianliankan.web.lab.positions import describe_game, explain_pair, read_game
from lianliankan.web.live.protocol import encode
from lianliankan.web.work.job_context import JobContext

_MAX_TIMED_CELLS = 200  # ring included: on larger boards the slowest finder is not run again to be timed
QUESTIONS = 8
"""How many questions each finder is asked, if it is not too slow."""

_FILL = 25  # percent of the tiles left: late in a game searches go far, so that their growth shows
_KINDS = 36
_ENOUGH = 10_000_000  # nanoseconds of a finder: the clock of a browser ticks every 100 µs
_TOO_LONG = 250_000_000  # slow finders answer fewer questions


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


def trace_json(_: JobContext, question: LabQuestion, name: str, language: Language) -> bytes:
    """Return a search step by step."""
    asked, finder = question.read(), finder_named(name)
    try:
        traced = trace_code(finder, *asked, max_steps=MAX_TRACE_STEPS)
    except LongTrace:
        raise TooLarge(f"this search has more than {MAX_TRACE_STEPS} steps") from None
    return encode(describe_trace(*asked, finder, traced, language))


def draw_trace(_: JobContext, question: LabQuestion, name: str, language: Language) -> str:
    """Return the animated picture of a search, as SVG."""
    asked = question.read()
    search = find(name, *asked)
    if len(search.trace) > MAX_TRACE_STEPS:
        raise TooLarge(f"this search has more than {MAX_TRACE_STEPS} steps")
    return animate(*asked, finder_named(name), search, language=language)


def race_json(_: JobContext, question: LabQuestion, names: tuple[str, ...], language: Language) -> bytes:
    """Return a race of finders."""
    board, a, b = question.read()
    is_small = (board.rows + 2) * (board.cols + 2) <= _MAX_TIMED_CELLS
    runs = race(board, a, b, finders=list(map(finder_named, names)), rounds=3 if is_small else 0)
    return encode(describe_race(runs, board.link(a, b), language))


def why_json(_: JobContext, question: LabQuestion) -> bytes:
    """Return why two tiles do not link."""
    return encode(explain_pair(*question.read()))


def game_json(_: JobContext, text: str) -> bytes:
    """Return a recorded game, from its record or share text, with what the solver says about its positions."""
    return encode(describe_game(read_game(text)))


def growth_json(_: JobContext, side: int, names: tuple[str, ...]) -> bytes:
    """Return what finders cost on square boards of one size."""
    return encode(measure_growth(side, list(map(finder_named, names))))


def measure_growth(side: int, finders: Sequence[Finder], *, questions: int = QUESTIONS) -> GrowthAnswer:
    """Ask every finder the same questions: pairs of equal tiles, every second of which links.

    >>> answer = measure_growth(8, [llk.FINDERS["bfs"], llk.FINDERS["cross"]], questions=2)
    >>> [(point.finder, point.examined) for point in answer.points]
    [('bfs', 45.5), ('cross', 24.0)]
    """
    asked = [_question(side, seed) for seed in range(1, questions + 1)]
    points = [point for finder in finders if (point := _measure(finder, asked))]
    return GrowthAnswer(side, questions, points)


def _question(side: int, seed: int) -> tuple[Board, Cell, Cell]:
    board = thin_out(scatter(side, side, kinds=min(_KINDS, side * side // 4), seed=seed), _FILL)
    pairs = equal_pairs(board)
    Random(seed).shuffle(pairs)
    wanted = seed % 2 == 0
    return board, *next((pair for pair in pairs if board.linkable(*pair) == wanted), pairs[0])


def _measure(finder: Finder, asked: Sequence[tuple[Board, Cell, Cell]]) -> GrowthPoint | None:
    """Ask a finder, again if it is too quick to be timed; None if it takes no such board."""
    examined: list[int] = []
    begin = perf_counter_ns()
    try:
        for question in cycle(asked):
            examined.append(finder.search(*question, traced=False).examined)
            taken = perf_counter_ns() - begin
            if taken > _TOO_LONG or (len(examined) >= len(asked) and taken > _ENOUGH):
                break
    except (TooLarge, Unsupported, MissingExtra):
        return None
    return GrowthPoint(finder.name, fmean(examined[: len(asked)]), taken / len(examined))
