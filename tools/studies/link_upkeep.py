"""The first open question, measured: updating all links after each removal, compared with computing them again."""

from random import Random

from lianliankan import _kernel
from lianliankan.bench.boards import equal_pairs, thin_out
from lianliankan.board.board import Board
from lianliankan.dealing.deal import scatter
from lianliankan.lab.finders import FINDERS
from lianliankan.lab.finders.link_table import Links
from lianliankan.lab.race.stopwatch import format_nanoseconds, time_in_turns
from studies.tables import ResultTable, format_ratio

SIZES = ((6, 6), (8, 8), (12, 12), (16, 16), (16, 30), (30, 60), (60, 60))
"""Rows and columns of the boards."""

_FILL = 50  # percent of the tiles left
_BOARDS = 40  # boards per size, for the kernel
_TABLE = 400  # cells including the ring: larger boards have no table
_SEARCHED = 600  # on boards larger than this, a new search takes seconds


def measure_link_upkeep(*, sizes: tuple[tuple[int, int], ...] = SIZES, rounds: int = 5) -> ResultTable:
    """Time one removal: a new search, the table of all pairs rebuilt or updated, and the kernel's list of moves.

    >>> found = measure_link_upkeep(sizes=((6, 6),), rounds=1)
    >>> found.head[:4], found.lines[0][0]
    (('board', 'new search', 'table rebuilt', 'table updated'), '6 × 6')
    """
    lines = []
    for rows, cols in sizes:
        boards = [
            thin_out(scatter(rows, cols, kinds=min(36, rows * cols // 4), seed=seed), _FILL)
            for seed in range(1, _BOARDS + 1)
        ]
        python = _in_python(next(board for board in boards if board.moves()), rounds)
        bench = _kernel.Bench(boards, 1)
        listed, updated = (min(bench.time(work)[0] for _ in range(rounds)) for work in ("recompute", "maintain"))
        lines.append(
            (
                f"{rows} × {cols}",
                *python,
                format_nanoseconds(listed),
                format_nanoseconds(updated),
                format_ratio(listed, updated),
            )
        )
    head = (
        "board",
        "new search",
        "table rebuilt",
        "table updated",
        "gain",
        "kernel, listed again",
        "kernel, updated",
        "gain",
    )
    return ResultTable(
        head,
        tuple(lines),
        f"One removal on boards with {_FILL}% of their tiles left. *New search*: `layers` for every pair of equal "
        "tiles. *Table*: `link_table`, in Python and NumPy, on boards of at most 400 cells including the ring. Both "
        "are one removal on one board of each size. *Kernel*: the list of all moves in C++, listed again or updated, "
        f"the mean over games on {_BOARDS} boards. All times are the best of {rounds} rounds; the *new search* on the "
        "largest board that has one is a single run.",
    )


def _in_python(board: Board, rounds: int) -> tuple[str, ...]:
    """Time a removal in Python, by search and by table."""
    move = Random(1).choice(board.moves())
    after = board.play(move)
    pairs = equal_pairs(after)
    search = FINDERS["layers"].search

    def searched() -> int:
        return sum(search(after, a, b, traced=False).path is not None for a, b in pairs)

    cells = (board.rows + 2) * (board.cols + 2)
    if cells > _SEARCHED:
        return "–", "–", "–", "–"
    if cells > _TABLE:
        return format_nanoseconds(time_in_turns({"searched": searched}, rounds=1)["searched"]), "–", "–", "–"
    before = iter([Links(board) for _ in range(rounds)])  # each removal needs its own table
    works = {"searched": searched, "rebuilt": lambda: Links(after), "updated": lambda: next(before).play(move)}
    times = time_in_turns(works, rounds=rounds)
    return (*(format_nanoseconds(times[name]) for name in works), format_ratio(times["rebuilt"], times["updated"]))
