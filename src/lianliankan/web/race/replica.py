"""A replica of a room, made from its log: the automaton, the players of its seats, and the roles of servers.

Every server that has the room applies the same entries in the same order, and so has the same replica. An entry that
is out of date when its turn comes, because another came first, does nothing.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.errors import Error
from lianliankan.game.tile_trail import follow_tiles
from lianliankan.race.commands import PLAYER_COMMANDS, RaceCommand, RoomCommand, parse_seat
from lianliankan.race.events import (
    BoardLaid,
    Denied,
    PairTaken,
    RaceBegun,
    RaceEvent,
    RaceOver,
    RoomDenied,
    RoomEvent,
    SeatFreed,
    SeatTaken,
)
from lianliankan.race.race import Race
from lianliankan.race.room import Room, RoomSnapshot
from lianliankan.race.seat import Racer, Table
from lianliankan.race.settings import RaceSettings
from lianliankan.store.room_log import FinishedRace, LogEntry, RoomBase, RoomCard, StoredRoom
from lianliankan.web.race.ghosts import read_ghosts

Command = RoomCommand | RaceCommand
"""A command to a room or to its race."""

Denial = RoomDenied | Denied
"""The reasons for which a room or its race refuses a command."""

_Events = list[RoomEvent | RaceEvent]
_DRIVING = ("start", "tick", "relay")
_MAX_WAITING = 1000  # entries without a race, after which the store keeps a new base in place of them


class Known(NamedTuple):
    """The parsed parts of an entry that this server has written itself.

    - `command`: the entry, parsed.
    - `board`: the board of a "start", dealt.
    """

    command: Command
    board: Board | None = None


class Applied(NamedTuple):
    """The effect of an entry.

    - `events`: what happened, also by the passing of time.
    - `is_stale`: whether it was a pair whose tiles are gone, or on a board that was laid again.
    - `denied`: why it did nothing, if the room or its race refused it.
    """

    entry: LogEntry
    events: _Events
    is_stale: bool = False
    denied: Denial | None = None


def first_base(settings: RaceSettings, *, ghosts: Sequence[Racer] = ()) -> bytes:
    """Return the base of a new room."""
    return msgspec.json.encode(RoomBase(Room(settings, ghosts=ghosts).snapshot()))


def make_card(room: Room, players: Mapping[int, str] = MappingProxyType({}), kicked: Iterable[str] = ()) -> RoomCard:
    """Return the card of a room with people of these ids, for lists."""
    people = [number for number, seat in sorted(room.seats.items()) if not seat.bot]
    return RoomCard(
        phase=room.phase,
        format=room.settings.format,
        settings=room.settings.to_dict(),
        seats=room.settings.seats,
        names=tuple(room.seats[number].name for number in people),
        players=tuple(players.get(number, "") for number in people),
        bots=len(room.seats) - len(people),
        host=room.seats[room.host].name if room.host is not None and room.host in room.seats else "",
        kicked=tuple(sorted(kicked)),
    )


class Replica:
    """A room after some entries of its log.

    - `is_quick`: whether it is a quick match.
    - `room`: the automaton; `version`: the number of applied entries.
    - `players`, `kicked`: the ids of the people on the seats, and of those removed by the host.
    - `holders`: which server has the connection of a seat; `driver`: which server drives the room.
    - `race_id`, `race_players`: the name of the race that is running, or else of the last one, and its players.
    """

    def __init__(self, stored: StoredRoom) -> None:
        base = msgspec.json.decode(stored.base, type=RoomBase)
        self.code = stored.code
        self.opened = stored.opened
        self.is_public = stored.is_public
        self.is_quick = stored.is_quick
        self.room = Room.resumed(base.room, ghosts=read_ghosts(stored.ghosts))
        self.version = self.base_version = stored.base_version
        self.players = dict(base.players)
        self.kicked = set(base.kicked)
        self.holders = dict(base.holders)
        self.driver = base.driver
        self.race_id: str | None = None
        self.race_players: dict[int, str] = {}
        self._trails = _TileTrails()
        self._new_base: tuple[int, bytes] | None = None
        self._finished_races: list[FinishedRace] = []
        for entry in stored.entries:
            self.apply(entry)

    def take_new_base(self) -> tuple[int, bytes] | None:
        """Return the new base in place of earlier entries, once for every race, and its version."""
        found, self._new_base = self._new_base, None
        return found

    def take_finished_races(self) -> list[FinishedRace]:
        """Return the races that are over, each of them once."""
        found, self._finished_races = self._finished_races, []
        return found

    def make_card(self) -> RoomCard:
        """Return the card of the room for lists."""
        return make_card(self.room, self.players, self.kicked)

    def seat_of(self, player: str) -> int | None:
        """Return the seat of a player."""
        return next((seat for seat, each in self.players.items() if each == player), None)

    # ---- Applying the log --------------------------------------------------------------------------------------------

    def apply(self, entry: LogEntry, known: Known | None = None) -> Applied:
        """Apply the next entry of the log; the `known` parts of it are not parsed again."""
        assert entry.number == self.version + 1, "entries come in order"
        self.version = entry.number
        applied = self._apply(entry, known)
        if self.room.phase == "waiting" and self.version - self.base_version >= _MAX_WAITING:
            self._set_base(self.version, self.room.snapshot())
        return applied

    def _apply(self, entry: LogEntry, known: Known | None) -> Applied:
        word, _, rest = entry.command.partition(" ")
        match word:
            case "drive":
                self.driver = entry.author if not rest else ""
                return Applied(entry, [])
            case "hello":
                return self._greet(entry, parse_seat(rest), entry.note)
            case "gone":
                return self._lose(entry, *rest.split(" ", 1))
            case "join" if (seat := self.seat_of(entry.note)) is not None:
                return self._greet(entry, seat, entry.note)
        return self._do(entry, entry.command, known)

    def _greet(self, entry: LogEntry, seat: int, player: str) -> Applied:
        """Note the server that has the connection of a seat; a player who was away is back.

        It does nothing if the seat has become free meanwhile, or is another player's by now.
        """
        if self.players.get(seat) != player:
            return Applied(entry, [], is_stale=True)
        self.holders[seat] = entry.author
        return self._do(entry, f"{seat + 1} back" if self.room.seats[seat].away_since is not None else "tick")

    def _lose(self, entry: LogEntry, seat_text: str, holder: str) -> Applied:
        """Note that the player of a seat is away, unless another server has them by now."""
        seat = parse_seat(seat_text)
        if self.holders.get(seat) != holder:
            return Applied(entry, [])
        del self.holders[seat]
        return self._do(entry, f"{seat + 1} away")

    def _do(self, entry: LogEntry, text: str, known: Known | None = None) -> Applied:
        try:
            command = parse_entry(text) if known is None else known.command
            if isinstance(command, RaceCommand) and command.word == "play":
                followed = self.follow(command, int(entry.note or entry.number - 1))
                if followed is None:
                    return Applied(entry, self._tick(entry.at), is_stale=True)
                command = followed
            if self._is_foreign_bot(command, entry.author):
                return Applied(entry, [])
            board = None if known is None else known.board
            happened = self.room.do(command, at=self.time(entry.at) / 1000, board=board)
        except Error:  # from a server with other rules; on every server it does nothing
            return Applied(entry, [], is_stale=True)
        applied = self._note(entry, happened)
        if command.word in _DRIVING:
            self.driver = entry.author
        return applied

    def _tick(self, at: int) -> _Events:
        happened = self.room.do("tick", at=self.time(at) / 1000)
        return self._note(LogEntry(self.version, at, "", "tick"), happened).events

    def _is_foreign_bot(self, command: Command, author: str) -> bool:
        """Whether it is a bot's command by a server that does not drive: two servers must not play for one bot."""
        seat = self.room.seats.get(command.seat) if isinstance(command, RaceCommand) else None
        return seat is not None and seat.bot > 0 and command.word in PLAYER_COMMANDS and author != self.driver

    def _note(self, entry: LogEntry, happened: _Events) -> Applied:
        denied = None
        for event in happened:
            match event:
                case SeatTaken(bot=0):
                    self.players[event.seat], self.holders[event.seat] = entry.note, entry.author
                case SeatFreed():
                    player = self.players.pop(event.seat, None)
                    self.holders.pop(event.seat, None)
                    if event.reason == "kicked" and player is not None:
                        self.kicked.add(player)
                case RaceBegun():
                    self._set_base(entry.number - 1, self.room.base)
                    self.race_id = make_race_id(self.code, self.opened, entry.number)
                    self.race_players = dict(self.players)
                    assert self.room.race is not None, "a race has begun"
                    self._trails.begin(self.room.race, entry.number)
                case RaceOver():
                    self._finished_races.append(self._finish_race())
                case Denied() | RoomDenied():
                    denied = event
        if self.room.race is not None:
            self._trails.note(self.room.race, happened, entry.number)
        return Applied(entry, happened, denied=denied)

    def _finish_race(self) -> FinishedRace:
        race, began = self.room.race, self.room.race_began
        assert race is not None, "a race is over"
        assert self.race_id is not None, "its beginning is in the log"
        assert began is not None, "it has begun"
        return FinishedRace(self.race_id, self.code, race, self.race_players, self.opened + 1000 * (began + race.now))

    def _set_base(self, version: int, room: RoomSnapshot) -> None:
        base = RoomBase(room, self.players, tuple(sorted(self.kicked)), self.holders, self.driver)
        self.base_version = version
        self._new_base = (version, msgspec.json.encode(base))

    # ---- Looking ahead -----------------------------------------------------------------------------------------------

    def time(self, at: int) -> int:
        """Return a time that is not before the last one of the room."""
        return max(at, self.room.now)

    def follow(self, command: RaceCommand, version: int) -> RaceCommand | None:
        """Return a pair that was chosen at a version with the cells of its tiles now; None if they are gone."""
        if self.room.phase != "racing":
            return command
        cells = self._trails.follow(command.seat, command.cells, version)
        return None if cells is None else msgspec.structs.replace(command, cells=cells)

    def foresee(self, command: Command, at: int) -> Denial | None:
        """Return why a command would be refused now; None if it would not. Raises ParseError and BadOptions."""
        if isinstance(command, RaceCommand) and command.word == "play" and self._is_fair(command):
            return None
        happened = self.room.copy().do(command, at=self.time(at) / 1000)
        return next((event for event in happened if isinstance(event, Denial)), None)

    def _is_fair(self, command: RaceCommand) -> bool:
        """Whether the board says that a pair can be taken; otherwise the room is asked for the reason."""
        race = self.room.race
        if self.room.phase != "racing" or race is None or (seat := race.seats.get(command.seat)) is None:
            return False
        try:
            can_link = seat.board.linkable(*command.cells)
        except ValueError:
            return False
        return can_link and seat.is_racing and seat.away_since is None


def parse_entry(text: str) -> Command:
    """Parse a command to a room or to its race."""
    return RoomCommand.parse(text) if RoomCommand.is_one(text) else RaceCommand.parse(text)


def make_race_id(code: str, opened: int, number: int) -> str:
    """Return the name of a race: unique, and the same on every server."""
    return hashlib.blake2b(f"{code} {opened} {number}".encode(), digest_size=8).hexdigest()


class _Trail(NamedTuple):
    """A table, and the versions of the room at which it was laid and at which each of its pairs was taken."""

    table: Table
    laid: int
    pairs: list[int]


class _TileTrails:
    """Follows the tiles of a pair that a player chose some entries of the log ago."""

    def __init__(self) -> None:
        self._trails: dict[int, _Trail] = {}  # by seat; those at one table share it

    def begin(self, race: Race, version: int) -> None:
        """Start with a race that has just begun."""
        self._trails.clear()
        self._lay(race, version)

    def note(self, race: Race, events: _Events, version: int) -> None:
        """Note the effect of an entry."""
        for event in events:
            if isinstance(event, PairTaken) and (trail := self._trails.get(event.seat)) is not None:
                trail.pairs.append(version)
            elif isinstance(event, BoardLaid):
                self._lay(race, version)

    def _lay(self, race: Race, version: int) -> None:
        shared: dict[int, _Trail] = {}
        for number, seat in race.seats.items():
            known = self._trails.get(number)
            if known is None or known.table is not seat.table:
                self._trails[number] = shared.setdefault(id(seat.table), _Trail(seat.table, version, []))

    def follow(self, seat: int, cells: tuple[Cell, ...], version: int) -> tuple[Cell, ...] | None:
        """Return the cells now of the tiles that were on `cells` at a version; None if they are gone or laid again."""
        trail = self._trails.get(seat)
        if trail is None or version < trail.laid:
            return None
        game = trail.table.game
        seen = bisect_right(trail.pairs, version)
        if seen == game.version:
            return cells
        found = follow_tiles(game, cells, seen)
        if found is None or None in found:
            return None
        return tuple(cell for cell in found if cell is not None)
