"""What nobody sends: ticks, the deal and the start of a race, boards that are stuck, and the moves of bots.

One server does it for a room: its driver, the author of the last entry that drove it. If something is overdue, another
server takes over; doing something twice is harmless, because the second time it means nothing.
"""

import asyncio
import logging
import secrets
from time import monotonic

from lianliankan.board.board import Board
from lianliankan.dealing.deal_spec import Deal
from lianliankan.race import room_events
from lianliankan.race.commands import RaceCommand
from lianliankan.race.events import Denied, HintShown, ItemEarned, PairTaken
from lianliankan.web.live.background import run_in_background
from lianliankan.web.live.writer import ServerClosing
from lianliankan.web.race.bot_players import BotPlayers
from lianliankan.web.race.live_room import LiveRoom, NotWritten
from lianliankan.web.race.proofs import prove
from lianliankan.web.race.quick_bots import QuickBots
from lianliankan.web.race.replica import Applied
from lianliankan.web.work.game_jobs import deal_board, dealing_lane
from lianliankan.web.work.jobs import Busy, Owner, TooHard

log = logging.getLogger("lianliankan.web")

_OVERDUE_SECONDS = 1.0  # that the driver may be late before another server takes over
_MOVE_NO_TIMER = (PairTaken, ItemEarned, HintShown, Denied)  # or only to later: a timer that is early looks again
_LATE_SECONDS = 0.005  # the timer fires a little late, so that the time is up for certain
_RETRY_SECONDS = 0.5
_LOST_SECONDS = 3.0  # that a seat of this server may be without a connection, which is said sooner if all is well
_OPENING_SECONDS = 3.0  # in which the players of a server that has ended come back


class Driver:
    """Drives a room while this server is its driver, and takes over if the driver does nothing."""

    def __init__(self, live_room: LiveRoom) -> None:
        self._room = live_room
        self._timer: asyncio.TimerHandle | None = None
        self._dealt: tuple[int, Deal, Board] | None = None  # for which countdown
        self._is_dealing = False
        self._relaying: set[int] = set()
        self._taken_over, self._opened = 0.0, monotonic()
        self._was_driving = False
        self._lost: dict[tuple[int, str], float] = {}  # seats and servers, and when to say so
        self._bots, self._quick = BotPlayers(live_room), QuickBots(live_room)
        live_room.on_applied.append(self._on_applied)

    @property
    def is_driving(self) -> bool:
        """Whether this server is the driver."""
        return self._room.replica.driver == self._room.services.author

    @property
    def _owner(self) -> Owner:
        return Owner("", f"room {self._room.code}")

    def start(self) -> None:
        """Look at what is due, in the running event loop."""
        if not self._room.replica.driver or not self._room.services.is_alive(self._room.replica.driver):
            self._take_over()
        self._look()

    def close(self) -> None:
        """Stop."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._bots.close()
        self._quick.close()

    def look_for_the_dead(self) -> None:
        """Take over from a driver that is dead, and tell everybody who is away without their server having said it."""
        live, services = self._room, self._room.services
        if live.is_closed or monotonic() - self._opened < _OPENING_SECONDS:
            return
        if not services.is_alive(live.replica.driver):
            self._take_over()
        self._tell_who_is_lost()

    def _tell_who_is_lost(self) -> None:
        """Say who is away though their server has not said it: it is dead, or is this one and had not opened the room.

        If that could not be written, it is said again.
        """
        live, services, now = self._room, self._room.services, monotonic()
        here = {connection.seat for connection in live.connections}
        due: dict[tuple[int, str], float] = {}
        for seat, holder in live.replica.holders.items():
            if holder == services.author and seat not in here:
                due[seat, holder] = now + _LOST_SECONDS
            elif self.is_driving and not services.is_alive(holder):
                due[seat, holder] = now
        self._lost = {lost: self._lost.get(lost, when) for lost, when in due.items()}
        for (seat, holder), when in self._lost.items():
            if when <= now:
                self._lost[seat, holder] = now + _LOST_SECONDS
                live.add(f"gone {seat + 1} {holder}")

    def _on_applied(self, done: list[Applied]) -> None:
        for applied in done:
            self._bots.note(applied)
            if any(isinstance(event, room_events.CountdownStopped) for event in applied.events):
                self._dealt = None
        is_quiet = all(isinstance(event, _MOVE_NO_TIMER) for applied in done for event in applied.events)
        if is_quiet and self._timer is not None and self._was_driving == self.is_driving:
            self._act()
        else:
            self._look()

    def _act(self) -> None:
        """Do what a driver does after every entry."""
        if self.is_driving:
            self._prepare()
            self._bots.plan()
        else:
            self._bots.close()

    def _take_over(self) -> None:
        if monotonic() - self._taken_over > _OVERDUE_SECONDS:
            self._taken_over = monotonic()
            self._room.add("drive")

    # ---- What is due -------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Do what is due, and set the timer for what will be."""
        room, live = self._room.replica.room, self._room
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if live.is_closed or room.phase == "closed":
            self._bots.close()
            return
        self._act()
        self._was_driving = self.is_driving
        due = room.next_due
        late = 0.0 if self.is_driving else _OVERDUE_SECONDS
        has_asked = not self.is_driving and monotonic() - self._taken_over <= _OVERDUE_SECONDS
        if due is not None:
            wait = max(due + late - live.now / 1000, _RETRY_SECONDS if has_asked else 0.0) + _LATE_SECONDS
            self._timer = asyncio.get_running_loop().call_later(wait, self._fire)

    def _fire(self) -> None:
        self._timer = None
        live, room = self._room, self._room.replica.room
        due = room.next_due
        if live.is_closed or due is None or live.now < due * 1000:
            self._look()
        elif not self.is_driving:
            if live.now >= 1000 * (due + _OVERDUE_SECONDS):
                self._take_over()
            self._look()
        elif room.phase == "countdown" and live.now >= (room.countdown_until or 0):
            self._start_race()
        else:
            run_in_background(self._add_tick())

    async def _add_tick(self) -> None:
        try:
            await self._room.add("tick")
        except NotWritten:
            await asyncio.sleep(_RETRY_SECONDS)
            self._look()

    def _prepare(self) -> None:
        """Have the board dealt during the countdown, and boards laid again that are stuck."""
        room = self._room.replica.room
        has_to_deal = room.phase == "countdown" and not room.ghosts and self._dealt_for(room.countdown_until) is None
        if has_to_deal and not self._is_dealing:
            self._is_dealing = True
            run_in_background(self._deal(room.settings.deal(_draw_secret()), room.countdown_until or 0))
        if room.phase == "racing" and room.race is not None:
            for seat in room.race.stuck_seats:
                if seat not in self._relaying:
                    self._relaying.add(seat)
                    run_in_background(self._relay(seat))

    def _dealt_for(self, countdown: int | None) -> tuple[Deal, Board] | None:
        if self._dealt is None or self._dealt[0] != countdown or self._dealt[1] != self._settled_deal(self._dealt[1]):
            return None
        return self._dealt[1:]

    def _settled_deal(self, deal: Deal) -> Deal:
        return self._room.replica.room.settings.deal(deal.seed)

    async def _deal(self, deal: Deal, countdown: int) -> None:
        try:
            board = await self._room.services.jobs.run(self._owner, deal_board, deal, lane=dealing_lane(deal))
            self._dealt = countdown, deal, board
        except (Busy, TooHard) as problem:
            log.warning("board not dealt", extra={"room": self._room.code, "problem": str(problem)})
            await asyncio.sleep(_RETRY_SECONDS)
        except ServerClosing:
            return
        finally:
            self._is_dealing = False
        self._look()

    def _start_race(self) -> None:
        room = self._room.replica.room
        if room.ghosts:
            run_in_background(self._add_start(f"start {_draw_secret()}"))
            return
        dealt = self._dealt_for(room.countdown_until)
        if dealt is None:
            return  # it is being dealt, and looks again
        self._dealt = None
        command = f"start {_draw_secret()} {dealt[0]}"
        self._room.replica.dealt = {command: dealt[1]}
        run_in_background(self._add_start(command))

    async def _add_start(self, command: str) -> None:
        try:
            await self._room.add(command)
        except NotWritten:
            await asyncio.sleep(_RETRY_SECONDS)
            self._look()

    async def _relay(self, seat: int) -> None:
        try:
            applied = await prove(self._room, RaceCommand(seat, "relay"), self._owner)
            if applied is None:
                await asyncio.sleep(_RETRY_SECONDS)
        except (NotWritten, Busy, TooHard):
            await asyncio.sleep(_RETRY_SECONDS)
        except ServerClosing:
            return
        except Exception as problem:  # e.g. a worker process that was killed
            log.error("board not laid", extra={"room": self._room.code}, exc_info=problem)
            await asyncio.sleep(_RETRY_SECONDS)
        finally:
            self._relaying.discard(seat)
        self._look()


def _draw_secret() -> int:
    """Return a seed that nobody can guess; JavaScript can represent it."""
    return secrets.randbits(53)
