"""The statement that adds entries to rooms in PostgreSQL and announces them, which the store and the server share.

The announcement is part of the transaction and has the entries in it, so that other servers need not read them. All
announcements are hints: a server that misses one finds a gap in the versions, or is refused, and reads the room.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from lianliankan.store.room_log import NewEntry, RoomAddition
from lianliankan.store.schema import translate_types

ROOM_CHANNEL: Final = "llk_rooms"
"""The channel of notifications about rooms."""

_MAX_SAID = 2000  # bytes about one room: beyond, the entries are left out
_PART_BYTES = 5000  # of a notification, which is limited to 8,000 bytes; what begins before this belongs to it


def _append_where(condition: str) -> bytes:
    """Return the statement that adds entries to rooms, after whatever they have, and returns the versions before.

    The rooms are locked in order, so that servers that write to the same rooms never wait for each other in a circle.
    """
    statement = (
        "WITH new AS (SELECT * FROM json_to_recordset(%s) "
        "AS new (code TEXT, version INTEGER, number INTEGER, at INTEGER, said TEXT)), "
        "locked AS (SELECT code FROM rooms WHERE code = ANY(%s) ORDER BY code FOR UPDATE), "
        "done AS (UPDATE rooms SET version = rooms.version + new.number, "
        "changed = greatest(rooms.changed, rooms.opened + 1000 * new.at) "
        f"FROM new JOIN locked USING (code) WHERE rooms.code = new.code AND {condition} "
        "RETURNING rooms.code, rooms.version - new.number AS before, new.said), "
        "added AS (INSERT INTO room_entries (room, number, at, author, command, note) "
        "SELECT room, before + place, at, author, command, note FROM json_to_recordset(%s) AS entry "
        "(room TEXT, place INTEGER, at INTEGER, author TEXT, command TEXT, note TEXT) JOIN done ON done.code = room), "
        "announced AS (SELECT code, '[\"' || code || '\",' || before || ',' || said AS said FROM done), "
        f"parts AS (SELECT said, sum(octet_length(said)) OVER (ORDER BY code) / {_PART_BYTES} AS part FROM announced), "
        f"told AS (SELECT pg_notify('{ROOM_CHANNEL}', '[' || string_agg(said, ',') || ']') FROM parts GROUP BY part) "
        "SELECT code, before, (SELECT count(*) FROM told) FROM done"  # a part that is not selected would not be run
    )
    return translate_types(statement).encode()


APPEND_TO_ROOMS: Final = _append_where("rooms.version = new.version")
"""Adds entries to rooms that have the right versions, and returns their codes and versions."""

ADD_TO_ROOMS: Final = _append_where("rooms.version >= new.version")
"""Adds entries to rooms after what others have added, and returns their codes and the versions before."""

FIND_ADDED: Final = (
    b"SELECT entry.room, min(entry.number) - 1 FROM room_entries AS entry JOIN unnest(%s::text[], %s::bigint[], "
    b"%s::bigint[], %s::text[], %s::text[]) AS new (room, number, at, author, command) "
    b"USING (room, at, author, command) WHERE entry.number >= new.number GROUP BY entry.room"
)
"""Finds the rooms that have the given entries at these numbers or later, and the versions before them."""

FIND_APPENDED: Final = (
    b"SELECT entry.room FROM room_entries AS entry JOIN unnest(%s::text[], %s::bigint[], %s::bigint[], %s::text[], "
    b"%s::text[]) AS new (room, number, at, author, command) USING (room, number, at, author, command)"
)
"""Finds the rooms that have the given entries: an addition that nobody answered was written after all."""

FIND_ROOMS: Final = b"SELECT code FROM rooms WHERE code = ANY(%s)"
"""Finds which rooms there are."""


class RoomAnnouncement(NamedTuple):
    """Entries that were added to a room: its version before, by whom; None for entries that must be read."""

    code: str
    version: int
    author: str
    entries: tuple[NewEntry, ...] | None


def encode_additions(additions: Sequence[RoomAddition]) -> tuple[str, list[str], str]:
    """Return the values for `APPEND_TO_ROOMS`."""
    rooms = [
        {
            "code": each.code,
            "version": each.version,
            "number": len(each.entries),
            "at": each.entries[-1].at,
            "said": _announce(each),
        }
        for each in additions
    ]
    names = ("room", "place", "at", "author", "command", "note")
    entries = [
        dict(zip(names, (room, number - each.version, *rest), strict=True))
        for each in additions
        for room, number, *rest in each.rows
    ]
    return _encode(rooms), [each.code for each in additions], _encode(entries)


def encode_search(
    additions: Sequence[RoomAddition],
) -> tuple[list[str], list[int], list[int], list[str], list[str]]:
    """Return the values for `FIND_APPENDED`: the first entry of each addition."""
    firsts = [each.rows[0] for each in additions]
    return (
        [row[0] for row in firsts],
        [row[1] for row in firsts],
        [row[2] for row in firsts],
        [row[3] for row in firsts],
        [row[4] for row in firsts],
    )


def read_announcements(text: str) -> list[RoomAnnouncement]:
    """Read a notification; raises ValueError if it is from a later version that says something else.

    >>> addition = RoomAddition("BCDFGH", "w1", 7, [NewEntry(1500, "1 ready")])
    >>> read_announcements('[["BCDFGH",7,' + _announce(addition) + "]")[0].entries
    (NewEntry(at=1500, command='1 ready', note=''),)
    """
    return msgspec.json.decode(text, type=list[RoomAnnouncement])


def _announce(addition: RoomAddition) -> str:
    """Return what follows the code and the version in an announcement."""
    said = _encode([addition.author, addition.entries])
    return (said if len(said.encode()) <= _MAX_SAID else _encode([addition.author, None]))[1:]


def _encode(value: object) -> str:
    return msgspec.json.encode(value).decode()
