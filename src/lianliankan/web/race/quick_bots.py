"""Bots for quick matches: who waits in vain for others races against bots of a like strength."""

import asyncio
import logging
from typing import Final

from lianliankan.errors import StoreError
from lianliankan.race.room_events import SeatFreed, SeatTaken
from lianliankan.web.live.background import run_in_background
from lianliankan.web.race.bot_names import pick_bot_name
from lianliankan.web.race.live_room import LiveRoom, NotWritten
from lianliankan.web.race.replica import Applied

__all__ = ["QuickBots"]

log = logging.getLogger("lianliankan.web")

_WAIT_SECONDS: Final = 8.0  # without anybody entering
_SEATS: Final = 4  # that are taken then
_NEXT_SECONDS: Final = 0.4  # until the next bot enters


class QuickBots:
    """Fills the seats of a room for a quick match when nobody has entered for some seconds."""

    def __init__(self, live_room: LiveRoom) -> None:
        self._room = live_room
        self._timer: asyncio.TimerHandle | None = None
        if live_room.replica.is_quick:
            live_room.on_applied.append(self._on_applied)
            self._wait()

    def close(self) -> None:
        """Stop."""
        if self._timer is not None:
            self._timer.cancel()

    def _on_applied(self, done: list[Applied]) -> None:
        events = [event for applied in done for event in applied.events]
        if any(isinstance(event, SeatFreed) or (isinstance(event, SeatTaken) and not event.bot) for event in events):
            self._wait()

    def _wait(self) -> None:
        self.close()
        self._timer = asyncio.get_running_loop().call_later(_WAIT_SECONDS, self._fill)

    def _fill(self) -> None:
        if self._needs_bot():
            run_in_background(self._add_bot())

    def _needs_bot(self) -> bool:
        replica, room = self._room.replica, self._room.replica.room
        is_waiting = room.phase == "waiting" and room.race is None and room.host is not None
        is_ours = replica.driver == self._room.services.author and not self._room.is_closed
        return is_ours and is_waiting and len(room.seats) < min(_SEATS, room.settings.seats)

    async def _add_bot(self) -> None:
        services, room, players = self._room.services, self._room.replica.room, [*self._room.replica.players.values()]
        number = sum(seat.bot > 0 for seat in room.seats.values())
        try:
            levels = await services.read(lambda: services.store.bot_levels(players, number + 1))
            if self._needs_bot() and room.host is not None:
                await self._room.add(f"{room.host + 1} bot {levels[number]} {pick_bot_name(room)}")
                self._timer = asyncio.get_running_loop().call_later(_NEXT_SECONDS, self._fill)
        except (StoreError, NotWritten) as problem:
            log.warning("no bot for a room", extra={"room": self._room.code, "problem": str(problem)})
