"""What a room consists of: its phase, its seats, its entries, and a snapshot of it from which it goes on."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple

import msgspec

from lianliankan.errors import BadOptions, BadRecord
from lianliankan.game.clock import Clock
from lianliankan.race.race import Race
from lianliankan.race.seat import Racer
from lianliankan.race.settings import RaceSettings

RoomPhase = Literal["waiting", "countdown", "racing", "closed"]


class RoomEntry(NamedTuple):
    """An accepted command, as text, and its time in milliseconds since the room was opened."""

    at: int
    command: str


class RoomSeat(msgspec.Struct):
    """Who sits on a seat: a name, a bot's strength, whether they are ready, and since when they are away."""

    name: str
    bot: int = 0
    is_ready: bool = False
    away_since: int | None = None


class RoomSnapshot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A room in which no race is running, without what led to it; the last race is not in it.

    - `version`: how many commands were accepted before; `now`: the time of the last one.
    - `since`: when the countdown began; `races`: how many races have begun.

    >>> snapshot = RoomSnapshot(RaceSettings(seats=2))
    >>> snapshot.to_json()
    '{"settings":{"seats":2},"version":0,"now":0,"seats":{},"host":null,"phase":"waiting","since":0,"races":0}'
    >>> RoomSnapshot.from_json(snapshot.to_json()) == snapshot
    True
    """

    settings: RaceSettings
    version: int = 0
    now: int = 0
    seats: dict[int, RoomSeat] = {}
    host: int | None = None
    phase: Literal["waiting", "countdown", "closed"] = "waiting"
    since: int = 0
    races: int = 0

    def to_json(self) -> str:
        """Return it as JSON."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str) -> "RoomSnapshot":
        """Read the result of `to_json`; raises BadRecord."""
        try:
            return msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, ValueError, RecursionError) as problem:
            raise BadRecord(f"not the snapshot of a room: {problem}") from None


class ReadableRoom:
    """The state of a room, for `Room`, which changes it."""

    def __init__(self, settings: RaceSettings | None = None, *, ghosts: Sequence[Racer] = ()) -> None:
        """Take the settings of the first race and, for a room of ghost races, the ghosts: it has one seat."""
        self._ghosts = tuple(ghosts)
        self._settings = check_room_settings(settings or RaceSettings(), has_ghosts=bool(ghosts))
        self._seats: dict[int, RoomSeat] = {}
        self._host: int | None = None
        self._phase: RoomPhase = "waiting"
        self._race: Race | None = None
        self._since = 0  # when the countdown or the race began
        self._race_began: int | None = None
        self._race_number = 0
        self._clock, self._entries, self._first_version = Clock(), list[RoomEntry](), 0
        self._base = self.snapshot()

    # ---- State -------------------------------------------------------------------------------------------------------

    @property
    def settings(self) -> RaceSettings:
        """The settings of the next race, or of the one that is running."""
        return self._settings

    @property
    def ghosts(self) -> tuple[Racer, ...]:
        """The ghosts that every race is against; none but in a room of ghost races."""
        return self._ghosts

    @property
    def seats(self) -> Mapping[int, RoomSeat]:
        """Who sits where; read only. Free seats are left out."""
        return MappingProxyType(self._seats)

    @property
    def host(self) -> int | None:
        """The seat of the host: a person, if there is one."""
        return self._host

    @property
    def phase(self) -> RoomPhase:
        """What the room is doing."""
        return self._phase

    @property
    def race(self) -> Race | None:
        """The race that is running, or else the last one."""
        return self._race

    @property
    def countdown_until(self) -> int | None:
        """When the race begins, in milliseconds since the room was opened; None unless a countdown is running."""
        return self._since + 1000 * self._settings.countdown if self._phase == "countdown" else None

    @property
    def race_began(self) -> int | None:
        """When the race that is running, or else the last one, began, in milliseconds since the room was opened."""
        return self._race_began

    @property
    def race_number(self) -> int:
        """How many races have begun."""
        return self._race_number

    @property
    def now(self) -> int:
        """The time of the last command, in milliseconds since the room was opened."""
        return self._clock.now

    @property
    def version(self) -> int:
        """The number of accepted commands."""
        return self._first_version + len(self._entries)

    def entries_since(self, version: int) -> tuple[RoomEntry, ...]:
        """Return the commands accepted since a version."""
        return tuple(self._entries[max(version - self._first_version, 0) :])

    @property
    def entries(self) -> tuple[RoomEntry, ...]:
        """All accepted commands since the room was opened or resumed. With what it began with, they are the room."""
        return tuple(self._entries)

    @property
    def base(self) -> RoomSnapshot:
        """The room just before the race that is running, or else the last one, began; without one, as it was opened.

        With the entries since, it is the whole room, its last race included.
        """
        return self._base

    def snapshot(self) -> RoomSnapshot:
        """Return the room as it is, without its last race; raises ValueError while a race is running.

        >>> ReadableRoom(RaceSettings(seats=3)).snapshot().settings.seats
        3
        """
        if self._phase == "racing":
            raise ValueError("a race is running")
        return RoomSnapshot(
            settings=self._settings,
            version=self.version,
            now=self.now,
            seats={number: msgspec.structs.replace(seat) for number, seat in self._seats.items()},
            host=self._host,
            phase=self._phase,
            since=self._since,
            races=self._race_number,
        )


def check_room_settings(settings: RaceSettings, *, has_ghosts: bool = False) -> RaceSettings:
    """Return settings that a room can have; raises BadOptions for others."""
    if (settings.format == "ghost") != has_ghosts or (has_ghosts and settings.seats != 1):
        raise BadOptions("a ghost race is for one player, and has ghosts, which no other race has")
    if settings.seats < settings.format_rules.min_seats:
        raise BadOptions(f"{settings.format!r} needs {settings.format_rules.min_seats} seats")
    return settings
