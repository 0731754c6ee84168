"""The events of a room: who sits where, who is ready, and when a race begins."""

from typing import Any, Literal

import msgspec

from lianliankan.board.board import Board

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


class RoomEvent(msgspec.Struct, frozen=True, tag_field="event", tag=str.lower):
    """Something that happened in a room: when, in milliseconds since it was opened, and to which seat, from 0."""

    at: int
    seat: int

    @property
    def name(self) -> str:
        """The name of the event, in lower case."""
        return type(self).__name__.lower()


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
    """The host, on `seat`, chose other settings, those that differ from the defaults; nobody is ready any more."""

    settings: dict[str, Any]


class CountdownBegun(RoomEvent, frozen=True):
    """Everybody is ready: the race begins at `until`. The board is not known to anybody before that."""

    until: int


class CountdownStopped(RoomEvent, frozen=True):
    """Somebody joined, left or is no longer ready: the countdown is off."""


class RaceBegun(RoomEvent, frozen=True):
    """The race has begun: its board, its deal, and the seats that take part. Times of its events count from here."""

    board: Board
    deal: str
    seats: tuple[int, ...]


class RoomClosed(RoomEvent, frozen=True):
    """The last person has left; the room is closed for good."""


class RoomDenied(RoomEvent, frozen=True):
    """A command was refused and changed nothing; only who gave it is to know."""

    command: str
    reason: RoomDenial
