"""A live game: its connections, its clock, and its commands, which run one at a time."""

import asyncio
import logging
from functools import lru_cache, partial
from typing import TYPE_CHECKING, cast

import msgspec

from lianliankan.errors import DamagedGame, GameMoved, NoSuchGame, ParseError, StoreError
from lianliankan.game.commands import Command
from lianliankan.game.host_clock import HostClock
from lianliankan.game.modes import FIXED_BOARDS
from lianliankan.game.tile_trail import follow_tiles
from lianliankan.game.view import GameView
from lianliankan.store import Pending, StoredGame
from lianliankan.web.live.background import run_in_background
from lianliankan.web.live.connection import Connection
from lianliankan.web.live.protocol import (
    MAX_COMMANDS,
    Do,
    Done,
    ErrorMessage,
    FullState,
    build_state,
    encode_text,
)
from lianliankan.web.live.services import Services, open_stored
from lianliankan.web.live.solver_desk import AskerGone, SolverDesk
from lianliankan.web.live.winnability_desk import WinnabilityDesk
from lianliankan.web.live.worker_channel import Presence
from lianliankan.web.live.writer import FateUnknown, ServerClosing, finish_write
from lianliankan.web.work.jobs import Busy, Owner, TooHard

if TYPE_CHECKING:
    from lianliankan.game.events import Event

log = logging.getLogger("lianliankan.web")

_MAX_CACHED = 64  # characters of a command: with blanks, it may be as long as a message
_LATE_SECONDS = 0.01  # the timer fires a little late, so that the time is up for certain
_TRIES = 3  # of a pair in a game that others continue
_MAX_NEWS = 8  # commands of others that are sent as events, one by one
_CLOCK_TOLERANCE = 0.5  # seconds between the clocks of two servers that nobody minds
_RETRY_SECONDS = 5.0  # until the end of a game that could not be written is tried again
NO_GAME = ErrorMessage("gone", "no such game")
"""Sent for a game that does not exist, or no longer does."""

QUEUE_FULL = ErrorMessage("queue", "the server is busy; try again in a moment")
"""Sent if too much work is waiting; what was asked for was not done."""

_TOO_HARD = ErrorMessage("heavy", "this would have taken too long, so it was not run")
_NO_PICKS = ErrorMessage("bad", "a pair is one command, e.g. play 1,1-2,3; the page picks its first tile itself")
_TOO_LONG = ErrorMessage("long", f"games are limited to {MAX_COMMANDS} commands; start a new one")
_NOT_SAVED = ErrorMessage("store", "the command could not be saved, so it was not run")


_parse_short_command = lru_cache(maxsize=10_000)(Command.parse)


def _parse_command(text: str) -> Command:
    """Parse a command; short ones are cached, since clients keep sending the same ones."""
    return _parse_short_command(text) if len(text) <= _MAX_CACHED else Command.parse(text)


class LiveGame:
    """A live game.

    - `player`: the player it belongs to.
    - `owner`: whose turn its work takes: the player, in the network that opened it.
    - `stored`: the game and its place in the store.
    - `connections`: the connections to it.
    """

    def __init__(self, owner: Owner, stored: StoredGame, services: Services) -> None:
        self.owner, self.player = owner, owner.player
        self.stored = stored
        self.connections: set[Connection] = set()
        self._services = services
        self._lock = asyncio.Lock()  # held from the attempt of a command until its commit
        self._is_closed = False
        self._clock = HostClock(stored.game, services.now)
        self._timer, self._timer_end = cast(asyncio.TimerHandle | None, None), 0.0
        self._solver = SolverDesk(owner, services)
        self._solver.serve(stored.game)
        self._winnability = WinnabilityDesk(owner, services.jobs, lambda: self.stored.game, self.connections)

    @property
    def at(self) -> float:
        """The current time of the game, which continues from where it stood when the game was opened."""
        return self._clock.at

    async def judge(self) -> None:
        """Find out what the view of a game that was just opened will need."""
        await self._solver.run(lambda: self.stored.game.lost_since)

    def send_state(self, connection: Connection) -> None:
        """Send the whole game to a connection."""
        connection.push(encode_text(self._state()))
        connection.has_seen = True
        self._set_timer()

    async def do(self, message: Do, sender: Connection) -> str:
        """Run a client's command and notify all connections, unless the client has not seen the board it is for.

        Return the outcome: done, stale, or what was wrong.

        A pair may be sent before earlier ones are answered: its tiles are followed to where they are now. All other
        commands need the current version. If a command was already run (and is sent again), or no longer applies, the
        client gets the whole game.
        """
        try:
            command = _parse_command(message.command)
        except ParseError as problem:
            sender.push(encode_text(ErrorMessage("bad", problem.problem, message.n)))
            return "bad"
        if command.word == "pick":
            sender.push(_error_text(_NO_PICKS, message.n))
            return "bad"
        async with self._lock:
            return "closed" if self._is_closed else await self._do(command, message, sender)

    def begin(self, sender: Connection) -> None:
        """Start the clock, for the player has picked a first tile; the other connections see it run."""
        if self._clock.begin():
            self._set_timer()
            self.broadcast(Done(None, self.stored.version, [], self.view()), exclude=sender)
            if self._services.channel is not None:
                self._services.channel.say_present(self.presence)

    def answer_winnable(self, n: int, connection: Connection) -> None:
        """Tell a connection whether the game can still be won; the game continues meanwhile."""
        self._winnability.ask(n, connection)

    async def check_time(self) -> None:
        """End the game if its time is up, and notify all connections."""
        async with self._lock:
            self._timer = None
            if self._is_closed or self._clock.waits:
                return
            problem = await self._run(Command("tick"))
            if isinstance(problem, NoSuchGame):
                self.broadcast(NO_GAME)
            else:
                is_known = problem is None or isinstance(problem, GameMoved)
                self._set_timer(minimum=0.0 if is_known else _RETRY_SECONDS)

    @property
    def runs_empty(self) -> bool:
        """Whether the clock runs although there are no connections."""
        is_idle = not self.connections and not self._clock.waits
        return is_idle and not self._is_closed and self.stored.game.state in ("playing", "stuck")

    async def pause_if_empty(self) -> None:
        """Pause the game if there are no connections; a client that comes back resumes it."""
        async with self._lock:
            if self.runs_empty:
                await self._run(Command("pause"))

    async def refresh(self) -> None:
        """Make sure that the game is as the store has it; raises NoSuchGame, StoreError and Busy."""
        async with self._lock:
            news = await self._services.jobs.open(self.owner, self.stored.read_news)
            if not self._is_closed and self.stored.chain != news.chain:
                await self._catch_up()

    async def catch_up(self, version: int) -> None:
        """Replay what another server has added, and notify all connections, unless it is known by now."""
        async with self._lock:
            if not self._is_closed and self.stored.version < version:
                await self._catch_up()

    @property
    def presence(self) -> Presence:
        """What the other servers of the store may want to know."""
        return Presence(self.stored.id, None if self._clock.waits else round(self.at * 1000), bool(self.connections))

    def follow_clock(self, at: float) -> None:
        """Show the time of another server's clock if it is later; the connections see it jump."""
        runs = self.stored.game.state in ("playing", "stuck")
        if runs and (self._clock.waits or at > self.at + _CLOCK_TOLERANCE):
            self._clock.advance(at)
            self._set_timer()
            self.broadcast(Done(None, self.stored.version, [], self.view()))

    @property
    def is_closed(self) -> bool:
        """Whether it runs no more commands."""
        return self._is_closed

    def abandon(self) -> None:
        """Close the game because nobody knows what the store has of it; clients reconnect and see."""
        self.close()
        for connection in list(self.connections):
            connection.abort()

    def close(self) -> None:
        """Run no more commands; one that is being written is finished."""
        self._is_closed = True
        self._winnability.close()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def view(self) -> GameView:
        """Return what a screen shows beside the board now."""
        return GameView.of(self.stored.game, self.at, waits=self._clock.waits)

    def broadcast(self, message: Done | FullState | ErrorMessage, *, exclude: Connection | None = None) -> None:
        """Send a message to all connections that have seen the game, without waiting for slow ones."""
        text = encode_text(message)
        for connection in [each for each in self.connections if each.has_seen and each is not exclude]:
            connection.push(text)

    # ---- Running a command, with the lock held -----------------------------------------------------------------------

    def _bring_up_to_date(self, command: Command, version: int) -> Command | None:
        """Return what a command for an earlier version means now; None if nothing any more."""
        game = self.stored.game
        if version == self.stored.version:
            return command
        if command.word != "play" or game.is_over:
            return None
        cells = follow_tiles(game, command.cells, version)
        if cells is None or None in cells:
            return None
        return Command("play", tuple(cell for cell in cells if cell is not None))

    async def _do(self, command: Command, message: Do, sender: Connection) -> str:
        """Run a command, and answer its sender.

        If the game was continued elsewhere meanwhile, a pair is tried again where its tiles are now.
        """
        problem: Exception | None = None
        for _ in range(_TRIES):
            current = self._bring_up_to_date(command, message.version)
            if current is None:
                sender.push(encode_text(self._state(message.n)))
                return "stale"
            if self.stored.version >= MAX_COMMANDS and command.word != "give-up":
                sender.push(_error_text(_TOO_LONG, message.n))
                return "long"
            self._clock.begin()
            problem = await self._run(current, message.n, sender)
            if not isinstance(problem, GameMoved):
                break
        match problem:
            case None:
                pass
            case GameMoved():
                sender.push(encode_text(self._state(message.n)))
            case NoSuchGame():
                self.broadcast(NO_GAME)
            case Busy():
                self._send_not_run(sender, QUEUE_FULL, message.n)
            case TooHard():
                self._send_not_run(sender, _TOO_HARD, message.n)
            case ServerClosing():
                sender.abort()
            case FateUnknown():
                pass  # the connections are aborted
            case StoreError():
                self._send_not_run(sender, _NOT_SAVED, message.n)
            case _:
                sender.abort()  # a client that reconnects gets the state
        return "done" if problem is None else type(problem).__name__

    async def _run(self, command: Command, n: int | None = None, sender: Connection | None = None) -> Exception | None:
        """Run a command: on the disk, then in memory, then sent to everyone. Return what went wrong."""
        try:
            pending = await self._attempt(command, sender)
            if pending.change is not None:
                await finish_write(self._services.writer.write(pending.change))
            before, happened = self.stored.version, self.stored.commit(pending)
            self._clock.follow(self.stored.game)
            self._set_timer()
            self._send_done(n, happened, sender, is_new=self.stored.version != before)
            self._tell_opinion_later()
            game = self.stored.game
            if game.options.mode in FIXED_BOARDS and (game.is_over or command.word == "restart"):
                self._services.on_end(self.owner, self.stored)
        except GameMoved as problem:
            return problem if await self._catch_up() else None
        except Exception as problem:
            if isinstance(problem, FateUnknown):
                self.abandon()
            if not isinstance(problem, ServerClosing | AskerGone | Busy | TooHard):
                is_expected = isinstance(problem, StoreError)
                about = {"game": self.stored.id, "problem": str(problem)}
                log.error("command failed", extra=about, exc_info=None if is_expected else problem)
            return problem
        return None

    async def _attempt(self, command: Command, sender: Connection | None) -> Pending:
        """Attempt a command; what it asks the solver, and what the view will ask, is answered by the workers."""
        at = self.at

        def attempt() -> Pending:
            pending = self.stored.attempt(command, at=at)
            _ = pending.game.lost_since
            return pending

        return await self._solver.run(attempt, sender)

    def _send_done(self, n: int | None, happened: "list[Event]", sender: Connection | None, *, is_new: bool) -> None:
        """Send what a command did: to its sender, and to the others if it did anything."""
        done = Done(n, self.stored.version, happened, self.view())
        if sender is not None:
            sender.push(encode_text(done))
        if (is_new or (sender is None and happened)) and self.connections - {sender}:
            self.broadcast(msgspec.structs.replace(done, n=None), exclude=sender)

    async def _catch_up(self) -> bool:
        """Replay what others have added to the game, and send it to the connections; return whether that worked.

        If it is much, or cannot be replayed, the connections get the whole game.
        """
        try:
            news = await self._services.jobs.open(self.owner, self.stored.read_news)
            if len(news.rows) > _MAX_NEWS:
                return await self._reload()
            for row in news.rows:
                pending = await self._solver.run(partial(self._attempt_news, row))
                self._follow(pending)
        except (StoreError, ValueError, Busy, TooHard):
            return await self._reload()
        return self.stored.chain == news.chain or await self._reload()

    def _attempt_news(self, row: tuple[int, int, str]) -> Pending:
        pending = self.stored.attempt_news(row)
        _ = pending.game.lost_since
        return pending

    def _follow(self, pending: Pending) -> None:
        happened = self.stored.commit(pending)
        self._clock.follow(self.stored.game)
        if not self.stored.game.is_untouched:
            self._clock.advance(self.stored.game.at)
        self._set_timer()
        self._send_done(None, happened, None, is_new=True)
        self._tell_opinion_later()

    async def _reload(self) -> bool:
        """Read the whole game again, and send it to the connections; return whether it could be read."""
        try:
            stored = await open_stored(self._services, self.owner, self.stored.id)
        except (NoSuchGame, DamagedGame):
            self.broadcast(NO_GAME)
            return False
        except (StoreError, Busy, TooHard) as problem:
            if not isinstance(problem, ServerClosing):
                log.error("read failed", extra={"game": self.stored.id, "problem": str(problem)})
            for connection in list(self.connections):
                connection.abort()  # it may be readable again when the client reconnects
            return False
        self._solver.serve(stored.game)
        await self._solver.run(lambda: stored.game.lost_since)
        self.stored = stored
        self._clock.open(stored.game)
        self._winnability.forget()
        self.broadcast(self._state())
        self._set_timer()
        return True

    # ---- At any time -------------------------------------------------------------------------------------------------

    def _state(self, n: int | None = None) -> FullState:
        return build_state(self.stored.id, self.stored.game, self.view(), n)

    def _send_not_run(self, sender: Connection, error: ErrorMessage, n: int) -> None:
        """Tell a client that its command was not run, and send it the game as it is."""
        sender.push(_error_text(error, n))
        sender.push(encode_text(self._state()))

    def _set_timer(self, *, minimum: float = 0.0) -> None:
        """Set the timer for the end of a game with a time limit; one that fires too early sets the next."""
        left = None if self._clock.waits else self.stored.game.seconds_left(self.at)
        if left is None or self.stored.game.state not in ("playing", "stuck") or not self.connections:
            return
        loop = asyncio.get_running_loop()
        end = loop.time() + max(left + _LATE_SECONDS, minimum)
        if self._timer is None or end < self._timer_end:  # the clock of another server may be later
            if self._timer is not None:
                self._timer.cancel()
            self._timer_end = end
            self._timer = loop.call_at(end, lambda: run_in_background(self.check_time()))

    def _tell_opinion_later(self) -> None:
        """Tell all connections what the solver thinks, if a command did not wait for it."""
        if self._solver.is_unsure:
            for connection in self.connections:
                self.answer_winnable(0, connection)


def _error_text(error: ErrorMessage, n: int) -> str:
    """Return the message for an error of a command."""
    return encode_text(msgspec.structs.replace(error, n=n))
