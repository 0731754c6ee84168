"""The look of a board at one moment, independent of colours and sizes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from lianliankan.board.cell import Cell
from lianliankan.terminal.board.theme import Mark

PathStyle = Literal["link", "hint", "miss"]
"""How a path is drawn: the path of a pair that was played, of a hint, or of a near miss."""


class MovingTile(NamedTuple):
    """A tile on its way from `start` to `end`; `progress` goes from 0 to 1."""

    kind: int
    start: Cell
    end: Cell
    progress: float


@dataclass(frozen=True, slots=True)
class BoardScene:
    """Everything visible on the board at one moment.

    - `rows`: the cells of the board.
    - `cursor`: the cell with the cursor, if any.
    - `marks`: what is special about a tile.
    - `path`, `path_style`: the cells of a path in order, and how it is drawn.
    - `moving_tiles`: tiles between two cells.
    - `hidden`: whether every tile is face down.
    - `outside`: whether paths may use the ring around the board; if not, a border is drawn there.
    - `label`: a text over the board, if any.
    """

    rows: Sequence[Sequence[int]]
    cursor: Cell | None = None
    marks: Mapping[Cell, Mark] = field(default_factory=dict)
    path: Sequence[Cell] = ()
    path_style: PathStyle = "link"
    moving_tiles: Sequence[MovingTile] = ()
    hidden: bool = False
    outside: bool = True
    label: str = ""
