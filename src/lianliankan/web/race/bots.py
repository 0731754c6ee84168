"""The bots of a room: their names, how they play, and how they fill a quick match."""

import asyncio
import logging
from random import Random
from typing import Final, NamedTuple

from lianliankan.errors import StoreError
from lianliankan.race.bots import Bot
from lianliankan.race.commands import RaceCommand
from lianliankan.race.events import Attacked, BoardLaid, SeatFreed, SeatTaken
from lianliankan.race.race import Race
from lianliankan.race.room import Room
from lianliankan.seeds import draw_seed
from lianliankan.web.base.tasks import ServerClosing
from lianliankan.web.race.live_room import LiveRoom
from lianliankan.web.race.replica import Applied
from lianliankan.web.work.jobs import Busy, TooHard

log = logging.getLogger("lianliankan.web")

BOT_NAMES: Final = ("Bamboo", "Breeze", "Cedar", "Comet", "Ember", "Lotus", "Maple", "Moss", "Pebble", "Plum", "Willow")
"""More names than a room has seats; every screen marks bots as such."""

_RETRY_SECONDS = 0.5
_ALONE_SECONDS = 60.0  # that bots go on without any person
_QUICK_SEATS: Final = 4  # of a quick match that are taken when its bots are there
_PAUSE_SECONDS: Final = 0.4  # between two bots that enter


def pick_bot_name(room: Room) -> str:
    """Return a name that is free in the room.

    >>> room = Room()
    >>> pick_bot_name(room) in BOT_NAMES
    True
    """
    taken = {seat.name for seat in room.seats.values()}
    return Random().choice([name for name in BOT_NAMES if name not in taken])


class _Plan(NamedTuple):
    """The next action of a bot, and the timer for it."""

    command: RaceCommand
    timer: asyncio.TimerHandle


class BotPlayers:
    """The bots of the race that is running, played by the server that drives it: each plans, waits, and acts."""

    def __init__(self, live_room: LiveRoom) -> None:
        self._room = live_room
        self._race_id: str | None = None
        self._bots: dict[int, Bot] = {}
        self._plans: dict[int, _Plan] = {}
        self._acting: set[int] = set()
        self._alone_since: float | None = None

    def close(self) -> None:
        """Stop playing."""
        for seat in list(self._plans):
            self._drop(seat)

    def note(self, applied: Applied) -> None:
        """Drop the plans of bots whose board an entry has changed."""
        has_one_board = self._room.replica.room.settings.format_rules.has_one_board
        for event in applied.events:
            if isinstance(event, BoardLaid) and has_one_board:
                self.close()
            elif isinstance(event, BoardLaid | Attacked):
                self._drop(event.seat)

    def plan(self) -> None:
        """Plan for the bots without a plan, or with one that is no longer possible."""
        live, room = self._room, self._room.replica.room
        race, began = room.race, room.race_began
        if room.phase != "racing" or race is None or began is None or self._are_forgotten():
            self.close()
            return
        if self._race_id != live.replica.race_id:
            self.close()
            self._race_id = live.replica.race_id
            levels = {number: seat.racer.bot for number, seat in race.seats.items() if seat.racer.bot}
            self._bots = {number: Bot(number, level, draw_seed()) for number, level in levels.items()}
        now = max(live.now - began, race.now)
        for number, bot in self._bots.items():
            if number in self._acting:
                continue
            if number in self._plans:
                if _is_possible(race, self._plans[number].command):
                    continue
                self._drop(number)
            planned = bot.next_action(race, now=now)
            if planned is not None:
                at, command = planned
                timer = asyncio.get_running_loop().call_later(max(at - now, 0) / 1000, self._act, number)
                self._plans[number] = _Plan(command, timer)

    def _are_forgotten(self) -> bool:
        """Whether all people have been away for long; bots go on when one of them is back."""
        if self._room.replica.holders:
            self._alone_since = None
            return False
        now = asyncio.get_running_loop().time()
        self._alone_since = self._alone_since or now
        return now - self._alone_since > _ALONE_SECONDS

    def _drop(self, seat: int) -> None:
        plan = self._plans.pop(seat, None)
        if plan is not None:
            plan.timer.cancel()

    def _act(self, seat: int) -> None:
        command = self._plans.pop(seat).command
        self._acting.add(seat)
        self._room.services.tasks.start(self._do(command))

    async def _do(self, command: RaceCommand) -> None:
        live = self._room
        try:
            if command.word != "play":
                await live.prove(command, live.requester)
            elif live.replica.foresee(command, live.now) is None:
                await live.write(command)
        except ServerClosing:
            return
        except (StoreError, Busy, TooHard):
            await asyncio.sleep(_RETRY_SECONDS)
        except Exception as problem:  # e.g. a worker process that was killed
            log.error("a bot failed", extra={"room": live.code}, exc_info=problem)
            await asyncio.sleep(_RETRY_SECONDS)
        finally:
            self._acting.discard(command.seat)
        if live.is_driving:
            self.plan()


def _is_possible(race: Race, command: RaceCommand) -> bool:
    """Whether a bot can still do what it has planned."""
    seat = race.seats[command.seat]
    if not seat.is_racing or seat.table.is_stuck:
        return False
    if command.word == "play":
        try:
            first, second = (seat.board[cell] for cell in command.cells)
        except ValueError:
            return False
        return bool(first) and first == second  # it may be a mistake, which a bot makes, too
    if command.target is not None and not race.seats[command.target].is_racing:
        return False
    return command.item in seat.stock


class QuickBots:
    """Fills a quick match with bots of similar strength when no one else joins for some seconds."""

    def __init__(self, live_room: LiveRoom) -> None:
        self._room = live_room
        self._timer: asyncio.TimerHandle | None = None
        self._was_driving = live_room.is_driving
        if live_room.replica.is_quick:
            live_room.on_applied.append(self._on_applied)
            self._wait()

    def close(self) -> None:
        """Stop."""
        if self._timer is not None:
            self._timer.cancel()

    def _on_applied(self, done: list[Applied]) -> None:
        events = [event for applied in done for event in applied.events]
        has_taken_over = self._room.is_driving and not self._was_driving
        self._was_driving = self._room.is_driving
        if has_taken_over or any(
            isinstance(event, SeatFreed) or (isinstance(event, SeatTaken) and not event.bot) for event in events
        ):
            self._wait()

    def _wait(self, at_least: float = 0.0) -> None:
        self.close()
        services = self._room.services
        self._timer = services.tasks.start_later(max(services.quick_seconds, at_least), self._fill)

    @property
    def _missing(self) -> int:
        """How many bots are to come, if this server drives the room and its people wait for their first race."""
        room = self._room.replica.room
        is_waiting = room.phase == "waiting" and room.race is None and room.host is not None
        if not (is_waiting and self._room.is_driving):
            return 0
        return max(min(_QUICK_SEATS, room.settings.seats) - len(room.seats), 0)

    async def _fill(self) -> None:
        services, replica = self._room.services, self._room.replica
        players, number = list(replica.players.values()), self._missing
        if not number:
            return
        try:
            levels = await services.read(lambda: services.store.bot_levels(players, number))
            for level in levels:
                if self._missing and (host := replica.room.host) is not None:
                    await self._room.write(f"{host + 1} bot {level} {pick_bot_name(replica.room)}")
                    await asyncio.sleep(_PAUSE_SECONDS)
        except StoreError as problem:
            log.warning("no bots", extra={"room": self._room.code, "problem": str(problem)})
            if self._missing:
                self._wait(_RETRY_SECONDS)
