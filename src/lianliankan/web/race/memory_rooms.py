"""Rooms in memory."""

import time
from collections.abc import Sequence

from lianliankan.errors import StoreError
from lianliankan.race.settings import RaceSettings
from lianliankan.store.room_log import FinishedRace, LogEntry, RoomAddition, RoomCard, StoredRoom
from lianliankan.web.race.replica import first_base

__all__ = ["MemoryRooms", "NoSuchRoom"]


class NoSuchRoom(StoreError):
    """A room that does not exist, or no longer does."""


class MemoryRooms:
    """Rooms that end with the server."""

    def __init__(self) -> None:
        self._rooms: dict[str, StoredRoom] = {}

    def create_room(self, code: str, settings: RaceSettings, *, is_public: bool) -> None:
        """Open a room."""
        self._rooms[code] = StoredRoom(code, self.clock(), is_public, first_base(settings), 0, ())

    def open_room(self, code: str) -> StoredRoom:
        """Return a room."""
        if code not in self._rooms:
            raise NoSuchRoom(f"there is no room {code!r}")
        return self._rooms[code]

    def read_entries(self, code: str, version: int) -> tuple[LogEntry, ...]:
        """Return the entries after a version."""
        return tuple(entry for entry in self.open_room(code).entries if entry.number > version)

    def append_entries(self, additions: Sequence[RoomAddition]) -> list[int | StoreError]:
        """Add entries."""
        found: list[int | StoreError] = []
        for code, author, _, entries in additions:
            room = self._rooms.get(code)
            if room is None:
                found.append(NoSuchRoom(f"there is no room {code!r}"))
                continue
            before = room.base_version + len(room.entries)
            added = [
                LogEntry(number, entry.at, author, entry.command, entry.note)
                for number, entry in enumerate(entries, before + 1)
            ]
            self._rooms[code] = room._replace(entries=(*room.entries, *added))
            found.append(before)
        return found

    def set_base(self, code: str, version: int, base: bytes) -> None:
        """Replace the base."""
        room = self.open_room(code)
        later = tuple(entry for entry in room.entries if entry.number > version)
        self._rooms[code] = room._replace(base=base, base_version=version, entries=later)

    def set_card(self, code: str, version: int, card: RoomCard) -> None:
        """Do nothing: there are no lists."""

    def remove_room(self, code: str) -> None:
        """Remove a room."""
        self._rooms.pop(code, None)

    def finish_race(self, finished: FinishedRace) -> bool:
        """Do nothing."""
        return True

    def clock(self) -> int:
        """Return the time."""
        return time.time_ns() // 1000
