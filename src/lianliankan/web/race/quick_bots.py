"""Bots for quick matches: who waits in vain for others races against bots of a like strength."""

import asyncio
from random import Random
from typing import Final

from lianliankan.race.room_events import SeatFreed, SeatTaken
from lianliankan.race.seat import BOT_LEVELS
from lianliankan.web.race.bot_names import pick_bot_name
from lianliankan.web.race.live_room import LiveRoom
from lianliankan.web.race.replica import Applied

__all__ = ["QuickBots", "level_near"]

_WAIT_SECONDS: Final = 8.0  # without anybody entering
_SEATS: Final = 4  # that are taken then
_FIRST_POINTS, _POINTS_PER_LEVEL = 600, 200


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
        if any(isinstance(event, SeatTaken | SeatFreed) for event in events):
            self._wait()

    def _wait(self) -> None:
        self.close()
        self._timer = asyncio.get_running_loop().call_later(_WAIT_SECONDS, self._fill)

    def _fill(self) -> None:
        replica, room = self._room.replica, self._room.replica.room
        is_waiting = room.phase == "waiting" and room.race is None and room.host is not None
        is_ours = replica.driver == self._room.services.author and not self._room.is_closed
        if is_ours and is_waiting and len(room.seats) < min(_SEATS, room.settings.seats) and room.host is not None:
            level = level_near(replica.rating, Random())
            self._room.add(f"{room.host + 1} bot {level} {pick_bot_name(room)}")
            self._timer = asyncio.get_running_loop().call_later(0.4, self._fill)  # one after the other


def level_near(points: int, rng: Random) -> int:
    """Return a strength of bots for players with so many points.

    >>> [level_near(points, Random(1)) for points in (500, 1000, 2000)]
    [1, 2, 5]
    """
    level = 1 + (points - _FIRST_POINTS) // _POINTS_PER_LEVEL + rng.choice((-1, 0, 0))
    return min(max(level, 1), BOT_LEVELS)
