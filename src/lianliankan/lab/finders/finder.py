"""What a finder is: an idea in one function, with what it costs, what it promises and where it must pass."""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.path import Path
from lianliankan.errors import TooLarge, Unsupported
from lianliankan.lab.finders.board_probe import BoardProbe
from lianliankan.lab.finders.promises import Promise
from lianliankan.lab.finders.steps import Link, Reject, Step

__all__ = ["PLAIN_ONLY", "Finder", "FinderLimits", "Search", "straighten"]

SearchFunction = Callable[[BoardProbe], Sequence[Cell] | None]
"""The work itself: cells from the start to the goal with straight lines between them, or None where there is no way."""


class Search(msgspec.Struct, frozen=True):
    """What a finder answers.

    - `path`: the way that it found, or None.
    - `examined`: how many cells it asked about, each time that it asked.
    - `trace`: all that it did, step by step.

    >>> import lianliankan as llk
    >>> search = llk.find("bfs", llk.Board.parse("A.A"), (0, 0), (0, 2))
    >>> search.path, search.examined, [step.name for step in search.trace[-3:]]
    (Path([(0, 0), (0, 2)]), 5, ['visit', 'look', 'link'])
    """

    path: Path | None
    examined: int
    trace: tuple[Step, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinderLimits:
    """The boards that an idea can deal with; any other is refused with Unsupported or TooLarge, never misjudged.

    - `min_turns`, `max_turns`: the turn limits that it can honour, None for any, unlimited too.
    - `detours`: whether it can honour that touching tiles go only by a way round.
    - `max_cells`: the most cells that a board may have with its ring, None for any number.

    >>> import lianliankan as llk
    >>> llk.FINDERS["cases"].limits.max_turns
    2
    """

    min_turns: int = 0
    max_turns: int | None = None
    detours: bool = True
    max_cells: int | None = None

    @property
    def least_turns(self) -> int:
        """The former name of `min_turns`."""
        return self.min_turns

    @property
    def most_turns(self) -> int | None:
        """The former name of `max_turns`."""
        return self.max_turns

    @property
    def way_round(self) -> bool:
        """The former name of `detours`."""
        return self.detours

    @property
    def most_cells(self) -> int | None:
        """The former name of `max_cells`."""
        return self.max_cells

    def check(self, name: str, board: Board) -> None:
        """Raise Unsupported where the rules of a board go beyond these limits, and TooLarge where its size does."""
        rules = board.rules
        if self.max_turns is not None and (rules.max_turns is None or rules.max_turns > self.max_turns):
            asked = "any number of turns" if rules.max_turns is None else f"{rules.max_turns} turns"
            raise Unsupported(f"{name} knows paths of at most {self.max_turns} turns, and the rules allow {asked}")
        if rules.max_turns is not None and rules.max_turns < self.min_turns:
            raise Unsupported(
                f"{name} always allows {self.min_turns} turns, and the rules allow no more than {rules.max_turns}"
            )
        if not (self.detours or rules.adjacent):
            raise Unsupported(f"{name} takes touching tiles directly, and the rules do not allow it")
        cells = (board.rows + 2) * (board.cols + 2)
        if self.max_cells is not None and cells > self.max_cells:
            raise TooLarge(f"{name} takes boards of at most {self.max_cells} cells with their ring, not {cells}")


PLAIN_ONLY = FinderLimits(min_turns=2, max_turns=2, detours=False)
"""The limits of those who knew one game only: two turns, and touching tiles go."""


@dataclass(frozen=True, slots=True)
class Finder:
    """One algorithm that looks for a link between two tiles.

    Every module of `lab/finders/algorithms` that has one as `FINDER` is a finder, and its name is that of the module.

    - `algorithm`: the function that does the work.
    - `cost`: how the work grows with the board, in words.
    - `promises`: what holds on every board within its limits, and is tested; nothing else does.
    - `limits`: the boards that it can deal with.
    - `flaws`: what it was published for and does not keep; none where it is not kept as published.

    >>> import lianliankan as llk
    >>> finder = llk.FINDERS["bfs"]
    >>> finder.name, finder.is_published, finder.cost
    ('bfs', False, 'cells')
    >>> finder.subject
    'Breadth first from neighbour to neighbour: the fewest steps, however often they turn.'
    """

    algorithm: SearchFunction
    cost: str
    promises: frozenset[Promise]
    limits: FinderLimits = FinderLimits()
    flaws: frozenset[Promise] = frozenset()

    @property
    def idea(self) -> SearchFunction:
        """The former name of `algorithm`."""
        return self.algorithm

    @property
    def name(self) -> str:
        """The name to find it by: that of its module, with `published.` before it where it is one as published."""
        return self.algorithm.__module__.removeprefix("lianliankan.lab.finders.").removeprefix("algorithms.")

    @property
    def is_published(self) -> bool:
        """Whether it is kept as it was published, flaws and all."""
        return self.name.startswith("published.")

    @property
    def text(self) -> str:
        """All that its module says about it."""
        return (sys.modules[self.algorithm.__module__].__doc__ or "").strip()

    @property
    def subject(self) -> str:
        """Its idea in one line."""
        return self.text.partition("\n")[0]

    def search(self, board: Board, a: Cell, b: Cell, *, traced: bool = True) -> Search:
        """Look for a way between two tiles; `llk.find` does the same and says what is wrong with a bad question."""
        self.limits.check(self.name, board)
        if board[a] != board[b]:
            why = Reject((a, b), 0, "the tiles are of different kinds")
            return Search(None, 0, (why,) if traced else ())
        probe = BoardProbe(board, a, b, traced=traced)
        way = self.algorithm(probe)
        path = None if way is None else straighten(way)
        if path and traced:
            probe.trace.append(Link(path.corners, path.turns + 1))
        return Search(path, probe.examined, tuple(probe.trace))


def straighten(way: Iterable[Cell]) -> Path:
    """Make a path of cells with straight lines between them: those where it does not turn are no corners.

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
