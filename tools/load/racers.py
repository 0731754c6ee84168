"""Racers: rooms of six, who race, come back when a worker dies, and race again."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from lianliankan.board.board import Board
from lianliankan.race.items import ATTACKS, Format
from lianliankan.race.settings import RaceSettings
from lianliankan.solver.solve import solve
from load.connection import FrameSocket, LoadClient, fetch

LOAD_FORMATS: tuple[Format, ...] = ("sprint", "items")
"""The formats that simulated racers can play; in the second one, they attack each other."""

_WAIT_SECONDS = 0.3, 3.0  # before reconnecting, as the page waits
_READY_SECONDS = 0.1, 1.0  # from the end of a race to the rematch
_AWAY_SECONDS = 120.0


# ---- What a racer reads of a room's messages, to spend little time on them -------------------------------------------


class SeenSeat(msgspec.Struct, gc=False):
    """A seat, of the room or of its race."""

    seat: int
    board: str = ""
    pairs: int = 0
    state: str = ""
    is_ready: bool = False


class SeenRace(msgspec.Struct, gc=False):
    """A race."""

    is_over: bool
    seats: list[SeenSeat]


class SeenRoom(msgspec.Struct, gc=False):
    """A room."""

    phase: str
    race_id: str | None
    seats: list[SeenSeat]


class SeenEvent(msgspec.Struct, gc=False):
    """An event, of the room or of its race."""

    event: str
    seat: int = -1
    pairs: int = 0
    board: str = ""
    reason: str = ""
    item: str = ""
    is_ready: bool = True


class SeenMessage(msgspec.Struct, gc=False):
    """The part of a message that a simulated racer reads."""

    type: str
    n: int | None = None
    version: int = 0
    you: int | None = None
    room: SeenRoom | None = None
    race: SeenRace | None = None
    events: list[SeenEvent] = []
    code: str = ""
    problem: str = ""


_DECODER = msgspec.json.Decoder(SeenMessage)


# ---- Racers ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class RacedPairs:
    """The pairs of a seat in a race, since a version of its room: those that were answered, and how many were sent."""

    code: str
    race_id: str
    seat: int
    since: int
    answered: list[str] = field(default_factory=list)
    sent: int = 0


@dataclass(slots=True)
class RaceCrowd:
    """The state that all racers share: server, pace and results; `late_others` are the times to others' screens."""

    rate: float
    settings: RaceSettings
    port: int = 0
    is_playing: bool = False
    late_own: list[float] = field(default_factory=list)
    late_others: list[float] = field(default_factory=list)
    back: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    raced: list[RacedPairs] = field(default_factory=list)
    finished: int = 0
    reconnects: int = 0


class LoadRoom:
    """A room and its racers; `due` is when each pair of the race that is running was due, by seat and number."""

    def __init__(self, crowd: RaceCrowd, first: int, count: int) -> None:
        self.crowd, self.code = crowd, ""
        self.racers = [LoadRacer(self, number) for number in range(first, first + count)]
        self.due: dict[tuple[int, int], float] = {}
        self._lines: dict[str, Sequence[str]] = {}

    async def open(self) -> None:
        """Create the room, and connect all racers."""
        try:
            await self.racers[0].introduce()
            body = msgspec.json.encode({"settings": self.crowd.settings.to_dict(), "is_public": False}).decode()
            answer = await fetch(self.racers[0].client, "POST", "/api/races", body)
            if answer.status != 201:
                raise ValueError(f"the room was not opened: {answer.status} {answer.reason} {answer.body!r}")
            self.code = msgspec.json.decode(answer.body)["code"]
            await self.racers[0].arrive()
            for racer in self.racers[1:]:
                await racer.introduce()
                await racer.arrive()
        except Exception as problem:
            self.crowd.errors.append(f"{type(problem).__name__}: {problem}")

    def line(self, board: str) -> Sequence[str]:
        """Return the pairs that clear a board; all racers begin with the same one."""
        found = self._lines.get(board)
        if found is None:
            if len(self._lines) > len(self.racers):
                self._lines.clear()
            found = self._lines[board] = [str(move) for move in solve(Board.parse(board)).moves]
        return found

    def begin_race(self) -> None:
        """Forget the times of the last race."""
        self.due.clear()


class _RaceSocket(FrameSocket):
    """The connection of a racer."""

    def __init__(self, request: bytes, racer: "LoadRacer") -> None:
        super().__init__(request)
        self._racer = racer

    def on_text(self, body: bytes) -> None:
        """Pass a message on."""
        self._racer.see(_DECODER.decode(body), time.monotonic())

    def on_lost(self) -> None:
        """Pass it on."""
        self._racer.lose(self)


class LoadRacer:
    """Takes pairs at a steady pace, waits for each answer, and comes back when the connection breaks."""

    def __init__(self, room: LoadRoom, number: int) -> None:
        self.room, self.crowd = room, room.crowd
        self.client = LoadClient(self.crowd.port, number)
        self.socket: _RaceSocket | None = None
        self._random = random.Random(number)
        self._loop = asyncio.get_running_loop()
        self._state: asyncio.Future[None] | None = None  # waited for by those who arrive or come back
        self._timer: asyncio.TimerHandle | None = None
        self._seat: int | None = None
        self._version = self._number = 0
        self._asked: int | None = None  # the number of the command without an answer
        self._asked_pair = False
        self._line: Sequence[str] = ()  # what is left to take on this board, from `_done` on
        self._done = self._pairs = 0
        self._raced: RacedPairs | None = None
        self._items: list[str] = []
        self._is_racing = self._is_leaving = False
        self._due = 0.0
        self.lost_at: float | None = None

    @property
    def is_connected(self) -> bool:
        """Whether the connection is open."""
        return self.socket is not None and self.socket.is_open

    @property
    def name(self) -> tuple[str, int] | None:
        """The address and the port of the connection."""
        return None if self.socket is None else self.socket.name

    @property
    def is_waiting(self) -> bool:
        """Whether a command has no answer yet, or the racer is not back yet."""
        return self._asked is not None or self._state is not None

    # ---- Connections -------------------------------------------------------------------------------------------------

    async def introduce(self) -> None:
        """Get a cookie."""
        answer = await fetch(self.client, "GET", "/api/me")
        if answer.status != 200:
            raise ValueError(f"no cookie: {answer.status} {answer.reason}")

    async def arrive(self) -> None:
        """Connect, and wait for the state of the room."""
        self._state = self._loop.create_future()
        request = FrameSocket.make_request(self.client, f"/api/races/{self.room.code}/socket")
        try:
            self.socket = await _RaceSocket(request, self).open(self.client)
            await asyncio.wait_for(self._state, _AWAY_SECONDS)
        finally:
            self._state = None

    def begin(self) -> None:
        """Be ready for the first race."""
        self._get_ready_soon()

    def lose(self, socket: _RaceSocket) -> None:
        """Come back after a while, as the page does."""
        if socket is not self.socket or self._is_leaving:
            return
        self._stop_timer()
        self._asked = None
        if self._state is not None:
            if not self._state.done():
                self._state.set_exception(ConnectionError("the connection was lost"))
            return
        self.crowd.reconnects += 1
        self.lost_at = time.monotonic()
        self._state = self._loop.create_future()
        self._coming_back = self._loop.create_task(self._come_back())

    async def _come_back(self) -> None:
        until = time.monotonic() + _AWAY_SECONDS
        await asyncio.sleep(self._random.uniform(*_WAIT_SECONDS))
        while True:
            try:
                await self.arrive()
                break
            except OSError as problem:
                if time.monotonic() > until:
                    self.crowd.errors.append(f"not back: {problem}")
                    return
                await asyncio.sleep(0.2 + self._random.random() * 0.5)
        assert self.lost_at is not None, "it was lost"
        self.crowd.back.append(time.monotonic() - self.lost_at)
        self.lost_at = None

    def leave(self) -> None:
        """Close the connection for good."""
        self._is_leaving = True
        self._stop_timer()
        if self.socket is not None:
            self.socket.close()

    # ---- What the server says ----------------------------------------------------------------------------------------

    def see(self, message: SeenMessage, now: float) -> None:
        """Take a message."""
        if message.type == "events":
            self._version = message.version
            is_own = message.n is not None and message.n == self._asked
            for event in message.events:
                self._see_event(event, now, is_own=is_own)
            if is_own:
                self._asked = None
                self._go_on(now)
        elif message.type == "room":
            self._see_state(message)
        elif message.type == "error":
            self._asked = None
            self._count_denial(f"{message.code}: {message.problem}")
            self._go_on(now)

    def _see_event(self, event: SeenEvent, now: float, *, is_own: bool) -> None:
        match event.event:
            case "pairtaken":
                if event.seat != self._seat:
                    if (due := self.room.due.get((event.seat, event.pairs))) is not None:
                        self.crowd.late_others.append(now - due)
                elif is_own and self._asked_pair:
                    self._count_pair(now)
            case "boardlaid" if event.seat == self._seat:
                self._take_board(event.board)
            case "attacked" if event.seat == self._seat and event.pairs < self._pairs:  # a pair was put back
                self._pairs = event.pairs
                self.room.due[event.seat, event.pairs + 1] = self._due
            case "itemearned" if event.seat == self._seat and event.item != "bomb":  # which would take any pair
                self._items.append(event.item)
            case "raceover":
                self._end_race()
            case "readychanged" if event.seat == self._seat and not event.is_ready:
                self._get_ready_soon()
            case "denied" | "roomdenied" if is_own:
                self._count_denial(f"{event.event}: {event.reason}")
            case "wentout" if event.seat == self._seat:
                self.crowd.errors.append(f"out: {event.reason}")
                self._is_racing = False
                self._stop_timer()

    def _count_pair(self, now: float) -> None:
        assert self._raced is not None, "a pair was sent"
        self.crowd.late_own.append(now - self._due)
        self._raced.answered.append(self._line[self._done])
        self._done += 1
        self._pairs += 1
        self._due = max(self._due + 1 / self.crowd.rate, now)

    def _count_denial(self, problem: str) -> None:
        """Note a refused command; where racers attack each other, a board may change before a command arrives."""
        if not (self._may_be_attacked and self._is_racing):
            self.crowd.errors.append(problem)

    @property
    def _may_be_attacked(self) -> bool:
        return self.crowd.settings.has_items

    def _go_on(self, now: float) -> None:
        """Plan the next command after an answer; a refused one is due again now."""
        if self._is_racing:
            self._due = max(self._due, now)
            self._plan()

    def _see_state(self, state: SeenMessage) -> None:
        assert state.room is not None, "a state has a room"
        if self._seat is not None and state.you != self._seat:
            self.crowd.errors.append(f"seat {self._seat} became {state.you}")
        self._seat, self._version, self._asked = state.you, state.version, None
        if state.room.phase == "racing" and state.race is not None:
            own = next(seat for seat in state.race.seats if seat.seat == self._seat)
            self._see_race(own, state.room.race_id or "")
        else:
            self._is_racing = False
            ready = {seat.seat: seat.is_ready for seat in state.room.seats}
            if self._seat is not None and not ready.get(self._seat, True):
                self._get_ready_soon()
        if self._state is not None and not self._state.done():
            self._state.set_result(None)

    def _see_race(self, own: SeenSeat, race_id: str) -> None:
        """Begin or resume a race: it must have all answered pairs, and at most one more."""
        if self._raced is None or self._raced.race_id != race_id:
            assert self._seat is not None, "only players race"
            if own.pairs == 0 and self._pairs:
                self.room.begin_race()
            self._raced = RacedPairs(self.room.code, race_id, self._seat, self._version)
            self.crowd.raced.append(self._raced)
            self._items.clear()
            self._pairs = own.pairs
            self._due = time.monotonic() + self._random.random() / self.crowd.rate
        elif not (self._pairs <= own.pairs or self._may_be_attacked) or own.pairs > self._pairs + 1:
            self.crowd.errors.append(f"{own.pairs} pairs are there, but {self._pairs} were answered")
        self._pairs = own.pairs
        self._is_racing = own.state == "racing"
        self._take_board(own.board)
        self._due = max(self._due, time.monotonic())
        if self._is_racing:
            self._plan()

    def _take_board(self, board: str) -> None:
        self._line, self._done = self.room.line(board), 0

    def _end_race(self) -> None:
        self._is_racing = False
        self._stop_timer()
        if self.room.racers[0] is self:
            self.crowd.finished += 1
        self._get_ready_soon()

    # ---- What the racer does -----------------------------------------------------------------------------------------

    def _plan(self) -> None:
        """Wait until the next pair is due."""
        self._stop_timer()
        if self._is_racing and self._done < len(self._line):
            self._timer = self._loop.call_later(max(self._due - time.monotonic(), 0), self._take_pair)

    def _take_pair(self) -> None:
        self._timer = None
        if not self.crowd.is_playing or self._raced is None or self._seat is None:
            return
        if self._items and (use := self._choose_use(self._items.pop())):
            self._do(use, is_pair=False)
            return
        self.room.due[self._seat, self._pairs + 1] = self._due
        self._raced.sent += 1
        self._do(f"play {self._line[self._done]}", is_pair=True)

    def _choose_use(self, item: str) -> str:
        """Return the command that uses an item, an attack on any of the others; empty if there is no other."""
        others = [racer._seat for racer in self.room.racers if racer is not self and racer._is_racing]
        if item not in ATTACKS:
            return f"use {item}"
        return f"use {item} {1 + (self._random.choice(others) or 0)}" if others else ""

    def _get_ready_soon(self) -> None:
        if self._timer is None and not self._is_leaving:
            self._timer = self._loop.call_later(self._random.uniform(*_READY_SECONDS), self._get_ready)

    def _get_ready(self) -> None:
        self._timer = None
        if not self._is_racing and self.crowd.is_playing:
            self._do("ready", is_pair=False)

    def _do(self, command: str, *, is_pair: bool) -> None:
        if self.socket is None:
            return
        self._number += 1
        self._asked, self._asked_pair = self._number, is_pair
        text = f'{{"type":"do","n":{self._number},"version":{self._version},"command":"{command}"}}'
        try:
            self.socket.send(text.encode())
        except OSError:
            self._asked = None  # `lose` follows

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
