"""What finders cost on square boards of one size, measured here and now."""

from collections.abc import Sequence
from itertools import cycle
from random import Random
from statistics import fmean
from time import perf_counter_ns

from lianliankan.bench.boards import equal_pairs, thin_out
from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.dealing.deal import scatter
from lianliankan.errors import MissingExtra, TooLarge, Unsupported
from lianliankan.lab.finders import Finder
from lianliankan.web.lab.answers import GrowthAnswer, GrowthPoint

QUESTIONS = 8
"""How many questions each finder is asked, if it is not too slow."""

_FILL = 25  # percent of the tiles left: late in a game searches go far, so that their growth shows
_KINDS = 36
_ENOUGH = 10_000_000  # nanoseconds of a finder: the clock of a browser ticks every 100 µs
_TOO_LONG = 250_000_000  # slow finders answer fewer questions


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
