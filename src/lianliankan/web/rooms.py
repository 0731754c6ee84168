"""Live games: each with its connections and its clock; the commands of a game run one after the other."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Executor
from functools import lru_cache
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from lianliankan.commands import Command
from lianliankan.errors import GameMoved, NoSuchGame, ParseError, StoreError
from lianliankan.store import Kept, Store
from lianliankan.store.keeping import Attempt
from lianliankan.verdict import Budget
from lianliankan.web.wire import Do, Done, Doom, Error, Light, State, View, doom_after, encode_text, state_of, view_of
from lianliankan.web.writing import Writer

if TYPE_CHECKING:
    from lianliankan.events import Event

__all__ = ["Connection", "Full", "Room", "Rooms"]

log = logging.getLogger("lianliankan.web")

_MOST_WAITING = 64  # messages for a connection that does not read them
_MOST_IN_LOOP = 200  # tiles up to which a pair is played in the loop: it may end in a shuffle
_DOOM_SECONDS = 2.0
_LIGHT_BUDGET = Budget(nodes=200_000, seconds=2.0)
_LATE = 0.01  # seconds after the time is up, so that it surely is


@lru_cache(maxsize=10_000)
def _parsed(text: str) -> Command:
    """Read a command; everybody says the same ones, again and again."""
    return Command.parse(text)


class Full(Exception):
    """No more connections, or no more games."""


class Connection:
    """Somebody who watches a room; messages leave in order, and who does not read them is let go."""

    __slots__ = ("_is_sending", "_outbox", "_send", "is_lost")

    def __init__(self, send: Callable[[str], Awaitable[None]]) -> None:
        self._send = send
        self._outbox: deque[str] = deque()
        self._is_sending = False
        self.is_lost = False

    def push(self, text: str) -> None:
        """Put a message behind those that wait; `flush` sends them."""
        if len(self._outbox) >= _MOST_WAITING:
            self.is_lost = True
        if not self.is_lost:
            self._outbox.append(text)

    async def flush(self) -> None:
        """Send what waits, unless somebody is at it already."""
        if self._is_sending:
            return
        self._is_sending = True
        try:
            while self._outbox and not self.is_lost:
                await self._send(self._outbox.popleft())
        except Exception:
            self.is_lost = True  # it has gone; whoever reads from it will notice
        finally:
            self._is_sending = False


class Services(NamedTuple):
    """What rooms need: where games are found, who writes, where long thoughts are thought, how long to wait."""

    store: Store
    writer: Writer
    thinkers: Executor
    grace: float


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
        self._lock = asyncio.Lock()
        self._zero = monotonic() - kept.game.at
        self._doomed = doomed
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def at(self) -> float:
        """What time it is in the game: it goes on from where the game stood when the room was opened."""
        return max(monotonic() - self._zero, self.kept.game.at)

    async def greet(self, connection: Connection) -> None:
        """Send the whole game."""
        async with self._lock:
            connection.push(encode_text(self._state()))
            self._set_alarm()
        await connection.flush()

    async def do(self, message: Do, sender: Connection) -> None:
        """Do what a client says, if it has seen all that happened before; what happens, all connections hear of.

        Where it has not, it gets the whole game: its command was done already (it came twice), or no longer fits.
        """
        try:
            command = _parsed(message.command)
        except ParseError as problem:
            sender.push(encode_text(Error("bad", problem.problem)))
            return await sender.flush()
        async with self._lock:
            before = self.kept.written
            if message.after != before:
                sender.push(encode_text(self._state()))
            else:
                try:
                    happened = await self._run(command)
                    done = Done(message.n, self.kept.written, happened, self.view())
                    sender.push(encode_text(done))
                    if done.entries != before:  # what was refused is nobody else's business
                        self._tell_others(done, sender)
                except GameMoved:
                    await self._catch_up()
                except NoSuchGame as problem:
                    self.tell_all(Error("gone", str(problem)))
                except StoreError as problem:
                    log.error("not written", extra={"game": self.kept.id, "problem": str(problem)})
                    sender.push(encode_text(Error("store", "it could not be kept, so it was not done")))
                    sender.push(encode_text(self._state()))
        return await sender.flush()

    async def shine(self, n: int, asker: Connection) -> None:
        """Find out whether the game can still be won, for one who asks; it goes on meanwhile."""
        game, entries, doomed = self.kept.game.copy(), self.kept.written, self._doomed
        light = Light(n, entries, game.winnable, doomed)
        if not game.is_over and (game.winnable is None or (game.winnable is False and doomed is None)):
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._services.thinkers, game.blame, _LIGHT_BUDGET)
            lost = None if found.winnable is not False else Doom(found.lost_after, found.move)
            light = Light(n, entries, found.winnable, lost)
        asker.push(encode_text(light))
        await asker.flush()

    async def pass_time(self) -> None:
        """Let the clock alone act: where the time is up, the game ends, and all connections hear of it."""
        async with self._lock:
            self._alarm = None
            await self._act_alone(Command("tick"))
            self._set_alarm()

    async def pause(self) -> None:
        """Stop the clock because nobody is there; who comes back lets it go on."""
        async with self._lock:
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

    def _state(self) -> State:
        return state_of(self.kept.id, self.kept.game, self.view())

    async def _run(self, command: Command) -> "list[Event]":
        """Do a command: where it takes thought, in a thread; what it changes is on the disk before it counts."""
        at, was_winnable = self.at, self.kept.game.winnable
        if self._is_long(command):
            loop = asyncio.get_running_loop()
            attempt = await loop.run_in_executor(self._services.thinkers, self._think, command, at)
        else:
            attempt = self.kept.attempt(command, at=at)
        if attempt.change is not None:
            await self._services.writer.write(attempt.change)
        happened = self.kept.adopt(attempt)
        self._doomed = doom_after(self.kept.game, happened, self._doomed, was_winnable=was_winnable)
        self._set_alarm()
        return happened

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

    def tell_all(self, message: Done | State | Error, connections: list[Connection] | None = None) -> None:
        """Tell some connections something, or all; nobody waits for one that does not read."""
        text = encode_text(message)
        for connection in list(self.connections) if connections is None else connections:
            connection.push(text)
            _in_background(connection.flush())

    async def _act_alone(self, command: Command) -> None:
        try:
            happened = await self._run(command)
            if happened:
                self._tell_others(Done(None, self.kept.written, happened, self.view()), None)
        except GameMoved:
            await self._catch_up()
        except StoreError as problem:
            log.error("not written", extra={"game": self.kept.id, "problem": str(problem)})

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
            self._alarm = loop.call_later(left + _LATE, lambda: _in_background(self.pass_time()))


def open_game(store: Store, id: str) -> tuple[Kept, Doom | None]:
    """Open a stored game, and find out since when it is doomed if it is one that tells."""
    kept = store.open(id)
    game, doomed = kept.game, None
    if game.options.tell_doomed and game.winnable is False:
        found = game.blame(_DOOM_SECONDS)
        doomed = Doom(found.lost_after, found.move)
    return kept, doomed


class Rooms:
    """All live games: a room is opened for the first connection, and closed a while after the last."""

    def __init__(self, services: Services, *, most: int, most_connections: int) -> None:
        self._services = services
        self._most, self._most_connections = most, most_connections
        self._rooms: dict[str, asyncio.Future[Room]] = {}
        self._leaving: dict[str, asyncio.TimerHandle] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    async def enter(self, player: str, id: str, connection: Connection) -> Room:
        """Join a player's game; raises NoSuchGame where it is none of his, DamagedGame, and Full."""
        if id not in self._rooms and len(self._rooms) >= self._most:
            raise Full("there are too many games at once")
        room = await self._open(player, id)
        if room.player != player:
            raise NoSuchGame(f"there is no game {id!r}")
        if len(room.connections) >= self._most_connections:
            raise Full("the game is open in too many windows")
        room.connections.add(connection)
        leaving = self._leaving.pop(id, None)
        if leaving is not None:
            leaving.cancel()
        return room

    def leave(self, room: Room, connection: Connection) -> None:
        """Leave a game; the last one to leave lets it close after a while, if nobody comes back."""
        room.connections.discard(connection)
        id = room.kept.id
        is_open = id in self._rooms  # it is not where its game was removed, or the site closes
        if is_open and not room.connections and id not in self._leaving:
            loop = asyncio.get_running_loop()
            self._leaving[id] = loop.call_later(self._services.grace, lambda: _in_background(self._close(room)))

    async def forget(self, id: str) -> None:
        """Tell everybody in a room that its game is gone, and close it."""
        future = self._rooms.pop(id, None)
        leaving = self._leaving.pop(id, None)
        if leaving is not None:
            leaving.cancel()
        if future is not None:
            room = await future
            room.close()
            room.tell_all(Error("gone", "the game was removed"))

    def close(self) -> None:
        """Close all rooms; the games stand where they stood at their last commands."""
        for handle in self._leaving.values():
            handle.cancel()
        self._leaving.clear()
        for future in self._rooms.values():
            if future.done() and not future.cancelled() and future.exception() is None:
                future.result().close()
        self._rooms.clear()

    async def _open(self, player: str, id: str) -> Room:
        if id in self._rooms:
            return await asyncio.shield(self._rooms[id])
        loop = asyncio.get_running_loop()
        future = self._rooms[id] = loop.create_future()
        store = self._services.store.of_player(player)
        try:
            kept, doomed = await loop.run_in_executor(self._services.thinkers, open_game, store, id)
            if kept.id != id:
                raise NoSuchGame(f"there is no game {id!r}")
            room = Room(player, kept, self._services, doomed)
        except BaseException as problem:
            self._rooms.pop(id, None)
            if isinstance(problem, Exception):
                future.set_exception(problem)
                future.exception()  # whoever else waits has it; if nobody does, that is no mistake
            else:
                future.cancel()
            raise
        future.set_result(room)
        return room

    async def _close(self, room: Room) -> None:
        id = room.kept.id
        self._leaving.pop(id, None)
        await room.pause()
        if not room.connections:  # nobody came back meanwhile
            room.close()
            self._rooms.pop(id, None)


_running: set[asyncio.Task[None]] = set()


def _in_background(work: Coroutine[object, object, None]) -> None:
    """Let something run by itself, and keep hold of it until it has ended."""
    task = asyncio.get_running_loop().create_task(work)
    _running.add(task)
    task.add_done_callback(_running.discard)
