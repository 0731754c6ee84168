"""A live game: its connections and its clock; its commands run one after the other."""

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
    GameView,
    LostSince,
    Winnability,
    build_state,
    build_view,
    encode_text,
    update_lost_since,
)
from lianliankan.web.live.turn_queue import Turn, TurnQueue

if TYPE_CHECKING:
    from lianliankan.game.events import Event

__all__ = ["NO_GAME", "LiveGame", "Services", "open_game", "run_in_background"]

log = logging.getLogger("lianliankan.web")

_MAX_TILES_IN_LOOP = (
    200  # tiles up to which a pair is played in the loop: on larger boards a near miss takes long to find
)
_BLAME_SECONDS = 2.0
_WINNABLE_BUDGET = Budget(nodes=200_000, seconds=2.0)
_LATE = 0.01  # seconds after the time is up, so that it surely is
_AGAIN = 5.0  # seconds until what could not be written is tried again
NO_GAME = ErrorMessage("gone", "there is no such game")
"""What is said of a game that is not there, or not any more."""


@lru_cache(maxsize=10_000)
def _parse_command(text: str) -> Command:
    """Read a command; everybody says the same ones, again and again."""
    return Command.parse(text)


class Services(NamedTuple):
    """What rooms need: where games are found, who writes, where long thoughts are thought, how long to wait."""

    store: Store
    writer: GroupWriter
    solver_pool: Executor
    idle_seconds: float


class _Request(NamedTuple):
    """A command that somebody gave: his number for it, and after how many entries."""

    n: int
    after: int
    command: Command
    sender: Connection


class LiveGame:
    """A live game.

    - `player`: whose it is.
    - `stored`: the game.
    - `connections`: who watches it.
    """

    def __init__(self, player: str, stored: StoredGame, services: Services, doomed: LostSince | None) -> None:
        self.player = player
        self.stored = stored
        self.connections: set[Connection] = set()
        self._services = services
        self._turns = TurnQueue()
        self._zero = monotonic() - stored.game.at
        self._lost_since = doomed
        self._timer: asyncio.TimerHandle | None = None
        self._waiting: dict[Connection, int] = {}
        self._is_answering = False
        self._last_winnability: Winnability | None = None

    @property
    def at(self) -> float:
        """What time it is in the game: it goes on from where the game stood when the room was opened."""
        return max(monotonic() - self._zero, self.stored.game.at)

    def send_state(self, connection: Connection) -> None:
        """Send the whole game."""

        def act(turn: Turn) -> None:
            connection.push(encode_text(self._state()))
            connection.has_seen = True
            self._set_timer()
            turn.end()

        self._turns.enqueue(act)

    def do(self, message: Do, sender: Connection) -> None:
        """Do what a client says, if it has seen all that happened before; what happens, all connections hear of.

        Where it has not, it gets the whole game: its command was done already (it came twice), or no longer fits.
        """
        try:
            command = _parse_command(message.command)
        except ParseError as problem:
            sender.push(encode_text(ErrorMessage("bad", problem.problem)))
        else:
            request = _Request(message.n, message.after, command, sender)
            self._turns.enqueue(lambda turn: self._run(request, turn))

    def answer_winnable(self, n: int, connection: Connection) -> None:
        """Find out whether the game can still be won, for one who asks; it goes on meanwhile.

        Who asks again before the answer gets one, to the last question.
        """
        self._waiting[connection] = n
        if not self._is_answering:
            self._is_answering = True
            run_in_background(self._answer_waiting())

    async def check_time(self) -> None:
        """Let the clock alone act: where the time is up, the game ends, and all connections hear of it."""
        turn = await self._turns.wait()
        try:
            self._timer = None
            problem = await self._run_unprompted(Command("tick"))
            if isinstance(problem, NoSuchGame):
                self.broadcast(NO_GAME)
            else:
                self._set_timer(minimum=0.0 if problem is None else _AGAIN)
        finally:
            turn.end()

    async def pause_if_empty(self) -> None:
        """Stop the clock because nobody is there; who comes back lets it go on."""
        turn = await self._turns.wait()
        try:
            if not self.connections and self.stored.game.state in ("playing", "stuck"):
                await self._run_unprompted(Command("pause"))
        finally:
            turn.end()

    def close(self) -> None:
        """Let no alarm go off any more, and nothing be done that waits."""
        self._turns.close()
        self._waiting.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def view(self) -> GameView:
        """See how the game stands now."""
        return build_view(self.stored.game, at=self.at, doomed=self._lost_since)

    def broadcast(self, message: Done | FullState | ErrorMessage, *, exclude: Connection | None = None) -> None:
        """Tell all that have seen the game something, but one; nobody waits for one that does not read."""
        text = encode_text(message)
        for connection in [each for each in self.connections if each.has_seen and each is not exclude]:
            connection.push(text)

    # ---- A command in its turn ---------------------------------------------------------------------------------------

    def _run(self, request: _Request, turn: Turn) -> None:
        """Do a command; what takes no thought, at once and without a task."""
        if request.after != self.stored.written:
            request.sender.push(encode_text(self._state()))
            turn.end()
        elif self._is_slow(request.command):
            run_in_background(self._run_in_pool(request, turn))
        else:
            attempt = self.stored.attempt(request.command, at=self.at)
            if attempt.change is None:
                self._answer(request, attempt, turn)
                return
            try:
                self._services.writer.put(attempt.change, lambda problem: self._finish(request, attempt, problem, turn))
            except StoreError as problem:
                self._finish(request, attempt, problem, turn)

    async def _run_in_pool(self, request: _Request, turn: Turn) -> None:
        try:
            loop = asyncio.get_running_loop()
            attempt = await loop.run_in_executor(
                self._services.solver_pool, self._attempt_with_solver, request.command, self.at
            )
        except Exception:
            log.exception("a thought failed", extra={"game": self.stored.id})
            request.sender.abort()
            turn.end()
            return
        problem: Exception | None = None
        if attempt.change is not None:
            try:
                await self._services.writer.write(attempt.change)
            except Exception as found:
                problem = found
        self._finish(request, attempt, problem, turn)

    def _finish(self, request: _Request, attempt: Pending, problem: Exception | None, turn: Turn) -> None:
        """Go on when a change is on the disk, or could not be brought there."""
        if problem is None:
            self._answer(request, attempt, turn)
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
                log.error("not written", extra={"game": self.stored.id, "problem": str(problem)})
                request.sender.push(encode_text(ErrorMessage("store", "it could not be kept, so it was not done")))
                request.sender.push(encode_text(self._state()))
            else:  # what nobody foresaw
                log.error("not written", extra={"game": self.stored.id}, exc_info=problem)
                request.sender.abort()
        finally:
            turn.end()

    def _answer(self, request: _Request, attempt: Pending, turn: Turn) -> None:
        """Adopt what was attempted, and say what happened."""
        try:
            before = self.stored.written
            happened = self._commit(attempt)
            done = Done(request.n, self.stored.written, happened, self.view())
            request.sender.push(encode_text(done))
            if done.entries != before:  # what was refused is nobody else's business
                self._notify_others(done, request.sender)
        except Exception:
            log.exception("not answered", extra={"game": self.stored.id})
            request.sender.abort()  # who comes back sees what was done
        finally:
            turn.end()

    def _commit(self, attempt: Pending) -> "list[Event]":
        was_winnable = self.stored.game.winnable
        happened = self.stored.commit(attempt)
        self._lost_since = update_lost_since(self.stored.game, happened, self._lost_since, was_winnable=was_winnable)
        self._set_timer()
        return happened

    def _attempt_with_solver(self, command: Command, at: float) -> Pending:
        """Pending a command that takes thought, and find out what the view will say."""
        attempt = self.stored.attempt(command, at=at)
        _ = attempt.game.winnable
        return attempt

    def _is_slow(self, command: Command) -> bool:
        """Whether a command may ask the solver, or deal, or look for long."""
        game = self.stored.game
        if command.word in ("hint", "auto", "shuffle"):
            return True
        if command.word not in ("pick", "play", "restart", "undo", "redo"):
            return False
        if game.options.tell_doomed or game.board.tile_count > _MAX_TILES_IN_LOOP:
            return True
        return command.cells != () and game.options.when_stuck == "shuffle" and _ends_stuck(game, command)

    def _notify_others(self, done: Done, sender: Connection | None) -> None:
        """Tell all connections but the sender's what was done."""
        if self.connections - {sender}:
            self.broadcast(Done(None, done.entries, done.events, done.view), exclude=sender)

    def _state(self) -> FullState:
        return build_state(self.stored.id, self.stored.game, self.view())

    # ---- What happens by itself --------------------------------------------------------------------------------------

    async def _run_unprompted(self, command: Command) -> Exception | None:
        """Do something that nobody asked for, in a turn; give what went wrong."""
        try:
            attempt = self.stored.attempt(command, at=self.at)
            if attempt.change is not None:
                await self._services.writer.write(attempt.change)
            happened = self._commit(attempt)
            if happened:
                self._notify_others(Done(None, self.stored.written, happened, self.view()), None)
        except GameMoved:
            await self._reload()
        except ServerClosing as problem:
            return problem
        except Exception as problem:
            foreseen = isinstance(problem, StoreError)
            about = {"game": self.stored.id, "problem": str(problem)}
            log.error("not written", extra=about, exc_info=None if foreseen else problem)
            return problem
        return None

    async def _reload_in_turn(self, turn: Turn) -> None:
        try:
            await self._reload()
        finally:
            turn.end()

    async def _reload(self) -> None:
        """Read the game again, which another program has gone on with, and show it."""
        store, loop = self._services.store.of_player(self.player), asyncio.get_running_loop()
        try:
            self.stored, self._lost_since = await loop.run_in_executor(
                self._services.solver_pool, lambda: open_game(store, self.stored.id)
            )
        except (NoSuchGame, DamagedGame):
            self.broadcast(NO_GAME)
            return
        except StoreError as problem:
            log.error("not read", extra={"game": self.stored.id, "problem": str(problem)})
            for connection in list(self.connections):
                connection.abort()  # who comes back may find it readable again
            return
        self._zero = monotonic() - self.stored.game.at
        self._last_winnability = None
        self.broadcast(self._state())
        self._set_timer()

    def _set_timer(self, *, minimum: float = 0.0) -> None:
        """See to it that the game ends when its time is up; an alarm that comes too early is set again."""
        if self._timer is not None or self.stored.game.options.limit is None:
            return
        left = self.stored.game.seconds_left(self.at)
        if left is not None and self.stored.game.state in ("playing", "stuck") and self.connections:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(left + _LATE, minimum), lambda: run_in_background(self.check_time()))

    async def _answer_waiting(self) -> None:
        """Answer all who ask, one after the other; whoever has left is not answered."""
        try:
            while self._waiting:
                connection, n = next(iter(self._waiting.items()))
                del self._waiting[connection]
                if connection in self.connections:
                    connection.push(encode_text(await self._find_winnability(n)))
        finally:
            self._is_answering = False

    async def _find_winnability(self, n: int) -> Winnability:
        game, entries, doomed = self.stored.game.copy(), self.stored.written, self._lost_since
        if game.is_over or (game.winnable is not None and (game.winnable or doomed is not None)):
            return Winnability(n, entries, game.winnable, doomed)
        if self._last_winnability is None or self._last_winnability.entries != entries:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._services.solver_pool, game.blame, _WINNABLE_BUDGET)
            lost = None if found.winnable is not False else LostSince(found.lost_after, found.move)
            self._last_winnability = Winnability(n, entries, found.winnable, lost)
        return Winnability(n, entries, self._last_winnability.winnable, self._last_winnability.doomed)


def _ends_stuck(game: Game, command: Command) -> bool:
    """Whether a pair would go and leave no move; it is laid anew then, which may take a second."""
    cells = command.cells if command.word == "play" else (game.picked, *command.cells)
    a, b = cells
    if a is None or b is None or a == b:
        return False
    try:
        return game.board.play(Move(*sorted((a, b)))).is_stuck
    except ValueError:
        return False  # it does not go


def open_game(store: Store, id: str) -> tuple[StoredGame, LostSince | None]:
    """Open a stored game, and find out since when it is doomed if it is one that tells."""
    stored = store.open(id)
    game, doomed = stored.game, None
    if game.options.tell_doomed and game.winnable is False:
        found = game.blame(_BLAME_SECONDS)
        doomed = LostSince(found.lost_after, found.move)
    return stored, doomed


_running: set[asyncio.Task[None]] = set()


def run_in_background(work: Coroutine[object, object, None]) -> None:
    """Let something run by itself, and keep hold of it until it has ended."""
    task = asyncio.get_running_loop().create_task(work)
    _running.add(task)
    task.add_done_callback(_running.discard)
