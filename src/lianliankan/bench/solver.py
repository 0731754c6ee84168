"""How fast the solver is: solving uniform deals with seeds 1 to n, dealing, shuffling, advice and random playouts."""

import math
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise
from statistics import mean, median, stdev
from time import perf_counter
from typing import NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.rules import GRAVITIES, Rules
from lianliankan.dealing.arrange import build_winnable, random_walk
from lianliankan.dealing.deal import deal, scatter
from lianliankan.dealing.shuffle import shuffle
from lianliankan.solver.advise import advise
from lianliankan.solver.solve import SolverQuery
from lianliankan.solver.verdict import Budget, Verdict
from lianliankan.solver.verify import verify
from lianliankan.solver.win_rate import count_wins, play_randomly
from lianliankan.text import count, table

SECONDS = 10.0
"""The time limit per deal."""

_TIMES, _LONG = 3, 0.05  # what takes less than this is done several times and the best time counts


_HARD = ("left", "right", "gather-columns", "inward")  # fewer deals: many use up their time limit
_TEAM = 2  # threads that solve the same deals in turn with one thread, where many are hard


class _Case(NamedTuple):
    rows: int
    cols: int
    kinds: int
    rules: Rules
    deals: int
    by_moves: bool = False
    threads: int = 1

    def __str__(self) -> str:
        how = ", searched move by move" if self.by_moves else f", {self.threads} threads" if self.threads > 1 else ""
        return f"{self.rows}×{self.cols}, {self.kinds} kinds{', ' if str(self.rules) else ''}{self.rules}{how}"


_CASES = [
    _Case(8, 18, 36, Rules(), 10_000),
    _Case(8, 18, 36, Rules(), 1_000, by_moves=True),
    _Case(8, 8, 16, Rules(), 10_000),
    _Case(12, 24, 36, Rules(), 1_000),
    _Case(16, 30, 36, Rules(), 500),
    _Case(8, 18, 36, Rules(outside=False), 2_000),
    _Case(12, 24, 64, Rules(), 300),
    _Case(16, 30, 80, Rules(), 300),
    _Case(20, 40, 100, Rules(), 20),
    _Case(8, 18, 36, Rules(gravity="down"), 2_000),
    _Case(12, 24, 72, Rules(gravity="down"), 20),
    *(
        _Case(8, 18, 36, Rules(gravity=gravity), 100 if gravity in _HARD else 300)
        for gravity in GRAVITIES
        if gravity not in ("still", "down")
    ),
]


class Timing(NamedTuple):
    """One line of the table: how long something took in milliseconds."""

    title: str
    number: int
    middle: float
    p99: float
    most: float
    average: float


class SolveResult(NamedTuple):
    """How the deals of one size were solved, and how many of the verdicts were verified."""

    time: Timing
    winnable: int
    undecided: int
    wins_replayed: int
    losses_verified: int
    losses: int


class BoardStatistics(NamedTuple):
    """Statistics of boards dealt in one way: means with standard errors."""

    title: str
    number: int
    moves: tuple[float, float]
    neighbours: tuple[float, float]


def measure_solving(*, share: float = 1.0, seconds: float = SECONDS, verified: bool = False) -> Iterator[SolveResult]:
    """Solve uniform deals of many sizes and rules; `share` scales the number of deals."""
    budget = Budget(seconds=seconds)
    for each in _CASES:
        case = each._replace(deals=max(1, round(each.deals * share)))
        boards = [
            scatter(case.rows, case.cols, kinds=case.kinds, seed=seed, rules=case.rules)
            for seed in range(1, case.deals + 1)
        ]
        cases = [case, case._replace(threads=_TEAM)] if case.rules.gravity in _HARD else [case]
        solved = [[_solve(board, budget, case) for case in cases] for board in boards]  # in turn
        for case, found in zip(cases, zip(*solved, strict=True), strict=True):
            yield _spread(case, boards, found, verified=verified)


def _solve(board: Board, budget: Budget, case: _Case) -> tuple[float, Verdict]:
    """Return the best time and the last verdict."""
    best = math.inf
    for _ in range(_TIMES):
        start = perf_counter()
        verdict = SolverQuery(board, budget, 0, by_moves=case.by_moves, threads=case.threads).ask()
        best = min(best, perf_counter() - start)
        if best > _LONG:
            break
    return best, verdict


def _spread(
    case: _Case, boards: list[Board], solved: Iterable[tuple[float, Verdict]], *, verified: bool
) -> SolveResult:
    times, verdicts = map(list, zip(*solved, strict=True))
    wins = [each for each in zip(boards, verdicts, strict=True) if each[1].winnable]
    losses = [each for each in zip(boards, verdicts, strict=True) if each[1].winnable is False]
    return SolveResult(
        _timing(str(case), times),
        winnable=len(wins),
        undecided=len(boards) - len(wins) - len(losses),
        wins_replayed=sum(verify(*each) for each in wins),
        losses_verified=sum(verify(*each) for each in losses if verified and each[1].certificate),
        losses=len(losses),
    )


def measure_games(*, share: float = 1.0) -> Iterator[Timing]:
    """Time what games ask of the solver, on boards of 8 × 18 cells and 36 kinds."""
    count = max(1, round(1_000 * share))
    yield _timed("deal", [partial(deal, 8, 18, kinds=36, seed=seed) for seed in range(1, count + 1)])
    stuck = _stuck_positions(count)
    yield _timed("shuffle a stuck position", [partial(shuffle, board, seed=1) for board in stuck])
    openings = [scatter(8, 18, kinds=36, seed=seed) for seed in range(1, max(2, count // 5))]
    yield _timed("outcome of every move", [partial(advise, board, games=0) for board in openings])
    games = 100
    playouts = _timed(
        "random playout, on one core", [partial(count_wins, board, games, 1, threads=1) for board in openings]
    )
    yield playouts._replace(
        number=playouts.number * games,
        middle=playouts.middle / games,
        p99=playouts.p99 / games,
        most=playouts.most / games,
        average=playouts.average / games,
    )


def compare_deals(*, share: float = 1.0) -> Iterator[BoardStatistics]:
    """Compare deals by rejection with the random walk that replaces it, and with boards built backwards."""
    count = max(2, round(300 * share))
    whole = Board([[1] * 18] * 8)

    def backwards(seed: int) -> Board:
        board = build_winnable(whole, [kind for kind in range(1, 37) for _ in range(4)], seed)
        assert isinstance(board, Board), "a board without walls can always be built"
        return board

    yield _looks("dealt by rejection", [deal(8, 18, kinds=36, seed=seed) for seed in range(1, count + 1)])
    yield _looks(
        "built backwards, then random walk",
        [random_walk(backwards(seed), seed, 8 * 144) for seed in range(1, count + 1)],
    )
    yield _looks("built backwards", [backwards(seed) for seed in range(1, count + 1)])


def _stuck_positions(count: int) -> list[Board]:
    stuck: list[Board] = []
    seed = 0
    while len(stuck) < count:
        seed += 1
        board = scatter(8, 18, kinds=36, seed=seed)
        for move in play_randomly(board, seed):
            board = board.play(move)
        if board.is_stuck:
            stuck.append(board)
    return stuck


def _timed(title: str, works: list[Callable[[], object]]) -> Timing:
    times = []
    for work in works:
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return _timing(title, times)


def _timing(title: str, seconds: list[float]) -> Timing:
    times = sorted(1000 * each for each in seconds)
    p99 = times[min(len(times) - 1, len(times) * 99 // 100)]
    return Timing(title, len(times), median(times), p99, times[-1], mean(times))


def _looks(title: str, boards: list[Board]) -> BoardStatistics:
    moves = [float(len(board.moves())) for board in boards]
    neighbours = [float(_equal_neighbours(board)) for board in boards]
    return BoardStatistics(title, len(boards), _mean(moves), _mean(neighbours))


def _equal_neighbours(board: Board) -> int:
    rows = board.to_rows()
    across = sum(a == b > 0 for row in rows for a, b in pairwise(row))
    down = sum(a == b > 0 for upper, lower in pairwise(rows) for a, b in zip(upper, lower, strict=True))
    return across + down


def _mean(values: list[float]) -> tuple[float, float]:
    return mean(values), stdev(values) / len(values) ** 0.5


# ---- Tables ----------------------------------------------------------------------------------------------------------


def solver_tables(
    results: Iterable[SolveResult],
    timings: Iterable[Timing],
    statistics: Iterable[BoardStatistics],
    *,
    markdown: bool,
) -> str:
    """Format the measurements of the solver: solved deals, what a game asks of it, and statistics of deals."""
    solved = [
        (
            result.time.title,
            str(result.time.number),
            f"{100 * result.winnable / result.time.number:.1f}%",
            str(result.undecided),
            *_ms(result.time.middle, result.time.p99, result.time.most),
            _proof(result),
        )
        for result in results
    ]
    played = [(each.title, str(each.number), *_ms(each.average, each.middle, each.p99, each.most)) for each in timings]
    alike = [
        (each.title, str(each.number), *(f"{mean:.2f} ± {error:.2f}" for mean, error in (each.moves, each.neighbours)))
        for each in statistics
    ]
    head = ("deals", "number", "winnable", "undecided", "median", "p99", "max", "verified")
    parts = [
        table(head, solved, markdown=markdown),
        "What a game asks of the solver, in milliseconds, on boards of 8 × 18 cells and 36 kinds:",
        table(("what", "number", "mean", "median", "p99", "max"), played, markdown=markdown),
        "Statistics of deals of 8 × 18 cells and 36 kinds: means with standard errors.",
        table(("boards", "number", "first moves", "equal neighbours"), alike, markdown=markdown),
    ]
    return "\n\n".join(part for part in parts if part)


def _proof(result: SolveResult) -> str:
    wins = count(result.wins_replayed, "win")
    return f"{wins}, {result.losses_verified} of {result.losses} losses" if result.losses_verified else wins


def _ms(*values: float) -> Iterator[str]:
    return (f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 10 else f"{value:.0f}" for value in values)
