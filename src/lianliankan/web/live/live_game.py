"""A live game: its connections, its clock, and its commands, which run one at a time."""

import asyncio
import logging
from collections.abc import Callable
from functools import lru_cache, partial
from time import monotonic
from typing import Literal, NamedTuple

import msgspec

from lianliankan.errors import DamagedGame, GameMoved, NoSuchGame, ParseError, StoreError
from lianliankan.game.commands import Command
from lianliankan.game.modes import FIXED_BOARDS
from lianliankan.game.questions import Answers, Unanswered
from lianliankan.game.tile_trail import follow_tiles
from lianliankan.game.view import GameView, HostClock
from lianliankan.store import Pending, Store, StoredGame
from lianliankan.store.database import FateUnknown
from lianliankan.web.base.metrics import NO_METRICS, ServerMetrics
from lianliankan.web.base.page_data import encode_text
from lianliankan.web.base.tasks import ServerClosing, ServerTasks
from lianliankan.web.live.connection import Connection
from lianliankan.web.live.protocol import (
    MAX_COMMANDS,
    AskWinnable,
    Begin,
    Do,
    Done,
    ErrorCode,
    ErrorMessage,
    FullState,
    Hello,
    build_state,
)
from lianliankan.web.live.server_channel import Presence, ServerChannel
from lianliankan.web.live.solver_client import AskerGone, SolverClient, WinnableClient
from lianliankan.web.live.writer import Writer
from lianliankan.web.work.game_jobs import find_asked
from lianliankan.web.work.jobs import NO_LIMIT, Busy, JobRunner, Requester, TooHard

log = logging.getLogger("lianliankan.web")

Outcome = ErrorCode | Literal["done", "stale", "moved", "closed", "left", "closing", "failed"]
"""The outcome of a command: an error that the client was told; done; it no longer applied; the game was continued
elsewhere; the game was closed; the client had gone; the server was closing; anything unexpected."""

_LATE_SECONDS = 0.01  # the timer fires a little late, so that the time is up for certain
_TRIES = 3  # attempts at a pair in a game that others continue
_TURN_SECONDS = 1.0  # of one job for a game with many shuffles
_MAX_NEWS = 8  # commands of others that are sent as events, one by one
_CLOCK_TOLERANCE = 0.5  # seconds: smaller differences between the clocks of two servers are ignored
_RETRY_SECONDS = 5.0  # until the end of a game that could not be written is tried again
NO_GAME = ErrorMessage("gone", "no such game")
"""Sent for a game that does not exist, or no longer does."""

QUEUE_FULL = ErrorMessage("queue", "the server is busy; try again in a moment")
"""Sent if too much work is waiting, and the command was not run."""

_TOO_HARD = ErrorMessage("heavy", "this would have taken too long, so it was not run")
_NO_PICKS = ErrorMessage("bad", "a pair is one command, e.g. play 1,1-2,3; the page picks its first tile itself")
_TOO_LONG = ErrorMessage("long", f"games are limited to {MAX_COMMANDS} commands; start a new one")
_NOT_SAVED = ErrorMessage("store", "the command could not be saved, so it was not run")


class Services(NamedTuple):
    """The services that live games use.

    - `store`, `writer`: for reading and for writing.
    - `jobs`: the worker processes.
    - `tasks`: the background tasks of the server.
    - `on_end`: called when a game of a day or level has ended, or was restarted.
    - `now`: the clock of games, in seconds.
    - `opinion_seconds`: how long a move waits for the solver's verdict on it.
    - `metrics`: where commands are counted.
    - `channel`: to the other servers of the store, if there can be any.
    """

    store: Store
    writer: Writer
    jobs: JobRunner
    tasks: ServerTasks
    on_end: Callable[[Requester, StoredGame], None]
    now: Callable[[], float] = monotonic
    opinion_seconds: float = 0.2
    metrics: ServerMetrics = NO_METRICS
    channel: ServerChannel | None = None


async def open_stored(services: Services, requester: Requester, id: str) -> StoredGame:
    """Open a game of a player; its shuffles are computed by a worker process.

    However long that takes; after every second, others have their turn. Raises NoSuchGame, DamagedGame, Busy and
    TooHard.
    """
    store, answers = services.store.of_player(requester.player), Answers()
    while True:
        try:
            stored = await services.jobs.open(requester, partial(store.open, id, ask=answers.look_up))
        except Unanswered:
            asked = requester.player, id, answers, _TURN_SECONDS
            answers = await services.jobs.run(requester, find_asked, *asked, lane="short", seconds=NO_LIMIT)
            continue
        if stored.id != id:
            raise NoSuchGame(f"no such game: {id!r}")
        return stored


_parse_command = lru_cache(maxsize=10_000)(
    Command.parse
)  # clients keep sending the same ones, of at most 64 characters


class LiveGame:
    """A live game.

    - `player`: the player it belongs to.
    - `requester`: whose share of the workers its jobs use: the player, in the network that opened it.
    - `stored`: the game and its place in the store.
    - `connections`: the connections to it.
    - `is_closed`: whether it runs no more commands.
    """

    def __init__(self, requester: Requester, stored: StoredGame, services: Services) -> None:
        self.requester = requester
        self.player = requester.player
        self.stored = stored
        self.connections: set[Connection] = set()
        self._services = services
        self._lock = asyncio.Lock()  # held from the attempt of a command until its commit
        self.is_closed = False
        self._clock = HostClock(stored.game, services.now)
        self._timer: asyncio.TimerHandle | None = None
        self._timer_end = 0.0
        self._solver = SolverClient(requester, services.jobs, services.opinion_seconds)
        self._solver.serve(stored.game)
        self._winnable = WinnableClient(
            requester, services.jobs, services.tasks, game=lambda: self.stored.game, connections=self.connections
        )

    async def judge(self) -> None:
        """Prepare the view of a game that was just opened."""
        await self._solver.run(lambda: self.stored.game.lost_since)

    def send_state(self, connection: Connection) -> None:
        """Send the whole game to a connection."""
        connection.push(encode_text(self.state()))
        connection.has_seen = True
        self._set_timer()

    async def handle(self, message: Hello | Do | Begin | AskWinnable, sender: Connection) -> None:
        """Handle a client's message, after all that came before it."""
        start = monotonic()
        try:
            async with self._lock:
                match message:
                    case Do():
                        outcome = await self._do(message, sender)
                        self._services.metrics.count_command(message.command, outcome, monotonic() - start)
                    case Begin():
                        self._begin(sender)
                    case AskWinnable():
                        self._winnable.ask(message.n, sender)
                    case Hello():
                        self.send_state(sender)
        except Exception:
            sender.abort()  # a client that reconnects gets the state
            raise
        finally:
            sender.slots.release()

    async def check_time(self) -> None:
        """End the game if its time is up, and notify all connections."""
        async with self._lock:
            self._timer = None
            if self.is_closed or self._clock.waits:
                return
            outcome = await self._run(Command("tick"))
            if outcome != "gone":
                self._set_timer(minimum=0.0 if outcome in ("done", "moved") else _RETRY_SECONDS)

    @property
    def runs_empty(self) -> bool:
        """Whether the clock runs although there are no connections."""
        is_idle = not self.connections and not self._clock.waits
        return is_idle and not self.is_closed and self.stored.game.state in ("playing", "stuck")

    async def pause_if_empty(self) -> None:
        """Pause the game if there are no connections; a client that comes back resumes it."""
        async with self._lock:
            if self.runs_empty:
                await self._run(Command("pause"))

    async def refresh(self) -> None:
        """Make sure that the game is as the store has it; raises NoSuchGame, StoreError and Busy."""
        async with self._lock:
            news = await self._services.jobs.open(self.requester, self.stored.read_news)
            if not self.is_closed and self.stored.chain != news.chain:
                await self._catch_up()

    async def catch_up(self, version: int) -> None:
        """Replay what another server has added, and notify all connections, unless it is known by now."""
        async with self._lock:
            if not self.is_closed and self.stored.version < version:
                await self._catch_up()

    @property
    def presence(self) -> Presence:
        """The presence of this game on this server, for the other servers of the store."""
        return Presence(
            self.stored.id, None if self._clock.waits else round(self._clock.at * 1000), bool(self.connections)
        )

    def follow_clock(self, at: float) -> None:
        """Show the time of another server's clock if it is later; the connections see it jump."""
        runs = self.stored.game.state in ("playing", "stuck")
        if runs and (self._clock.waits or at > self._clock.at + _CLOCK_TOLERANCE):
            self._clock.advance(at)
            self._set_timer()
            self.broadcast(Done(None, self.stored.version, [], self.view()))

    def abandon(self) -> None:
        """Close the game because the outcome of a write is unknown; clients reconnect and see."""
        self.close()
        for connection in list(self.connections):
            connection.abort()

    def close(self) -> None:
        """Run no more commands; one that is being written is finished."""
        self.is_closed = True
        self._winnable.close()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def view(self) -> GameView:
        """Return the view of the game now."""
        return GameView.of(self.stored.game, self._clock.at, waits=self._clock.waits)

    def broadcast(self, message: Done | FullState | ErrorMessage, *, exclude: Connection | None = None) -> None:
        """Send a message to all connections that have seen the game, without waiting for slow ones."""
        text = encode_text(message)
        for connection in [each for each in self.connections if each.has_seen and each is not exclude]:
            connection.push(text)

    # ---- Running a command, with the lock held -----------------------------------------------------------------------

    def _bring_up_to_date(self, command: Command, version: int) -> Command | None:
        """Return the present meaning of a command for an earlier version; None if it has none."""
        game = self.stored.game
        if version == self.stored.version:
            return command
        if command.word != "play" or game.is_over:
            return None
        cells = follow_tiles(game, command.cells, version)
        if cells is None or None in cells:
            return None
        return Command("play", tuple(cell for cell in cells if cell is not None))

    def _begin(self, sender: Connection) -> None:
        """Start the clock, for the player has picked a first tile; the other connections see it run."""
        if self._clock.begin():
            self._set_timer()
            self.broadcast(Done(None, self.stored.version, [], self.view()), exclude=sender)
            if self._services.channel is not None:
                self._services.channel.say("here", str(self.presence))

    async def _do(self, message: Do, sender: Connection) -> Outcome:
        """Run a client's command and notify all connections, unless the client has not seen the board it is for.

        A pair may be sent before earlier ones are answered: its tiles are followed to where they are now. All other
        commands need the current version. If a command was already run (and is sent again), or no longer applies, the
        client gets the whole game. If the game was continued elsewhere meanwhile, a pair is tried again.
        """
        if self.is_closed:
            return "closed"
        try:
            command = _parse_command(message.command)
        except ParseError as problem:
            return _refuse(sender, ErrorMessage("bad", problem.problem), message.n)
        if command.word == "pick":
            return _refuse(sender, _NO_PICKS, message.n)
        for _ in range(_TRIES):
            current = self._bring_up_to_date(command, message.version)
            if current is None:
                break
            if self.stored.version >= MAX_COMMANDS and command.word != "give-up":
                return _refuse(sender, _TOO_LONG, message.n)
            self._clock.begin()
            outcome = await self._run(current, message.n, sender)
            if outcome != "moved":
                return outcome
        sender.push(encode_text(self.state(message.n)))
        return "stale"

    async def _run(self, command: Command, n: int | None = None, sender: Connection | None = None) -> Outcome:
        """Run a command, and report a failure to its sender."""
        try:
            await self._execute(command, n, sender)
        except GameMoved:
            return "moved" if await self._catch_up() else "failed"
        except (ServerClosing, AskerGone) as problem:
            if sender is not None:
                sender.abort()
            return "left" if isinstance(problem, AskerGone) else "closing"
        except Busy:
            return self._say_not_run(QUEUE_FULL, n, sender)
        except TooHard:
            return self._say_not_run(_TOO_HARD, n, sender)
        except StoreError as problem:
            log.error("command failed", extra={"game": self.stored.id, "problem": str(problem)})
            if isinstance(problem, FateUnknown):
                self.abandon()
            if isinstance(problem, NoSuchGame):
                self.broadcast(NO_GAME)
                return "gone"
            return self._say_not_run(_NOT_SAVED, n, sender)
        except Exception:
            log.exception("command failed", extra={"game": self.stored.id})
            if sender is not None:
                sender.abort()  # a client that reconnects gets the state
            return "failed"
        return "done"

    async def _execute(self, command: Command, n: int | None, sender: Connection | None) -> None:
        """Run a command: on the disk, then in memory, then sent to everyone."""
        pending = await self._judge(partial(self.stored.attempt, command, at=self._clock.at), sender)
        if pending.change is not None:
            await self._services.writer.write(pending.change)
        self._commit(pending, n, sender)
        game = self.stored.game
        if game.options.mode in FIXED_BOARDS and (game.is_over or command.word == "restart"):
            self._services.on_end(self.requester, self.stored)

    async def _judge(self, attempt: Callable[[], Pending], sender: Connection | None = None) -> Pending:
        """Attempt a command; the workers answer its questions to the solver, and those of the view."""

        def run() -> Pending:
            pending = attempt()
            _ = pending.game.lost_since
            return pending

        return await self._solver.run(run, sender)

    def _commit(self, pending: Pending, n: int | None = None, sender: Connection | None = None) -> None:
        """Take over a command that is on the disk; tell its sender, and the others if it did anything."""
        before, happened = self.stored.version, self.stored.commit(pending)
        self._clock.follow(self.stored.game)
        if not self.stored.game.is_untouched:
            self._clock.advance(self.stored.game.at)  # another server may have run it
        self._set_timer()
        done = Done(n, self.stored.version, happened, self.view())
        if sender is not None:
            sender.push(encode_text(done))
        is_new = self.stored.version != before or (sender is None and happened)
        if is_new and self.connections - {sender}:
            self.broadcast(msgspec.structs.replace(done, n=None), exclude=sender)
        if self._solver.is_unsure:  # it did not wait for the solver
            for connection in self.connections:
                self._winnable.ask(0, connection)

    async def _catch_up(self) -> bool:
        """Replay what others have added to the game, and send it to the connections; return whether that worked.

        If it is much, or cannot be replayed, the connections get the whole game.
        """
        try:
            news = await self._services.jobs.open(self.requester, self.stored.read_news)
            if len(news.rows) > _MAX_NEWS:
                return await self._reload()
            for row in news.rows:
                self._commit(await self._judge(partial(self.stored.attempt_news, row)))
        except (StoreError, Busy, TooHard):
            return await self._reload()
        except ValueError as problem:  # a mistake of ours, or a damaged row
            log.error("news not followed", extra={"game": self.stored.id}, exc_info=problem)
            return await self._reload()
        return self.stored.chain == news.chain or await self._reload()

    async def _reload(self) -> bool:
        """Read the whole game again, and send it to the connections; return whether it could be read."""
        try:
            stored = await open_stored(self._services, self.requester, self.stored.id)
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
        self._winnable.forget()
        self.broadcast(self.state())
        self._set_timer()
        return True

    # ---- At any time -------------------------------------------------------------------------------------------------

    def state(self, n: int | None = None) -> FullState:
        """Return the whole game, as the answer to command `n` if it is one."""
        return build_state(self.stored.id, self.stored.game, self.view(), n)

    def _say_not_run(self, error: ErrorMessage, n: int | None, sender: Connection | None) -> Outcome:
        """Tell a client that its command was not run, and send it the game as it is."""
        if sender is not None:
            _refuse(sender, error, n)
            sender.push(encode_text(self.state()))
        return error.code

    def _set_timer(self, *, minimum: float = 0.0) -> None:
        """Set the timer for the end of a game with a time limit; one that fires too early sets the next."""
        left = None if self._clock.waits else self.stored.game.seconds_left(self._clock.at)
        if left is None or self.stored.game.state not in ("playing", "stuck") or not self.connections:
            return
        seconds = max(left + _LATE_SECONDS, minimum)
        end = asyncio.get_running_loop().time() + seconds
        if self._timer is None or end < self._timer_end:  # the clock of another server may be later
            if self._timer is not None:
                self._timer.cancel()
            self._timer_end = end
            self._timer = self._services.tasks.start_later(seconds, self.check_time)


def _refuse(sender: Connection, error: ErrorMessage, n: int | None) -> Outcome:
    """Tell a client the error of its command."""
    sender.push(encode_text(msgspec.structs.replace(error, n=n)))
    return error.code
