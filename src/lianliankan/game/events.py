"""What a game answers: everything that a screen draws is one of these."""

from typing import Any, Literal

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.board.near_miss import NearMiss
from lianliankan.board.path import Path
from lianliankan.board.shifts import TileShift

__all__ = [
    "Doomed",
    "Dropped",
    "Event",
    "Hinted",
    "Linked",
    "Lost",
    "Packed",
    "Paused",
    "Picked",
    "Reason",
    "Redone",
    "Refused",
    "Restarted",
    "Resumed",
    "Shuffled",
    "Stuck",
    "Undone",
    "Won",
    "encode_value",
    "to_json",
]

Reason = Literal[
    "different kinds",
    "no path",
    "same tile",
    "empty cell",
    "off the board",
    "no hints left",
    "no shuffles left",
    "cannot be shuffled",
    "undo is not allowed",
    "nothing to undo",
    "nothing to redo",
    "no move left",
    "paused",
    "not paused",
    "over",
]


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=str.lower):
    """Something that happened in a game; which one, its class says, and in JSON its name in small letters.

    >>> import lianliankan as llk
    >>> llk.Game(llk.Board.parse("AB/AB")).pick((0, 0))[0].name
    'picked'
    """

    @property
    def name(self) -> str:
        """The name of the event, in small letters."""
        return type(self).__name__.lower()


class Picked(Event, frozen=True):
    """A tile was selected, instead of any other: its `cell` and `kind`."""

    cell: Cell
    kind: int


class Dropped(Event, frozen=True):
    """The tile on `cell` is no longer selected."""

    cell: Cell


class Linked(Event, frozen=True):
    """Two tiles went.

    - `move`: the two cells, and `kind`, what stood on them.
    - `path`: the path that joined them, from the tile that was picked first; `turns` and `steps` are its.
    - `points`: what the pair brought, and `score`, what there is now.
    - `combo`: the how many-th pair in a row it is, each quickly after the one before; 0 where a hint played it.
    - `number`: the how many-th pair of the game it is.
    """

    move: Move
    kind: int
    path: Path
    turns: int
    steps: int
    points: int
    score: int
    combo: int
    number: int


class Packed(Event, frozen=True):
    """Gravity moved tiles, all at once: `shifts` says which, in reading order of where they came from."""

    shifts: tuple[TileShift, ...]


class Refused(Event, frozen=True):
    """A command that changed nothing.

    - `command`: its text.
    - `reason`: why.
    - `cells`: the cells in question.
    - `miss`: where no path joins two tiles, the one that comes nearest.
    """

    command: str
    reason: Reason
    cells: tuple[Cell, ...] = ()
    miss: NearMiss | None = None


class Hinted(Event, frozen=True):
    """A pair that can go.

    - `move`: the pair, and `path`, what joins it.
    - `safe`: whether the game can be won after it; False where it can no longer be won at all, None where nobody knows.
    - `left`: how many hints are left, or None for any number.
    """

    move: Move
    path: Path
    safe: bool | None
    left: int | None


class Stuck(Event, frozen=True):
    """No move is left, but `tiles` tiles are."""

    tiles: int


class Shuffled(Event, frozen=True):
    """The tiles were laid anew, so that the game can be won.

    - `board`: how they lie now.
    - `asked`: whether the player asked for it; else the game did it, for no move was left.
    - `left`: how many shuffles are left, or None for any number.
    """

    board: Board
    asked: bool
    left: int | None


class Undone(Event, frozen=True):
    """A step was taken back: `move`, or a shuffle where that is None; `board` is what lies there now."""

    board: Board
    move: Move | None


class Redone(Event, frozen=True):
    """A step taken back was made again: `move`, or a shuffle where that is None; `board` is what lies there now."""

    board: Board
    move: Move | None


class Restarted(Event, frozen=True):
    """The game began anew, with `board`."""

    board: Board


class Paused(Event, frozen=True):
    """The clock stands still, and nobody should see the board."""


class Resumed(Event, frozen=True):
    """The clock goes on."""


class Doomed(Event, frozen=True):
    """The game can no longer be won, whatever one does but undo and shuffle.

    - `number`: the pair after which this has been so, counting from 1; 0 where it was from the start, None where
      nobody knows.
    - `move`: that pair.
    """

    number: int | None
    move: Move | None


class Lost(Event, frozen=True):
    """The game is lost; `reason` is "time", "stuck" or "given up"."""

    reason: Literal["time", "stuck", "given up"]


class Won(Event, frozen=True):
    """The board is clear.

    - `score`: all points; `time_points`, those among them for the time left.
    - `seconds`: how long it took.
    - `stars`: from 1 to 3.
    """

    score: int
    time_points: int
    seconds: float
    stars: int


def to_json(event: Event) -> str:
    """Write an event as JSON, with cells counting from 0 and boards as their texts.

    >>> import lianliankan as llk
    >>> to_json(llk.Game(llk.Board.parse("AB/AB")).pick((0, 0))[0])
    '{"event":"picked","cell":[0,0],"kind":1}'
    """
    return msgspec.json.encode(event, enc_hook=encode_value).decode()


def encode_value(value: object) -> Any:  # noqa: ANN401  # whatever JSON has
    """Give what stands in JSON for a part of an event that has no form there of its own: a board is its text.

    >>> encode_value(Board.parse("A"))
    '1'
    """
    if isinstance(value, Board):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} has no form in JSON")
