"""The small things that a finder does, one after the other: what a trace is made of.

A screen can draw every step without knowing which finder made it, or even which step it is: `line` says where it is
(one cell, or the corners of a line) and `layer` how far out the search was. A trace holds no state, so the picture
after `n` steps is made of the first `n` steps, forwards and backwards alike; `Replay` keeps it while one steps.
"""

from typing import Literal

import msgspec

from lianliankan.board.cell import Cell

__all__ = ["Found", "Link", "Look", "Queue", "Read", "Reject", "Step", "Try", "Visit"]

Found = Literal["open", "goal", "blocked"]
"""What may be found on a cell: a path can pass it, it is where the path is to end, or it is in the way."""


class Step(msgspec.Struct, frozen=True, tag_field="step", tag=str.lower):
    """One small thing that a finder did; which one, its class says, and in JSON its name in small letters.

    - `line`: where. One cell is a place, two cells or more are the corners of a line.
    - `layer`: how far out the search was: 0 at the start, and one more for each straight line from there – for each
      step in the finders that go from neighbour to neighbour (`dfs`, `bfs`), for each cell opened in `allpairs`.

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
        """The name of the step, in small letters."""
        return type(self).__name__.lower()

    @property
    def cell(self) -> Cell:
        """The cell that the step is about: where its line ends."""
        return self.line[-1]


class Look(Step, frozen=True):
    """The finder asked what lies on a cell, and `found` it so; this is what `examined` counts."""

    found: Found


class Read(Step, frozen=True):
    """The finder asked for all cells from one end of `line` to the other at once; `examined` counts each of them."""


class Queue(Step, frozen=True):
    """The search reached a cell, straight from where `line` begins, and may go on from it later.

    The same cell may be queued again: then a better way to it was found, and the old one is forgotten. Only `edges`,
    to which every side of a cell is a place of its own, also queues a cell again by a way that turns more often.
    """


class Visit(Step, frozen=True):
    """The search goes on from this cell now."""


class Try(Step, frozen=True):
    """A way that might join the two tiles is about to be tested."""


class Reject(Step, frozen=True):
    """A cell or a way is given up; `why` says it in a few words."""

    why: str


class Link(Step, frozen=True):
    """The two tiles are joined: `line` is the path, `layer` the number of its lines, and nothing comes after."""
