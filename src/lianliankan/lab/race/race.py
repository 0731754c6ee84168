"""A race between finders: the same question for each, with their answers, costs and verdicts."""

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.path import Path
from lianliankan.errors import MissingExtra, TooLarge, Unsupported
from lianliankan.lab.finders import FINDERS, Finder, find
from lianliankan.lab.race.stopwatch import time_in_turns
from lianliankan.text import count

__all__ = ["RaceRun", "first_tile_on", "judge_path", "race"]


class RaceRun(NamedTuple):
    """The run of one finder.

    - `finder`: the finder.
    - `path`: the path it found, or None.
    - `examined`: the number of cells it examined.
    - `nanoseconds`: the best time of several rounds; None if it was not timed.
    - `verdict`: how its answer compares with the best path, in a few words.
    - `right`: whether the answer is correct: a valid link if there is one, otherwise None.
    - `is_blocked`: whether its path goes through a tile.
    - `refused`: why it could not take part, or an empty string.

    >>> (run,) = race(llk.Board.parse("A.A"), llk.Cell(0, 0), llk.Cell(0, 2), finders=[llk.FINDERS["cross"]], rounds=0)
    >>> run.finder.name, run.verdict, run.nanoseconds
    ('cross', 'best', None)
    """

    finder: Finder
    path: Path | None
    examined: int
    nanoseconds: int | None
    verdict: str
    right: bool
    is_blocked: bool = False
    refused: str = ""


def race(
    board: Board, a: Cell, b: Cell, *, finders: Iterable[Finder] = tuple(FINDERS.values()), rounds: int = 15
) -> list[RaceRun]:
    """Let finders search for a path between two tiles; with 0 rounds they are not timed.

    Timing is fair: the finders take turns, so that a busy moment of the machine affects them all, and the best time of
    each counts. No traces are recorded while timing.

    >>> for run in race(llk.Board.parse("A.XA"), llk.Cell(0, 0), llk.Cell(0, 3), rounds=0)[:3]:
    ...     print(run.finder.name, run.path, run.examined, run.verdict)
    dfs 1,1-1,2-2,2-2,5-1,5-1,4 8 too many turns
    bfs 1,1-1,2-2,2-2,4-1,4 17 too many turns
    cases 1,1-2,1-2,4-1,4 8 best
    """
    best = board.link(a, b)
    runs: dict[str, RaceRun] = {}
    for finder in finders:
        try:
            found = find(finder.name, board, a, b, traced=False)
        except (Unsupported, TooLarge, MissingExtra) as problem:
            runs[finder.name] = RaceRun(finder, None, 0, None, "", right=True, refused=str(problem))
            continue
        verdict, right = judge_path(board, found.path, best)
        is_blocked = found.path is not None and first_tile_on(board, found.path) is not None
        runs[finder.name] = RaceRun(finder, found.path, found.examined, None, verdict, right, is_blocked=is_blocked)
    works = {
        name: partial(run.finder.search, board, a, b, traced=False) for name, run in runs.items() if not run.refused
    }
    for name, time in time_in_turns(works, rounds=rounds).items():
        runs[name] = runs[name]._replace(nanoseconds=time)
    return list(runs.values())


def judge_path(board: Board, path: Path | None, best: Path | None) -> tuple[str, bool]:
    """Compare a path with the best one; return a verdict and whether the answer is correct.

    >>> board = llk.Board.parse("A.A/...")
    >>> judge_path(board, llk.Path([(0, 0), (1, 0), (1, 2), (0, 2)]), board.link((0, 0), (0, 2)))
    ('2 turns more than needed', True)
    >>> judge_path(board, None, board.link((0, 0), (0, 2)))
    ('misses the link', False)
    """
    if path is None:
        return ("correct: no link", True) if best is None else ("misses the link", False)
    if tile := first_tile_on(board, path):
        return f"goes through the tile at {tile}", False
    limit = board.rules.max_turns
    if limit is not None and path.turns > limit:
        return "too many turns", False
    if best is None:
        return "not a link", False
    if path.turns > best.turns:
        return f"{count(path.turns - best.turns, 'turn')} more than needed", True
    if path.steps > best.steps:
        return f"{count(path.steps - best.steps, 'step')} more than needed", True
    return "best", True


def first_tile_on(board: Board, path: Path) -> Cell | None:
    """Return the first tile that a path goes through, or None if all cells between its ends are open.

    >>> str(first_tile_on(llk.Board.parse("ABA"), llk.Path([(0, 0), (0, 2)])))
    '1,2'
    """
    inside = (cell for cell in path.cells[1:-1] if 0 <= cell.row < board.rows and 0 <= cell.col < board.cols)
    return next((cell for cell in inside if board[cell]), None)
