"""How long everything takes that a program or a player can ask for, against the time that it promises to take."""

import math
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from time import perf_counter
from typing import NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.rules import GRAVITIES, Gravity, Rules
from lianliankan.dealing.deal import deal, scatter
from lianliankan.dealing.deal_spec import DIFFICULTY_SECONDS, USUAL_SECONDS
from lianliankan.dealing.shuffle import shuffle, shuffle_seconds
from lianliankan.errors import NoDeal, NotShufflable, OutOfTime
from lianliankan.solver.advise import ADVISE_SECONDS, advise
from lianliankan.solver.hint import HINT_SECONDS, safe_move
from lianliankan.solver.rate import DIFFICULTIES, RATE_SECONDS, rate
from lianliankan.solver.solve import SOLVE_SECONDS, solve
from lianliankan.solver.verdict import default_seconds
from lianliankan.text import table

__all__ = ["QUICK", "SIZES", "Asked", "cliff_table", "measure_cliffs"]

SIZES = ((16, 30), (62, 62), (99, 98))
"""A large board for players, the largest of the fast grids, and one of the wide grid."""

QUICK: tuple[Gravity, ...] = ("still", "left", "rotating")
"""The gravities of a quick run: tiles that stay, a hard gravity, and one that packs along both axes."""

_LATE, _SLACK = 1.1, 0.05  # a budget is kept within a tenth and 50 milliseconds


class Asked(NamedTuple):
    """One line of the table: how long the answers to a question took, in milliseconds.

    - `number`: how often it was asked; `unanswered`: how often the time ended before there was the answer asked for.
    - `budget`: the longest that an answer may take; `late`: how many took over a tenth and 50 milliseconds longer.
    - `note`: what the answers are worth.
    """

    size: str
    question: str
    number: int
    middle: float
    p99: float
    most: float
    budget: float
    late: int
    unanswered: int
    note: str = ""


class _Answer(NamedTuple):
    """An answer, or as much of one as there was time for."""

    is_whole: bool
    error: float | None = None


class _Question(NamedTuple):
    title: str
    seconds: Callable[[Board], float]
    ask: Callable[[Board, int], _Answer]


def _rate(board: Board, seed: int) -> _Answer:
    found = rate(board, seed=seed)
    return _Answer(found.name != "unknown", found.score_error)


def _shuffle(board: Board, seed: int) -> _Answer:
    try:
        shuffle(board, seed=seed)
    except (OutOfTime, NotShufflable):
        return _Answer(is_whole=False)
    return _Answer(is_whole=True)


def _deal(board: Board, seed: int, difficulty: str | None = None) -> _Answer:
    try:
        deal(board.rows, board.cols, seed=seed, rules=board.rules, difficulty=difficulty)
    except NoDeal:
        return _Answer(is_whole=False)
    return _Answer(is_whole=True)


def _deal_by_difficulty(board: Board, seed: int) -> _Answer:
    return _deal(board, seed, tuple(DIFFICULTIES)[seed % len(DIFFICULTIES)])


_QUESTIONS = (
    _Question("rate", lambda board: default_seconds(board, RATE_SECONDS), _rate),
    _Question(
        "advise",
        lambda board: default_seconds(board, ADVISE_SECONDS),
        lambda board, seed: _Answer(all(each.outcome != "unknown" for each in advise(board, seed=seed))),
    ),
    _Question(
        "hint",
        lambda board: default_seconds(board, HINT_SECONDS),
        lambda board, _: _Answer(safe_move(board)[1] is not None),
    ),
    _Question("shuffle", shuffle_seconds, _shuffle),
    _Question("deal", lambda _: USUAL_SECONDS, _deal),
    _Question("deal of a difficulty", lambda _: DIFFICULTY_SECONDS, _deal_by_difficulty),
    _Question(
        "solve", lambda _: SOLVE_SECONDS, lambda board, seed: _Answer(solve(board, seed=seed).winnable is not None)
    ),
)


def measure_cliffs(
    *, boards: int = 2, sizes: Sequence[tuple[int, int]] = SIZES, gravities: Sequence[Gravity] = GRAVITIES
) -> Iterator[Asked]:
    """Ask every question about some boards of every size and gravity: full ones and, in turn, half-played ones."""
    for rows, cols in sizes:
        asked = [_position(rows, cols, gravity, seed) for gravity in gravities for seed in range(1, boards + 1)]
        for question in _QUESTIONS:
            yield _measure(f"{rows}×{cols}", question, asked)


def _position(rows: int, cols: int, gravity: Gravity, seed: int) -> tuple[Board, int]:
    board = scatter(rows, cols, seed=seed, rules=Rules(gravity=gravity))
    if seed % 2 == 0:
        played = board._play_randomly(seed)
        for move in played[: len(played) // 2]:
            board = board.play(move)
    return board, seed


def _measure(size: str, question: _Question, asked: Sequence[tuple[Board, int]]) -> Asked:
    times, answers, late = [], [], 0
    for board, seed in asked:
        start = perf_counter()
        answers.append(question.ask(board, seed))
        times.append(perf_counter() - start)
        late += times[-1] > question.seconds(board) * _LATE + _SLACK
    ordered = sorted(1000 * each for each in times)
    errors = [answer.error for answer in answers if answer.error is not None]
    return Asked(
        size=size,
        question=question.title,
        number=len(ordered),
        middle=median(ordered),
        p99=ordered[min(len(ordered) - 1, math.ceil(len(ordered) * 0.99) - 1)],
        most=ordered[-1],
        budget=1000 * max(question.seconds(board) for board, _ in asked),
        late=late,
        unanswered=sum(not answer.is_whole for answer in answers),
        note=f"standard error {median(errors):.1f}, at most {max(errors):.1f}" if errors else "",
    )


def cliff_table(asked: Sequence[Asked], *, markdown: bool) -> str:
    """Format what was asked, and how long the answers took.

    >>> print(cliff_table([Asked("16×30", "hint", 28, 2.2, 140, 141, 130, 0, 3)], markdown=False))
    board  question  number  median  p99  max  budget  max / budget  late  cut short  what it is worth
    16×30  hint          28       2  140  141     130          1.08     0          3
    """
    head = (
        *("board", "question", "number", "median", "p99", "max"),
        *("budget", "max / budget", "late", "cut short", "what it is worth"),
    )
    lines = [
        (
            each.size,
            each.question,
            str(each.number),
            *(f"{value:,.0f}" for value in (each.middle, each.p99, each.most, each.budget)),
            f"{each.most / each.budget:.2f}",
            str(each.late),
            str(each.unanswered),
            each.note,
        )
        for each in asked
    ]
    return table(head, lines, markdown=markdown, left=(0, 1, 10))
