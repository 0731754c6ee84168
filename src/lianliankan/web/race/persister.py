"""Storing what a room has beside its log: races that are over, the base of the log, and its card for lists."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable

from lianliankan.errors import StoreError
from lianliankan.race.events import (
    CountdownBegun,
    CountdownStopped,
    HostChanged,
    RaceBegun,
    RaceOver,
    RoomClosed,
    SeatFreed,
    SeatTaken,
    SettingsChanged,
)
from lianliankan.store.room_log import FinishedRace
from lianliankan.web.base.tasks import ServerClosing
from lianliankan.web.race.live_room import LiveRoom
from lianliankan.web.race.replica import Applied

log = logging.getLogger("lianliankan.web")

_CARD_SECONDS = 0.2  # in which changes are gathered
_PATIENCE_SECONDS = 4.0  # that the driver has to store a race, before any other server does
_RETRY_SECONDS, _MAX_RETRY_SECONDS = 2.0, 60.0

_ON_THE_CARD = (
    SeatTaken,
    SeatFreed,
    HostChanged,
    SettingsChanged,
    CountdownBegun,
    CountdownStopped,
    RaceBegun,
    RaceOver,
)


class RoomPersister:
    """Stores the data derived from the log of a room, one write after the other, each until it succeeds.

    A new base takes the place of entries, so the races in these are stored before it. If the server stops earlier, the
    next one that opens the room finds them in the log. Storing a race twice is harmless.
    """

    def __init__(self, live_room: LiveRoom) -> None:
        self._room = live_room
        self._tasks = live_room.services.tasks
        self._card_timer: asyncio.TimerHandle | None = None
        self._races: deque[FinishedRace] = deque()
        self._base: tuple[int, bytes] | None = None
        self._is_card_due = False
        self._is_storing = False
        live_room.on_applied.append(self._on_applied)

    def start(self) -> None:
        """Store races that were over before the room was opened here, unless they are stored."""
        self._follow_log()

    def _on_applied(self, done: list[Applied]) -> None:
        events = [event for applied in done for event in applied.events]
        if any(isinstance(event, RoomClosed) for event in events):
            self._write_card()
        elif any(isinstance(event, _ON_THE_CARD) for event in events) and self._card_timer is None:
            self._card_timer = asyncio.get_running_loop().call_later(_CARD_SECONDS, self._write_card)
        self._follow_log()

    def _write_card(self) -> None:
        self._card_timer = None
        if self._room.replica.driver == self._room.services.author:
            self._is_card_due = True
            self._store()

    def _follow_log(self) -> None:
        replica = self._room.replica
        self._races += replica.take_finished_races()
        base = replica.take_new_base()
        if base is not None and self._room.is_driving:
            self._base = base
        self._store()

    def _store(self) -> None:
        is_due = self._races or self._base is not None or self._is_card_due
        if is_due and not self._is_storing:
            self._is_storing = True
            self._tasks.start(self._store_all())

    async def _store_all(self) -> None:
        try:
            while (write := await self._next_write()) is not None:
                await self._try_until_done(write)
        except ServerClosing:
            return
        finally:
            self._is_storing = False

    async def _next_write(self) -> Callable[[], object] | None:
        """Return the next write, once it is due; None if there is none."""
        rooms, code, replica = self._room.services.writing, self._room.code, self._room.replica
        if self._races:
            if not self._room.is_driving:
                await asyncio.sleep(_PATIENCE_SECONDS)
            race = self._races.popleft()
            return lambda: rooms.finish_race(race)
        if self._base is not None:
            (base_version, base), self._base = self._base, None
            return lambda: rooms.set_base(code, base_version, base)
        if self._is_card_due:
            self._is_card_due = False
            version, card = replica.version, replica.make_card()
            return lambda: rooms.set_card(code, version, card)
        return None

    async def _try_until_done(self, write: Callable[[], object]) -> None:
        """Write something; raises ServerClosing."""
        wait, about = _RETRY_SECONDS, {"room": self._room.code}
        while True:
            try:
                await self._room.services.write(write)
            except ServerClosing:
                raise
            except StoreError as problem:
                log.error("room not stored", extra=about | {"problem": str(problem)})
            except Exception as problem:  # a mistake of ours, which would be made again
                log.error("room not stored", extra=about, exc_info=problem)
                return
            else:
                return
            await asyncio.sleep(wait)
            wait = min(2 * wait, _MAX_RETRY_SECONDS)
