"""Bots for quick matches: who waits in vain for others races against bots of a like strength."""

import asyncio
import logging
from typing import Final

from lianliankan.errors import StoreError
from lianliankan.race.events import SeatFreed, SeatTaken
from lianliankan.web.live.background import run_in_background
from lianliankan.web.race.bot_names import pick_bot_name
from lianliankan.web.race.live_room import LiveRoom, NotWritten
from lianliankan.web.race.replica import Applied

log = logging.getLogger("lianliankan.web")

_SEATS: Final = 4  # that are taken then
_PAUSE_SECONDS: Final = 0.4  # they come one after the other


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
        people = [event for event in events if not (isinstance(event, SeatTaken) and event.bot)]
        if any(isinstance(event, SeatTaken | SeatFreed) for event in people):
            self._wait()

    def _wait(self) -> None:
        self.close()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._room.services.quick_seconds, lambda: run_in_background(self._fill()))

    @property
    def _missing(self) -> int:
        """How many bots are to come, if this server drives the room and its people wait for their first race."""
        replica, room = self._room.replica, self._room.replica.room
        is_ours = replica.driver == self._room.services.author and not self._room.is_closed
        is_waiting = room.phase == "waiting" and room.race is None and room.host is not None
        return max(min(_SEATS, room.settings.seats) - len(room.seats), 0) if is_ours and is_waiting else 0

    async def _fill(self) -> None:
        store, replica = self._room.services.store, self._room.replica
        players, number = list(replica.players.values()), self._missing
        if not number:
            return
        try:
            levels = await self._room.services.read(lambda: store.bot_levels(players, number))
            for level in levels:
                if self._missing and (host := replica.room.host) is not None:
                    await self._room.add(f"{host + 1} bot {level} {pick_bot_name(replica.room)}")
                    await asyncio.sleep(_PAUSE_SECONDS)
        except (StoreError, NotWritten) as problem:
            log.warning("no bots", extra={"room": self._room.code, "problem": str(problem)})
