"""A live room: a replica of its log, its connections, and what they want to add to the log."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable
from time import monotonic
from typing import NamedTuple

from lianliankan.errors import StoreError
from lianliankan.race import room_events
from lianliankan.race.events import RaceEvent
from lianliankan.race.view import RaceView
from lianliankan.store.room_log import LogEntry, NewEntry, RoomAddition
from lianliankan.web.live.background import run_in_background
from lianliankan.web.live.protocol import encode_text
from lianliankan.web.live.writer import FateUnknown, ServerClosing
from lianliankan.web.race.protocol import (
    CLOSE_KICKED,
    CLOSE_NO_ROOM,
    CLOSE_TAKEN_OVER,
    RACE_VERSION,
    RaceErrorMessage,
    Reaction,
    ReactionShown,
    RoomEvents,
    RoomState,
    RoomView,
)
from lianliankan.web.race.racer_connection import RacerConnection
from lianliankan.web.race.replica import Applied, Replica
from lianliankan.web.race.room_services import RoomServices

log = logging.getLogger("lianliankan.web")

MAX_ENTRIES = 6_000
"""The most entries since the base of a room: no race has so many."""

_GAP_SECONDS = 0.5  # that entries may be missing before they are read from the store

_STATE_BEGIN, _EVENTS_BEGIN = '"you":null', '"n":null'
_NEEDS_STATE = (room_events.RaceBegun, room_events.SettingsChanged)


class NotWritten(Exception):
    """An entry was not added, or nobody knows whether it was."""


class _Waiting(NamedTuple):
    entry: NewEntry
    applied: asyncio.Future[Applied]
    sender: RacerConnection | None
    n: int | None
    is_tried_again: bool

    def answers(self, applied: Applied) -> bool:
        """Whether the sender is told what the entry did; not if it is tried again, because its proof came too late."""
        is_late = applied.denied is not None and applied.denied.reason == "not proved"
        return self.sender is not None and self.n is not None and not (self.is_tried_again and is_late)


class LiveRoom:
    """A room that this server has connections to.

    - `replica`: the room as far as its log is known here.
    - `connections`: the connections of players and spectators.
    - `on_applied`: called after entries were applied.
    - `used`: when there was a connection last, or was about to be.
    """

    def __init__(self, replica: Replica, services: RoomServices) -> None:
        self.replica, self.services = replica, services
        self.code = replica.code
        self.connections: set[RacerConnection] = set()
        self.on_applied: list[Callable[[list[Applied]], None]] = []
        self.is_closed = False
        self.used = monotonic()
        self._queue: deque[_Waiting] = deque()
        self._written: dict[int, _Waiting] = {}  # by number
        self._ahead: dict[int, LogEntry] = {}
        self._is_writing = False
        self._gap_timer: asyncio.TimerHandle | None = None

    # ---- Adding to the log -------------------------------------------------------------------------------------------

    @property
    def now(self) -> int:
        """The time in milliseconds since the room was opened, by the store's clock."""
        at = (self.services.clock.now() - self.replica.opened) // 1000
        return max(at, self.replica.room.now)

    def add(
        self,
        command: str,
        note: str = "",
        *,
        sender: RacerConnection | None = None,
        n: int | None = None,
        is_tried_again: bool = False,
    ) -> asyncio.Future[Applied]:
        """Add an entry to the log; the future is what it did. It raises NotWritten if it was not added.

        The `sender` is answered with its number `n`; but not if it is tried again when its proof is too late.
        """
        applied: asyncio.Future[Applied] = asyncio.get_running_loop().create_future()
        applied.add_done_callback(_mark_retrieved)
        if self.is_closed:
            applied.set_exception(NotWritten("the room is closed"))
            return applied
        self._queue.append(_Waiting(NewEntry(self.now, command, note), applied, sender, n, is_tried_again))
        if not self._is_writing:
            self._is_writing = True
            run_in_background(self._write_all())
        return applied

    async def _write_all(self) -> None:
        try:
            while self._queue and not self.is_closed:
                batch = list(self._queue)
                self._queue.clear()
                await self._write(batch)
        finally:
            self._is_writing = False

    async def _write(self, batch: list[_Waiting]) -> None:
        try:
            before = await self._append([item.entry for item in batch])
        except Exception as problem:
            expected = isinstance(problem, StoreError)
            if not isinstance(problem, ServerClosing):
                about = {"room": self.code, "problem": str(problem)}
                log.error("entries not written", extra=about, exc_info=None if expected else problem)
            for item in batch:
                if not item.applied.done():
                    item.applied.set_exception(NotWritten(str(problem)))
            if isinstance(problem, FateUnknown | ServerClosing) or not expected:
                self.abandon()
            return
        if self.is_closed:
            for item in batch:
                item.applied.set_exception(NotWritten("the room is closed"))
            return
        for number, item in enumerate(batch, before + 1):
            self._written[number] = item
        author = self.services.author
        self.hear(LogEntry(number, *_sign(item.entry, author)) for number, item in enumerate(batch, before + 1))

    async def _append(self, entries: list[NewEntry]) -> int:
        """Write entries, and return the number before the first; if others were faster, after theirs."""
        addition = RoomAddition(self.code, self.services.author, self.replica.version, entries)
        return await self.services.writer.write(addition)

    # ---- Following the log -------------------------------------------------------------------------------------------

    def hear(self, entries: Iterable[LogEntry]) -> None:
        """Take entries of the log, and apply those whose turn it is; others wait for what is missing."""
        if self.is_closed:
            return
        for entry in entries:
            if entry.number > self.replica.version:
                self._ahead[entry.number] = entry
        done = list[Applied]()
        while (following := self._ahead.pop(self.replica.version + 1, None)) is not None:
            applied = self.replica.apply(following)
            done.append(applied)
            self._tell(applied)
        if done:
            for call in self.on_applied:
                try:
                    call(done)
                except Exception as problem:  # a mistake of ours must not stop the room
                    log.error("entries not followed", extra={"room": self.code}, exc_info=problem)
        self._watch_gap()

    def _watch_gap(self) -> None:
        if self._ahead and self._gap_timer is None and not self.is_closed:
            loop = asyncio.get_running_loop()
            version = self.replica.version
            self._gap_timer = loop.call_later(_GAP_SECONDS, lambda: run_in_background(self._fill_gap(version)))

    async def _fill_gap(self, version: int) -> None:
        self._gap_timer = None
        if self.replica.version == version:
            await self.catch_up()
        else:
            self._watch_gap()

    async def catch_up(self) -> None:
        """Read what the store has that was not heard of; clients get all there is if that fails."""
        store, version = self.services.store, self.replica.version
        try:
            entries = await self.services.read(lambda: store.read_entries(self.code, version))
        except StoreError as problem:
            log.error("room not read", extra={"room": self.code, "problem": str(problem)})
            self.abandon()
            return
        self.hear(entries)

    # ---- Telling the connections -------------------------------------------------------------------------------------

    def _tell(self, applied: Applied) -> None:
        """Tell everybody what an entry did, and first of all whoever sent it."""
        item = self._written.pop(applied.entry.number, None)
        sender = item.sender if item is not None and item.answers(applied) else None
        self._settle_seats(applied)
        public = [event for event in applied.events if not _is_private(event)]
        private = [event for event in applied.events if _is_private(event)]
        text = self._events_text(None, public) if public else ""
        if item is not None and item.n is not None and sender is not None:
            self._answer(sender, item.n, applied, "" if private else text)
        for connection in self.connections:
            if not connection.has_seen or connection is sender:
                continue
            own = [] if applied.denied else [event for event in private if event.seat == connection.seat]
            if own:
                connection.push(self._events_text(None, public + own))
            elif text:
                connection.push(text)
        if item is not None and not item.applied.done():
            item.applied.set_result(applied)
        if any(isinstance(event, _NEEDS_STATE) for event in applied.events):
            self.send_states()
        if any(isinstance(event, room_events.RoomClosed) for event in applied.events):
            for connection in self.connections:
                connection.push(encode_text(RaceErrorMessage(None, "gone", "the room is closed")))
                connection.close(CLOSE_NO_ROOM)

    def _answer(self, sender: RacerConnection, n: int, applied: Applied, text: str) -> None:
        if applied.is_stale:
            if applied.events:
                sender.push(self._events_text(None, applied.events))
            sender.push(encode_text(RaceErrorMessage(n, "stale", "the tiles have gone, or the board was replaced")))
        elif text:
            sender.push(text.replace(_EVENTS_BEGIN, f'"n":{n}', 1))
        else:
            events = [event for event in applied.events if not _is_private(event) or event.seat == sender.seat]
            sender.push(self._events_text(n, events))

    def _events_text(self, n: int | None, events: "list[room_events.RoomEvent | RaceEvent]") -> str:
        return encode_text(RoomEvents(n, self.replica.version, self.now, tuple(events)))

    def _settle_seats(self, applied: Applied) -> None:
        """Close the connections whose seat was taken away, or is held elsewhere now."""
        for event in applied.events:
            if isinstance(event, room_events.SeatFreed):
                for connection in [each for each in self.connections if each.seat == event.seat]:
                    connection.seat = None
                    if event.reason == "kicked":
                        error = RaceErrorMessage(None, "kicked", "the host has removed you from the room")
                        connection.push(encode_text(error))
                        connection.close(CLOSE_KICKED)
        if applied.entry.command.startswith("gone"):
            for connection in self.connections:
                if connection.seat is not None and connection.seat not in self.replica.holders:
                    self.add(f"hello {connection.seat + 1}")  # another server took this one for dead
        if applied.entry.author != self.services.author and applied.entry.command.startswith(("hello", "join")):
            for connection in self.connections:
                if connection.seat is not None and self.replica.holders.get(connection.seat) == applied.entry.author:
                    self.take_over(connection)

    def take_over(self, connection: RacerConnection) -> None:
        """End a connection whose player is here in another tab."""
        connection.seat = None
        connection.close(CLOSE_TAKEN_OVER)

    def send_states(self) -> None:
        """Send all there is to everybody."""
        text = self._state_text()
        for connection in self.connections:
            if connection.has_seen:
                connection.push(_for_seat(text, connection.seat))

    def send_state(self, connection: RacerConnection) -> None:
        """Send all there is to a connection, which gets all events from now on."""
        connection.push(_for_seat(self._state_text(), connection.seat))
        connection.has_seen = True

    def _state_text(self) -> str:
        replica = self.replica
        about = {"is_public": replica.is_public, "is_quick": replica.is_quick}
        view = RoomView.of(replica.room, self.code, race_id=replica.race_id, **about)
        race = None if replica.room.race is None else RaceView.of(replica.room.race)
        return encode_text(RoomState(RACE_VERSION, replica.version, None, view, race, self.now))

    def show_reaction(self, seat: int, reaction: Reaction) -> None:
        """Show everybody here a reaction."""
        text = encode_text(ReactionShown(seat, reaction))
        for connection in self.connections:
            if connection.has_seen:
                connection.push(text)

    # ---- The end -----------------------------------------------------------------------------------------------------

    def abandon(self) -> None:
        """Close the room because nobody knows what the store has of it; clients reconnect and see."""
        self.close()
        for connection in list(self.connections):
            connection.abort()

    def close(self) -> None:
        """Apply no more entries, and add none."""
        self.is_closed = True
        if self._gap_timer is not None:
            self._gap_timer.cancel()
        for item in [*self._queue, *self._written.values()]:
            if not item.applied.done():
                item.applied.set_exception(NotWritten("the room is closed"))
        self._queue.clear()
        self._written.clear()


def _sign(entry: NewEntry, author: str) -> tuple[int, str, str, str]:
    return entry.at, author, entry.command, entry.note


def _for_seat(text: str, seat: int | None) -> str:
    """Return the text of a state for the player of a seat: the rest is the same for everybody."""
    return text if seat is None else text.replace(_STATE_BEGIN, f'"you":{seat}', 1)


def _is_private(event: room_events.RoomEvent | RaceEvent) -> bool:
    return isinstance(event, room_events.RoomDenied) or (isinstance(event, RaceEvent) and event.is_private)


def _mark_retrieved(future: asyncio.Future[Applied]) -> None:
    """Let nobody complain about an error that nobody waits for."""
    if not future.cancelled():
        future.exception()
