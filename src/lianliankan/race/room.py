"""A room: seats that are kept from race to race, a ready check, a countdown and a host. It has no clock of its own."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, Self

import msgspec

from lianliankan.board.board import Board
from lianliankan.errors import BadOptions
from lianliankan.game.clock import Clock
from lianliankan.race import events as ev
from lianliankan.race.commands import RaceCommand, RaceWord, RoomCommand, RoomWord
from lianliankan.race.effects import EffectQuestion
from lianliankan.race.race import Race
from lianliankan.race.seat import Racer
from lianliankan.race.settings import RaceSettings

RoomPhase = Literal["waiting", "countdown", "racing", "closed"]

_Events = list[ev.RoomEvent | ev.RaceEvent]
_Done = _Events | ev.RoomDenial


class RoomEntry(NamedTuple):
    """An accepted command, as text, and its time in milliseconds since the room was opened."""

    at: int
    command: str


class RoomSeat(msgspec.Struct):
    """A seat that is taken: a name, a bot's strength, whether the player is ready, and since when they are away."""

    name: str
    bot: int = 0
    is_ready: bool = False
    away_since: int | None = None


class RoomSnapshot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The state of a room while no race is running, without its log and its last race.

    - `version`: how many commands were accepted before; `now`: the time of the last one.
    - `since`: when the countdown began; `races`: how many races have begun.
    """

    settings: RaceSettings
    version: int = 0
    now: int = 0
    seats: dict[int, RoomSeat] = {}
    host: int | None = None
    phase: Literal["waiting", "countdown", "closed"] = "waiting"
    since: int = 0
    races: int = 0


class Room(msgspec.Struct, eq=False):
    """A room in which races are run, one after the other, with the seats kept.

    `do` takes a command and the seconds since the room was opened. When all players are ready, the countdown begins;
    when it is over, the program that runs the room gives "start" with a deal that was secret until then. Commands to
    the race go to the room, too, and the events of the race, whose times count from its start, are among those
    returned.

    - `settings`: those of the current or next race.
    - `ghosts`: the ghosts of every race; a room of ghost races has one seat.
    - `seats`: the seats that are taken, by number; `host`: the seat of the host: a person, if there is one.
    - `phase`: what the room is doing; `since`: when the countdown or the race began.
    - `race`: the current or last race; `race_began`: when it began; `races`: how many have begun.
    - `now`: the time of the last command. All times are milliseconds since the room was opened.

    >>> room = Room(RaceSettings(rows=2, cols=2))
    >>> for command in ("join Ann", "1 bot 3 Bot Lin"):
    ...     happened = room.do(command, at=0)
    >>> [event.name for event in room.do("1 ready", at=1)], room.next_due
    (['readychanged', 'countdownbegun'], 4.0)
    >>> room.do("start 5 2x2 seed=7", at=3.5)[0].reason
    'not yet'
    >>> [event.name for event in room.do("start 5 2x2 seed=7", at=4)], room.phase
    (['racebegun'], 'racing')
    >>> [event.name for event in room.do("1 leave", at=5)], room.phase      # only bots are left
    (['wentout', 'raceover', 'seatfreed', 'roomclosed'], 'closed')
    """

    settings: RaceSettings = RaceSettings()
    ghosts: Sequence[Racer] = ()
    seats: dict[int, RoomSeat] = {}
    host: int | None = None
    phase: RoomPhase = "waiting"
    since: int = 0
    race: Race | None = None
    race_began: int | None = None
    races: int = 0
    now: int = 0
    _entries: list[RoomEntry] = []
    _first_version: int = 0
    _base: RoomSnapshot | None = None

    def __post_init__(self) -> None:
        self._check(self.settings)
        self._base = self._base or self.snapshot()

    @classmethod
    def resumed(
        cls, snapshot: RoomSnapshot, entries: Iterable[RoomEntry] = (), *, ghosts: Sequence[Racer] = ()
    ) -> Self:
        """Return the room of a snapshot after more entries; it has no last race at first.

        >>> room = Room()
        >>> _ = room.do("join Ann", at=1), room.do("join Ben", at=2), room.do("1 leave", at=3)
        >>> again = Room.resumed(room.base, room.entries)
        >>> again.host, again.entries == room.entries
        (1, True)
        """
        room = cls(
            settings=snapshot.settings,
            ghosts=ghosts,
            seats=_copy_seats(snapshot.seats),
            host=snapshot.host,
            phase=snapshot.phase,
            since=snapshot.since,
            races=snapshot.races,
            now=snapshot.now,
            _first_version=snapshot.version,
            _base=snapshot,
        )
        for at, command in entries:
            room.do(command, at=at / 1000)
        return room

    # ---- State -------------------------------------------------------------------------------------------------------

    @property
    def running_race(self) -> Race | None:
        """The race, while it is running."""
        return self.race if self.phase == "racing" else None

    @property
    def countdown_until(self) -> int | None:
        """When the countdown ends; None unless one is running."""
        return self.since + 1000 * self.settings.countdown if self.phase == "countdown" else None

    @property
    def next_due(self) -> float | None:
        """When a "tick" or, at the end of the countdown, a "start" is due, in seconds; None if nothing is."""
        due = [time for time, _ in self._timers()]
        if self.countdown_until is not None:
            due.append(self.countdown_until)
        elif (race := self.running_race) is not None and race.next_due is not None:
            due.append(self.since + round(1000 * race.next_due))
        return min(due) / 1000 if due else None

    @property
    def version(self) -> int:
        """The number of accepted commands."""
        return self._first_version + len(self._entries)

    @property
    def entries(self) -> tuple[RoomEntry, ...]:
        """All accepted commands since the room was opened or resumed. With what it began with, they are the room."""
        return tuple(self._entries)

    @property
    def base(self) -> RoomSnapshot:
        """The room just before its current or last race began; without one, as it was opened.

        With the entries since, it is the whole room, its last race included.
        """
        assert self._base is not None, "it is set at first"
        return self._base

    def snapshot(self) -> RoomSnapshot:
        """Return the room as it is, without its last race; raises ValueError while a race is running.

        >>> Room(RaceSettings(seats=3)).snapshot().settings.seats
        3
        """
        if self.phase == "racing":
            raise ValueError("a race is running")
        return RoomSnapshot(
            settings=self.settings,
            version=self.version,
            now=self.now,
            seats=_copy_seats(self.seats),
            host=self.host,
            phase=self.phase,
            since=self.since,
            races=self.races,
        )

    def question(self, command: RaceCommand | str, *, at: float | None = None) -> EffectQuestion | None:
        """Return what to ask the solver for a command to the race, as `Race.question` does."""
        command = RaceCommand.parse(command) if isinstance(command, str) else command
        if (race := self.running_race) is None:
            return None
        return race.question(command, at=max(Clock(now=self.now).read(at) - self.since, race.now) / 1000)

    def copy(self) -> Self:
        """Return an independent copy."""
        race = None if self.race is None else self.race.copy()
        return msgspec.structs.replace(self, seats=_copy_seats(self.seats), race=race, _entries=list(self._entries))

    def __repr__(self) -> str:
        return f"<Room: {self.phase}, {len(self.seats)} of {self.settings.seats} seats taken>"

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
        now = Clock(now=self.now).read(at)
        if command.word not in ("settings", "start"):
            return self._do(command, now, board)
        self.copy()._do(command, now, board)  # raises for settings of no room, or a deal that cannot be dealt
        before = self.base if self.phase == "racing" else self.snapshot()
        happened = self._do(command, now, board)
        if self.races > before.races:
            self._base = before
        return happened

    def _do(self, command: RoomCommand | RaceCommand, now: int, board: Board | None) -> _Events:
        happened = self._advance(now)
        has_advanced = bool(happened)
        done = self._apply(command, board)
        if isinstance(done, str):
            happened.append(ev.RoomDenied(now, max(command.seat, 0), str(command), done))
        else:
            happened += done
        is_refused = isinstance(done, str) or any(isinstance(event, ev.Denied) for event in done)
        if has_advanced or not (is_refused or (command.word == "tick" and not done)):
            self._entries.append(RoomEntry(now, "tick" if is_refused else str(command)))
        return happened

    def _apply(self, command: RoomCommand | RaceCommand, board: Board | None) -> _Done:
        """Execute a command at `now`, and return what happened or why it is refused; it then changed nothing."""
        if isinstance(command, RaceCommand):
            done = self._to_race(command)
        elif self.phase == "closed" and command.word != "tick":
            return "closed"
        elif command.word == "start":
            done = self._start(command, board)
        else:
            done = _HANDLERS[command.word](self, command)
        return done if isinstance(done, str) else done + self._settle()

    def _join(self, command: RoomCommand) -> _Done:
        if command.word == "bot" and command.seat != self.host:
            return "not the host"
        free = [number for number in range(self.settings.seats) if number not in self.seats]
        if not free:
            return "full"
        if any(seat.name == command.name for seat in self.seats.values()):
            return "name taken"
        self.seats[free[0]] = RoomSeat(command.name, command.bot, is_ready=command.bot > 0)
        happened: _Events = [ev.SeatTaken(self.now, free[0], command.name, command.bot)]
        return happened + self._stop_countdown()

    def _leave(self, command: RoomCommand) -> _Done:
        if command.seat not in self.seats:
            return "no such seat"
        return self._free(command.seat, "leave")

    def _kick(self, command: RoomCommand) -> _Done:
        if command.seat != self.host:
            return "not the host"
        target = command.target
        if target is None or target not in self.seats or target == self.host:
            return "no such seat"
        racing = self.running_race.seats.get(target) if self.running_race else None
        if racing is not None and racing.is_racing and not self.seats[target].bot:
            return "a race is running"  # or a host would win by it
        return self._free(target, "kick")

    def _change_ready(self, command: RoomCommand) -> _Done:
        seat, is_ready = self.seats.get(command.seat), command.word == "ready"
        if seat is None or seat.bot or seat.away_since is not None:
            return "no such seat"
        if self.phase == "racing":
            return "a race is running"
        if seat.is_ready == is_ready:
            return "already so"
        seat.is_ready = is_ready
        happened: _Events = [ev.ReadyChanged(self.now, command.seat, is_ready)]
        return happened if is_ready else happened + self._stop_countdown()

    def _change_settings(self, command: RoomCommand) -> _Done:
        if command.seat != self.host:
            return "not the host"
        if self.phase == "racing":
            return "a race is running"
        settings = command.settings
        assert settings is not None, "settings has settings"
        self._check(settings)
        if any(number >= settings.seats for number in self.seats):
            return "too many players"
        self.settings = settings
        for seat in self.seats.values():
            seat.is_ready = seat.bot > 0
        changed = ev.SettingsChanged(self.now, command.seat, settings.to_dict())
        return [changed, *self._stop_countdown()]

    def _check(self, settings: RaceSettings) -> None:
        """Raise BadOptions for settings that the room cannot have."""
        has_ghosts = bool(self.ghosts)
        if (settings.format == "ghost") != has_ghosts or (has_ghosts and settings.seats != 1):
            raise BadOptions("a ghost race is for one player, and has ghosts, which no other race has")
        if settings.seats < settings.format_rules.min_seats:
            raise BadOptions(f"{settings.format!r} needs {settings.format_rules.min_seats} seats")

    def _change_presence(self, command: RoomCommand) -> _Done:
        seat, leaves = self.seats.get(command.seat), command.word == "away"
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
        if self.countdown_until is None or self.now < self.countdown_until:
            return "a race is running" if self.phase == "racing" else "not yet"
        deal = command.deal
        racers = {number: Racer(seat.name, seat.bot) for number, seat in sorted(self.seats.items())}
        if self.ghosts and deal is None:
            racers |= dict(enumerate(self.ghosts, 1))
            game = self.ghosts[0].ghost
            assert game is not None, "a ghost repeats a game"
            board, deal = game.first_board, game.deal
        elif self.ghosts or deal is None or deal != self.settings.deal(deal.seed):
            return "wrong deal"
        else:
            board = board or deal.board()
        self.race = Race(self.settings, racers, board, seed=command.seed, deal=deal)
        self.phase = "racing"
        self.since = self.now
        self.race_began = self.now
        self.races += 1
        return [ev.RaceBegun(self.now, min(racers), board, str(deal or ""), tuple(racers))]

    def _to_race(self, command: RaceCommand) -> _Done:
        if (race := self.running_race) is None:
            return "closed" if self.phase == "closed" else "no race is running"
        return list(race.do_at(command, self.now - self.since))

    # ---- What follows ------------------------------------------------------------------------------------------------

    def _timers(self) -> list[tuple[int, int]]:
        """Return when seats become free because their players have not come back."""
        away = 1000 * self.settings.seconds("away")
        found = ((seat.away_since, number) for number, seat in self.seats.items())
        return sorted((since + away, number) for since, number in found if since is not None)

    def _advance(self, now: int) -> _Events:
        """Let time pass in the race and in the room; timers that are due fire in order."""
        happened: _Events = []
        while (timers := self._timers()) and timers[0][0] <= now and self.phase != "closed":
            self.now, number = max(timers[0][0], self.now), timers[0][1]
            happened += self._tell_race(0, "tick")
            happened += self._free(number, "leave")
            happened += self._settle()
        self.now = now
        return happened + self._tell_race(0, "tick") + self._settle()

    def _tell_race(self, seat: int, word: RaceWord) -> _Events:
        """Pass a command on to the race; refusals are ignored, as for a seat that is out."""
        if (race := self.running_race) is None:
            return []
        happened = race.do_at(RaceCommand(seat, word), self.now - self.since)
        return [event for event in happened if not isinstance(event, ev.Denied)]

    def _free(self, number: int, why: Literal["leave", "kick"]) -> _Events:
        happened = self._tell_race(number, why)
        del self.seats[number]
        happened.append(ev.SeatFreed(self.now, number, "kicked" if why == "kick" else "left"))
        return happened + self._stop_countdown()

    def _stop_countdown(self) -> _Events:
        if self.phase != "countdown":
            return []
        self.phase = "waiting"
        return [ev.CountdownStopped(self.now, 0)]

    def _settle(self) -> _Events:
        """Find out what follows: the end of the race, another host, a countdown, or nothing."""
        happened: _Events = []
        if self.running_race is not None and self.running_race.is_over:
            self.phase = "waiting"
            for seat in self.seats.values():
                seat.is_ready = seat.bot > 0
        people = [number for number, seat in sorted(self.seats.items()) if not seat.bot]
        if self.host not in people and self.phase != "closed":
            if people:
                present = [number for number in people if self.seats[number].away_since is None]
                self.host = (present or people)[0]
                happened.append(ev.HostChanged(self.now, self.host))
            elif self.host is not None:
                self.phase = "closed"
                happened.append(ev.RoomClosed(self.now, self.host))
        is_ready = all(seat.is_ready for seat in self.seats.values())
        is_enough = len(self.seats) >= self.settings.format_rules.min_seats
        if self.phase == "waiting" and people and is_ready and is_enough:
            self.phase = "countdown"
            self.since = self.now
            until = self.now + 1000 * self.settings.countdown
            happened.append(ev.CountdownBegun(self.now, people[0], until))
        return happened


def _copy_seats(seats: Mapping[int, RoomSeat]) -> dict[int, RoomSeat]:
    return {number: msgspec.structs.replace(seat) for number, seat in seats.items()}


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
