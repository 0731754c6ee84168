"""All live games: a room is opened for the first connection, and closed a while after the last."""

import asyncio
from collections import OrderedDict

from lianliankan.errors import NoSuchGame
from lianliankan.store import Kept
from lianliankan.web.lines import Connection
from lianliankan.web.room import Room, Services, in_background, open_game
from lianliankan.web.wire import Error

__all__ = ["Full", "Rooms"]

_MOST_BEGUN = 256  # games that nobody has come to yet


class Full(Exception):
    """No more connections, or no more games."""


class Rooms:
    """All live games: a room is opened for the first connection, and closed a while after the last."""

    def __init__(self, services: Services, *, most: int, most_connections: int) -> None:
        self._services = services
        self._most, self._most_connections = most, most_connections
        self._rooms: dict[str, asyncio.Future[Room]] = {}
        self._begun: OrderedDict[str, tuple[str, Kept]] = OrderedDict()
        self._leaving: dict[str, asyncio.TimerHandle] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def expect(self, player: str, kept: Kept) -> None:
        """Remember a game that was just begun: whoever wished for it will come, and it need not be read again."""
        self._begun[kept.id] = player, kept
        if len(self._begun) > _MOST_BEGUN:
            self._begun.popitem(last=False)

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
            self._leaving[id] = loop.call_later(self._services.grace, lambda: in_background(self._close(room)))

    async def forget(self, id: str) -> None:
        """Tell everybody in a room that its game is gone, and close it."""
        self._begun.pop(id, None)
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
        begun = self._begun.pop(id, None)
        try:
            if begun is not None and begun[0] == player and not begun[1].game.options.tell_doomed:
                kept, doomed = begun[1], None
            else:
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
