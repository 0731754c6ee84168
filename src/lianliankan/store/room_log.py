"""The log of a room: the stored entries and additions to them.

A room is a log: entries numbered from 1, in the order in which the store took them. An entry gets the next
number, whichever server adds it, and every server that has the room applies all entries in that order; so no server
owns a room. What an entry means is decided when it is applied: it may come after another that was faster, and then do
nothing.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from lianliankan.errors import StoreError
from lianliankan.race.race import Race
from lianliankan.race.room import RoomSnapshot


class NoSuchRoom(StoreError):
    """The room is not, or no longer, in the store."""


class NewEntry(NamedTuple):
    """An entry before it has a number.

    - `at`: milliseconds since the room was opened, by the store's clock, as the server has measured it.
    - `command`: a command of `race.room.Room`, or one of the few words of `web.race.replica`.
    - `note`: what it needs beside: the player of a "join" or a "hello", the version that the cells of a pair are for.
    """

    at: int
    command: str
    note: str = ""


class LogEntry(NamedTuple):
    """An entry of a room; `author` is the name of the server that added it."""

    number: int
    at: int
    author: str
    command: str
    note: str = ""


class RoomAddition(NamedTuple):
    """Entries to add to a room, one after the other.

    - `author`: the server that adds them; `version`: the room's version as far as the server knows.
    """

    code: str
    author: str
    version: int
    entries: Sequence[NewEntry]


class RoomCard(msgspec.Struct, frozen=True):
    """The entry of a room in lists, written when it has changed.

    - `names`, `players`: the names and ids of the people on its seats; `host`: the host's name.
    - `kicked`: the ids of players that the host removed.
    """

    phase: str
    format: str
    settings: dict[str, Any]
    seats: int
    names: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    bots: int = 0
    host: str = ""
    kicked: tuple[str, ...] = ()


class RoomBase(msgspec.Struct, frozen=True):
    """The snapshot of a room that the store keeps in place of its first entries.

    - `players`: the ids of the people on the seats; `kicked`: of those that the host removed.
    - `holders`: which server has the connection of a seat; `driver`: which one gives what is due.
    """

    room: RoomSnapshot
    players: dict[int, str] = {}
    kicked: tuple[str, ...] = ()
    holders: dict[int, str] = {}
    driver: str = ""


class StoredRoom(NamedTuple):
    """A room as the store has it.

    - `opened`: when, in microseconds since 1970, by the store's clock.
    - `base`: what the room was after `base_version` entries: a `RoomBase` as JSON.
    - `entries`: those since.
    - `is_quick`: whether it was made for a quick match; `rating`: of the players that it suits, in points.
    - `ghosts`: what its ghosts repeat, as its maker wrote it; '' for a room without.
    """

    code: str
    opened: int
    is_public: bool
    base: bytes
    base_version: int
    entries: tuple[LogEntry, ...]
    is_quick: bool = False
    rating: int = 0
    ghosts: str = ""


class FinishedRace(NamedTuple):
    """A race that is over; `players` are the ids of its people by seat, `ended` is in microseconds since 1970."""

    id: str
    code: str
    race: Race
    players: dict[int, str]
    ended: int
