"""All live rooms: each is opened for its first connection, and closed some time after the last has left."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from itertools import count
from time import monotonic
from typing import NamedTuple

from lianliankan.errors import StoreError
from lianliankan.race import room_events
from lianliankan.race.room_commands import RoomCommand
from lianliankan.store.room_log import LogEntry
from lianliankan.web.live.background import run_in_background
from lianliankan.web.live.connection import AtCapacity
from lianliankan.web.live.protocol import encode_text
from lianliankan.web.race.driver import Driver
from lianliankan.web.race.live_room import LiveRoom, NotWritten
from lianliankan.web.race.protocol import REACTIONS, RaceErrorCode, RaceErrorMessage
from lianliankan.web.race.racer_connection import RacerConnection
from lianliankan.web.race.replica import Replica
from lianliankan.web.race.room_keeper import RoomKeeper
from lianliankan.web.race.room_services import RoomServices

log = logging.getLogger("lianliankan.web")

_MAX_SPECTATORS = 40  # of a room, on this server
_GRACE_SECONDS = 1.5  # that a player may be gone before others see it
_NAME_TRIES = 6
_BEAT_SECONDS = 1.0
_MIN_IDLE_SECONDS = 2.0  # somebody may be about to enter
_BEATS_PER_CLOCK = 30


class _OpenRoom(NamedTuple):
    room: LiveRoom
    driver: Driver


class LiveRooms:
    """The rooms that this server has connections to, by their codes."""

    def __init__(self, services: RoomServices, *, max_rooms: int, idle_seconds: float) -> None:
        self._services = services
        self._max_rooms, self._idle_seconds = max_rooms, idle_seconds
        self._rooms: dict[str, asyncio.Future[_OpenRoom]] = {}
        self._heard: dict[str, list[LogEntry]] = {}  # of rooms that are being opened
        self._beat: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look after the rooms, in the running event loop."""
        if self._services.channel is not None:
            self._services.channel.rooms = self
        self._beat = asyncio.get_running_loop().create_task(self._look_after())

    def __len__(self) -> int:
        return len(self._rooms)

    @property
    def races(self) -> int:
        """How many races are running."""
        return sum(room.replica.room.phase == "racing" for room, _ in self._all_open())

    def find(self, code: str) -> LiveRoom | None:
        """Return a room if it is live here."""
        opening = self._rooms.get(code)
        if opening is None or not opening.done() or opening.cancelled() or opening.exception() is not None:
            return None
        return opening.result().room

    def has_seat(self, code: str, player: str) -> bool:
        """Whether a room is live here, and a player has a seat in it."""
        live_room = self.find(code)
        return live_room is not None and live_room.replica.seat_of(player) is not None

    # ---- Connections -------------------------------------------------------------------------------------------------

    async def join(
        self, code: str, connection: RacerConnection, find_name: Callable[[], Awaitable[str]] | None
    ) -> LiveRoom:
        """Add a connection to a room, on a seat if there is one; without `find_name`, as a spectator.

        A player for whom there is no seat is told so, and watches. Raises NoSuchRoom, StoreError, NotWritten and
        AtCapacity.
        """
        was_open = self.find(code) is not None
        live_room = await self._open(code)
        if find_name is None:
            if was_open:
                await self._catch_up(live_room)  # what another server has told this client must not be missing here
            self._add(live_room, connection)
            return live_room
        replica, player = live_room.replica, connection.player
        if (known := replica.seat_of(player)) is not None:
            await live_room.add(f"hello {known + 1}")
        else:
            await self._take_seat(live_room, player, await find_name())
        seat = live_room.replica.seat_of(player)
        refusal: RaceErrorCode | None = None
        if seat is None:
            refusal = "kicked" if player in live_room.replica.kicked else "full"
        else:
            for other in [each for each in live_room.connections if each.seat == seat]:
                live_room.take_over(other)
        connection.seat = seat
        if refusal is not None:
            connection.push(encode_text(RaceErrorMessage(None, refusal, "there is no seat for you, but you can watch")))
        self._add(live_room, connection)
        return live_room

    async def _take_seat(self, live_room: LiveRoom, player: str, name: str) -> None:
        """Let a player join a room, under another name if somebody has the same one."""
        wished = name
        if _has_no_seat(live_room, player, name):  # not written: whoever comes again and again would fill the log
            await self._catch_up(live_room)
        for number in range(2, _NAME_TRIES + 2):
            if player in live_room.replica.kicked or _has_no_seat(live_room, player, name):
                return
            while any(seat.name == name for seat in live_room.replica.room.seats.values()):
                name, number = f"{wished} {number}", number + 1
            applied = await live_room.add(f"join {name}", player)
            if not (isinstance(applied.denied, room_events.RoomDenied) and applied.denied.reason == "name taken"):
                return

    async def _catch_up(self, live_room: LiveRoom) -> None:
        """Read what other servers have added; raises NotWritten if the room had to be closed."""
        if self._services.channel is not None:
            await live_room.catch_up()
        if live_room.is_closed:
            raise NotWritten("the room is closed")

    def _add(self, live_room: LiveRoom, connection: RacerConnection) -> None:
        if connection.seat is None:
            watching = sum(each.seat is None for each in live_room.connections)
            if watching >= _MAX_SPECTATORS:
                raise AtCapacity("too many are watching this room")
        live_room.connections.add(connection)
        live_room.send_state(connection)

    def leave(self, live_room: LiveRoom, connection: RacerConnection) -> None:
        """Remove a connection; its player is away if they do not come back in a moment."""
        live_room.connections.discard(connection)
        loop = asyncio.get_running_loop()
        if connection.seat is not None:
            loop.call_later(_GRACE_SECONDS, self._lose, live_room, connection.seat)
        live_room.used = monotonic()

    def _lose(self, live_room: LiveRoom, seat: int) -> None:
        """Tell everybody that the player of a seat is away, unless they are here again, or elsewhere."""
        author = self._services.author
        is_here = any(each.seat == seat for each in live_room.connections)
        if not live_room.is_closed and not is_here and live_room.replica.holders.get(seat) == author:
            live_room.add(f"gone {seat + 1} {author}")

    # ---- What other servers of the store say -------------------------------------------------------------------------

    def on_entries(self, text: str) -> None:
        """Apply entries that another server has added to rooms."""
        from lianliankan.store.postgres_writes import read_announcements

        for code, version, author, entries in read_announcements(text):
            if author == self._services.author:
                continue
            self._services.note_alive(author)
            live_room = self.find(code)
            if entries is None:
                if live_room is not None:
                    run_in_background(live_room.catch_up())
                continue
            numbered = [LogEntry(number, at, author, *rest) for number, (at, *rest) in enumerate(entries, version + 1)]
            if live_room is not None:
                live_room.hear(numbered)
            elif code in self._heard:
                self._heard[code] += numbered

    def on_alive(self, worker: str) -> None:
        """Note that another server is there."""
        self._services.note_alive(worker)

    def on_reaction(self, text: str) -> None:
        """Show a reaction of a player on another server."""
        code, seat, reaction = text.split(":")
        if (live_room := self.find(code)) is not None and reaction in REACTIONS:
            live_room.show_reaction(int(seat), reaction)

    async def on_connected(self) -> None:
        """Find out what was not heard."""
        await self._services.measure_clock()
        for live_room, _ in list(self._all_open()):
            await live_room.catch_up()

    async def _look_after(self) -> None:
        """Tell the other servers every second that this one is there, and look for those that are not."""
        for number in count():
            await asyncio.sleep(_BEAT_SECONDS)
            rooms = list(self._all_open())
            if rooms and self._services.channel is not None:
                self._services.channel.say_alive()
            if number % _BEATS_PER_CLOCK == 0 and self._services.channel is not None:
                with suppress(StoreError):
                    await self._services.measure_clock()
            for room, driver in rooms:
                driver.look_for_the_dead()
                await self._close_if_idle(room)

    def _all_open(self) -> Iterator[_OpenRoom]:
        for opening in list(self._rooms.values()):
            if opening.done() and not opening.cancelled() and opening.exception() is None:
                yield opening.result()

    # ---- Opening and closing -----------------------------------------------------------------------------------------

    async def _open(self, code: str) -> LiveRoom:
        while (opening := self._rooms.get(code)) is not None:
            if not opening.done():
                await asyncio.wait([opening])
            if opening.cancelled():
                continue
            live_room = opening.result().room
            if not live_room.is_closed:
                live_room.used = monotonic()
                return live_room
            if self._rooms.get(code) is opening:
                self._forget(code)
        if len(self._rooms) >= self._max_rooms:
            raise AtCapacity("too many rooms are open")
        future = self._rooms[code] = asyncio.get_running_loop().create_future()
        self._heard[code] = []
        try:
            replica = await self._services.read(lambda: Replica(self._services.store.open_room(code)))
            live_room = LiveRoom(replica, self._services)
        except BaseException as problem:
            self._rooms.pop(code, None)
            if isinstance(problem, Exception):
                future.set_exception(problem)
                future.exception()  # marks it as retrieved, in case nothing else waits for it
            else:
                future.cancel()
            raise
        finally:
            heard = self._heard.pop(code, [])
        driver, keeper = Driver(live_room), RoomKeeper(live_room)
        future.set_result(_OpenRoom(live_room, driver))
        live_room.hear(heard)
        driver.start()
        keeper.start()
        return live_room

    async def _close_if_idle(self, live_room: LiveRoom) -> None:
        """Close a room without connections; one that this server drives is kept until others do, or it is closed."""
        replica, author = live_room.replica, self._services.author
        is_used = live_room.connections or monotonic() - live_room.used < max(self._idle_seconds, _MIN_IDLE_SECONDS)
        if live_room.is_closed or is_used:
            return
        others = {holder for holder in replica.holders.values() if holder != author}
        if replica.driver == author and replica.players and not others and replica.room.phase != "closed":
            return  # until those who are away have lost their seats
        if replica.driver == author and replica.room.phase != "closed":
            with suppress(NotWritten):
                await live_room.add("drive -")
        if not live_room.connections:
            self._close(live_room)

    def _close(self, live_room: LiveRoom) -> None:
        live_room.close()
        opening = self._rooms.get(live_room.code)
        if opening is not None and opening.done() and opening.result().room is live_room:
            self._forget(live_room.code)

    def _forget(self, code: str) -> None:
        opening = self._rooms.pop(code)
        opening.result().driver.close()

    def close(self) -> None:
        """Close all rooms; each stays as it was after its last entry."""
        if self._beat is not None:
            self._beat.cancel()
        for code, opening in list(self._rooms.items()):
            if opening.done() and not opening.cancelled() and opening.exception() is None:
                opening.result().room.close()
                self._forget(code)
        self._rooms.clear()


def _has_no_seat(live_room: LiveRoom, player: str, name: str) -> bool:
    """Whether a room has no seat for somebody who is not in it, as far as it is known here."""
    if live_room.replica.seat_of(player) is not None:
        return False
    denied = live_room.replica.foresee(RoomCommand(-1, "join", name), live_room.now)
    return denied is not None and denied.reason in ("full", "closed")
