"""What is stored of a room beside its log: the base, what lists show, and races that are over."""

import asyncio
import logging
from collections.abc import Callable

from lianliankan.errors import StoreError
from lianliankan.race import events as room_events
from lianliankan.race.events import RaceOver
from lianliankan.store.room_log import FinishedRace
from lianliankan.web.live.background import run_in_background
from lianliankan.web.live.writer import ServerClosing
from lianliankan.web.race.live_room import LiveRoom
from lianliankan.web.race.replica import Applied

log = logging.getLogger("lianliankan.web")

_CARD_SECONDS = 0.2  # in which changes are gathered
_PATIENCE_SECONDS = 4.0  # that the driver has to store a race, before any other server does
_TRIES, _RETRY_SECONDS = 5, 2.0

_ON_THE_CARD = (
    room_events.SeatTaken,
    room_events.SeatFreed,
    room_events.HostChanged,
    room_events.SettingsChanged,
    room_events.CountdownBegun,
    room_events.CountdownStopped,
    room_events.RaceBegun,
    RaceOver,
)


class RoomKeeper:
    """Stores what follows from the log of a room, on the server that drives it."""

    def __init__(self, live_room: LiveRoom) -> None:
        self._room = live_room
        self._card_timer: asyncio.TimerHandle | None = None
        live_room.on_applied.append(self._on_applied)

    def start(self) -> None:
        """Store a race that was over before the room was opened here, if nobody has."""
        race = self._room.replica.room.race
        if race is not None and race.is_over:
            self._finish_race()

    @property
    def _is_driving(self) -> bool:
        return self._room.replica.driver == self._room.services.author

    def _on_applied(self, done: list[Applied]) -> None:
        events = [event for applied in done for event in applied.events]
        if any(isinstance(event, room_events.RoomClosed) for event in events):
            self._write_card()
        elif any(isinstance(event, _ON_THE_CARD) for event in events) and self._card_timer is None:
            self._card_timer = asyncio.get_running_loop().call_later(_CARD_SECONDS, self._write_card)
        if any(isinstance(event, RaceOver) for event in events):
            self._finish_race()
        base = self._room.replica.take_new_base()
        if base is not None and self._is_driving:
            self._write(lambda: self._room.services.writing.set_base(self._room.code, *base))

    def _write_card(self) -> None:
        self._card_timer = None
        replica = self._room.replica
        if self._is_driving:
            version, card = replica.version, replica.make_card()
            self._write(lambda: self._room.services.writing.set_card(self._room.code, version, card))

    def _finish_race(self) -> None:
        """Store the race that is over: at once on the server that drives, elsewhere if that has not done it."""
        replica = self._room.replica
        race, id, began = replica.room.race, replica.race_id, replica.room.race_began
        if race is None or id is None or began is None:
            return
        ended = replica.opened + 1000 * (began + race.now)
        finished = FinishedRace(id, self._room.code, race, dict(replica.race_players), ended)
        wait = 0.0 if self._is_driving else _PATIENCE_SECONDS
        asyncio.get_running_loop().call_later(
            wait, lambda: self._write(lambda: self._room.services.writing.finish_race(finished))
        )

    def _write(self, call: Callable[[], object]) -> None:
        run_in_background(self._try_to_write(call))

    async def _try_to_write(self, call: Callable[[], object]) -> None:
        for _ in range(_TRIES):
            try:
                await self._room.services.write(call)
            except ServerClosing:
                return
            except StoreError as problem:
                log.error("room not kept", extra={"room": self._room.code, "problem": str(problem)})
                await asyncio.sleep(_RETRY_SECONDS)
            else:
                return
