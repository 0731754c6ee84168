"""A live room: a replica of its log, its connections, and the entries that they append.

An entry goes to the writer of the server; what is added while that is under way goes with the next addition. When the
entry is durable, it is applied at its place in the log, and everyone in the room is told what it did.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple, TypeVar

import msgspec

from lianliankan.board.board import Board
from lianliankan.errors import StoreError
from lianliankan.race.commands import Effect, RaceCommand
from lianliankan.race.events import RaceBegun, RaceEvent, RoomClosed, RoomDenied, RoomEvent, SeatFreed, SettingsChanged
from lianliankan.race.view import RaceView
from lianliankan.store.database import FateUnknown
from lianliankan.store.room_log import LogEntry, NewEntry, NoSuchRoom, RoomAddition
from lianliankan.store.rooms import Rooms
from lianliankan.web.base.page_data import encode, encode_text
from lianliankan.web.base.tasks import ServerClosing, ServerTasks
from lianliankan.web.http.rate_limits import TokenBucket
from lianliankan.web.live.connection import Connection
from lianliankan.web.live.server_channel import ServerChannel
from lianliankan.web.live.writer import Writer
from lianliankan.web.race.protocol import (
    CLOSE_KICKED,
    CLOSE_NO_ROOM,
    CLOSE_TAKEN_OVER,
    RACE_VERSION,
    EncodedEvents,
    EncodedState,
    RaceErrorCode,
    RaceErrorMessage,
    Reaction,
    ReactionShown,
    RoomView,
)
from lianliankan.web.race.replica import Applied, Command, Denial, Known, Replica
from lianliankan.web.work.game_jobs import answer_question
from lianliankan.web.work.jobs import NO_LIMIT, JobRunner, Requester

log = logging.getLogger("lianliankan.web")

T = TypeVar("T")

_QUICK_MICROSECONDS = 50_000  # a look at the clock that takes longer says too little
_SILENT_SECONDS = 3.5  # after which a server that says nothing is taken to be dead


class RoomServices:
    """The services that live rooms use.

    - `store`: the store of rooms, for reading; functions that write use `writing`.
    - `jobs`: the worker processes; `tasks`: the background tasks of the server.
    - `channel`: to the other servers of the store, if there can be any.
    - `quick_seconds`: how long the players of a quick match wait for others before bots join.
    - `author`: the name of this server in the logs of rooms.
    """

    def __init__(
        self,
        *,
        store: Rooms,
        writing: Rooms,
        writer: Writer,
        jobs: JobRunner,
        read_pool: Executor,
        tasks: ServerTasks,
        channel: ServerChannel | None,
        quick_seconds: float,
    ) -> None:
        self.store = store
        self.writing = writing
        self._writer = writer
        self._read_pool = read_pool
        self.jobs = jobs
        self.tasks = tasks
        self.channel = channel
        self.quick_seconds = quick_seconds
        self._clock_offset = 0  # microseconds from the clock of this machine to the store's
        self.author = secrets.token_hex(4) if channel is None else channel.server
        self._heard: dict[str, float] = {}
        self._began = monotonic()

    def is_alive(self, author: str) -> bool:
        """Whether a server is running, as far as this one knows."""
        if author in ("", self.author):
            return author != ""
        return self.channel is not None and monotonic() - self._heard.get(author, self._began) < _SILENT_SECONDS

    def note_alive(self, author: str) -> None:
        """Note that another server is running."""
        self._heard[author] = monotonic()

    def now(self) -> int:
        """Return the time in microseconds since 1970, by the store's clock."""
        return time.time_ns() // 1000 + self._clock_offset

    async def measure_clock(self) -> None:
        """Measure the offset of the store's clock from this machine's; raises StoreError."""
        start = time.time_ns() // 1000
        found = await self.read(self.store.clock)
        end = time.time_ns() // 1000
        if end - start < _QUICK_MICROSECONDS or not self._clock_offset:
            self._clock_offset = found - (start + end) // 2

    def say_reaction(self, code: str, seat: int, reaction: Reaction) -> None:
        """Tell the other servers of a reaction."""
        if self.channel is not None:
            self.channel.say("reaction", f"{code}:{seat}:{reaction}")

    async def append(self, addition: RoomAddition) -> int:
        """Append entries to the log of a room; return the number before the first of them.

        Raises StoreError if they were not written, and FateUnknown if that is unknown.
        """
        return await self._writer.write(addition)

    async def read(self, call: Callable[[], T]) -> T:
        """Run a function that reads the store, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._read_pool, call)

    async def write(self, call: Callable[[], T]) -> T:
        """Run a function that writes to the store."""
        return await self._writer.run(call)


# ---- A room ----------------------------------------------------------------------------------------------------------


_GAP_SECONDS = 0.5  # until missing entries are read from the store
_TRIES = 4  # attempts at a proof for a board that others change
_REACTIONS_PER_SECOND, _REACTION_BURST = 0.5, 4
_NEEDS_STATE = (RaceBegun, SettingsChanged)


class NotWritten(StoreError):
    """An entry was not appended, or its fate is unknown."""


class RacerConnection:
    """A player's or a spectator's connection to a room.

    - `connection`: the WebSocket; `player`: the id of the player.
    - `seat`: the player's seat; None for spectators.
    - `has_seen`: whether it has had the state of the room, which the events that follow change.
    """

    __slots__ = ("connection", "has_seen", "player", "reactions", "seat")

    def __init__(self, connection: Connection, player: str, now: Callable[[], float]) -> None:
        self.connection = connection
        self.player = player
        self.seat: int | None = None
        self.has_seen = False
        self.reactions = TokenBucket(rate=_REACTIONS_PER_SECOND, burst=_REACTION_BURST, now=now)

    @property
    def requester(self) -> Requester:
        """The player and network whose share of the worker processes the racer's commands use."""
        return Requester(self.connection.network, self.player)

    def push(self, message: msgspec.Struct) -> None:
        """Send a message."""
        self.connection.push(encode_text(message))

    def push_error(self, code: RaceErrorCode, problem: str, n: int | None = None) -> None:
        """Report an error, about the command `n` if there was one."""
        self.push(RaceErrorMessage(n, code, problem))

    def close(self, code: int) -> None:
        """Close it with a code, after the messages that are waiting."""
        self.has_seen = False
        self.connection.close(code)


class Sender(NamedTuple):
    """The connection that sent a command, and the client's number for the command."""

    connection: RacerConnection
    n: int


@dataclass(frozen=True, slots=True)
class _Pending:
    """An entry that is not applied yet; `applied` is its effect, None if it was not written."""

    entry: NewEntry
    known: Known | None
    sender: Sender | None
    applied: asyncio.Future[Applied | None]

    def finish(self, applied: Applied | None) -> None:
        if not self.applied.done():
            self.applied.set_result(applied)


class LiveRoom:
    """A room that this server has connections to.

    - `replica`: the room as far as its log is known here.
    - `connections`: the connections of players and spectators.
    - `on_applied`: called after entries were applied; `on_closed`: called when it is closed here.
    - `used`: when there was a connection last, or was about to be.

    An entry of this server passes three states before it is applied, and its future gets what it did:

    1. `_next`: it waits for the addition that is under way; whatever waits then is the next addition.
    2. `_sent`: the writer has it. If it was not written, the future gets None; if that is unknown, the room is closed.
    3. `_written`: the log has it, at the number that is its key. It waits only for entries of other servers before it.

    `_ahead` is the log as far as it is known and not applied, by number: entries that other servers announced, entries
    read from the store, and those that are `_written`. They are applied in order; one that stays missing is read.
    """

    def __init__(self, replica: Replica, services: RoomServices) -> None:
        self.replica = replica
        self.services = services
        self.code = replica.code
        self.connections: set[RacerConnection] = set()
        self.on_applied: list[Callable[[list[Applied]], None]] = []
        self.on_closed: Callable[[], object] = lambda: None
        self.is_closed = False
        self.used = monotonic()
        self._next: list[_Pending] = []
        self._sent: list[_Pending] = []
        self._written: dict[int, _Pending] = {}
        self._ahead: dict[int, LogEntry] = {}
        self._is_appending = False
        self._gap_timer: asyncio.TimerHandle | None = None

    @property
    def now(self) -> int:
        """The time in milliseconds since the room was opened, by the store's clock."""
        at = (self.services.now() - self.replica.opened) // 1000
        return max(at, self.replica.room.now)

    @property
    def is_driving(self) -> bool:
        """Whether this server drives the room."""
        return not self.is_closed and self.replica.driver == self.services.author

    @property
    def is_writing(self) -> bool:
        """Whether entries of this server are not applied yet."""
        return bool(self._next or self._sent or self._written)

    @property
    def requester(self) -> Requester:
        """The requester of jobs of the room itself, with a share of the worker processes of its own."""
        return Requester("", f"room {self.code}")

    # ---- Appending to the log ----------------------------------------------------------------------------------------

    def add(
        self,
        command: Command | str,
        note: str = "",
        *,
        board: Board | None = None,
        sender: Sender | None = None,
    ) -> asyncio.Future[Applied | None]:
        """Append an entry to the log; the future has its effect, or None if it was not written.

        A pair has the cells of its tiles now, and the log notes the version of the room.

        - `note`: the player of a "join" or a "hello".
        - `board`: the board of a "start", dealt.
        - `sender`: receives the effect of the entry, except if its proof came too late.
        """
        if isinstance(command, RaceCommand) and command.word == "play":
            note = str(self.replica.version)
        known = None if isinstance(command, str) else Known(command, board)
        applied: asyncio.Future[Applied | None] = asyncio.get_running_loop().create_future()
        pending = _Pending(NewEntry(self.now, str(command), note), known, sender, applied)
        if self.is_closed:
            pending.finish(None)
            return applied
        self._next.append(pending)
        if not self._is_appending:
            self._is_appending = True
            self.services.tasks.start(self._write_all())
        return applied

    async def write(
        self, command: Command | str, note: str = "", *, board: Board | None = None, sender: Sender | None = None
    ) -> Applied:
        """Append an entry to the log, and return its effect; raises NotWritten."""
        applied = await self.add(command, note, board=board, sender=sender)
        if applied is None:
            raise NotWritten("the room cannot be written at the moment")
        return applied

    async def prove(self, command: RaceCommand, requester: Requester, sender: Sender | None = None) -> Denial | None:
        """Append a command with the effect that it needs, which a worker process proves.

        It asks again if the board has changed meanwhile. Return a denial that the sender has not been told. Raises
        NotWritten, Busy and TooHard.
        """
        denial: Denial | None = None
        for _ in range(_TRIES):
            question = self.replica.room.question(command, at=self.now / 1000)
            if question is None:
                denial = self.replica.foresee(command, self.now)
                if denial is None:
                    await self.write(command, sender=sender)
                return denial
            effect: Effect = await self.services.jobs.run(
                requester, answer_question, question, lane="short", seconds=NO_LIMIT
            )
            denial = (await self.write(command.with_effect(effect), sender=sender)).denied
            if not _is_late(denial):
                return None
        return denial

    async def _write_all(self) -> None:
        while self._next and not self.is_closed:
            self._sent, self._next = self._next, []
            entries = [pending.entry for pending in self._sent]
            try:
                before = await self.services.append(
                    RoomAddition(self.code, self.services.author, self.replica.version, entries)
                )
            except Exception as problem:
                self._fail(problem)
            else:
                self._written |= dict(enumerate(self._sent, before + 1))
                self._sent = []
                self.hear(
                    LogEntry(number, pending.entry.at, self.services.author, pending.entry.command, pending.entry.note)
                    for number, pending in self._written.items()
                )
        self._is_appending = False

    def _fail(self, problem: Exception) -> None:
        """Give up an addition, and the room if it was removed or the fate of the addition is unknown."""
        is_expected = isinstance(problem, StoreError)
        if not isinstance(problem, ServerClosing):
            about = {"room": self.code, "problem": str(problem)}
            log.error("entries not written", extra=about, exc_info=None if is_expected else problem)
        if isinstance(problem, FateUnknown | ServerClosing | NoSuchRoom) or not is_expected:
            self.abandon()
            return
        sent, self._sent = self._sent, []
        for pending in sent:
            pending.finish(None)
        self.hear(())

    # ---- Following the log -------------------------------------------------------------------------------------------

    def hear(self, entries: Iterable[LogEntry]) -> None:
        """Take entries of the log, and apply them in order; an entry waits for those before it."""
        if self.is_closed:
            return
        self._ahead |= {entry.number: entry for entry in entries if entry.number > self.replica.version}
        try:
            done = list(self._apply_all())
        except Exception as problem:  # a mistake of ours: the clients get the room as the store has it
            log.error("entries not applied", extra={"room": self.code}, exc_info=problem)
            self.abandon()
            return
        if done:
            for call in self.on_applied:
                try:
                    call(done)
                except Exception as problem:  # a mistake of ours must not stop the room
                    log.error("entries not followed", extra={"room": self.code}, exc_info=problem)
        self._watch_gap()

    def _apply_all(self) -> Iterator[Applied]:
        while (entry := self._ahead.get(self.replica.version + 1)) is not None:
            if self._sent and entry.author == self.services.author and entry.number not in self._written:
                return  # it was read from the store before the writer has answered
            del self._ahead[entry.number]
            pending = self._written.get(entry.number)
            applied = self.replica.apply(entry, None if pending is None else pending.known)
            self._tell(applied, None if pending is None else pending.sender)
            if pending is not None:
                pending.finish(applied)
                self._written.pop(entry.number, None)
            yield applied

    def _watch_gap(self) -> None:
        if self._ahead and self._gap_timer is None and not self.is_closed:
            version = self.replica.version
            self._gap_timer = self.services.tasks.start_later(_GAP_SECONDS, lambda: self._fill_gap(version))

    async def _fill_gap(self, version: int) -> None:
        self._gap_timer = None
        if self.replica.version == version:
            await self.catch_up()
        else:
            self._watch_gap()

    async def catch_up(self) -> None:
        """Read the missing entries; if that fails, clients have to reconnect."""
        store, version = self.services.store, self.replica.version
        try:
            entries = await self.services.read(lambda: store.read_entries(self.code, version))
        except StoreError as problem:
            log.error("room not read", extra={"room": self.code, "problem": str(problem)})
            self.abandon()
            return
        self.hear(entries)

    # ---- Telling the connections -------------------------------------------------------------------------------------

    def _tell(self, applied: Applied, sender: Sender | None) -> None:
        """Send everyone the effect of an entry, the sender first."""
        self._settle_seats(applied)
        answered = None if sender is None or _is_late(applied.denied) else sender.connection
        private = [event for event in applied.events if _is_private(event)]
        public = [event for event in applied.events if not _is_private(event)]
        shared = self._message(None, public)
        if sender is not None and answered is not None:
            self._answer(sender, applied, shared)
        text = encode_text(shared) if public else ""
        for connection in self.connections:
            if not connection.has_seen or connection is answered:
                continue
            own = [] if applied.denied else [event for event in private if event.seat == connection.seat]
            if own:
                connection.push(self._message(None, public + own))
            elif text:
                connection.connection.push(text)
        if any(isinstance(event, _NEEDS_STATE) for event in applied.events):
            self.send_states()
        if any(isinstance(event, RoomClosed) for event in applied.events):
            for connection in self.connections:
                connection.push_error("gone", "the room is closed")
                connection.close(CLOSE_NO_ROOM)

    def _answer(self, sender: Sender, applied: Applied, shared: EncodedEvents) -> None:
        connection, n = sender
        if applied.is_stale:
            if applied.events:
                connection.push(self._message(None, applied.events))
            connection.push_error("stale", "the tiles have gone, or the board was replaced", n)
        elif any(_is_private(event) for event in applied.events):
            events = [event for event in applied.events if not _is_private(event) or event.seat == connection.seat]
            connection.push(self._message(n, events))
        else:
            connection.push(msgspec.structs.replace(shared, n=n))

    def push_denial(self, sender: Sender, denial: Denial) -> None:
        """Send the reason why a command was not appended."""
        sender.connection.push(self._message(sender.n, [denial]))

    def _message(self, n: int | None, events: Sequence[RoomEvent | RaceEvent]) -> EncodedEvents:
        return EncodedEvents(n, self.replica.version, self.now, msgspec.Raw(encode(events)))

    def _settle_seats(self, applied: Applied) -> None:
        """Close the connections that have lost their seat, to the host's kick or to a connection of another server."""
        for event in applied.events:
            if isinstance(event, SeatFreed):
                for connection in [each for each in self.connections if each.seat == event.seat]:
                    connection.seat = None
                    if event.reason == "kicked":
                        connection.push_error("kicked", "the host has removed you from the room")
                        connection.close(CLOSE_KICKED)
        if applied.entry.command.startswith("gone"):
            for connection in self.connections:
                if connection.seat is not None and connection.seat not in self.replica.holders:
                    # Another server took this one for dead.
                    self.add(f"hello {connection.seat + 1}", connection.player)
        if applied.entry.author != self.services.author and applied.entry.command.startswith(("hello", "join")):
            for connection in self.connections:
                if connection.seat is not None and self.replica.holders.get(connection.seat) == applied.entry.author:
                    self.take_over(connection)

    def take_over(self, connection: RacerConnection) -> None:
        """End a connection whose player has opened the room in another tab."""
        connection.seat = None
        connection.close(CLOSE_TAKEN_OVER)

    def send_states(self) -> None:
        """Send the whole room to everyone."""
        state = self._state()
        for connection in self.connections:
            if connection.has_seen:
                connection.push(msgspec.structs.replace(state, you=connection.seat))

    def send_state(self, connection: RacerConnection) -> None:
        """Send the whole room to a connection, which gets all events from now on."""
        connection.push(msgspec.structs.replace(self._state(), you=connection.seat))
        connection.has_seen = True

    def _state(self) -> EncodedState:
        replica, room = self.replica, self.replica.room
        view = RoomView.of(
            room, self.code, race_id=replica.race_id, is_public=replica.is_public, is_quick=replica.is_quick
        )
        race = None if room.race is None else RaceView.of(room.race)
        return EncodedState(
            v=RACE_VERSION,
            version=replica.version,
            you=None,
            room=msgspec.Raw(encode(view)),
            race=msgspec.Raw(encode(race)),
            now=self.now,
        )

    def show_reaction(self, seat: int, reaction: Reaction) -> None:
        """Send a reaction to all connections of this server."""
        for connection in self.connections:
            if connection.has_seen:
                connection.push(ReactionShown(seat, reaction))

    # ---- The end -----------------------------------------------------------------------------------------------------

    def abandon(self) -> None:
        """Close the room because its state in the store is unknown, or it has none; clients reconnect and see it."""
        self.close()
        for connection in list(self.connections):
            connection.connection.abort()

    def close(self) -> None:
        """Apply no more entries, and append none."""
        self.is_closed = True
        self.on_closed()
        if self._gap_timer is not None:
            self._gap_timer.cancel()
        for pending in [*self._next, *self._sent, *self._written.values()]:
            pending.finish(None)
        self._next = []
        self._sent = []
        self._written = {}


def _is_late(denial: Denial | None) -> bool:
    """Whether an effect was refused because the board had changed since it was proved."""
    return denial is not None and denial.reason == "not proved"


def _is_private(event: RoomEvent | RaceEvent) -> bool:
    return isinstance(event, RoomDenied) or (isinstance(event, RaceEvent) and event.is_private)
