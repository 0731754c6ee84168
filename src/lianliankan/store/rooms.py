"""Rooms of races: opened, found by their codes, written entry by entry, listed, and removed when they are empty."""

import secrets
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from lianliankan.errors import QuotaExceeded, StoreError
from lianliankan.race.bots import choose_bot_levels
from lianliankan.store.database import Database, SqlConnection
from lianliankan.store.race_results import RaceResults
from lianliankan.store.room_log import FinishedRace, LogEntry, NoSuchRoom, RoomAddition, RoomBase, RoomCard, StoredRoom
from lianliankan.store.skills import NEWCOMER_POINTS, mean_points
from lianliankan.store.sql import insert, insert_many, select_in
from lianliankan.text import shorten

_LETTERS: Final = "BCDFGHJKMNPQRSTVWXYZ"  # none that look alike, and none that make words

CODE_LENGTH: Final = 6
"""How many letters the code of a room has."""

MAX_OPEN_ROOMS: Final = 5
"""How many rooms a player may have opened at the same time."""

MAX_CLEANED: Final = 1000
"""How many rooms are removed at once."""

_SECOND: Final = 1_000_000  # microseconds
_EMPTY_SECONDS: Final = 600  # a room that no player has entered is removed after this
_CLOSED_SECONDS: Final = 300  # and one that is closed: players may still look at the last race
_IDLE_SECONDS: Final = 6 * 3600
_LISTED_SECONDS: Final = 1800  # without a command for so long, a room is not worth a visit
_QUICK_SECONDS: Final = 90  # a player in a quick room who did nothing for so long is not waiting any more
_ENTERING_SECONDS: Final = 15  # the player that opens a quick room is expected for so long
_MAX_TRIES: Final = 10


class NewRoom(NamedTuple):
    """A room to open: its base, its card for lists, and its players.

    - `ghosts`: what its ghosts repeat, as the server reads it; '' for a room without.
    - `rating`: of the player who opens it, in points.
    """

    base: bytes
    card: RoomCard
    is_public: bool = False
    is_quick: bool = False
    ghosts: str = ""
    rating: int = NEWCOMER_POINTS


class RoomRow(NamedTuple):
    """A room in a list; times are microseconds since 1970. `settings` is JSON."""

    code: str
    is_public: bool
    is_quick: bool
    opened: int
    changed: int
    version: int
    phase: str
    format: str
    settings: str
    seats: int
    people: int
    bots: int
    host: str
    rating: int


class Rooms:
    """The rooms of a store, as a player sees them; each change is atomic, and on disk when the method returns.

    >>> import tempfile
    >>> from lianliankan.store import Store
    >>> from lianliankan.store.room_log import NewEntry
    >>> card = RoomCard(phase="waiting", format="sprint", settings={}, seats=6)
    >>> with tempfile.TemporaryDirectory() as folder, Store(folder) as store:
    ...     code = store.rooms.create(NewRoom(b"{}", card, is_public=True))
    ...     done = store.rooms.append_entries([RoomAddition(code, "w1", 0, [NewEntry(10, "join Ann", "ann's id")])])
    ...     done, store.rooms.open_room(code).entries
    ([0], (LogEntry(number=1, at=10, author='w1', command='join Ann', note="ann's id"),))
    """

    def __init__(self, database: Database, player: str) -> None:
        self._database = database
        self._player = player

    # ---- Opening and finding -----------------------------------------------------------------------------------------

    def create(self, new: NewRoom) -> str:
        """Open a room, and return its code; raises QuotaExceeded if the player has opened too many."""
        now = self._database.read_clock()
        with self._database.writing(self._player) as connection:
            self._check_number(connection)
            return self._create(connection, new, now)

    def find_quick(self, new: NewRoom) -> str:
        """Return the code of a room for a quick match: the one whose people are nearest in rating, or a new one.

        It is one of the same format with people who wait, and a free seat. If the player has a seat in such a room, it
        is that one.
        """
        now, format = self._database.read_clock(), new.card.format
        with self._database.writing(f"quick match: {format}") as connection:  # so that two do not wait in two rooms
            given = {
                "player": self._player,
                "format": format,
                "rating": new.rating,
                "waiting_since": now - _QUICK_SECONDS * _SECOND,
                "opened_since": now - _ENTERING_SECONDS * _SECOND,
            }
            found = connection.execute(_FIND_QUICK, given).fetchone()
            if found is not None:
                return str(found[0])
            self._check_number(connection)
            return self._create(connection, new._replace(is_public=True, is_quick=True), now)

    def _check_number(self, connection: SqlConnection) -> None:
        (number,) = connection.execute(
            "SELECT count(*) FROM rooms WHERE opener = ? AND phase <> 'closed'", (self._player,)
        ).fetchone()
        if number >= MAX_OPEN_ROOMS and self._player:
            raise QuotaExceeded(f"a player may have at most {MAX_OPEN_ROOMS} open rooms; leave one first")

    def _create(self, connection: SqlConnection, new: NewRoom, now: int) -> str:
        for _ in range(_MAX_TRIES):
            code = "".join(secrets.choice(_LETTERS) for _ in range(CODE_LENGTH))
            values: dict[str, object] = {
                "code": code,
                "opener": self._player,
                "ghosts": new.ghosts,
                "base": new.base.decode(),
                "is_public": int(new.is_public),
                "is_quick": int(new.is_quick),
                "opened": now,
                "changed": now,
                "base_version": 0,
                "version": 0,
                "card_version": 0,
                "rating": new.rating,
                **_card_values(new.card),
            }
            if insert(connection, "rooms", values, on_conflict="(code) DO NOTHING"):
                return code
        raise StoreError("no free code for a room was found")

    def list_public(self, limit: int = 100) -> list[RoomRow]:
        """List public rooms with people in them: first those with free seats that wait, the latest first."""
        since = self._database.read_clock() - _LISTED_SECONDS * _SECOND
        return self._list(
            "is_public = 1 AND people > 0 AND phase <> 'closed' AND changed > ?",
            (since,),
            "CASE WHEN people + bots < seats AND phase <> 'racing' THEN 0 WHEN people + bots < seats THEN 1 "
            f"ELSE 2 END, changed DESC, code LIMIT {int(limit)}",
        )

    def list_all(self) -> list[RoomRow]:
        """List all rooms, the latest first."""
        return self._list("1 = 1", (), "changed DESC, code")

    def look_up(self, code: str) -> tuple[RoomRow, bool, bool]:
        """Find a room by its code; return whether the player has a seat in it, and whether they were removed from it.

        Raises NoSuchRoom.
        """
        found = self._list("code = ?", (code,), "code")
        if not found:
            raise NoSuchRoom(f"there is no room {shorten(code)}")
        with self._database.reading() as connection:
            about = connection.execute(
                "SELECT is_kicked FROM room_players WHERE room = ? AND player = ?", (code, self._player)
            ).fetchone()
        return found[0], about is not None and not about[0], about is not None and bool(about[0])

    def own_room(self) -> str | None:
        """Return the code of the room in which the player has a seat: the one with the last command."""
        with self._database.reading() as connection:
            found = connection.execute(
                "SELECT code FROM rooms JOIN room_players ON room = code WHERE player = ? AND is_kicked = 0 "
                "AND phase <> 'closed' ORDER BY changed DESC LIMIT 1",
                (self._player,),
            ).fetchone()
        return None if found is None else str(found[0])

    def _list(self, where: str, values: Sequence[object], order: str) -> list[RoomRow]:
        with self._database.reading() as connection:
            found = connection.execute(f"SELECT {_ROW} FROM rooms WHERE {where} ORDER BY {order}", values).fetchall()
        return [RoomRow(code, bool(is_public), bool(is_quick), *rest) for code, is_public, is_quick, *rest in found]

    # ---- What live rooms need ----------------------------------------------------------------------------------------

    def open_room(self, code: str) -> StoredRoom:
        """Return a room with the entries since its base; raises NoSuchRoom."""
        rooms, entries = self._database.read_together(
            [
                (
                    "SELECT opened, is_public, base, base_version, is_quick, rating, ghosts FROM rooms WHERE code = ?",
                    (code,),
                ),
                (
                    f"SELECT {_ENTRY} FROM room_entries WHERE room = ? "
                    "AND number > (SELECT base_version FROM rooms WHERE code = ?) ORDER BY number",
                    (code, code),
                ),
            ]
        )
        if not rooms:
            raise NoSuchRoom(f"there is no room {shorten(code)}")
        opened, is_public, base, base_version, is_quick, rating, ghosts = rooms[0]
        return StoredRoom(
            code,
            opened,
            bool(is_public),
            base.encode(),
            base_version,
            _read_entries(entries),
            bool(is_quick),
            rating,
            ghosts,
        )

    def read_entries(self, code: str, version: int) -> tuple[LogEntry, ...]:
        """Return the entries after a version; raises NoSuchRoom, and StoreError if some of them are gone."""
        rooms, found = self._database.read_together(
            [
                ("SELECT version FROM rooms WHERE code = ?", (code,)),
                (
                    f"SELECT {_ENTRY} FROM room_entries WHERE room = ? AND number > ? ORDER BY number",
                    (code, version),
                ),
            ]
        )
        if not rooms:
            raise NoSuchRoom(f"there is no room {shorten(code)}")
        entries = _read_entries(found)
        if len(entries) != rooms[0][0] - version:
            raise StoreError(f"room {code}: entries after version {version} are gone; open it again")
        return entries

    def append_entries(self, additions: Sequence[RoomAddition]) -> list[int | StoreError]:
        """Add entries to different rooms in one transaction; return for each the version before, or the error."""
        done = self._database.add_to_rooms(additions)
        rest = [each.code for each in additions if each.code not in done]
        known = self._find_codes(rest) if rest else set[str]()
        return [done[each.code] if each.code in done else _describe_failure(each.code, known) for each in additions]

    def _find_codes(self, codes: Sequence[str]) -> set[str]:
        with self._database.reading() as connection:
            return {code for (code,) in select_in(connection, "SELECT code FROM rooms WHERE code IN (...)", codes)}

    def set_base(self, code: str, version: int, base: bytes) -> None:
        """Replace the base of a room by a later one, and forget the entries before the one it replaces.

        Those between the two stay for servers that are a little behind.
        """
        with self._database.writing() as connection:
            before = connection.execute("SELECT base_version FROM rooms WHERE code = ?", (code,)).fetchone()
            if before is None or before[0] >= version:
                return
            done = connection.execute(
                "UPDATE rooms SET base = ?, base_version = ? WHERE code = ? AND base_version = ? AND version >= ?",
                (base.decode(), version, code, before[0], version),
            )
            if done.rowcount:
                connection.execute("DELETE FROM room_entries WHERE room = ? AND number <= ?", (code, before[0]))

    def set_card(self, code: str, version: int, card: RoomCard) -> None:
        """Write the card of a room for lists, unless a later version has been written."""
        values = _card_values(card)
        setters = ", ".join(f"{name} = ?" for name in values)
        with self._database.writing() as connection:
            done = connection.execute(
                f"UPDATE rooms SET card_version = ?, {setters} WHERE code = ? AND card_version <= ?",
                (version, *values.values(), code, version),
            )
            if not done.rowcount:
                return
            connection.execute("DELETE FROM room_players WHERE room = ?", (code,))
            players = dict.fromkeys(card.kicked, 1) | dict.fromkeys(card.players, 0)
            rows = [(code, player, is_kicked) for player, is_kicked in players.items()]
            insert_many(connection, "room_players", "room, player, is_kicked", rows)
            if card.players:
                rating = mean_points(connection, card.players, card.format)
                connection.execute("UPDATE rooms SET rating = ? WHERE code = ?", (rating, code))

    def finish_race(self, finished: FinishedRace) -> bool:
        """Store a race that is over: its record, results, skills and flags; return False if that was done already."""
        return RaceResults(self._database).finish(finished)

    def bot_levels(self, players: Iterable[str], count: int) -> list[int]:
        """Return the strengths of bots that suit players: by how fast they were in their last races."""
        results = RaceResults(self._database)
        return choose_bot_levels([results.pace(player) for player in players], count)

    def clock(self) -> int:
        """Return the time by the store's clock, in microseconds since 1970."""
        return self._database.read_clock()

    # ---- Cleaning up -------------------------------------------------------------------------------------------------

    def clean_up(self) -> int:
        """Remove rooms that are closed, never entered, or without a command for hours; return how many.

        If they are `MAX_CLEANED`, there may be more.
        """
        now = self._database.read_clock()
        before = (now - seconds * _SECOND for seconds in (_CLOSED_SECONDS, _EMPTY_SECONDS, _IDLE_SECONDS))
        with self._database.writing("clean up rooms") as connection:
            found = connection.execute(
                "SELECT code FROM rooms WHERE phase = 'closed' AND changed < ? OR version = 0 AND opened < ? "
                f"OR changed < ? ORDER BY code LIMIT {MAX_CLEANED}",
                tuple(before),
            ).fetchall()
            codes = [code for (code,) in found]
            _remove(connection, codes)
        return len(codes)


def _describe_failure(code: str, known: Iterable[str]) -> StoreError:
    """Return why nothing was added to a room, if these are the rooms that there are."""
    if code in known:
        return StoreError(f"room {code} has lost entries")
    return NoSuchRoom(f"there is no room {shorten(code)}")


def clean_code(text: str) -> str:
    """Return the code of a room as it is stored.

    >>> clean_code(" bcd-fgh ")
    'BCDFGH'
    """
    return text.strip().replace("-", "").replace(" ", "").upper()[: 2 * CODE_LENGTH]


_ROW = ", ".join(RoomRow._fields)
_ENTRY = "number, at, author, command, note"
_FIND_QUICK: Final = """
    SELECT code FROM rooms LEFT JOIN room_players AS own ON own.room = code AND own.player = :player
    WHERE format = :format AND is_quick = 1 AND phase = 'waiting' AND (own.is_kicked = 0 OR own.is_kicked IS NULL
    AND people + bots < seats AND (people > 0 AND changed > :waiting_since OR people = 0 AND opened > :opened_since))
    ORDER BY own.is_kicked IS NULL, abs(rating - :rating), opened LIMIT 1
"""  # a room in which the player has a seat comes first, and none from which they were removed


def _card_values(card: RoomCard) -> dict[str, Any]:
    return {
        "phase": card.phase,
        "format": card.format,
        "settings": msgspec.json.encode(card.settings).decode(),
        "seats": card.seats,
        "people": len(card.names),
        "bots": card.bots,
        "host": card.host or (card.names[0] if card.names else ""),
    }


def _read_entries(rows: Iterable[Sequence[Any]]) -> tuple[LogEntry, ...]:
    return tuple(LogEntry(*row) for row in rows)


def _remove(connection: SqlConnection, codes: Sequence[str]) -> None:
    for code in codes:
        connection.execute("DELETE FROM rooms WHERE code = ?", (code,))  # first: from now on, no entry is added
        connection.execute("DELETE FROM room_entries WHERE room = ?", (code,))
        connection.execute("DELETE FROM room_players WHERE room = ?", (code,))


# ---- Players who are forgotten, or sign in ---------------------------------------------------------------------------


def leave_rooms(connection: SqlConnection, player: str) -> None:
    """Take the name and the id of a player out of all open rooms.

    The seat stays taken, under a random name, until it is free because its player does not come back. Servers that
    have the room open show the name until they close it.
    """
    rooms = connection.execute(
        "SELECT room FROM room_players WHERE player = ? UNION SELECT room FROM room_entries WHERE note = ?",
        (player, player),
    ).fetchall()
    for (code,) in rooms:
        unknown = secrets.token_hex(4)  # names in a room must differ
        connection.execute(
            "UPDATE room_entries SET command = ?, note = ? WHERE room = ? AND note = ? AND command LIKE 'join %'",
            (f"join {unknown}", unknown, code, player),
        )
        connection.execute("UPDATE room_entries SET note = ? WHERE room = ? AND note = ?", (unknown, code, player))
        found = connection.execute("SELECT base FROM rooms WHERE code = ?", (code,)).fetchone()
        if found is not None and player in found[0]:
            connection.execute("UPDATE rooms SET base = ? WHERE code = ?", (_without(found[0], player, unknown), code))
        connection.execute("UPDATE rooms SET host = '' WHERE code = ?", (code,))
    connection.execute("DELETE FROM room_players WHERE player = ?", (player,))
    connection.execute("UPDATE rooms SET opener = '' WHERE opener = ?", (player,))


def _without(text: str, player: str, unknown: str) -> str:
    base = msgspec.json.decode(text, type=RoomBase)
    seats = dict(base.room.seats)
    for number, each in base.players.items():
        if each == player and number in seats:
            seats[number] = msgspec.structs.replace(seats[number], name=unknown)
    again = msgspec.structs.replace(
        base,
        room=msgspec.structs.replace(base.room, seats=seats),
        players={number: unknown if each == player else each for number, each in base.players.items()},
        kicked=tuple(each for each in base.kicked if each != player),
    )
    return msgspec.json.encode(again).decode()
