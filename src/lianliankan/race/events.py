"""The events of races and rooms: screens draw nothing else."""

from typing import Any, ClassVar, Literal

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.board.path import Path
from lianliankan.game.events import Event
from lianliankan.race.commands import Did
from lianliankan.race.items import Item
from lianliankan.race.seat import OutReason, SeatRank, Standing

DenialReason = Literal[
    "different kinds",
    "no path",
    "same tile",
    "empty cell",
    "off the board",
    "over",
    "not racing",
    "no such seat",
    "away",
    "not away",
    "stuck",
    "not stuck",
    "no hints left",
    "hints are blocked",
    "no such item",
    "bad target",
    "not proved",
]

RoomDenial = Literal[
    "closed",
    "full",
    "name taken",
    "no such seat",
    "not the host",
    "a race is running",
    "no race is running",
    "already so",
    "too many players",
    "not yet",
    "wrong deal",
]


class _SeatEvent(msgspec.Struct, frozen=True, tag_field="event", tag=str.lower):
    """Something that happened to a seat, counted from 0, and when."""

    at: int
    seat: int

    @property
    def name(self) -> str:
        """The name of the event, in lower case."""
        return type(self).__name__.lower()


class RaceEvent(_SeatEvent, frozen=True, kw_only=True):
    """Something that happened in a race; `at` counts milliseconds from its start.

    - `ranks`: how the seats rank after it, best first; None if that has not changed.
    """

    is_private: ClassVar[bool] = False
    """Whether it is for the player of the seat alone."""

    ranks: tuple[SeatRank, ...] | None = None


class PairTaken(RaceEvent, frozen=True):
    """A pair was taken.

    - `events`: what happened on the board, as in a game: `Linked`, and perhaps `Packed`, `Stuck` or `Won`.
    - `tiles`: how many are left; `pairs`: how many the seat has; `combo`: how many quick pairs it is in a row.
    - `by_bomb`: whether a bomb took it.
    - `idle_at`: when the seat is out if it takes no other pair; None if there is no such rule.
    """

    events: tuple[Event, ...]
    tiles: int
    pairs: int
    combo: int
    by_bomb: bool = False
    idle_at: int | None = None


class Denied(RaceEvent, frozen=True):
    """A command was refused and changed nothing: its text, the reason, and the cells it was about."""

    is_private = True

    command: str
    reason: DenialReason
    cells: tuple[Cell, ...] = ()


class HintShown(RaceEvent, frozen=True):
    """A pair that can be taken.

    - `move`, `path`: the pair, and what joins it; `is_safe`: whether the board is proved to be winnable after it.
    - `left`: the hints left.
    """

    is_private = True

    move: Move
    path: Path
    is_safe: bool
    left: int


class ItemEarned(RaceEvent, frozen=True):
    """A combo earned an item; `stock` is what the seat holds now."""

    item: Item
    stock: tuple[Item, ...]


class ItemUsed(RaceEvent, frozen=True):
    """An item was used; `until` is when a shield ends or, for more time, the seat's new limit."""

    item: Item
    stock: tuple[Item, ...]
    target: int | None = None
    until: int | None = None


class Attacked(RaceEvent, frozen=True):
    """An attack by the seat `by` landed on `seat`.

    - `item`: the item used; `did`: its effect: the same, something milder, or "nothing".
    - `is_shielded`: whether a shield stopped it, and is used up.
    - `until`: when it ends, if it lasts; `cells`: the cells that are hidden.
    - `pairs`: how many pairs the seat has now.
    """

    by: int
    item: Item
    did: Did
    is_shielded: bool = False
    until: int | None = None
    cells: tuple[Cell, ...] = ()
    pairs: int = 0


class BoardLaid(RaceEvent, frozen=True):
    """The seat's board was replaced (the common board, if there is one); it is proved to be winnable.

    - `board`: the new board.
    - `why`: "stuck" if no move was left, "shuffle" or "put-back" for an attack; "lost" if an attack that changes no
      tiles met a board that was not known to be winnable; "ghost" if a ghost undid or shuffled something.
    - `pairs`: how many the seat has now.
    - `idle_at`: when those who play on the board are out if they take no pair; None if that has not changed.
    """

    board: Board
    why: Literal["stuck", "shuffle", "put-back", "lost", "ghost"]
    pairs: int
    idle_at: int | None = None


class WentAway(RaceEvent, frozen=True):
    """The player is away; the seat is out unless they are back by `until`."""

    until: int


class CameBack(RaceEvent, frozen=True):
    """The player is back; `idle_at` is when the seat is out if it takes no pair, None if there is no such rule."""

    idle_at: int | None = None


class WentOut(RaceEvent, frozen=True):
    """The seat is out, and why."""

    reason: OutReason


class SeatFinished(RaceEvent, frozen=True):
    """The seat cleared its board; with a common board, all seats still racing do.

    - `rank`: as which one; `closes_at`: when the race is over for the others, if their time is limited now.
    """

    rank: int
    closes_at: int | None = None


class RaceOver(RaceEvent, frozen=True):
    """The race is over; the standings, best first. Its seat is that of the first of them."""

    standings: tuple[Standing, ...]


# ---- Rooms -----------------------------------------------------------------------------------------------------------


class RoomEvent(_SeatEvent, frozen=True):
    """Something that happened in a room; `at` counts milliseconds from its opening."""


class SeatTaken(RoomEvent, frozen=True):
    """A player or a bot took the seat; `bot` is its strength, 0 for a person."""

    player: str
    bot: int


class SeatFreed(RoomEvent, frozen=True):
    """The seat is free again: its player left, did not come back in time, or was kicked."""

    reason: Literal["left", "kicked"]


class ReadyChanged(RoomEvent, frozen=True):
    """The player of the seat is ready for the next race, or no longer."""

    is_ready: bool
    is_away: bool = False


class HostChanged(RoomEvent, frozen=True):
    """The player of the seat is the host now."""


class SettingsChanged(RoomEvent, frozen=True):
    """The host, on `seat`, changed the settings (those that differ from the defaults); all players are unready."""

    settings: dict[str, Any]


class CountdownBegun(RoomEvent, frozen=True):
    """All players are ready: the race begins at `until`. The board is secret until then."""

    until: int


class CountdownStopped(RoomEvent, frozen=True):
    """The countdown was cancelled: a player joined, left or is no longer ready."""


class RaceBegun(RoomEvent, frozen=True):
    """The race has begun: its board, its deal, and its seats. The times of its events count from here."""

    board: Board
    deal: str
    seats: tuple[int, ...]


class RoomClosed(RoomEvent, frozen=True):
    """The last person has left; the room is closed for good."""


class RoomDenied(RoomEvent, frozen=True):
    """A command was refused and changed nothing; for its sender alone."""

    command: str
    reason: RoomDenial
