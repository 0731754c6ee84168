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
from lianliankan.web.live.group_commit import Closing, Writer
from lianliankan.web.live.protocol import (
    Do,
    Done,
    Doom,
    Error,
    Light,
    State,
    View,
    doom_after,
    encode_text,
    state_of,
    view_of,
)
from lianliankan.web.live.turn_queue import Turn, Turns

if TYPE_CHECKING:
    from lianliankan.game.events import Event

__all__ = ["NO_GAME", "Room", "Services", "in_background", "open_game"]

log = logging.getLogger("lianliankan.web")

_MOST_IN_LOOP = 200  # tiles up to which a pair is played in the loop: on larger boards a near miss takes long to find
_DOOM_SECONDS = 2.0
_LIGHT_BUDGET = Budget(nodes=200_000, seconds=2.0)
_LATE = 0.01  # seconds after the time is up, so that it surely is
_AGAIN = 5.0  # seconds until what could not be written is tried again
NO_GAME = Error("gone", "there is no such game")
"""What is said of a game that is not there, or not any more."""


@lru_cache(maxsize=10_000)
def _parsed(text: str) -> Command:
    """Read a command; everybody says the same ones, again and again."""
    return Command.parse(text)


class Services(NamedTuple):
    """What rooms need: where games are found, who writes, where long thoughts are thought, how long to wait."""

    store: Store
    writer: Writer
    thinkers: Executor
    grace: float


class _Order(NamedTuple):
    """A command that somebody gave: his number for it, and after how many entries."""

    n: int
    after: int
    command: Command
    sender: Connection


class Room:
    """A live game.

    - `player`: whose it is.
    - `kept`: the game.
    - `connections`: who watches it.
    """

    def __init__(self, player: str, kept: StoredGame, services: Services, doomed: Doom | None) -> None:
        self.player = player
        self.kept = kept
        self.connections: set[Connection] = set()
        self._services = services
        self._turns = Turns()
        self._zero = monotonic() - kept.game.at
        self._doomed = doomed
        self._alarm: asyncio.TimerHandle | None = None
        self._askers: dict[Connection, int] = {}
        self._is_shining = False
        self._light: Light | None = None

    @property
    def at(self) -> float:
        """What time it is in the game: it goes on from where the game stood when the room was opened."""
        return max(monotonic() - self._zero, self.kept.game.at)

    def greet(self, connection: Connection) -> None:
        """Send the whole game."""

        def act(turn: Turn) -> None:
            connection.push(encode_text(self._state()))
            connection.has_seen = True
            self._set_alarm()
            turn.end()

        self._turns.ask(act)

    def do(self, message: Do, sender: Connection) -> None:
        """Do what a client says, if it has seen all that happened before; what happens, all connections hear of.

        Where it has not, it gets the whole game: its command was done already (it came twice), or no longer fits.
        """
        try:
            command = _parsed(message.command)
        except ParseError as problem:
            sender.push(encode_text(Error("bad", problem.problem)))
        else:
            order = _Order(message.n, message.after, command, sender)
            self._turns.ask(lambda turn: self._act(order, turn))

    def shine(self, n: int, asker: Connection) -> None:
        """Find out whether the game can still be won, for one who asks; it goes on meanwhile.

        Who asks again before the answer gets one, to the last question.
        """
        self._askers[asker] = n
        if not self._is_shining:
            self._is_shining = True
            in_background(self._shine())

    async def pass_time(self) -> None:
        """Let the clock alone act: where the time is up, the game ends, and all connections hear of it."""
        turn = await self._turns.wait()
        try:
            self._alarm = None
            problem = await self._act_alone(Command("tick"))
            if isinstance(problem, NoSuchGame):
                self.tell_all(NO_GAME)
            else:
                self._set_alarm(least=0.0 if problem is None else _AGAIN)
        finally:
            turn.end()

    async def pause(self) -> None:
        """Stop the clock because nobody is there; who comes back lets it go on."""
        turn = await self._turns.wait()
        try:
            if not self.connections and self.kept.game.state in ("playing", "stuck"):
                await self._act_alone(Command("pause"))
        finally:
            turn.end()

    def close(self) -> None:
        """Let no alarm go off any more, and nothing be done that waits."""
        self._turns.close()
        self._askers.clear()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def view(self) -> View:
        """See how the game stands now."""
        return view_of(self.kept.game, at=self.at, doomed=self._doomed)

    def tell_all(self, message: Done | State | Error, *, but: Connection | None = None) -> None:
        """Tell all that have seen the game something, but one; nobody waits for one that does not read."""
        text = encode_text(message)
        for connection in [each for each in self.connections if each.has_seen and each is not but]:
            connection.push(text)

    # ---- A command in its turn ---------------------------------------------------------------------------------------

    def _act(self, order: _Order, turn: Turn) -> None:
        """Do a command; what takes no thought, at once and without a task."""
        if order.after != self.kept.written:
            order.sender.push(encode_text(self._state()))
            turn.end()
        elif self._is_long(order.command):
            in_background(self._act_long(order, turn))
        else:
            attempt = self.kept.attempt(order.command, at=self.at)
            if attempt.change is None:
                self._answer(order, attempt, turn)
                return
            try:
                self._services.writer.put(attempt.change, lambda problem: self._settle(order, attempt, problem, turn))
            except StoreError as problem:
                self._settle(order, attempt, problem, turn)

    async def _act_long(self, order: _Order, turn: Turn) -> None:
        try:
            loop = asyncio.get_running_loop()
            attempt = await loop.run_in_executor(self._services.thinkers, self._think, order.command, self.at)
        except Exception:
            log.exception("a thought failed", extra={"game": self.kept.id})
            order.sender.cut()
            turn.end()
            return
        problem: Exception | None = None
        if attempt.change is not None:
            try:
                await self._services.writer.write(attempt.change)
            except Exception as found:
                problem = found
        self._settle(order, attempt, problem, turn)

    def _settle(self, order: _Order, attempt: Pending, problem: Exception | None, turn: Turn) -> None:
        """Go on when a change is on the disk, or could not be brought there."""
        if problem is None:
            self._answer(order, attempt, turn)
            return
        if isinstance(problem, GameMoved):
            in_background(self._catch_up(turn))
            return
        try:
            if isinstance(problem, NoSuchGame):
                self.tell_all(NO_GAME)
            elif isinstance(problem, Closing):
                order.sender.cut()
            elif isinstance(problem, StoreError):
                log.error("not written", extra={"game": self.kept.id, "problem": str(problem)})
                order.sender.push(encode_text(Error("store", "it could not be kept, so it was not done")))
                order.sender.push(encode_text(self._state()))
            else:  # what nobody foresaw
                log.error("not written", extra={"game": self.kept.id}, exc_info=problem)
                order.sender.cut()
        finally:
            turn.end()

    def _answer(self, order: _Order, attempt: Pending, turn: Turn) -> None:
        """Adopt what was attempted, and say what happened."""
        try:
            before = self.kept.written
            happened = self._adopt(attempt)
            done = Done(order.n, self.kept.written, happened, self.view())
            order.sender.push(encode_text(done))
            if done.entries != before:  # what was refused is nobody else's business
                self._tell_others(done, order.sender)
        except Exception:
            log.exception("not answered", extra={"game": self.kept.id})
            order.sender.cut()  # who comes back sees what was done
        finally:
            turn.end()

    def _adopt(self, attempt: Pending) -> "list[Event]":
        was_winnable = self.kept.game.winnable
        happened = self.kept.commit(attempt)
        self._doomed = doom_after(self.kept.game, happened, self._doomed, was_winnable=was_winnable)
        self._set_alarm()
        return happened

    def _think(self, command: Command, at: float) -> Pending:
        """Attempt a command that takes thought, and find out what the view will say."""
        attempt = self.kept.attempt(command, at=at)
        _ = attempt.game.winnable
        return attempt

    def _is_long(self, command: Command) -> bool:
        """Whether a command may ask the solver, or deal, or look for long."""
        game = self.kept.game
        if command.word in ("hint", "auto", "shuffle"):
            return True
        if command.word not in ("pick", "play", "restart", "undo", "redo"):
            return False
        if game.options.tell_doomed or game.board.tile_count > _MOST_IN_LOOP:
            return True
        return command.cells != () and game.options.when_stuck == "shuffle" and _ends_stuck(game, command)

    def _tell_others(self, done: Done, sender: Connection | None) -> None:
        """Tell all connections but the sender's what was done."""
        if self.connections - {sender}:
            self.tell_all(Done(None, done.entries, done.events, done.view), but=sender)

    def _state(self) -> State:
        return state_of(self.kept.id, self.kept.game, self.view())

    # ---- What happens by itself --------------------------------------------------------------------------------------

    async def _act_alone(self, command: Command) -> Exception | None:
        """Do something that nobody asked for, in a turn; give what went wrong."""
        try:
            attempt = self.kept.attempt(command, at=self.at)
            if attempt.change is not None:
                await self._services.writer.write(attempt.change)
            happened = self._adopt(attempt)
            if happened:
                self._tell_others(Done(None, self.kept.written, happened, self.view()), None)
        except GameMoved:
            await self._read_again()
        except Closing as problem:
            return problem
        except Exception as problem:
            foreseen = isinstance(problem, StoreError)
            about = {"game": self.kept.id, "problem": str(problem)}
            log.error("not written", extra=about, exc_info=None if foreseen else problem)
            return problem
        return None

    async def _catch_up(self, turn: Turn) -> None:
        try:
            await self._read_again()
        finally:
            turn.end()

    async def _read_again(self) -> None:
        """Read the game again, which another program has gone on with, and show it."""
        store, loop = self._services.store.of_player(self.player), asyncio.get_running_loop()
        try:
            self.kept, self._doomed = await loop.run_in_executor(
                self._services.thinkers, lambda: open_game(store, self.kept.id)
            )
        except (NoSuchGame, DamagedGame):
            self.tell_all(NO_GAME)
            return
        except StoreError as problem:
            log.error("not read", extra={"game": self.kept.id, "problem": str(problem)})
            for connection in list(self.connections):
                connection.cut()  # who comes back may find it readable again
            return
        self._zero = monotonic() - self.kept.game.at
        self._light = None
        self.tell_all(self._state())
        self._set_alarm()

    def _set_alarm(self, *, least: float = 0.0) -> None:
        """See to it that the game ends when its time is up; an alarm that comes too early is set again."""
        if self._alarm is not None or self.kept.game.options.limit is None:
            return
        left = self.kept.game.seconds_left(self.at)
        if left is not None and self.kept.game.state in ("playing", "stuck") and self.connections:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(left + _LATE, least), lambda: in_background(self.pass_time()))

    async def _shine(self) -> None:
        """Answer all who ask, one after the other; whoever has left is not answered."""
        try:
            while self._askers:
                asker, n = next(iter(self._askers.items()))
                del self._askers[asker]
                if asker in self.connections:
                    asker.push(encode_text(await self._light_for(n)))
        finally:
            self._is_shining = False

    async def _light_for(self, n: int) -> Light:
        game, entries, doomed = self.kept.game.copy(), self.kept.written, self._doomed
        if game.is_over or (game.winnable is not None and (game.winnable or doomed is not None)):
            return Light(n, entries, game.winnable, doomed)
        if self._light is None or self._light.entries != entries:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._services.thinkers, game.blame, _LIGHT_BUDGET)
            lost = None if found.winnable is not False else Doom(found.lost_after, found.move)
            self._light = Light(n, entries, found.winnable, lost)
        return Light(n, entries, self._light.winnable, self._light.doomed)


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


def open_game(store: Store, id: str) -> tuple[StoredGame, Doom | None]:
    """Open a stored game, and find out since when it is doomed if it is one that tells."""
    kept = store.open(id)
    game, doomed = kept.game, None
    if game.options.tell_doomed and game.winnable is False:
        found = game.blame(_DOOM_SECONDS)
        doomed = Doom(found.lost_after, found.move)
    return kept, doomed


_running: set[asyncio.Task[None]] = set()


def in_background(work: Coroutine[object, object, None]) -> None:
    """Let something run by itself, and keep hold of it until it has ended."""
    task = asyncio.get_running_loop().create_task(work)
    _running.add(task)
    task.add_done_callback(_running.discard)
