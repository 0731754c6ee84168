"""The measured programs and the way of timing: everything takes turns in one run."""

import sys
import zlib
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from random import Random
from statistics import median
from time import perf_counter_ns
from typing import NamedTuple

from lianliankan import _kernel
from lianliankan.bench.boards import thin_out, tiles_by_kind
from lianliankan.board.board import Board
from lianliankan.board.position import perft
from lianliankan.dealing.deal import scatter
from lianliankan.errors import needs
from lianliankan.text import table

SIZES = ((8, 8, 16), (8, 18, 36), (16, 30, 36), (30, 60, 36))
"""Rows, columns and kinds of the boards."""

FILLS = (100, 75, 50, 25)
"""Percent of the tiles left."""


class Work(NamedTuple):
    """One line of the table: what is done, by what code, and what it is compared with."""

    name: str
    by: str
    title: str
    against: str = ""

    @property
    def key(self) -> str:
        """The short name of the line."""
        return f"{self.by}: {self.name}"


WORKS = (
    Work("link", "kernel", "link test"),
    Work("path", "kernel", "optimal path", "kernel: link"),
    Work("textbook", "C++", "link test, textbook search", "kernel: link"),
    Work("link", "Python", "board.linkable(a, b)", "kernel: link"),
    Work("bulk", "Python", "board.linkable_pairs(array), per pair", "kernel: link"),
    Work("textbook", "pure Python", "link test, textbook search", "kernel: link"),
    Work("moves", "kernel", "all moves"),
    Work("moves", "Python", "board.moves()", "kernel: moves"),
    Work("stuck", "kernel", "stuck test, a move exists"),
    Work("really stuck", "kernel", "stuck test, no move exists", "kernel: stuck"),
    Work("stuck", "Python", "board.is_stuck", "kernel: stuck"),
    Work("play", "kernel", "play a pair and undo"),
    Work("recompute", "kernel", "a step of a game, moves listed again"),
    Work("maintain", "kernel", "a step of a game, moves updated", "kernel: recompute"),
)


SLOW = ("textbook", "recompute", "maintain")
"""Work that takes part in only three of the rounds."""


class Measurement(NamedTuple):
    """The time of one kind of work on boards of one size and fill: minimum and median in nanoseconds."""

    rows: int
    cols: int
    fill: int
    work: Work
    minimum: float
    median: float


def measure(*, boards: int = 200, rounds: int = 15, sizes: Iterable[tuple[int, int, int]] = SIZES) -> list[Measurement]:
    """Measure everything; all work on all sizes takes turns, so that a busy moment of the machine affects it all."""
    clocks = {
        (rows, cols, fill): _clocks(_deals(rows, cols, kinds, fill, boards))
        for rows, cols, kinds in sizes
        for fill in FILLS
    }
    seen: dict[tuple[int, int, int, Work], list[float]] = {}
    for turn in range(rounds):
        for place, clock in clocks.items():
            for work in WORKS:
                if work.name not in SLOW or turn % max(1, rounds // 3) == 0:
                    seen.setdefault((*place, work), []).append(clock[work.key]())
    return [Measurement(*place, min(times), median(times)) for place, times in seen.items()]


def signature(*, boards: int = 20) -> str:
    """Return a number that changes only when the kernel's behaviour does, whatever the machine."""
    sums: list[int] = []
    for rows, cols, kinds in SIZES:
        for fill in FILLS:
            kernel = _kernel.Bench(_deals(rows, cols, kinds, fill, boards), 1)
            sums.extend(kernel.time(work)[1] for work in ("link", "path", "textbook", "moves", "stuck", "play"))
    sums.append(perft(scatter(8, 8, kinds=16, seed=1), 4))
    return f"{zlib.crc32(repr(sums).encode()):08x}"


def _deals(rows: int, cols: int, kinds: int, fill: int, boards: int) -> list[Board]:
    return [thin_out(scatter(rows, cols, kinds=kinds, seed=seed), fill) for seed in range(1, boards + 1)]


Clock = Callable[[], float]
"""Makes one pass over the boards and returns nanoseconds per unit of work."""

Pair = tuple[tuple[int, int], tuple[int, int]]


def _clocks(boards: list[Board]) -> dict[str, Clock]:
    """Return a clock for everything that is timed."""
    kernel = _kernel.Bench(boards, 1)
    clocks = _python_clocks(boards)
    for work in WORKS:
        clocks.setdefault(work.key, lambda name=work.name: kernel.time(name)[0])  # type: ignore[misc]
    return clocks


@needs("llk bench", "numpy")
def _python_clocks(boards: list[Board]) -> dict[str, Clock]:
    """Return the clocks for work that Python asks for."""
    import numpy as np

    random = Random(1)
    asked: list[tuple[Board, tuple[int, int], tuple[int, int]]] = []
    in_bulk = []
    for board in boards:
        pairs = _equal_pairs(board, random)
        asked += [(board, a, b) for a, b in pairs[:60]]
        in_bulk.append((board, np.array([(*a, *b) for a, b in pairs * (1 + 1000 // len(pairs))], dtype=np.int32)))
    few = [(_with_ring(board), a, b) for board, a, b in asked[:: max(1, len(asked) // 300)]]

    def bare_loop() -> None:
        for _board, _a, _b in asked:
            pass

    def loop_with_link() -> None:
        for board, a, b in asked:
            board.linkable(a, b)

    def bulk() -> None:
        for board, pairs in in_bulk:
            board.linkable_pairs(pairs)

    def moves() -> None:
        for board in boards:
            board.moves()

    def stuck() -> None:
        for board in boards:
            board.is_stuck  # noqa: B018  # reading it is the work

    def textbook() -> None:
        for matrix, (r, c), (s, d) in few:
            _textbook_link(matrix, (r + 1, c + 1), (s + 1, d + 1))

    loop, link = _clock(bare_loop, len(asked)), _clock(loop_with_link, len(asked))
    return {
        "Python: link": lambda: link() - loop(),
        "Python: bulk": _clock(bulk, sum(len(pairs) for _, pairs in in_bulk)),
        "Python: moves": _clock(moves, len(boards)),
        "Python: stuck": _clock(stuck, len(boards)),
        "pure Python: textbook": _clock(textbook, len(few), passes=1),
    }


def _clock(work: Callable[[], None], units: int, *, passes: int = 4) -> Clock:
    """Return a clock that takes the best of several passes, as the kernel's own clock does."""

    def pass_once() -> float:
        begin = perf_counter_ns()
        work()
        return (perf_counter_ns() - begin) / units

    return lambda: min(pass_once() for _ in range(passes))


def _equal_pairs(board: Board, random: Random) -> list[Pair]:
    """Return pairs of equal tiles in random order."""
    pairs = []
    for _, tiles in sorted(tiles_by_kind(board).items()):
        cells = [(cell.row, cell.col) for cell in tiles]
        random.shuffle(cells)
        pairs += list(pairwise(cells))
    random.shuffle(pairs)
    return pairs


def _with_ring(board: Board) -> list[list[int]]:
    """Return the board with its ring as a matrix."""
    side = [0] * (board.cols + 2)
    return [side, *([0, *row, 0] for row in board.to_rows()), side]


def _textbook_link(matrix: list[list[int]], a: tuple[int, int], b: tuple[int, int]) -> bool:
    """Whether two tiles link, by breadth-first search with one layer per line over a matrix that includes the ring."""
    seen = {a}
    layer = [a]
    for _ in range(3):
        found = []
        for row, col in layer:
            for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                r, c = row + down, col + across
                while 0 <= r < len(matrix) and 0 <= c < len(matrix[0]):
                    if (r, c) == b:
                        return True
                    if matrix[r][c]:
                        break
                    if (r, c) not in seen:
                        seen.add((r, c))
                        found.append((r, c))
                    r, c = r + down, c + across
        layer = found
    return False


# ---- Tables ----------------------------------------------------------------------------------------------------------


def speed_tables(measurements: Sequence[Measurement], signature: str, *, markdown: bool) -> str:
    """Format the measurements of the kernel, one table per size, and the signature."""
    parts = []
    for rows, cols in dict.fromkeys((each.rows, each.cols) for each in measurements):
        times = {
            (each.work, each.fill): each.minimum for each in measurements if (each.rows, each.cols) == (rows, cols)
        }
        head = ("by", "work", f"ns at {' / '.join(map(str, FILLS))}%", "ratio")
        parts += [
            f"{'## ' if markdown else ''}{rows} × {cols}",
            table(head, [_speed_line(work, times) for work in WORKS], markdown=markdown, left=(0, 1)),
            f"One position takes {sys.getsizeof(scatter(rows, cols, kinds=rows * cols // 4, seed=1)):,} bytes.",
        ]
    return "\n\n".join([*parts, f"{'Signature' if markdown else 'signature'}: {signature}"])


def _speed_line(work: Work, times: dict[tuple[Work, int], float]) -> tuple[str, ...]:
    own = [times[work, fill] for fill in FILLS]
    against = [times[other, fill] for other in WORKS if other.key == work.against for fill in FILLS]
    ratios = [time / other if other else 0.0 for time, other in zip(own, against, strict=False)]
    return work.by, work.title, _short(own, 100), _short(ratios, 10)


def _short(values: Sequence[float], limit: int) -> str:
    """Format numbers, with a decimal below the limit; 0 means that no such board could be made."""
    return " / ".join("–" if not each else f"{each:.1f}" if each < limit else f"{each:,.0f}" for each in values)
