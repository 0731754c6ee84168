"""All live rooms: each is opened for its first connection, and closed some time after its last one."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from itertools import count
from time import monotonic

from lianliankan.errors import StoreError
from lianliankan.race.commands import RoomCommand
from lianliankan.store.room_log import LogEntry
from lianliankan.web.base.tasks import OpenOnce
from lianliankan.web.live.connection import AtCapacity
from lianliankan.web.race.driver import Driver
from lianliankan.web.race.live_room import LiveRoom, NotWritten, RacerConnection, RoomServices
from lianliankan.web.race.protocol import REACTIONS, RaceErrorCode
from lianliankan.web.race.replica import Replica

log = logging.getLogger("lianliankan.web")

_MAX_ROOMS = 20_000
_MAX_SPECTATORS = 40  # of a room, on this server
_GRACE_SECONDS = 1.5  # that a player may be gone before others see it
_NAME_TRIES = 6  # other players may take each of them at the same moment
_BEAT_SECONDS = 1.0
_MIN_IDLE_SECONDS = 2.0  # a player may be about to enter
_BEATS_PER_CLOCK = 30


class LiveRooms:
    """The rooms that this server has connections to, by their codes as the store has them."""

    def __init__(self, services: RoomServices, *, idle_seconds: float) -> None:
        self._services = services
        self._idle_seconds = idle_seconds
        self._rooms: OpenOnce[str, Driver] = OpenOnce(services.tasks)

    def start(self) -> None:
        """Begin to look after the rooms, in the running event loop."""
        if (channel := self._services.channel) is not None:
            channel.handlers |= {"rooms": self.on_entries, "alive": self.on_alive, "reaction": self.on_reaction}
            channel.on_connected.append(self.on_connected)
        self._services.tasks.start(self._look_after())

    def __len__(self) -> int:
        return len(self._rooms)

    @property
    def races(self) -> int:
        """How many races are running."""
        return sum(driver.room.replica.room.phase == "racing" for driver in self._rooms)

    def find(self, code: str) -> LiveRoom | None:
        """Return a room if it is live here."""
        driver = self._rooms.find(code)
        return None if driver is None else driver.room

    def has_seat(self, code: str, player: str) -> bool:
        """Whether a room is live here, and a player has a seat in it."""
        live_room = self.find(code)
        return live_room is not None and live_room.replica.seat_of(player) is not None

    def close(self) -> None:
        """Close all rooms; each stays as it was after its last entry."""
        for driver in self._rooms.clear():
            driver.room.close()

    # ---- Connections -------------------------------------------------------------------------------------------------

    async def join(
        self, code: str, connection: RacerConnection, find_name: Callable[[], Awaitable[str]] | None
    ) -> LiveRoom:
        """Add a connection to a room, on a seat if there is one; without `find_name`, as a spectator.

        A player without a seat is told so, and watches. Raises NoSuchRoom, StoreError and AtCapacity.
        """
        is_new = self.find(code) is None
        live_room = await self._open(code)
        known = None if find_name is None else live_room.replica.seat_of(connection.player)
        if is_new or known is None:
            await self._catch_up(live_room)
        if find_name is not None:
            player = connection.player
            if known is None or (await live_room.write(f"hello {known + 1}", player)).is_stale:
                await self._take_seat(live_room, player, await find_name())
            self._sit_down(live_room, connection)
        self._add(live_room, connection)
        return live_room

    async def _open(self, code: str) -> LiveRoom:
        """Return a room, which is opened if need be."""

        async def open() -> Driver:
            replica = await self._services.read(lambda: Replica(self._services.store.open_room(code)))
            driver = Driver(LiveRoom(replica, self._services))
            driver.room.on_closed = lambda: self._forget(code, driver)
            driver.start()
            return driver

        if code not in self._rooms and len(self._rooms) >= _MAX_ROOMS:
            raise AtCapacity("too many rooms are open")
        live_room = (await self._rooms.get(code, open)).room
        live_room.used = monotonic()
        return live_room

    def _forget(self, code: str, driver: Driver) -> None:
        driver.stop()
        self._rooms.discard(code, driver)

    async def _catch_up(self, live_room: LiveRoom) -> None:
        """Read entries of other servers that were missed; raises NotWritten if the room had to be closed."""
        if self._services.channel is not None:
            await live_room.catch_up()
        if live_room.is_closed:
            raise NotWritten("the room is closed")

    async def _take_seat(self, live_room: LiveRoom, player: str, wished: str) -> None:
        """Let a player join a room, under another name if theirs is taken."""
        replica = live_room.replica
        for _ in range(_NAME_TRIES):
            taken = {seat.name for seat in replica.room.seats.values()}
            name = next(name for name in _name_choices(wished) if name not in taken)
            if player in replica.kicked or _has_no_seat(live_room, player, name):
                return  # and nothing is written: players who keep reconnecting must not fill the log
            denied = (await live_room.write(f"join {name}", player)).denied
            if denied is None or denied.reason != "name taken":
                return

    def _sit_down(self, live_room: LiveRoom, connection: RacerConnection) -> None:
        """Give a connection the seat of its player, or say why there is none."""
        player = connection.player
        seat = live_room.replica.seat_of(player)
        if seat is None:
            code: RaceErrorCode = "kicked" if player in live_room.replica.kicked else "full"
            connection.push_error(code, "there is no seat for you, but you can watch")
            return
        for other in [each for each in live_room.connections if each.seat == seat]:
            live_room.take_over(other)
        connection.seat = seat

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
        """Tell everyone that the player of a seat is away, unless they are connected again, here or elsewhere."""
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
            if live_room is None:
                continue
            if entries is None:
                self._services.tasks.start(live_room.catch_up())
                continue
            live_room.hear(
                LogEntry(number, at, author, command, note)
                for number, (at, command, note) in enumerate(entries, version + 1)
            )

    def on_alive(self, server: str) -> None:
        """Note that another server is running."""
        self._services.note_alive(server)

    def on_reaction(self, text: str) -> None:
        """Show a reaction of a player on another server."""
        code, seat, reaction = text.split(":")
        if (live_room := self.find(code)) is not None and reaction in REACTIONS:
            live_room.show_reaction(int(seat), reaction)

    async def on_connected(self) -> None:
        """Read the entries that were missed."""
        await self._services.measure_clock()
        for driver in self._rooms:
            await driver.room.catch_up()

    # ---- Every second ------------------------------------------------------------------------------------------------

    async def _look_after(self) -> None:
        """Look after the rooms every second. Errors do not end the heartbeats, which never wait for the store."""
        for number in count():
            await asyncio.sleep(_BEAT_SECONDS)
            if self._services.channel is not None:
                if len(self._rooms):
                    self._services.channel.say("alive", self._services.author)
                if number % _BEATS_PER_CLOCK == 0:
                    self._services.tasks.start(self._measure_clock())
            for driver in self._rooms:
                try:
                    self._look_at(driver)
                except Exception as problem:
                    log.error("room not looked after", extra={"room": driver.room.code}, exc_info=problem)

    async def _measure_clock(self) -> None:
        try:
            await self._services.measure_clock()
        except StoreError as problem:
            log.warning("clock not measured", extra={"problem": str(problem)})

    def _look_at(self, driver: Driver) -> None:
        """Close a room that is idle, after this server has left it to others; look after its players otherwise."""
        room = driver.room
        if not self._is_idle(room):
            driver.check_liveness()
        elif room.is_driving and room.replica.room.phase != "closed":
            room.add("drive -").add_done_callback(lambda _: room.close() if self._is_idle(room) else None)
        else:
            room.close()

    def _is_idle(self, live_room: LiveRoom) -> bool:
        """Whether a room no longer needs this server.

        A room that it drives is kept until another server has players of it, or no player has a seat.
        """
        replica, author = live_room.replica, self._services.author
        is_used = live_room.connections or monotonic() - live_room.used < max(self._idle_seconds, _MIN_IDLE_SECONDS)
        if is_used or live_room.is_writing:
            return False
        others = {holder for holder in replica.holders.values() if holder != author}
        return not (live_room.is_driving and replica.players and not others and replica.room.phase != "closed")


def _name_choices(wished: str) -> Iterator[str]:
    yield wished
    yield from (f"{wished} {number}" for number in count(2))


def _has_no_seat(live_room: LiveRoom, player: str, name: str) -> bool:
    """Whether a room has no free seat for a player without one, as far as it is known here."""
    if live_room.replica.seat_of(player) is not None:
        return False
    denied = live_room.replica.foresee(RoomCommand(-1, "join", name), live_room.now)
    return denied is not None and denied.reason in ("full", "closed")
