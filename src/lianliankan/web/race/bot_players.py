"""The bots of a room, played by its driver: each plans, waits, acts, and plans again."""

import asyncio
import logging
from time import monotonic
from typing import NamedTuple

from lianliankan.race.bots import Bot
from lianliankan.race.commands import RaceCommand
from lianliankan.race.events import Attacked, BoardLaid
from lianliankan.race.race import Race
from lianliankan.seeds import draw_seed
from lianliankan.web.live.background import run_in_background
from lianliankan.web.live.writer import ServerClosing
from lianliankan.web.race.live_room import LiveRoom, NotWritten
from lianliankan.web.race.proofs import prove
from lianliankan.web.race.replica import Applied
from lianliankan.web.work.jobs import Busy, Owner, TooHard

log = logging.getLogger("lianliankan.web")

_RETRY_SECONDS = 0.5
_ALONE_SECONDS = 60.0  # that bots go on when all people are away: longer, they would work for nobody


class _Plan(NamedTuple):
    """What a bot does next, when (in milliseconds of the race), and the timer for it."""

    at: int
    command: RaceCommand
    timer: asyncio.TimerHandle


class BotPlayers:
    """The bots of the race that is running."""

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
        """Note what an entry did: bots whose boards it changed plan again."""
        has_one_board = self._room.replica.room.settings.format_rules.has_one_board
        for event in applied.events:
            if isinstance(event, BoardLaid) and has_one_board:
                self.close()
            elif isinstance(event, BoardLaid | Attacked):
                self._drop(event.seat)

    def plan(self) -> None:
        """Let bots plan that have nothing planned, or something that cannot be done any more."""
        live, replica = self._room, self._room.replica
        race, began = replica.room.race, replica.room.race_began
        if replica.room.phase != "racing" or race is None or began is None or self._are_forgotten():
            self.close()
            return
        if self._race_id != replica.race_id:
            self.close()
            self._race_id = replica.race_id
            bots = {number: seat.racer.bot for number, seat in race.seats.items() if seat.racer.bot}
            self._bots = {number: Bot(number, level, draw_seed()) for number, level in bots.items()}
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
                wait = max(at - now, 0) / 1000
                timer = asyncio.get_running_loop().call_later(wait, self._act, number)
                self._plans[number] = _Plan(at, command, timer)

    def _are_forgotten(self) -> bool:
        """Whether no person has been there for long; bots go on when somebody comes back."""
        if self._room.replica.holders:
            self._alone_since = None
            return False
        self._alone_since = self._alone_since or monotonic()
        return monotonic() - self._alone_since > _ALONE_SECONDS

    def _drop(self, seat: int) -> None:
        plan = self._plans.pop(seat, None)
        if plan is not None:
            plan.timer.cancel()

    def _act(self, seat: int) -> None:
        command = self._plans.pop(seat).command
        self._acting.add(seat)
        run_in_background(self._do(command))

    async def _do(self, command: RaceCommand) -> None:
        live = self._room
        try:
            if command.word == "play":
                if live.replica.foresee(command, live.now) is None:
                    await live.add(str(command), str(live.replica.version))
            else:
                await prove(live, command, Owner("", f"room {live.code}"))
        except ServerClosing:
            return
        except (NotWritten, Busy, TooHard):
            await asyncio.sleep(_RETRY_SECONDS)
        except Exception as problem:  # e.g. a worker process that was killed
            log.error("a bot failed", extra={"room": live.code}, exc_info=problem)
            await asyncio.sleep(_RETRY_SECONDS)
        finally:
            self._acting.discard(command.seat)
        if not live.is_closed and live.replica.driver == live.services.author:
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
