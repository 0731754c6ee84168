"""A live game: its connections and its clock; its commands run one after the other."""

import asyncio
import logging
from collections.abc import Coroutine
from concurrent.futures import Executor
from functools import lru_cache
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from lianliankan.commands import Command
from lianliankan.errors import GameMoved, NoSuchGame, ParseError, StoreError
from lianliankan.store import Kept, Store
from lianliankan.store.keeping import Attempt
from lianliankan.verdict import Budget
from lianliankan.web.lines import Connection
from lianliankan.web.turns import Turns
from lianliankan.web.wire import Do, Done, Doom, Error, Light, State, View, doom_after, encode_text, state_of, view_of
from lianliankan.web.writing import Writer

if TYPE_CHECKING:
    from lianliankan.events import Event

__all__ = ["Room", "Services", "in_background", "open_game"]

log = logging.getLogger("lianliankan.web")

_MOST_IN_LOOP = 200  # tiles up to which a pair is played in the loop: it may end in a shuffle
_DOOM_SECONDS = 2.0
_LIGHT_BUDGET = Budget(nodes=200_000, seconds=2.0)
_LATE = 0.01  # seconds after the time is up, so that it surely is


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
    """

    def __init__(self, player: str, kept: Kept, services: Services, doomed: Doom | None) -> None:
        self.player = player
        self.kept = kept
        self.connections: set[Connection] = set()
        self._services = services
        self._turns, self._lights = Turns(), Turns()
        self._zero = monotonic() - kept.game.at
        self._doomed = doomed
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def at(self) -> float:
        """What time it is in the game: it goes on from where the game stood when the room was opened."""
        return max(monotonic() - self._zero, self.kept.game.at)

    def greet(self, connection: Connection) -> None:
        """Send the whole game."""

        def act() -> None:
            connection.push(encode_text(self._state()))
            self._set_alarm()
            self._turns.end()

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
            self._turns.ask(lambda: self._act(order))

    def shine(self, n: int, asker: Connection) -> None:
        """Find out whether the game can still be won, for one who asks; it goes on meanwhile."""
        self._lights.ask(lambda: in_background(self._shine(n, asker)))

    async def pass_time(self) -> None:
        """Let the clock alone act: where the time is up, the game ends, and all connections hear of it."""
        async with self._turns:
            self._alarm = None
            await self._act_alone(Command("tick"))
            self._set_alarm()

    async def pause(self) -> None:
        """Stop the clock because nobody is there; who comes back lets it go on."""
        async with self._turns:
            if not self.connections and self.kept.game.state in ("playing", "stuck"):
                await self._act_alone(Command("pause"))

    def close(self) -> None:
        """Let no alarm go off any more."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def view(self) -> View:
        """See how the game stands now."""
        return view_of(self.kept.game, at=self.at, doomed=self._doomed)

    def tell_all(self, message: Done | State | Error, connections: list[Connection] | None = None) -> None:
        """Tell some connections something, or all; nobody waits for one that does not read."""
        text = encode_text(message)
        for connection in list(self.connections) if connections is None else connections:
            connection.push(text)

    # ---- A command in its turn ---------------------------------------------------------------------------------------

    def _act(self, order: _Order) -> None:
        """Do a command; what takes no thought, at once and without a task."""
        try:
            if order.after != self.kept.written:
                order.sender.push(encode_text(self._state()))
            elif self._is_long(order.command):
                in_background(self._act_long(order))
                return
            else:
                attempt = self.kept.attempt(order.command, at=self.at)
                if attempt.change is not None:
                    self._services.writer.put(attempt.change, lambda problem: self._go_on(order, attempt, problem))
                    return
                self._answer(order, attempt)
        except Exception as problem:
            self._fail(order.sender, problem)
        self._turns.end()

    async def _act_long(self, order: _Order) -> None:
        try:
            loop = asyncio.get_running_loop()
            attempt = await loop.run_in_executor(self._services.thinkers, self._think, order.command, self.at)
            if attempt.change is not None:
                await self._services.writer.write(attempt.change)
            self._answer(order, attempt)
        except GameMoved:
            await self._catch_up()
        except Exception as problem:
            self._fail(order.sender, problem)
        finally:
            self._turns.end()

    def _go_on(self, order: _Order, attempt: Attempt, problem: Exception | None) -> None:
        """Go on when a change is on the disk, or could not be brought there."""
        if isinstance(problem, GameMoved):
            in_background(self._catch_up_and_end())
            return
        try:
            if problem is None:
                self._answer(order, attempt)
            else:
                self._fail(order.sender, problem)
        finally:
            self._turns.end()

    def _answer(self, order: _Order, attempt: Attempt) -> None:
        """Adopt what was attempted, and say what happened."""
        before = self.kept.written
        happened = self._adopt(attempt)
        done = Done(order.n, self.kept.written, happened, self.view())
        order.sender.push(encode_text(done))
        if done.entries != before and len(self.connections) > 1:  # what was refused is nobody else's business
            self._tell_others(done, order.sender)

    def _adopt(self, attempt: Attempt) -> "list[Event]":
        was_winnable = self.kept.game.winnable
        happened = self.kept.adopt(attempt)
        self._doomed = doom_after(self.kept.game, happened, self._doomed, was_winnable=was_winnable)
        self._set_alarm()
        return happened

    def _fail(self, sender: Connection, problem: Exception) -> None:
        """Say that something could not be kept, and so was not done."""
        if isinstance(problem, NoSuchGame):
            self.tell_all(Error("gone", str(problem)))
            return
        unforeseen = None if isinstance(problem, StoreError) else problem
        log.error("not written", extra={"game": self.kept.id, "problem": str(problem)}, exc_info=unforeseen)
        sender.push(encode_text(Error("store", "it could not be kept, so it was not done")))
        sender.push(encode_text(self._state()))

    def _state(self) -> State:
        return state_of(self.kept.id, self.kept.game, self.view())

    def _think(self, command: Command, at: float) -> Attempt:
        """Attempt a command that takes thought, and find out what the view will say."""
        attempt = self.kept.attempt(command, at=at)
        _ = attempt.game.winnable
        return attempt

    def _is_long(self, command: Command) -> bool:
        """Whether a command may ask the solver, or deal, or look for long."""
        game = self.kept.game
        if command.word in ("pick", "play", "restart", "undo", "redo"):
            return game.options.tell_doomed or game.board.tile_count > _MOST_IN_LOOP
        return command.word in ("hint", "auto", "shuffle")

    def _tell_others(self, done: Done, sender: Connection | None) -> None:
        """Tell all connections but the sender's what was done."""
        others = [connection for connection in self.connections if connection is not sender]
        if others:
            self.tell_all(Done(None, done.entries, done.events, done.view), others)

    async def _shine(self, n: int, asker: Connection) -> None:
        try:
            game, entries, doomed = self.kept.game.copy(), self.kept.written, self._doomed
            light = Light(n, entries, game.winnable, doomed)
            if not game.is_over and (game.winnable is None or (game.winnable is False and doomed is None)):
                loop = asyncio.get_running_loop()
                found = await loop.run_in_executor(self._services.thinkers, game.blame, _LIGHT_BUDGET)
                lost = None if found.winnable is not False else Doom(found.lost_after, found.move)
                light = Light(n, entries, found.winnable, lost)
            asker.push(encode_text(light))
        finally:
            self._lights.end()

    async def _act_alone(self, command: Command) -> None:
        try:
            attempt = self.kept.attempt(command, at=self.at)
            if attempt.change is not None:
                await self._services.writer.write(attempt.change)
            happened = self._adopt(attempt)
            if happened:
                self._tell_others(Done(None, self.kept.written, happened, self.view()), None)
        except GameMoved:
            await self._catch_up()
        except StoreError as problem:
            log.error("not written", extra={"game": self.kept.id, "problem": str(problem)})

    async def _catch_up_and_end(self) -> None:
        try:
            await self._catch_up()
        finally:
            self._turns.end()

    async def _catch_up(self) -> None:
        """Read the game again, which another program has gone on with, and show it."""
        store, loop = self._services.store.of_player(self.player), asyncio.get_running_loop()
        try:
            self.kept, self._doomed = await loop.run_in_executor(
                self._services.thinkers, lambda: open_game(store, self.kept.id)
            )
        except StoreError as problem:
            self.tell_all(Error("gone", str(problem)))
            return
        self._zero = monotonic() - self.kept.game.at
        self.tell_all(self._state())

    def _set_alarm(self) -> None:
        """See to it that the game ends when its time is up; an alarm that comes too early is set again."""
        if self._alarm is not None or self.kept.game.options.limit is None:
            return
        left = self.kept.game.seconds_left(self.at)
        if left is not None and self.kept.game.state in ("playing", "stuck") and self.connections:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(left + _LATE, lambda: in_background(self.pass_time()))


def open_game(store: Store, id: str) -> tuple[Kept, Doom | None]:
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
