"""What the store has of a room, and what a change adds to it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from lianliankan.errors import BadRecord, DamagedStore
from lianliankan.race.room import Room
from lianliankan.race.room_events import RaceBegun, SeatFreed, SeatTaken
from lianliankan.race.room_state import RoomSnapshot

__all__ = ["LobbyRow", "NewEntry", "RoomBase", "RoomChange", "RoomPlayer", "Seating", "StoredRoom"]

NO_SEAT: Final = -1


class NewEntry(NamedTuple):
    """A command as it is stored: its time in milliseconds since the room was opened, and of a "join" the player."""

    at: int
    command: str
    player: str = ""


class RoomPlayer(NamedTuple):
    """A player who has, or had, a seat in a room; -1 is none any more."""

    player: str
    seat: int
    is_kicked: bool = False


class LobbyRow(NamedTuple):
    """What lists show of a room, and `changed`, the time of the last command in microseconds since 1970."""

    changed: int
    phase: str
    settings: str
    format: str
    seats: int
    people: int
    bots: int
    host: str
    rating: int

    @classmethod
    def of(cls, room: Room, *, opened: int, rating: int) -> "LobbyRow":
        """Return the row of a room that was opened at a time, and the mean rating of its people."""
        bots = sum(seat.bot > 0 for seat in room.seats.values())
        return cls(
            changed=opened + 1000 * room.now,
            phase=room.phase,
            settings=msgspec.json.encode(room.settings.to_dict()).decode(),
            format=room.settings.format,
            seats=room.settings.seats,
            people=len(room.seats) - bots,
            bots=bots,
            host="" if room.host is None else room.seats[room.host].name,
            rating=rating,
        )


class RoomChange(NamedTuple):
    """What a command adds to a stored room.

    - `id`: the room; `version`: its version before. If it has another one, nothing is written.
    - `author`: the server that writes it.
    - `players`: those whose seats have changed.
    """

    id: str
    version: int
    author: str
    entries: Sequence[NewEntry]
    lobby: LobbyRow
    players: Sequence[RoomPlayer] = ()


class RoomBase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a room is replayed from: a snapshot, and which player had which seat."""

    room: RoomSnapshot
    players: dict[int, str] = {}

    def to_json(self) -> str:
        """Return it as JSON."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str) -> "RoomBase":
        """Read the result of `to_json`; raises BadRecord."""
        try:
            return msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, ValueError, RecursionError) as problem:
            raise BadRecord(f"not the base of a room: {problem}") from None


class Seating:
    """Which player has which seat; it follows the events of a room.

    - `seats`: by number, the players who have a seat now; bots are left out.
    - `racers`: those of the race that is running, or else of the last one.
    - `kicked`: players whom the host removed.

    >>> seating = Seating()
    >>> seating.follow([SeatTaken(0, 2, "Ann", 0)], "ann's id")
    [RoomPlayer(player="ann's id", seat=2, is_kicked=False)]
    >>> seating.seat_of("ann's id")
    2
    """

    def __init__(self, seats: Mapping[int, str] | None = None, kicked: Iterable[str] = ()) -> None:
        self.seats = dict(seats or {})
        self.racers: dict[int, str] = {}
        self.kicked = set(kicked)

    def seat_of(self, player: str) -> int | None:
        """Return the seat of a player, or None."""
        return next((seat for seat, each in self.seats.items() if each == player), None)

    def follow(self, events: Iterable[object], player: str = "") -> list[RoomPlayer]:
        """Note what events change, those of a "join" with its player, and return the rows that change in the store."""
        changed: list[RoomPlayer] = []
        for event in events:
            match event:
                case SeatTaken(seat=seat, bot=0):
                    self.seats[seat] = player
                    changed.append(RoomPlayer(player, seat))
                case SeatFreed(seat=seat, reason=reason) if seat in self.seats:
                    gone = self.seats.pop(seat)
                    if reason == "kicked":
                        self.kicked.add(gone)
                    changed.append(RoomPlayer(gone, NO_SEAT, gone in self.kicked))
                case RaceBegun():
                    self.racers = dict(self.seats)
        return [row for row in changed if row.player]


class StoredRoom(NamedTuple):
    """A room as the store has it.

    - `opener`: the player who made it; `opened`: when, in microseconds since 1970, by the clock of the store.
    - `ghosts`: the share texts of the games that its ghosts repeat, as JSON; '' for a room without.
    - `base`, `entries`: what it is replayed from, each entry with its author.
    - `players`: who has, or had, a seat.
    """

    id: str
    code: str
    opener: str
    is_public: bool
    is_quick: bool
    ghosts: str
    opened: int
    version: int
    rating: int
    base: RoomBase
    entries: tuple[NewEntry, ...]
    authors: tuple[str, ...]
    players: tuple[RoomPlayer, ...]

    def replay(self) -> tuple[Room, Seating]:
        """Return the room and its seating; raises DamagedStore if the entries do not lead to its version."""
        room = Room.resumed(self.base.room)
        seating = Seating(self.base.players, (row.player for row in self.players if row.is_kicked))
        try:
            for entry in self.entries:
                seating.follow(room.do(entry.command, at=entry.at / 1000), entry.player)
        except ValueError as problem:
            raise DamagedStore(f"room {self.code}: {problem}") from None
        if room.version != self.version:
            raise DamagedStore(f"room {self.code}: it has version {self.version}, and its entries lead to another")
        return room, seating

    def entries_since(self, version: int) -> tuple[NewEntry, ...] | None:
        """Return the entries since a version, or None if they are no longer there."""
        first = version - self.base.room.version
        return None if first < 0 else self.entries[first:]
