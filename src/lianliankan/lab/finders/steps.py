"""The steps of a search, which make up its trace.

A screen can draw every step without knowing the finder, or even the kind of step: `line` says where it is (one cell, or
the corners of a line) and `layer` how far out the search was. A trace holds no state: the picture after `n` steps
depends on the first `n` steps alone, forwards and backwards. `SearchReplay` maintains it while stepping.
"""

from typing import Literal

import msgspec

from lianliankan.board.cell import Cell

Found = Literal["open", "goal", "blocked"]
"""The kinds of cells for a search: a path may pass it, it is the goal, or it blocks the path."""


class Step(msgspec.Struct, frozen=True, tag_field="step", tag=str.lower):
    """One step of a search. Its class is the kind of step; in JSON, the class name in lower case.

    - `line`: where it happened. One cell is a place, two or more are the corners of a line.
    - `layer`: how far out the search was: 0 at the start and one more for each straight line (for each step in finders
      that go from neighbour to neighbour, `dfs` and `bfs`; for each opened cell in `allpairs`).

    >>> step = Queue((Cell(0, 0), Cell(0, 3)), 1)
    >>> step.name, step.cell, step.layer
    ('queue', Cell(row=0, col=3), 1)
    >>> msgspec.json.encode(step).decode()
    '{"step":"queue","line":[[0,0],[0,3]],"layer":1}'
    """

    line: tuple[Cell, ...]
    layer: int

    @property
    def name(self) -> str:
        """The kind of step, in lower case."""
        return type(self).__name__.lower()

    @property
    def cell(self) -> Cell:
        """The cell that the step is about: the end of its line."""
        return self.line[-1]


class Look(Step, frozen=True):
    """The finder looked at a cell and `found` it open, blocked or the goal; `examined` counts these."""

    found: Found


class Read(Step, frozen=True):
    """The finder read all cells of `line` at once; `examined` counts each of them."""


class Queue(Step, frozen=True):
    """The search reached a cell, straight from the start of `line`, and may continue from it later.

    A cell is queued again when a better path to it is found; the old one is dropped. Only `edges`, which treats every
    side of a cell separately, also queues a cell again by a path with more turns.
    """


class Visit(Step, frozen=True):
    """The search continues from this cell."""


class Try(Step, frozen=True):
    """A line that might join the two tiles is about to be tested."""


class Reject(Step, frozen=True):
    """A cell or a line is rejected; `why` is the reason."""

    why: str


class Link(Step, frozen=True):
    """The two tiles are joined: `line` is the path, `layer` the number of its lines. Always the last step."""
