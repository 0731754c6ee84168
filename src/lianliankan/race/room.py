"""A room: seats that are kept from race to race, a ready check, a countdown, a host. It has no clock of its own."""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, Self

import msgspec

from lianliankan.board.board import Board
from lianliankan.race import room_events as ev
from lianliankan.race.commands import RaceCommand, RaceWord
from lianliankan.race.events import Denied, RaceEvent
from lianliankan.race.prove import EffectQuestion
from lianliankan.race.race import Race
from lianliankan.race.room_commands import RoomCommand, RoomWord
from lianliankan.race.room_state import ReadableRoom, RoomEntry, RoomPhase, RoomSeat, RoomSnapshot, check_room_settings
from lianliankan.race.seat import Racer
from lianliankan.race.settings import RaceSettings

__all__ = ["Room", "RoomEntry", "RoomPhase", "RoomSeat", "RoomSnapshot"]

_Events = list[ev.RoomEvent | RaceEvent]
_Done = _Events | ev.RoomDenial


class Room(ReadableRoom):
    """A room in which races are run, one after the other, with the seats kept.

    `do` takes a command and the seconds since the room was opened. When everybody is ready, the countdown begins; when
    it is over, whoever runs the room gives "start" with a deal that nobody has seen before. Commands to the race go to
    the room, too, and the events of the race, whose times count from its start, are among those returned.

    >>> room = Room(RaceSettings(rows=2, cols=2))
    >>> for command in ("join Ann", "1 bot 3 Bot Lin"):
    ...     happened = room.do(command, at=0)
    >>> [event.name for event in room.do("1 ready", at=1)], room.next_due
    (['readychanged', 'countdownbegun'], 4.0)
    >>> room.do("start 5 2x2 seed=7", at=3.5)[0].reason
    'not yet'
    >>> [event.name for event in room.do("start 5 2x2 seed=7", at=4)], room.phase
    (['racebegun'], 'racing')
    >>> [event.name for event in room.do("1 leave", at=5)], room.phase      # a race of bots alone is nobody's
    (['wentout', 'raceover', 'seatfreed', 'roomclosed'], 'closed')
    """

    @property
    def next_due(self) -> float | None:
        """When a "tick" or, at the end of the countdown, a "start" is due, in seconds; None if nothing will be."""
        due = [time for time, _ in self._timers()]
        if self._phase == "countdown":
            due.append(self.countdown_until or 0)
        elif self._phase == "racing" and self._race and self._race.next_due is not None:
            due.append(self._since + round(1000 * self._race.next_due))
        return min(due) / 1000 if due else None

    def question(self, command: RaceCommand | str, *, at: float | None = None) -> EffectQuestion | None:
        """Return what to ask the solver for a command to the race, as `Race.question` does."""
        command = RaceCommand.parse(command) if isinstance(command, str) else command
        if self._phase != "racing" or self._race is None:
            return None
        return self._race.question(command, at=max(self._clock.read(at) - self._since, self._race.now) / 1000)

    def copy(self) -> Self:
        """Return an independent copy."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other._seats = {number: msgspec.structs.replace(seat) for number, seat in self._seats.items()}
        other._race = self._race and self._race.copy()
        other._clock, other._entries = msgspec.structs.replace(self._clock), list(self._entries)
        return other

    # ---- Commands ----------------------------------------------------------------------------------------------------

    def do(
        self, command: RoomCommand | RaceCommand | str, *, at: float | None = None, board: Board | None = None
    ) -> _Events:
        """Execute a command to the room or to its race; unless it is refused, it is added to `entries`.

        `board` is the board of the deal of a "start", if it is dealt already. Raises ParseError for a text that is not
        a command, BadOptions for settings or names that are not valid, and BadTime for a time before the last one.
        """
        if isinstance(command, str):
            command = RoomCommand.parse(command) if RoomCommand.is_one(command) else RaceCommand.parse(command)
        now, before = self._clock.read(at), self.copy() if command.word == "start" else None
        try:
            happened = self._do_at(command, now, board)
        except ValueError:  # a deal that cannot be dealt
            if before is not None:
                vars(self).update(vars(before))
            raise
        if before is not None and self._race_number > before._race_number:
            self._base = before.snapshot()
        return happened

    def _do_at(self, command: RoomCommand | RaceCommand, now: int, board: Board | None) -> _Events:
        if isinstance(command, RoomCommand):
            command.check()
        happened = self._advance(now)
        has_advanced = bool(happened)
        if isinstance(command, RaceCommand):
            done: _Done = self._to_race(command)
        elif self._phase == "closed" and command.word != "tick":
            done = "closed"
        elif command.word == "start":
            done = self._start(command, board)
        else:
            done = _HANDLERS[command.word](self, command)
        if isinstance(done, str):
            happened.append(ev.RoomDenied(now, max(command.seat, 0), str(command), done))
        else:
            happened += done
            happened += self._settle()
        is_refused = isinstance(done, str) or any(isinstance(event, Denied) for event in done)
        if has_advanced or not (is_refused or (command.word == "tick" and not done)):
            self._entries.append(RoomEntry(now, "tick" if is_refused else str(command)))
        return happened

    def _join(self, command: RoomCommand) -> _Done:
        level = 0
        name = command.argument
        if command.word == "bot":
            if command.seat != self._host:
                return "not the host"
            level, name = command.bot_level, command.bot_name
        free = [number for number in range(self._settings.seats) if number not in self._seats]
        if not free:
            return "full"
        if any(seat.name == name for seat in self._seats.values()):
            return "name taken"
        self._seats[free[0]] = RoomSeat(name, level, is_ready=level > 0)
        happened: _Events = [ev.SeatTaken(self.now, free[0], name, level)]
        return happened + self._stop_countdown()

    def _leave(self, command: RoomCommand) -> _Done:
        if command.seat not in self._seats:
            return "no such seat"
        return self._free(command.seat, "leave")

    def _kick(self, command: RoomCommand) -> _Done:
        if command.seat != self._host:
            return "not the host"
        target = command.target
        if target not in self._seats or target == self._host:
            return "no such seat"
        if self._is_racing(target) and not self._seats[target].bot:
            return "a race is running"  # or a host would win by it
        return self._free(target, "kick")

    def _is_racing(self, number: int) -> bool:
        seat = self._race.seats.get(number) if self._phase == "racing" and self._race else None
        return seat is not None and seat.is_racing

    def _change_ready(self, command: RoomCommand) -> _Done:
        seat, is_ready = self._seats.get(command.seat), command.word == "ready"
        if seat is None or seat.bot or seat.away_since is not None:
            return "no such seat"
        if self._phase == "racing":
            return "a race is running"
        if seat.is_ready == is_ready:
            return "already so"
        seat.is_ready = is_ready
        happened: _Events = [ev.ReadyChanged(self.now, command.seat, is_ready)]
        return happened if is_ready else happened + self._stop_countdown()

    def _change_settings(self, command: RoomCommand) -> _Done:
        if command.seat != self._host:
            return "not the host"
        if self._phase == "racing":
            return "a race is running"
        settings = check_room_settings(command.settings, has_ghosts=bool(self._ghosts))
        if any(number >= settings.seats for number in self._seats):
            return "too many players"
        self._settings = settings
        for seat in self._seats.values():
            seat.is_ready = seat.bot > 0
        changed = ev.SettingsChanged(self.now, command.seat, settings.to_dict())
        return [changed, *self._stop_countdown()]

    def _change_presence(self, command: RoomCommand) -> _Done:
        seat, leaves = self._seats.get(command.seat), command.word == "away"
        if seat is None or seat.bot:
            return "no such seat"
        if (seat.away_since is not None) == leaves:
            return "already so"
        seat.away_since = self.now if leaves else None
        seat.is_ready = False
        happened: _Events = [ev.ReadyChanged(self.now, command.seat, is_ready=False, is_away=leaves)]
        happened += self._tell_race(command.seat, "away" if leaves else "back")
        return happened + self._stop_countdown()

    def _start(self, command: RoomCommand, board: Board | None) -> _Done:
        if self._phase != "countdown" or self.now < self._since + 1000 * self._settings.countdown:
            return "a race is running" if self._phase == "racing" else "not yet"
        seed, deal = command.start
        racers = {number: Racer(seat.name, seat.bot) for number, seat in sorted(self._seats.items())}
        if self._ghosts and deal is None:
            racers |= dict(enumerate(self._ghosts, 1))
            game = self._ghosts[0].ghost
            assert game is not None, "a ghost repeats a game"
            board, deal = game.first_board, game.deal
        elif self._ghosts or deal is None or deal != self._settings.deal(deal.seed):
            return "wrong deal"
        else:
            board = board or deal.board()
        self._race = Race(self._settings, racers, board, seed=seed, deal=deal)
        self._phase, self._since, self._race_began = "racing", self.now, self.now
        self._race_number += 1
        return [ev.RaceBegun(self.now, min(racers), self._race.first_board, str(deal or ""), tuple(racers))]

    def _to_race(self, command: RaceCommand) -> _Done:
        if self._phase != "racing" or self._race is None:
            return "closed" if self._phase == "closed" else "no race is running"
        return list(self._race.do_at(command, self.now - self._since))

    # ---- What follows ------------------------------------------------------------------------------------------------

    def _timers(self) -> list[tuple[int, int]]:
        """Return when which seat is free because its player has not come back."""
        away = 1000 * self._settings.seconds("away")
        found = ((seat.away_since, number) for number, seat in self._seats.items())
        return sorted((since + away, number) for since, number in found if since is not None)

    def _advance(self, now: int) -> _Events:
        """Let time pass in the race and in the room."""
        happened: _Events = []
        while (timers := self._timers()) and timers[0][0] <= now and self._phase != "closed":
            self._clock.now, number = max(timers[0][0], self.now), timers[0][1]
            happened += self._advance_race()
            happened += self._free(number, "leave")
            happened += self._settle()
        self._clock.now = now
        return happened + self._advance_race() + self._settle()

    def _advance_race(self) -> _Events:
        return self._tell_race(0, "tick")

    def _tell_race(self, seat: int, word: RaceWord) -> _Events:
        """Pass something on to the race; what it refuses is not its concern, as for a seat that is out."""
        if self._phase != "racing" or self._race is None:
            return []
        happened = self._race.do_at(RaceCommand(seat, word), self.now - self._since)
        return [event for event in happened if not isinstance(event, Denied)]

    def _free(self, number: int, why: Literal["leave", "kick"]) -> _Events:
        happened = self._tell_race(number, why)
        del self._seats[number]
        happened.append(ev.SeatFreed(self.now, number, "kicked" if why == "kick" else "left"))
        return happened + self._stop_countdown()

    def _stop_countdown(self) -> _Events:
        if self._phase != "countdown":
            return []
        self._phase = "waiting"
        return [ev.CountdownStopped(self.now, 0)]

    def _settle(self) -> _Events:
        """Find out what follows for the room: an end of the race, another host, a countdown, or nothing."""
        happened: _Events = []
        if self._phase == "racing" and self._race and self._race.is_over:
            self._phase = "waiting"
            for seat in self._seats.values():
                seat.is_ready = seat.bot > 0
        people = [number for number, seat in sorted(self._seats.items()) if not seat.bot]
        if self._host not in people and self._phase != "closed":
            if people:
                present = [number for number in people if self._seats[number].away_since is None]
                self._host = (present or people)[0]
                happened.append(ev.HostChanged(self.now, self._host))
            elif self._host is not None:
                self._phase = "closed"
                happened.append(ev.RoomClosed(self.now, self._host))
        is_ready = all(seat.is_ready for seat in self._seats.values())
        is_enough = len(self._seats) >= self._settings.format_rules.min_seats
        if self._phase == "waiting" and people and is_ready and is_enough:
            self._phase, self._since = "countdown", self.now
            until = self.now + 1000 * self._settings.countdown
            happened.append(ev.CountdownBegun(self.now, people[0], until))
        return happened

    @classmethod
    def replayed(cls, settings: RaceSettings, entries: Iterable[RoomEntry]) -> Self:
        """Return the room that the entries of another one lead to.

        >>> room = Room()
        >>> _ = room.do("join Ann", at=1), room.do("join Ben", at=2), room.do("1 leave", at=3)
        >>> again = Room.replayed(RaceSettings(), room.entries)
        >>> again.host, again.entries == room.entries
        (1, True)
        """
        return cls.resumed(RoomSnapshot(settings), entries)

    @classmethod
    def resumed(
        cls, snapshot: RoomSnapshot, entries: Iterable[RoomEntry] = (), *, ghosts: Sequence[Racer] = ()
    ) -> Self:
        """Return the room of which this is a snapshot, after more entries; it has no last race at first."""
        room = cls(snapshot.settings, ghosts=ghosts)
        room._seats = {number: msgspec.structs.replace(seat) for number, seat in snapshot.seats.items()}
        room._host, room._phase, room._since = snapshot.host, snapshot.phase, snapshot.since
        room._race_number, room._first_version, room._base = snapshot.races, snapshot.version, snapshot
        room._clock.now = snapshot.now
        for at, command in entries:
            room.do(command, at=at / 1000)
        return room

    def __repr__(self) -> str:
        return f"<Room: {self._phase}, {len(self._seats)} of {self._settings.seats} seats taken>"


_HANDLERS: dict[RoomWord, Callable[[Room, RoomCommand], _Done]] = {
    "join": Room._join,
    "bot": Room._join,
    "leave": Room._leave,
    "kick": Room._kick,
    "ready": Room._change_ready,
    "unready": Room._change_ready,
    "settings": Room._change_settings,
    "away": Room._change_presence,
    "back": Room._change_presence,
    "tick": lambda _, __: [],
}
