"""The statements that write games and rooms to PostgreSQL and announce what they have written.

Every batch is one statement: one round trip and one transaction. The announcement is part of the transaction. All
announcements are hints: a server that misses one finds out with its next command, or when it reads the game or room.
"""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from lianliankan.store.columns import GAMES_TABLE
from lianliankan.store.room_log import NewEntry, RoomAddition
from lianliankan.store.schema import translate_types

if TYPE_CHECKING:
    from lianliankan.store.writes import Change

CHANNEL: Final = "llk"
"""The channel of notifications: the sender, the kind of event, and the games, separated by blanks."""

ROOM_CHANNEL: Final = "llk_rooms"
"""The channel of notifications about rooms."""

CONNECTION_SETTINGS: Final[dict[str, Any]] = {
    "autocommit": True,  # transactions are started explicitly
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
    "application_name": "lianliankan",
}
"""The settings of connections."""

NOTIFY: Final = f"SELECT pg_notify('{CHANNEL}', said) FROM unnest(%s::text[]) AS said".encode()
"""Sends notifications."""

_GAMES_PER_NOTIFICATION = 256  # a notification is limited to 8,000 bytes
_MAX_SAID = 2000  # bytes about one room: beyond, the entries are left out
_PART_BYTES = 5000  # of a notification about rooms: what begins before this belongs to it


class Statement(NamedTuple):
    """A statement and its values; it returns rows of two columns: the written item, and a number."""

    text: bytes
    values: Sequence[object]


# ---- Games -----------------------------------------------------------------------------------------------------------


def update_games(names: tuple[str, ...], changes: Sequence["Change"], server: str) -> Statement:
    """Return the statement that writes changes of games with these columns, and returns the written ids and lengths.

    The version check is in the update: a game whose length or player is not the expected one is left alone, and so are
    its rows. Those written are announced by the `server`, as `SERVER moved ID:LENGTH …`.
    """
    columns = ("id", "old_length", "old_player", *names)
    games = [dict(zip(columns, change.row, strict=True)) for change in changes]
    firsts = [change.first_pair._asdict() for change in changes if change.first_pair]
    ids = [change.id for change in changes]
    return Statement(_update_text(names), (_encode(games), ids, _list_entries(changes), _encode(firsts), server))


def find_updated(changes: Sequence["Change"]) -> Statement:
    """Return the statement that finds the games that have the entries of these changes.

    A change without entries is not found; it may be written twice, which is the same as once.
    """
    return Statement(_FIND_UPDATED, (_list_entries(changes),))


@cache
def _update_text(names: tuple[str, ...]) -> bytes:
    kinds = {"id": "TEXT", "old_length": "INTEGER", "old_player": "TEXT"}
    kinds |= {name: GAMES_TABLE[name].split()[0] for name in names}
    fields = ", ".join(f"{name} {kind}" for name, kind in kinds.items())
    setters = ", ".join(f"{name} = new.{name}" for name in names)
    statement = (
        f"WITH done AS (UPDATE games SET {setters} FROM json_to_recordset(%s) AS new ({fields}) "
        # The ids are there for the plan: one made while there are few games, and kept, finds them by index, too.
        "WHERE games.id = new.id AND games.id = ANY(%s) "
        "AND games.length = new.old_length AND games.player = new.old_player "
        "RETURNING games.id, games.length), "
        "added AS (INSERT INTO commands (game, number, at, command) SELECT game, number, at, command "
        "FROM json_to_recordset(%s) AS entry (game TEXT, number INTEGER, at INTEGER, command TEXT) "
        "JOIN done ON done.id = entry.game), "
        "tried AS (INSERT INTO first_attempts (player, day, game, made) SELECT player, day, game, made "
        "FROM json_to_recordset(%s) AS pair (player TEXT, day TEXT, game TEXT, made INTEGER) "
        "JOIN done ON done.id = pair.game ON CONFLICT (player, day) DO NOTHING), "
        f"parts AS (SELECT id, length, row_number() OVER () / {_GAMES_PER_NOTIFICATION} AS part FROM done), "
        f"told AS (SELECT pg_notify('{CHANNEL}', %s || ' moved ' || string_agg(id || ':' || length, ' ')) "
        "FROM parts GROUP BY part) "
        "SELECT id, length FROM done, (SELECT count(*) FROM told) AS all_told"  # a part that is not selected is not run
    )
    return translate_types(statement).encode()


_FIND_UPDATED: Final = translate_types(
    "SELECT commands.game, max(commands.number) FROM commands JOIN json_to_recordset(%s) AS entry "
    "(game TEXT, number INTEGER, at INTEGER, command TEXT) USING (game, number, at, command) GROUP BY commands.game"
).encode()


def _list_entries(changes: Sequence["Change"]) -> str:
    names = ("game", "number", "at", "command")
    return _encode([dict(zip(names, row, strict=True)) for change in changes for row in change.entry_rows])


# ---- Rooms -----------------------------------------------------------------------------------------------------------


def add_to_rooms(additions: Sequence[RoomAddition]) -> Statement:
    """Return the statement that appends entries to rooms, and returns the codes and the versions before.

    The rooms are locked in order, so that servers that write to the same rooms never wait for each other in a circle.
    The announcement has the entries in it, so that other servers need not read them.
    """
    return Statement(_ADD_TO_ROOMS, (_list_additions(additions), [each.code for each in additions]))


def find_added(additions: Sequence[RoomAddition]) -> Statement:
    """Return the statement that finds the rooms with these entries after known versions, and the versions before."""
    return Statement(_FIND_ADDED, (_list_additions(additions),))


_ADDITION = "(code TEXT, version INTEGER, number INTEGER, at INTEGER, author TEXT, entries JSON)"
_ADD_TO_ROOMS: Final = translate_types(
    f"WITH new AS (SELECT * FROM json_to_recordset(%s) AS new {_ADDITION}), "
    "locked AS (SELECT code FROM rooms WHERE code = ANY(%s) ORDER BY code FOR UPDATE), "
    "done AS (UPDATE rooms SET version = rooms.version + new.number, "
    "changed = greatest(rooms.changed, rooms.opened + 1000 * new.at) "
    "FROM new JOIN locked USING (code) WHERE rooms.code = new.code AND rooms.version >= new.version "
    "RETURNING rooms.code, rooms.version - new.number AS before, new.author, new.entries), "
    "added AS (INSERT INTO room_entries (room, number, at, author, command, note) "
    "SELECT code, before + place, (entry ->> 0)::INTEGER, author, entry ->> 1, entry ->> 2 "
    "FROM done, json_array_elements(entries) WITH ORDINALITY AS each (entry, place)), "
    "announced AS (SELECT code, json_build_array(code, before, author, "
    f"CASE WHEN octet_length(entries::TEXT) <= {_MAX_SAID} THEN entries END) AS said FROM done), "
    f"parts AS (SELECT said, sum(octet_length(said::TEXT) + 4) OVER (ORDER BY code) / {_PART_BYTES} AS part "
    "FROM announced), "
    f"told AS (SELECT pg_notify('{ROOM_CHANNEL}', json_agg(said)::TEXT) FROM parts GROUP BY part) "
    "SELECT code, before FROM done, (SELECT count(*) FROM told) AS all_told"
).encode()
_FIND_ADDED: Final = translate_types(
    "SELECT entry.room, min(entry.number) - 1 FROM room_entries AS entry "
    f"JOIN json_to_recordset(%s) AS new {_ADDITION} ON entry.room = new.code AND entry.number > new.version "
    "AND entry.author = new.author AND entry.at = (new.entries -> 0 ->> 0)::INTEGER "
    "AND entry.command = new.entries -> 0 ->> 1 AND entry.note = new.entries -> 0 ->> 2 GROUP BY entry.room"
).encode()


def _list_additions(additions: Sequence[RoomAddition]) -> str:
    rooms = []
    for each in additions:
        about = {"number": len(each.entries), "at": each.entries[-1].at}
        rooms.append(each._asdict() | about)
    return _encode(rooms)


class RoomAnnouncement(NamedTuple):
    """Entries that were added to a room: its version before, and the author; None for entries that must be read."""

    code: str
    version: int
    author: str
    entries: tuple[NewEntry, ...] | None


def read_announcements(text: str) -> list[RoomAnnouncement]:
    """Read a notification; raises ValueError if it is from a later version that says something else.

    >>> read_announcements('[["BCDFGH", 7, "w1", [[1500, "1 ready", ""]]]]')[0].entries
    (NewEntry(at=1500, command='1 ready', note=''),)
    """
    return msgspec.json.decode(text, type=list[RoomAnnouncement])


def _encode(value: object) -> str:
    return msgspec.json.encode(value).decode()
