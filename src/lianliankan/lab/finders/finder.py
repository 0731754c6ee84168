"""Finders: a search function with its cost, its promises and its limits."""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.path import Path
from lianliankan.errors import TooLarge, Unsupported
from lianliankan.lab.finders.board_probe import BoardProbe
from lianliankan.lab.finders.promises import Promise
from lianliankan.lab.finders.steps import Link, Reject, Step
from lianliankan.text import count

SearchFunction = Callable[[BoardProbe], Sequence[Cell] | None]
"""The search: returns cells from start to goal with straight lines between them, or None if it finds no path."""


class Search(msgspec.Struct, frozen=True):
    """The result of one search.

    - `path`: the path found, or None.
    - `examined`: the number of cells examined; a cell counts every time.
    - `trace`: everything the finder did, step by step.

    >>> search = llk.find("bfs", llk.Board.parse("A.A"), (0, 0), (0, 2))
    >>> search.path, search.examined, [step.name for step in search.trace[-3:]]
    (Path([(0, 0), (0, 2)]), 5, ['visit', 'look', 'link'])
    """

    path: Path | None
    examined: int
    trace: tuple[Step, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinderLimits:
    """The boards that a finder supports; it rejects others with Unsupported or TooLarge instead of answering wrongly.

    - `min_turns`, `max_turns`: the range of turn limits; None for any limit, or no limit at all.
    - `detours`: whether it supports rules under which adjacent tiles need a detour.
    - `max_cells`: the maximum number of cells, ring included; None for any number.

    >>> llk.FINDERS["cases"].limits.max_turns
    2
    """

    min_turns: int = 0
    max_turns: int | None = None
    detours: bool = True
    max_cells: int | None = None

    def check(self, name: str, board: Board) -> None:
        """Raise Unsupported if a board's rules are beyond these limits, TooLarge if its size is."""
        rules = board.rules
        if self.max_turns is not None and (rules.max_turns is None or rules.max_turns > self.max_turns):
            asked = "any number of turns" if rules.max_turns is None else count(rules.max_turns, "turn")
            raise Unsupported(
                f"{name} finds paths of at most {count(self.max_turns, 'turn')}, but the rules allow {asked}"
            )
        if rules.max_turns is not None and rules.max_turns < self.min_turns:
            raise Unsupported(
                f"{name} always allows {count(self.min_turns, 'turn')}, but the rules allow at most {rules.max_turns}"
            )
        if not (self.detours or rules.adjacent):
            raise Unsupported(f"{name} joins adjacent tiles directly, but the rules require a detour")
        cells = (board.rows + 2) * (board.cols + 2)
        if self.max_cells is not None and cells > self.max_cells:
            raise TooLarge(f"{name} takes boards of at most {self.max_cells} cells including the ring, not {cells}")


PLAIN_ONLY = FinderLimits(min_turns=2, max_turns=2, detours=False)
"""The limits of finders made for the plain game only: two turns, and adjacent tiles link."""


FrontierKind = Literal["queue", "stack", "heap", "set"]
"""The container of the cells from which a search will continue: the first in is the first out, or the last in, or the
cheapest one; a set has no order."""


class Frontier(NamedTuple):
    """The container of the cells from which a search will continue, and the name of its variable in the code.

    >>> llk.FINDERS["bfs"].frontier
    Frontier(kind='queue', variable='queue')
    """

    kind: FrontierKind
    variable: str


@dataclass(frozen=True, slots=True)
class Finder:
    """An algorithm that looks for a link between two tiles.

    Every module in `lab/finders/algorithms` that defines `FINDER` is a finder, named after the module.

    - `algorithm`: the search function.
    - `cost`: how the running time grows with the board.
    - `promises`: what holds on every board within the limits; tests enforce exactly these.
    - `limits`: the boards that it supports.
    - `flaws`: promises of the published version that it breaks; empty for all other finders.
    - `frontier`: what holds the cells from which it will continue; None if nothing does.

    >>> finder = llk.FINDERS["bfs"]
    >>> finder.name, finder.is_published, finder.cost
    ('bfs', False, 'cells')
    >>> finder.subject
    'Breadth first from neighbour to neighbour: the fewest steps, regardless of turns.'
    """

    algorithm: SearchFunction
    cost: str
    promises: frozenset[Promise]
    limits: FinderLimits = FinderLimits()
    flaws: frozenset[Promise] = frozenset()
    frontier: Frontier | None = None

    @property
    def name(self) -> str:
        """Its name: that of its module, with the prefix `published.` for a published version."""
        return self.algorithm.__module__.removeprefix("lianliankan.lab.finders.").removeprefix("algorithms.")

    @property
    def is_published(self) -> bool:
        """Whether it is a published version, flaws included."""
        return self.name.startswith("published.")

    @property
    def text(self) -> str:
        """The docstring of its module."""
        return (sys.modules[self.algorithm.__module__].__doc__ or "").strip()

    @property
    def subject(self) -> str:
        """The first line of its docstring."""
        return self.text.partition("\n")[0]

    def search(self, board: Board, a: Cell, b: Cell, *, traced: bool = True) -> Search:
        """Search for a path between two tiles; `llk.find` does the same and also validates its arguments."""
        self.limits.check(self.name, board)
        if board[a] != board[b]:
            why = Reject((a, b), 0, "the tiles are of different kinds")
            return Search(None, 0, (why,) if traced else ())
        return self.search_with(BoardProbe(board, a, b, traced=traced), traced=traced)

    def search_with(self, probe: BoardProbe, *, traced: bool = True) -> Search:
        """Search by a probe of two tiles of one kind, on a board within the limits."""
        way = self.algorithm(probe)
        path = None if way is None else straighten(way)
        if path and traced:
            probe.trace.append(Link(path.corners, path.turns + 1))
        return Search(path, probe.examined, tuple(probe.trace))


def straighten(way: Iterable[Cell]) -> Path:
    """Return the path through cells with straight lines between them, keeping only the corners.

    >>> straighten([Cell(0, 0), Cell(1, 0), Cell(2, 0), Cell(2, 0), Cell(2, 1)])
    Path([(0, 0), (2, 0), (2, 1)])
    """
    corners: list[Cell] = []
    for cell in way:
        if cell in corners[-1:]:
            continue
        if len(corners) > 1 and _in_line(corners[-2], corners[-1], cell):
            corners.pop()
        corners.append(cell)
    return Path(corners)


def _in_line(a: Cell, b: Cell, c: Cell) -> bool:
    return a.row == b.row == c.row or a.col == b.col == c.col
