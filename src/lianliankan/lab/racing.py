"""Finders raced: the same question to each, what they answer, what it cost, and whether it is right."""

from collections.abc import Iterable
from time import perf_counter_ns
from typing import NamedTuple

from lianliankan.board import Board
from lianliankan.cell import Cell
from lianliankan.errors import TooLarge, Unsupported, count
from lianliankan.finders import FINDERS, Finder, find
from lianliankan.path import Path

__all__ = ["Run", "judge", "race", "runs_through"]

_ENOUGH = 400_000_000  # nanoseconds for one finder; slower ones take fewer turns


class Run(NamedTuple):
    """How one finder ran.

    - `finder`: who ran.
    - `path`: the path that it found, or None.
    - `examined`: how many cells it asked about.
    - `nanoseconds`: the least time of several turns; None where nobody looked at the clock.
    - `verdict`: in a few words, how good the answer is beside the best there is.
    - `right`: whether it keeps the rules: a link where there is one, and no other path.
    - `refused`: why it could not take part, or an empty text.
    """

    finder: Finder
    path: Path | None
    examined: int
    nanoseconds: int | None
    verdict: str
    right: bool
    refused: str = ""


def race(
    board: Board, a: Cell, b: Cell, *, finders: Iterable[Finder] = tuple(FINDERS.values()), rounds: int = 15
) -> list[Run]:
    """Let finders look for a way between two tiles; with 0 rounds nobody looks at the clock.

    Times are fair: the finders take turns, so that a busy moment of the machine hits all alike, and of each the least
    time counts; nobody writes a trace meanwhile.

    >>> import lianliankan as llk
    >>> for run in race(llk.Board.parse("A.XA"), llk.Cell(0, 0), llk.Cell(0, 3), rounds=0)[:3]:
    ...     print(run.finder.name, run.path, run.examined, run.verdict)
    dfs 1,1-1,2-2,2-2,5-1,5-1,4 8 turns too often
    bfs 1,1-1,2-2,2-2,4-1,4 17 turns too often
    cases 1,1-2,1-2,4-1,4 8 best
    """
    best = board.link(a, b)
    runs: dict[str, Run] = {}
    for finder in finders:
        try:
            found = find(finder.name, board, a, b, traced=False)
        except (Unsupported, TooLarge) as problem:
            runs[finder.name] = Run(finder, None, 0, None, "", right=True, refused=str(problem))
            continue
        verdict, right = judge(board, found.path, best)
        runs[finder.name] = Run(finder, found.path, found.examined, None, verdict, right)
    running = [run.finder for run in runs.values() if not run.refused]
    for name, time in _times(board, a, b, running, rounds).items():
        runs[name] = runs[name]._replace(nanoseconds=time)
    return list(runs.values())


def judge(board: Board, path: Path | None, best: Path | None) -> tuple[str, bool]:
    """Say how good a path is beside the best there is, and whether the rules allow the answer.

    >>> import lianliankan as llk
    >>> board = llk.Board.parse("A.A/...")
    >>> judge(board, llk.Path([(0, 0), (1, 0), (1, 2), (0, 2)]), board.link((0, 0), (0, 2)))
    ('2 turns more than needed', True)
    >>> judge(board, None, board.link((0, 0), (0, 2)))
    ('misses the link', False)
    """
    if path is None:
        return ("right: no link", True) if best is None else ("misses the link", False)
    if tile := runs_through(board, path):
        return f"runs through the tile on {tile}", False
    limit = board.rules.max_turns
    if limit is not None and path.turns > limit:
        return "turns too often", False
    if best is None:
        return "is no link by the rules", False
    if path.turns > best.turns:
        return f"{count(path.turns - best.turns, 'turn')} more than needed", True
    if path.steps > best.steps:
        return f"{count(path.steps - best.steps, 'step')} more than needed", True
    return "best", True


def runs_through(board: Board, path: Path) -> Cell | None:
    """Give the first tile that a path runs through; None where it has only open cells between its ends.

    >>> import lianliankan as llk
    >>> str(runs_through(llk.Board.parse("ABA"), llk.Path([(0, 0), (0, 2)])))
    '1,2'
    """
    inside = (cell for cell in path.cells[1:-1] if 0 <= cell.row < board.rows and 0 <= cell.col < board.cols)
    return next((cell for cell in inside if board[cell]), None)


def _times(board: Board, a: Cell, b: Cell, finders: list[Finder], rounds: int) -> dict[str, int]:
    """Measure: everybody once, and again from the first, until the rounds are over or a finder has had enough."""
    times: dict[str, list[int]] = {finder.name: [] for finder in finders} if rounds else {}
    for _ in range(rounds):
        for finder in finders:
            mine = times[finder.name]
            if sum(mine) > _ENOUGH:
                continue
            begin = perf_counter_ns()
            finder.search(board, a, b, traced=False)
            mine.append(perf_counter_ns() - begin)
    return {name: min(mine) for name, mine in times.items()}
