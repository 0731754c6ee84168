"""A live game: its connections, its clock, and its commands, which run one at a time."""

import asyncio
import logging
from collections.abc import Coroutine
from concurrent.futures import Executor
from functools import lru_cache
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from lianliankan.board.move import Move
from lianliankan.errors import DamagedGame, GameMoved, NoSuchGame, ParseError, StoreError
from lianliankan.game.commands import Command
from lianliankan.game.game import Game
from lianliankan.game.history import LostSince
from lianliankan.game.view import GameView
from lianliankan.solver.verdict import Budget
from lianliankan.store import Store, StoredGame
from lianliankan.store.store import Pending
from lianliankan.web.live.direct_socket import Connection
from lianliankan.web.live.group_commit import GroupWriter, ServerClosing
from lianliankan.web.live.protocol import (
    Do,
    Done,
    ErrorMessage,
    FullState,
    Winnability,
    build_state,
    encode_text,
)
from lianliankan.web.live.turn_queue import Turn, TurnQueue

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


class _Request(NamedTuple):
    """A client's command, with its number and how many commands of the game the client had seen."""

    n: int
    version: int
    command: Command
    sender: Connection


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
        self._turns = TurnQueue()
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

        def send(turn: Turn) -> None:
            connection.push(encode_text(self._state()))
            connection.has_seen = True
            self._set_timer()
            turn.end()

        self._turns.enqueue(send)

    def do(self, message: Do, sender: Connection) -> None:
        """Run a client's command, if the client has seen everything before it, and notify all connections.

        Otherwise the client gets the whole game: its command was already run (and sent again), or no longer applies.
        """
        try:
            command = _parse_command(message.command)
        except ParseError as problem:
            sender.push(encode_text(ErrorMessage("bad", problem.problem)))
        else:
            request = _Request(message.n, message.version, command, sender)
            self._turns.enqueue(lambda turn: self._run(request, turn))

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
        turn = await self._turns.wait()
        try:
            self._timer = None
            problem = await self._run_own(Command("tick"))
            if isinstance(problem, NoSuchGame):
                self.broadcast(NO_GAME)
            else:
                self._set_timer(minimum=0.0 if problem is None else _RETRY_SECONDS)
        finally:
            turn.end()

    async def pause_if_empty(self) -> None:
        """Pause the game if there are no connections; a client that comes back resumes it."""
        turn = await self._turns.wait()
        try:
            if not self.connections and self.stored.game.state in ("playing", "stuck"):
                await self._run_own(Command("pause"))
        finally:
            turn.end()

    def close(self) -> None:
        """Cancel the timer and everything that is waiting."""
        self._turns.close()
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

    # ---- Running a command -------------------------------------------------------------------------------------------

    def _run(self, request: _Request, turn: Turn) -> None:
        """Run a command; one that does not need the solver runs immediately, without a task."""
        if request.version != self.stored.version:
            request.sender.push(encode_text(self._state()))
            turn.end()
        elif self._is_slow(request.command):
            run_in_background(self._run_in_pool(request, turn))
        else:
            pending = self.stored.attempt(request.command, at=self.at)
            if pending.change is None:
                self._answer(request, pending, turn)
                return
            try:
                self._services.writer.put(pending.change, lambda problem: self._finish(request, pending, problem, turn))
            except StoreError as problem:
                self._finish(request, pending, problem, turn)

    async def _run_in_pool(self, request: _Request, turn: Turn) -> None:
        try:
            loop = asyncio.get_running_loop()
            pending = await loop.run_in_executor(
                self._services.solver_pool, self._attempt_slow, request.command, self.at
            )
        except Exception:
            log.exception("command failed", extra={"game": self.stored.id})
            request.sender.abort()
            turn.end()
            return
        problem: Exception | None = None
        if pending.change is not None:
            try:
                await self._services.writer.write(pending.change)
            except Exception as found:
                problem = found
        self._finish(request, pending, problem, turn)

    def _finish(self, request: _Request, pending: Pending, problem: Exception | None, turn: Turn) -> None:
        """Continue after a change was written, or could not be."""
        if problem is None:
            self._answer(request, pending, turn)
            return
        if isinstance(problem, GameMoved):
            run_in_background(self._reload_in_turn(turn))
            return
        try:
            if isinstance(problem, NoSuchGame):
                self.broadcast(NO_GAME)
            elif isinstance(problem, ServerClosing):
                request.sender.abort()
            elif isinstance(problem, StoreError):
                log.error("write failed", extra={"game": self.stored.id, "problem": str(problem)})
                request.sender.push(
                    encode_text(ErrorMessage("store", "the command could not be saved, so it was not run"))
                )
                request.sender.push(encode_text(self._state()))
            else:  # unexpected
                log.error("write failed", extra={"game": self.stored.id}, exc_info=problem)
                request.sender.abort()
        finally:
            turn.end()

    def _answer(self, request: _Request, pending: Pending, turn: Turn) -> None:
        """Commit the pending command, and send what happened."""
        try:
            before = self.stored.version
            happened = self._commit(pending)
            done = Done(request.n, self.stored.version, happened, self.view())
            request.sender.push(encode_text(done))
            if done.version != before:  # refused commands concern only their sender
                self._notify_others(done, request.sender)
        except Exception:
            log.exception("answer failed", extra={"game": self.stored.id})
            request.sender.abort()  # a client that reconnects gets the state with the command
        finally:
            turn.end()

    def _commit(self, pending: Pending) -> "list[Event]":
        happened = self.stored.commit(pending)
        self._set_timer()
        return happened

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
        if command.word not in ("pick", "play", "restart", "undo", "redo"):
            return False
        if game.options.tell_doomed or game.board.tile_count > _MAX_TILES_IN_LOOP:
            return True
        return command.cells != () and game.options.when_stuck == "shuffle" and _ends_stuck(game, command)

    def _notify_others(self, done: Done, sender: Connection | None) -> None:
        """Send what was done to all connections but the sender's."""
        if self.connections - {sender}:
            self.broadcast(Done(None, done.version, done.events, done.view), exclude=sender)

    def _state(self) -> FullState:
        return build_state(self.stored.id, self.stored.game, self.view())

    # ---- Without a command of a client -------------------------------------------------------------------------------

    async def _run_own(self, command: Command) -> Exception | None:
        """Run a command of the server, in a turn; return what went wrong."""
        try:
            pending = self.stored.attempt(command, at=self.at)
            if pending.change is not None:
                await self._services.writer.write(pending.change)
            happened = self._commit(pending)
            if happened:
                self._notify_others(Done(None, self.stored.version, happened, self.view()), None)
        except GameMoved:
            await self._reload()
        except ServerClosing as problem:
            return problem
        except Exception as problem:
            is_expected = isinstance(problem, StoreError)
            about = {"game": self.stored.id, "problem": str(problem)}
            log.error("write failed", extra=about, exc_info=None if is_expected else problem)
            return problem
        return None

    async def _reload_in_turn(self, turn: Turn) -> None:
        try:
            await self._reload()
        finally:
            turn.end()

    async def _reload(self) -> None:
        """Read the game again after another program has continued it, and send it to all connections."""
        store, loop = self._services.store.of_player(self.player), asyncio.get_running_loop()
        try:
            self.stored = await loop.run_in_executor(
                self._services.solver_pool, lambda: open_game(store, self.stored.id)
            )
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


def _ends_stuck(game: Game, command: Command) -> bool:
    """Whether playing a pair would leave no moves; the board is then shuffled, which may take a second."""
    cells = command.cells if command.word == "play" else (game.picked, *command.cells)
    a, b = cells
    if a is None or b is None or a == b:
        return False
    try:
        return game.board.play(Move(*sorted((a, b)))).is_stuck
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
