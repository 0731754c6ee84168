"""The events of a game: everything a screen draws comes from one of these."""

from typing import Any, Literal

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.board.near_miss import NearMiss
from lianliankan.board.path import Path
from lianliankan.board.shifts import TileShift

Reason = Literal[
    "different kinds",
    "no path",
    "same tile",
    "empty cell",
    "off the board",
    "no hints left",
    "no shuffles left",
    "hints are not allowed",
    "shuffles are not allowed",
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
    """Something that happened in a game. Its class says what; in JSON, the lower-case class name does.

    >>> llk.Game(llk.Board.parse("AB/AB")).pick((0, 0))[0].name
    'picked'
    """

    @property
    def name(self) -> str:
        """The name of the event, in lower case."""
        return type(self).__name__.lower()


class Picked(Event, frozen=True):
    """A tile was selected, replacing any earlier selection: its `cell` and `kind`.

    >>> llk.Game(llk.Board.parse("AAB/ABA")).pick((0, 0))
    [Picked(cell=Cell(row=0, col=0), kind=1)]
    """

    cell: Cell
    kind: int


class Dropped(Event, frozen=True):
    """The tile on `cell` is no longer selected.

    >>> game = llk.Game(llk.Board.parse("AAB/ABA"))
    >>> game.pick((0, 0)) + game.pick((0, 0))
    [Picked(cell=Cell(row=0, col=0), kind=1), Dropped(cell=Cell(row=0, col=0))]
    """

    cell: Cell


class Linked(Event, frozen=True):
    """Two tiles were removed.

    - `move`: the two cells; `kind`: the kind of the tiles.
    - `path`: the path that joined them, from the tile picked first, with its `turns` and `steps`.
    - `points`: the points for the pair; `score`: the total so far.
    - `combo`: position in the current combo (1 = first); 0 if the pair was auto-played.
    - `number`: position in the game (1 = first pair).

    >>> (linked,) = llk.Game(llk.Board.parse("AAB/ABA")).play((0, 0), (0, 1))
    >>> str(linked.path), linked.points, linked.combo
    ('1,1-1,2', 10, 1)
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
    """Gravity moved tiles, all at once: `shifts` lists them in reading order of where they came from.

    >>> game = llk.Game(llk.Board.parse("AB/CC/AB", rules=llk.Rules(gravity="down")))
    >>> linked, packed = game.play((1, 0), (1, 1))
    >>> [f"{shift.start} to {shift.end}" for shift in packed.shifts]
    ['1,1 to 2,1', '1,2 to 2,2']
    """

    shifts: tuple[TileShift, ...]


class Refused(Event, frozen=True):
    """A command was refused and changed nothing.

    - `command`: its text.
    - `reason`: why.
    - `cells`: the cells it was about.
    - `miss`: if no path joins two equal tiles, the nearest miss.

    >>> (refused,) = llk.Game(llk.Board.parse("AB/BA", rules=llk.Rules(outside=False))).play((0, 0), (1, 1))
    >>> refused.reason, refused.miss.blockers
    ('no path', (Cell(row=0, col=1),))
    """

    command: str
    reason: Reason
    cells: tuple[Cell, ...] = ()
    miss: NearMiss | None = None


class Hinted(Event, frozen=True, omit_defaults=True):
    """A pair that can be removed.

    - `move`: the pair; `path`: the path that joins it.
    - `safe`: whether the game can be won after it; False if it is already lost, None if undecided.
    - `left`: the number of hints left; None if unlimited.
    - `timed_out`: whether `safe` is undecided because the time was over; in JSON only if so.

    >>> (hinted,) = llk.Game(llk.Board.parse("AAB/ABA"), llk.Options(hints=3)).hint()
    >>> str(hinted.move), hinted.safe, hinted.left
    ('1,1-1,2', True, 2)
    """

    move: Move
    path: Path
    safe: bool | None
    left: int | None
    timed_out: bool = False


class Stuck(Event, frozen=True):
    """No move is left, but `tiles` tiles remain.

    >>> game = llk.Game(llk.Board.parse("AA/AB/BA"), llk.Options(when_stuck="ask"))
    >>> game.play((0, 0), (0, 1))[-1]
    Stuck(tiles=4)
    """

    tiles: int


class Shuffled(Event, frozen=True):
    """The tiles were shuffled into a winnable position.

    - `board`: the new board.
    - `asked`: whether the player asked for it; if not, the game shuffled because no move was left.
    - `left`: the number of shuffles left; None if unlimited.

    >>> (shuffled,) = llk.Game(llk.Board.parse("AB/BA"), llk.Options(when_stuck="ask", shuffles=2)).shuffle()
    >>> llk.solve(shuffled.board).winnable, shuffled.asked, shuffled.left
    (True, True, 1)
    """

    board: Board
    asked: bool
    left: int | None


class Undone(Event, frozen=True):
    """A step was undone: `move`, or a shuffle if that is None; `board` is the new board.

    >>> game = llk.Game(llk.Board.parse("AAB/ABA"))
    >>> happened = game.play((0, 0), (0, 1))
    >>> (undone,) = game.undo()
    >>> str(undone.move), undone.board == game.first_board
    ('1,1-1,2', True)
    """

    board: Board
    move: Move | None


class Redone(Event, frozen=True):
    """An undone step was repeated: `move`, or a shuffle if that is None; `board` is the new board.

    >>> game = llk.Game(llk.Board.parse("AAB/ABA"))
    >>> happened = game.play((0, 0), (0, 1))
    >>> game.undo()[0].board == game.first_board, game.redo()[0].board == game.board
    (True, True)
    """

    board: Board
    move: Move | None


class Restarted(Event, frozen=True):
    """The game was restarted with `board`.

    >>> game = llk.Game(llk.Board.parse("AAB/ABA"))
    >>> happened = game.play((0, 0), (0, 1))
    >>> (restarted,) = game.restart()
    >>> restarted.board == game.first_board
    True
    """

    board: Board


class Paused(Event, frozen=True):
    """The clock is stopped; a screen should hide the board.

    >>> llk.Game(llk.Board.parse("AAB/ABA")).pause()
    [Paused()]
    """


class Resumed(Event, frozen=True):
    """The clock is running again.

    >>> game = llk.Game(llk.Board.parse("AAB/ABA"))
    >>> game.pause() + game.resume()
    [Paused(), Resumed()]
    """


class Doomed(Event, frozen=True):
    """The game can no longer be won without undo or shuffle.

    - `number`: the pair that lost it, counted from 1; 0 if it was lost from the start, None if undecided.
    - `move`: that pair.

    >>> game = llk.Game(llk.Board.parse("AAD/ABD/BA."), llk.Options(tell_doomed=True))
    >>> game.play((0, 0), (0, 1))[-1]
    Doomed(number=1, move=Move(a=Cell(row=0, col=0), b=Cell(row=0, col=1)))
    """

    number: int | None
    move: Move | None


class Lost(Event, frozen=True):
    """The game is lost; `reason` is "time", "stuck" or "given up".

    >>> llk.Game(llk.Board.parse("AAB/ABA")).give_up()
    [Lost(reason='given up')]
    """

    reason: Literal["time", "stuck", "given up"]


class Won(Event, frozen=True):
    """The board is clear.

    - `score`: all points; `time_points`: those for the time left.
    - `seconds`: how long the game took.
    - `stars`: 1 to 3.

    >>> llk.Game(llk.Board.parse("AA")).play((0, 0), (0, 1), at=2.5)[-1]
    Won(score=10, time_points=0, seconds=2.5, stars=3)
    """

    score: int
    time_points: int
    seconds: float
    stars: int


def to_json(value: msgspec.Struct) -> str:
    """Return an event, or a view, as JSON, with cells counted from 0 and boards as text.

    >>> to_json(llk.Game(llk.Board.parse("AB/AB")).pick((0, 0))[0])
    '{"event":"picked","cell":[0,0],"kind":1}'
    """
    return msgspec.json.encode(value, enc_hook=encode_value).decode()


def encode_value(value: object) -> Any:  # noqa: ANN401  # any JSON value
    """Return the JSON form of a value that msgspec cannot encode: a board becomes its text.

    >>> encode_value(Board.parse("A"))
    '1'
    """
    if isinstance(value, Board):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} has no JSON form")
