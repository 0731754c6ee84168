"""How the cost of finders grows: the same questions for all of them, on boards from 8 × 8 to 60 × 60 cells."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path as FilePath
from random import Random
from statistics import fmean

import msgspec

from lianliankan.bench.boards import equal_pairs, thin_out
from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.dealing.deal import scatter
from lianliankan.errors import TooLarge
from lianliankan.lab.finders import FINDERS, Finder
from lianliankan.lab.labels import LABELS, Language
from lianliankan.lab.race.stopwatch import format_nanoseconds, time_in_turns
from lianliankan.text import table
from studies.plot import Panel, PlotLine, plot

SIDES = (8, 12, 16, 24, 32, 44, 60)
"""The side lengths of the boards."""

COMPILED = "board.link"
"""The name of the compiled kernel, which is measured along with the finders."""

_FILL = 25  # percent of the tiles left: late in a game searches go far, so that their growth shows
_KINDS = 36
_ENOUGH = 400_000_000  # nanoseconds per finder and side; slow finders answer fewer questions
_MANY = 50  # calls of the compiled kernel per measurement

Question = tuple[Board, Cell, Cell]


class Growth(msgspec.Struct, frozen=True):
    """The mean cost of a finder on boards of one size.

    - `finder`, `side`: the finder and the side of the boards.
    - `examined`: cells examined; None for the compiled kernel.
    - `nanoseconds`: the best time of several rounds.
    - `questions`: the number of questions.

    >>> Growth("bfs", side=8, examined=50, nanoseconds=90_000, questions=24).side
    8
    """

    finder: str
    side: int
    examined: float | None
    nanoseconds: float
    questions: int


def measure(
    *, sides: Iterable[int] = SIDES, questions: int = 24, rounds: int = 3, finders: Iterable[Finder] | None = None
) -> Iterator[Growth]:
    """Ask every finder the same questions: pairs of equal tiles, every second of which links.

    >>> [(each.finder, each.side) for each in measure(sides=[8], questions=2, rounds=1, finders=[FINDERS["bfs"]])]
    [('bfs', 8), ('board.link', 8)]
    """
    chosen = list(FINDERS.values()) if finders is None else list(finders)
    for side in sides:
        asked = list(_questions(side, questions))
        yield from _costs([finder for finder in chosen if _takes(finder, asked[0][0])], side, asked, rounds)


def _takes(finder: Finder, board: Board) -> bool:
    """Whether a finder supports a board of this size."""
    try:
        finder.limits.check(finder.name, board)
    except TooLarge:
        return False
    return True


def _costs(finders: Sequence[Finder], side: int, asked: Sequence[Question], rounds: int) -> Iterator[Growth]:
    """Let finders take turns at every question; slow finders drop out once their time is used up."""
    examined: dict[str, list[int]] = {finder.name: [] for finder in finders}
    times: dict[str, list[int]] = {name: [] for name in (*examined, COMPILED)}
    for board, a, b in asked:
        works: dict[str, Callable[[], object]] = {COMPILED: partial(_many_links, board, a, b)}
        for finder in finders:
            if sum(times[finder.name]) < _ENOUGH:
                examined[finder.name].append(finder.search(board, a, b, traced=False).examined)
                works[finder.name] = partial(finder.search, board, a, b, traced=False)
        for name, time in time_in_turns(works, rounds=rounds).items():
            times[name].append(time)
    for name, taken in times.items():
        looks = examined.get(name)
        per_call = _MANY if name == COMPILED else 1
        yield Growth(name, side, fmean(looks) if looks else None, fmean(taken) / per_call, len(taken))


def _many_links(board: Board, a: Cell, b: Cell) -> None:
    """Ask the compiled kernel often enough to be measurable."""
    for _ in range(_MANY):
        board.link(a, b)


def _questions(side: int, number: int) -> Iterator[Question]:
    """Yield the questions for one side, each on its own board; every second pair links if possible."""
    for seed in range(1, number + 1):
        board = thin_out(scatter(side, side, kinds=min(_KINDS, side * side // 4), seed=seed), _FILL)
        pairs = equal_pairs(board)
        Random(seed).shuffle(pairs)
        wanted = seed % 2 == 0
        yield board, *next((pair for pair in pairs if board.linkable(*pair) == wanted), pairs[0])


def format_growth(found: Sequence[Growth], *, markdown: bool) -> str:
    """Format a table with one finder per line: cells examined and time on its smallest and largest boards.

    >>> found = [Growth("bfs", 8, 50, 90_000, 1), Growth("bfs", 60, 2000, 4_000_000, 1)]
    >>> print(format_growth(found, markdown=False))
    finder    side  cells examined          time
    bfs     8 → 60      50 → 2,000  90 µs → 4 ms
    """
    lines = []
    for name in dict.fromkeys(each.finder for each in found):
        own = [each for each in found if each.finder == name]
        first, last = own[0], own[-1]
        sides = f"{first.side} → {last.side}"
        cells = "–" if first.examined is None else f"{first.examined:,.0f} → {last.examined:,.0f}"
        times = f"{format_nanoseconds(first.nanoseconds)} → {format_nanoseconds(last.nanoseconds)}"
        lines.append((f"`{name}`" if markdown else name, sides, cells, times))
    return table(("finder", "side", "cells examined", "time"), lines, markdown=markdown)


def plot_growth(found: Sequence[Growth], chosen: str | None = None, *, language: Language = "en") -> str:
    """Plot cells examined and time over the side of the board; one finder may be highlighted.

    >>> found = [Growth("bfs", 8, 50, 90_000, 1), Growth("bfs", 60, 2000, 4_000_000, 1)]
    >>> plot_growth(found, "bfs").count("<polyline")
    4
    """
    labels = LABELS[language]
    names = list(dict.fromkeys(each.finder for each in found))
    own = {name: [each for each in found if each.finder == name] for name in names}
    examined = [
        PlotLine(name, tuple((each.side, each.examined) for each in each_own if each.examined))
        for name, each_own in own.items()
        if name != COMPILED
    ]
    times = [
        PlotLine(name, tuple((each.side, each.nanoseconds) for each in each_own)) for name, each_own in own.items()
    ]
    panels = [Panel(labels.examined, tuple(examined), _count), Panel(labels.time, tuple(times), format_nanoseconds)]
    title = f"{labels.examined}{labels.comma}{labels.time}{labels.colon}{chosen or ', '.join(names)}"
    return plot(panels, labels.side, chosen=chosen, title=title)


def save(found: Sequence[Growth], file: FilePath) -> None:
    """Write measurements to a file, so that plots can be drawn without measuring again.

    >>> from tempfile import TemporaryDirectory
    >>> found = [Growth("bfs", 8, 50, 90_000, 1)]
    >>> with TemporaryDirectory() as folder:
    ...     save(found, FilePath(folder, "growth.json"))
    ...     read(FilePath(folder, "growth.json")) == found
    True
    """
    lines = ",\n".join(msgspec.json.encode(each).decode() for each in found)
    file.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def read(file: FilePath) -> list[Growth]:
    """Read a file written by `save`."""
    return msgspec.json.decode(file.read_bytes(), type=list[Growth])


def _count(value: float) -> str:
    return f"{value:,.0f}"
