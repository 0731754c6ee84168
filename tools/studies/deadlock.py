"""The fourth open question, measured: detecting stuck positions fast, including a fast method that is wrong."""

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

from lianliankan.bench.boards import equal_pairs, tiles_by_kind
from lianliankan.board.board import Board
from lianliankan.board.position import Position
from lianliankan.dealing.deal import scatter
from lianliankan.lab.finders import FINDERS
from lianliankan.lab.race.stopwatch import format_nanoseconds, time_in_turns
from studies.tables import ResultTable

_SIZES = ((8, 8, 16), (8, 18, 36), (12, 24, 72), (16, 30, 120))
_BOARDS = 12


def stuck_by_search(board: Board) -> bool:
    """Try every pair of equal tiles with a textbook finder until one links.

    >>> stuck_by_search(Board.parse("AB/BA")), stuck_by_search(Board.parse("AA/BB"))
    (True, False)
    """
    search = FINDERS["cases"].search
    return not any(search(board, a, b, traced=False).path for a, b in equal_pairs(board))


def stuck_by_four(board: Board) -> bool:
    """Try only the first four tiles of each kind, as a famous game does. This is wrong if a kind has more.

    >>> stuck_by_four(Board.parse("AB/BA")), stuck_by_four(Board.parse("AA/BB"))
    (True, False)
    """
    return not any(
        board.linkable(a, b) for tiles in tiles_by_kind(board).values() for a, b in combinations(tiles[:4], 2)
    )


def stuck_by_kernel_links(board: Board) -> bool:
    """Try every pair of equal tiles with the kernel's link test until one links.

    >>> stuck_by_kernel_links(Board.parse("AB/BA")), stuck_by_kernel_links(Board.parse("AA/BB"))
    (True, False)
    """
    return not any(board.linkable(a, b) for a, b in equal_pairs(board))


WAYS: dict[str, Callable[[Board], bool]] = {
    "all pairs, with `cases`": stuck_by_search,
    "all pairs, with `board.linkable`": stuck_by_kernel_links,
    "first four of each kind (wrong)": stuck_by_four,
    "`board.is_stuck`": lambda board: board.is_stuck,
}
"""The methods by name."""


def measure_deadlock(*, sizes: tuple[tuple[int, int, int], ...] = _SIZES, rounds: int = 5) -> ResultTable:
    """Time all methods, on positions with a move and on positions without.

    >>> len(measure_deadlock(sizes=((8, 8, 16),), rounds=1).lines)
    4
    """
    columns: list[dict[str, float]] = []
    for rows, cols, kinds in sizes:
        stuck, moving = zip(*list(_endings(rows, cols, kinds)), strict=True)
        for boards in (moving, stuck):
            works = {name: _asking(way, boards) for name, way in WAYS.items()}
            times = time_in_turns(works, rounds=rounds)
            columns.append({name: time / len(boards) for name, time in times.items()})
    lines = tuple(
        (
            name,
            *(
                f"{format_nanoseconds(first[name])}, {format_nanoseconds(second[name])}"
                for first, second in zip(columns[::2], columns[1::2], strict=True)
            ),
        )
        for name in WAYS
    )
    head = ("method", *(f"{rows} × {cols}" for rows, cols, _ in sizes))
    return ResultTable(
        head,
        lines,
        "Random playouts that got stuck: first the time one move before the end, with a move left, then at the end, "
        "with none. Calls from Python are included.",
    )


def _asking(way: Callable[[Board], bool], boards: tuple[Board, ...]) -> Callable[[], object]:
    return lambda: [way(board) for board in boards]


def _endings(rows: int, cols: int, kinds: int) -> Iterator[tuple[Board, Board]]:
    """Yield the last two positions of random playouts that got stuck, the last one first."""
    random, found, seed = Random(1), 0, 0
    while found < _BOARDS:
        seed += 1
        position = Position(scatter(rows, cols, kinds=kinds, seed=seed))
        while moves := position.moves():
            position.play(random.choice(moves))
        if position.is_stuck and position.depth:
            last = position.board
            position.undo()
            yield last, position.board
            found += 1
