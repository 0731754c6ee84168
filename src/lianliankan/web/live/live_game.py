"""A live game: its connections, its clock, and its commands, which run one at a time."""

import asyncio
import logging
from collections.abc import Coroutine
from concurrent.futures import Executor
from contextlib import suppress
from functools import lru_cache
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from lianliankan.board.move import Move
from lianliankan.errors import DamagedGame, GameMoved, NoSuchGame, ParseError, StoreError
from lianliankan.game.commands import Command
from lianliankan.game.game import Game
from lianliankan.game.history import LostSince
from lianliankan.game.view import GameView
from lianliankan.solver.verdict import Budget
from lianliankan.store import Pending, Store, StoredGame
from lianliankan.web.live.connection import Connection
from lianliankan.web.live.group_commit import GroupWriter, ServerClosing
from lianliankan.web.live.protocol import (
    MAX_COMMANDS,
    Do,
    Done,
    ErrorMessage,
    FullState,
    Winnability,
    build_state,
    encode_text,
)

if TYPE_CHECKING:
    from lianliankan.game.events import Event

__all__ = ["NO_GAME", "LiveGame", "Services", "open_game", "run_in_background"]

log = logging.getLogger("lianliankan.web")

_MAX_TILES_IN_LOOP = 200  # on boards with more tiles, finding a near miss would block the event loop
_WINNABLE_BUDGET = Budget(nodes=200_000, seconds=2.0)
_LATE_SECONDS = 0.01  # the timer fires a little late, so that the time is up for certain
_RETRY_SECONDS = 5.0  # until the end of a game that could not be written is tried again
NO_GAME = ErrorMessage("gone", "no such game")
"""Sent for a game that does not exist, or no longer does."""

_NO_PICKS = ErrorMessage("bad", "a pair is one command, e.g. play 1,1-2,3; the page picks its first tile itself")
_TOO_LONG = ErrorMessage("long", f"games are limited to {MAX_COMMANDS} commands; start a new one")
_NOT_SAVED = ErrorMessage("store", "the command could not be saved, so it was not run")


@lru_cache(maxsize=10_000)
def _parse_command(text: str) -> Command:
    """Parse a command; cached, since clients keep sending the same ones."""
    return Command.parse(text)


class Services(NamedTuple):
    """What live games need: the store, the writer, threads for the solver, and how long to stay open when idle."""

    store: Store
    writer: GroupWriter
    solver_pool: Executor
    idle_seconds: float


class LiveGame:
    """A live game.

    - `player`: the player it belongs to.
    - `stored`: the game and its place in the store.
    - `connections`: the connections to it.
    """

    def __init__(self, player: str, stored: StoredGame, services: Services) -> None:
        self.player = player
        self.stored = stored
        self.connections: set[Connection] = set()
        self._services = services
        self._lock = asyncio.Lock()  # held from the attempt of a command until its commit
        self._is_closed = False
        self._zero = monotonic() - stored.game.at
        self._timer: asyncio.TimerHandle | None = None
        self._waiting: dict[Connection, int] = {}
        self._is_answering = False
        self._last_winnability: Winnability | None = None

    @property
    def at(self) -> float:
        """The current time of the game, which continues from where it stood when the game was opened."""
        return max(monotonic() - self._zero, self.stored.game.at)

    def send_state(self, connection: Connection) -> None:
        """Send the whole game to a connection."""
        connection.push(encode_text(self._state()))
        connection.has_seen = True
        self._set_timer()

    async def do(self, message: Do, sender: Connection) -> None:
        """Run a client's command, if the client has seen everything before it, and notify all connections.

        Otherwise the client gets the whole game: its command was already run (and sent again), or no longer applies.
        """
        try:
            command = _parse_command(message.command)
        except ParseError as problem:
            sender.push(encode_text(ErrorMessage("bad", problem.problem)))
            return
        if command.word == "pick":
            sender.push(encode_text(_NO_PICKS))
            return
        async with self._lock:
            if self._is_closed:
                return
            if message.version != self.stored.version:
                sender.push(encode_text(self._state()))
                return
            if self.stored.version >= MAX_COMMANDS and command.word != "give-up":
                sender.push(encode_text(_TOO_LONG))
                return
            match await self._run(command, message.n, sender):
                case None:
                    pass
                case NoSuchGame():
                    self.broadcast(NO_GAME)
                case ServerClosing():
                    sender.abort()
                case StoreError():
                    sender.push(encode_text(_NOT_SAVED))
                    sender.push(encode_text(self._state()))
                case _:
                    sender.abort()  # a client that reconnects gets the state

    def answer_winnable(self, n: int, connection: Connection) -> None:
        """Tell a connection whether the game can still be won; the game continues meanwhile.

        A connection that asks again before the answer gets one answer, to its last question.
        """
        self._waiting[connection] = n
        if not self._is_answering:
            self._is_answering = True
            run_in_background(self._answer_waiting())

    async def check_time(self) -> None:
        """End the game if its time is up, and notify all connections."""
        async with self._lock:
            self._timer = None
            if self._is_closed:
                return
            problem = await self._run(Command("tick"))
            if isinstance(problem, NoSuchGame):
                self.broadcast(NO_GAME)
            else:
                self._set_timer(minimum=0.0 if problem is None else _RETRY_SECONDS)

    async def pause_if_empty(self) -> None:
        """Pause the game if there are no connections; a client that comes back resumes it."""
        async with self._lock:
            if not self.connections and not self._is_closed and self.stored.game.state in ("playing", "stuck"):
                await self._run(Command("pause"))

    def close(self) -> None:
        """Run no more commands; one that is being written is finished."""
        self._is_closed = True
        self._waiting.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def view(self) -> GameView:
        """Return what a screen shows beside the board now."""
        return GameView.of(self.stored.game, self.at)

    def broadcast(self, message: Done | FullState | ErrorMessage, *, exclude: Connection | None = None) -> None:
        """Send a message to all connections that have seen the game, without waiting for slow ones."""
        text = encode_text(message)
        for connection in [each for each in self.connections if each.has_seen and each is not exclude]:
            connection.push(text)

    # ---- Running a command, with the lock held -----------------------------------------------------------------------

    async def _run(self, command: Command, n: int | None = None, sender: Connection | None = None) -> Exception | None:
        """Run a command: on the disk, then in memory, then sent to everyone. Return what went wrong."""
        try:
            pending = await self._attempt(command)
            if pending.change is not None:
                await _finish(self._services.writer.write(pending.change))
            before, happened = self.stored.version, self.stored.commit(pending)
            self._set_timer()
            self._send_done(n, happened, sender, is_new=self.stored.version != before)
        except GameMoved:
            await self._reload()
        except Exception as problem:
            if not isinstance(problem, ServerClosing):
                is_expected = isinstance(problem, StoreError)
                about = {"game": self.stored.id, "problem": str(problem)}
                log.error("command failed", extra=about, exc_info=None if is_expected else problem)
            return problem
        return None

    async def _attempt(self, command: Command) -> Pending:
        """Attempt a command, in a thread if it may take long."""
        if self._is_slow(command):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._services.solver_pool, self._attempt_slow, command, self.at)
        return self.stored.attempt(command, at=self.at)

    def _attempt_slow(self, command: Command, at: float) -> Pending:
        """Attempt a slow command, and compute what the view will need."""
        pending = self.stored.attempt(command, at=at)
        _ = pending.game.lost_since
        return pending

    def _is_slow(self, command: Command) -> bool:
        """Whether a command may need the solver, deal a board, or search for long."""
        game = self.stored.game
        if command.word in ("hint", "auto", "shuffle"):
            return True
        if command.word not in ("play", "restart", "undo", "redo"):
            return False
        if game.options.tell_doomed or game.board.tile_count > _MAX_TILES_IN_LOOP:
            return True
        return command.cells != () and game.options.when_stuck == "shuffle" and _ends_stuck(game, command)

    def _send_done(self, n: int | None, happened: "list[Event]", sender: Connection | None, *, is_new: bool) -> None:
        """Send what a command did: to its sender, and to the others if it did anything."""
        done = Done(n, self.stored.version, happened, self.view())
        if sender is not None:
            sender.push(encode_text(done))
        if (is_new or (sender is None and happened)) and self.connections - {sender}:
            self.broadcast(msgspec.structs.replace(done, n=None), exclude=sender)

    async def _reload(self) -> None:
        """Read the game again after another program has continued it, and send it to all connections."""
        store, loop = self._services.store.of_player(self.player), asyncio.get_running_loop()
        try:
            self.stored = await loop.run_in_executor(self._services.solver_pool, open_game, store, self.stored.id)
        except (NoSuchGame, DamagedGame):
            self.broadcast(NO_GAME)
            return
        except StoreError as problem:
            log.error("read failed", extra={"game": self.stored.id, "problem": str(problem)})
            for connection in list(self.connections):
                connection.abort()  # it may be readable again when the client reconnects
            return
        self._zero = monotonic() - self.stored.game.at
        self._last_winnability = None
        self.broadcast(self._state())
        self._set_timer()

    # ---- At any time -------------------------------------------------------------------------------------------------

    def _state(self) -> FullState:
        return build_state(self.stored.id, self.stored.game, self.view())

    def _set_timer(self, *, minimum: float = 0.0) -> None:
        """Set the timer for the end of a game with a time limit; one that fires too early sets the next."""
        if self._timer is not None or self.stored.game.options.limit is None:
            return
        left = self.stored.game.seconds_left(self.at)
        if left is not None and self.stored.game.state in ("playing", "stuck") and self.connections:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(
                max(left + _LATE_SECONDS, minimum), lambda: run_in_background(self.check_time())
            )

    async def _answer_waiting(self) -> None:
        """Answer the waiting connections one by one, leaving out those that have gone."""
        try:
            while self._waiting:
                connection, n = next(iter(self._waiting.items()))
                del self._waiting[connection]
                if connection in self.connections:
                    connection.push(encode_text(await self._find_winnability(n)))
        finally:
            self._is_answering = False

    async def _find_winnability(self, n: int) -> Winnability:
        game, version = self.stored.game.copy(), self.stored.version
        if game.is_over or game.winnable or game.lost_since is not None:
            return Winnability(n, version, game.winnable, game.lost_since)
        if self._last_winnability is None or self._last_winnability.version != version:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._services.solver_pool, game.blame, _WINNABLE_BUDGET)
            lost = None if found.winnable is not False else LostSince(found.lost_after, found.move)
            self._last_winnability = Winnability(n, version, found.winnable, lost)
        return Winnability(n, version, self._last_winnability.winnable, self._last_winnability.doomed)


async def _finish(write: asyncio.Future[None]) -> None:
    """Wait for a write, however often the task is cancelled: what is on the disk must come into memory as well."""
    while not write.done():
        with suppress(asyncio.CancelledError):
            await write
    write.result()


def _ends_stuck(game: Game, command: Command) -> bool:
    """Whether playing a pair would leave no moves; the board is then shuffled, which may take a second."""
    try:
        return game.board.play(Move(*sorted(command.cells))).is_stuck
    except ValueError:
        return False  # not a legal move


def open_game(store: Store, id: str) -> StoredGame:
    """Open a stored game, and compute what its view will need."""
    stored = store.open(id)
    _ = stored.game.lost_since
    return stored


_running: set[asyncio.Task[None]] = set()


def run_in_background(coroutine: Coroutine[object, object, None]) -> None:
    """Run a coroutine as a task, and keep a reference to it until it ends."""
    task = asyncio.get_running_loop().create_task(coroutine)
    _running.add(task)
    task.add_done_callback(_running.discard)
