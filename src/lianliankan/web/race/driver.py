"""Entries of a room that no player sends: ticks, starts, boards laid again, and moves of bots.

One server does it for a room: its driver, the author of the last such entry. If something is overdue, another server
takes over. Doing something twice is harmless: the second time it does nothing.
"""

import asyncio
import logging
import secrets
from time import monotonic

from lianliankan.board.board import Board
from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import StoreError
from lianliankan.race.commands import RaceCommand, RoomCommand
from lianliankan.race.events import CountdownStopped
from lianliankan.web.base.tasks import ServerClosing
from lianliankan.web.race.bots import BotPlayers, QuickBots
from lianliankan.web.race.live_room import LiveRoom
from lianliankan.web.race.persister import RoomPersister
from lianliankan.web.race.replica import Applied, Command
from lianliankan.web.work.game_jobs import deal_board, dealing_lane
from lianliankan.web.work.jobs import NO_LIMIT, Busy, TooHard

log = logging.getLogger("lianliankan.web")

_OVERDUE_SECONDS = 1.0  # that the driver may be late before another server takes over
_LATE_SECONDS = 0.005  # the timer fires a little late, so that the time is up for certain
_RETRY_SECONDS = 0.5
_LOST_SECONDS = 3.0  # until a seat of this server without a connection is reported; usually it is reported sooner
_OPENING_SECONDS = 3.0  # in which the players of a server that has ended come back


class Driver:
    """Runs a live `room` here: drives it while this server is its driver, and takes over if the driver does nothing."""

    def __init__(self, live_room: LiveRoom) -> None:
        self.room = live_room
        self._tasks = live_room.services.tasks
        self._timer: asyncio.TimerHandle | None = None
        self._dealt: tuple[int, Deal, Board] | None = None  # for which countdown
        self._is_dealing = False
        self._relaying: set[int] = set()
        self._taken_over = 0.0
        self._opened = monotonic()
        self._lost: dict[tuple[int, str], float] = {}  # seats and servers, and when to report them
        self._bots = BotPlayers(live_room)
        self._quick_bots = QuickBots(live_room)
        self._persister = RoomPersister(live_room)
        live_room.on_applied.append(self._on_applied)

    @property
    def is_closed(self) -> bool:
        """Whether the room is closed here."""
        return self.room.is_closed

    def start(self) -> None:
        """Start the timers, in the running event loop."""
        if not self.room.services.is_alive(self.room.replica.driver):
            self._take_over()
        self._persister.start()
        self._look()

    def stop(self) -> None:
        """Stop."""
        self._stop_timer()
        self._bots.close()
        self._quick_bots.close()

    def check_liveness(self) -> None:
        """Take over from a dead driver, and report the players of dead servers as away."""
        live, services = self.room, self.room.services
        if live.is_closed or monotonic() - self._opened < _OPENING_SECONDS:
            return
        if not services.is_alive(live.replica.driver):
            self._take_over()
        self._report_lost()

    def _report_lost(self) -> None:
        """Report players as away if their server has not: it is dead, or this one had not opened the room then.

        If that could not be written, it is reported again.
        """
        live, services, now = self.room, self.room.services, monotonic()
        here = {connection.seat for connection in live.connections}
        due: dict[tuple[int, str], float] = {}
        for seat, holder in live.replica.holders.items():
            if holder == services.author and seat not in here:
                due[seat, holder] = now + _LOST_SECONDS
            elif live.is_driving and not services.is_alive(holder):
                due[seat, holder] = now
        self._lost = {lost: self._lost.get(lost, when) for lost, when in due.items()}
        for (seat, holder), when in self._lost.items():
            if when <= now:
                self._lost[seat, holder] = now + _LOST_SECONDS
                live.add(f"gone {seat + 1} {holder}")

    def _on_applied(self, done: list[Applied]) -> None:
        for applied in done:
            self._bots.note(applied)
            if any(isinstance(event, CountdownStopped) for event in applied.events):
                self._dealt = None
        self._look()

    def _take_over(self) -> None:
        if monotonic() - self._taken_over > _OVERDUE_SECONDS:
            self._taken_over = monotonic()
            self.room.add("drive")

    # ---- What is due -------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Do the driver's work after an entry, and set the timer for the next due time."""
        live, room = self.room, self.room.replica.room
        if live.is_closed or room.phase == "closed":
            self.stop()
            return
        if live.is_driving:
            self._prepare()
            self._bots.plan()
        else:
            self._bots.close()
        if (due := room.next_due) is None:
            return
        late = 0.0 if live.is_driving else _OVERDUE_SECONDS
        has_asked = not live.is_driving and monotonic() - self._taken_over <= _OVERDUE_SECONDS
        wait = max(due + late - live.now / 1000, _RETRY_SECONDS if has_asked else 0.0) + _LATE_SECONDS
        loop = asyncio.get_running_loop()
        if self._timer is None or self._timer.when() > loop.time() + wait:  # one that is early looks again
            self._stop_timer()
            self._timer = loop.call_later(wait, self._fire)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _fire(self) -> None:
        self._timer = None
        live, room = self.room, self.room.replica.room
        due = room.next_due
        if live.is_closed or due is None or live.now < due * 1000:
            self._look()
        elif not live.is_driving:
            if live.now >= 1000 * (due + _OVERDUE_SECONDS):
                self._take_over()
            self._look()
        elif room.phase == "countdown" and live.now >= (room.countdown_until or 0):
            self._start_race()
        else:
            self._tasks.start(self._add("tick"))

    async def _add(self, command: Command | str, board: Board | None = None) -> None:
        if await self.room.add(command, board=board) is None:
            await asyncio.sleep(_RETRY_SECONDS)
            self._look()

    def _prepare(self) -> None:
        """Have the board dealt during the countdown, and boards laid again that are stuck."""
        room = self.room.replica.room
        has_to_deal = room.phase == "countdown" and not room.ghosts and self._dealt_for(room.countdown_until) is None
        if has_to_deal and not self._is_dealing:
            self._is_dealing = True
            self._tasks.start(self._deal(room.settings.deal(_draw_secret()), room.countdown_until or 0))
        if room.phase == "racing" and room.race is not None:
            for seat in room.race.stuck_seats:
                if seat not in self._relaying:
                    self._relaying.add(seat)
                    self._tasks.start(self._relay(seat))

    def _dealt_for(self, countdown: int | None) -> tuple[Deal, Board] | None:
        if self._dealt is None or self._dealt[0] != countdown:
            return None
        _, deal, board = self._dealt
        return (deal, board) if deal == self.room.replica.room.settings.deal(deal.seed) else None

    async def _deal(self, deal: Deal, countdown: int) -> None:
        try:
            board = await self.room.services.jobs.run(
                self.room.requester, deal_board, deal, lane=dealing_lane(deal), seconds=NO_LIMIT
            )
            self._dealt = countdown, deal, board
        except ServerClosing:
            return
        except Exception as problem:  # it is busy, or e.g. a worker process was killed
            is_expected = isinstance(problem, Busy | TooHard)
            about = {"room": self.room.code, "problem": str(problem)}
            log.warning("board not dealt", extra=about, exc_info=None if is_expected else problem)
            await asyncio.sleep(_RETRY_SECONDS)
        finally:
            self._is_dealing = False
        self._look()

    def _start_race(self) -> None:
        room = self.room.replica.room
        if room.ghosts:
            self._tasks.start(self._add(f"start {_draw_secret()}"))
            return
        dealt = self._dealt_for(room.countdown_until)
        if dealt is None:
            return  # it is being dealt, and looks again
        self._dealt = None
        deal, board = dealt
        self._tasks.start(self._add(RoomCommand(-1, "start", seed=_draw_secret(), deal=deal), board))

    async def _relay(self, seat: int) -> None:
        live = self.room
        try:
            if await live.prove(RaceCommand(seat, "relay"), live.requester) is not None:
                await asyncio.sleep(_RETRY_SECONDS)
        except ServerClosing:
            return
        except (StoreError, Busy, TooHard):
            await asyncio.sleep(_RETRY_SECONDS)
        except Exception as problem:  # e.g. a worker process that was killed
            log.error("board not laid", extra={"room": live.code}, exc_info=problem)
            await asyncio.sleep(_RETRY_SECONDS)
        finally:
            self._relaying.discard(seat)
        self._look()


def _draw_secret() -> int:
    """Return a seed that cannot be guessed; JavaScript can represent it."""
    return secrets.randbits(53)
