"""All live games: a room is opened for the first connection, and closed a while after the last."""

import asyncio
from collections import OrderedDict
from time import monotonic
from typing import NamedTuple

from lianliankan.errors import NoSuchGame
from lianliankan.store import StoredGame
from lianliankan.web.live.direct_socket import Connection
from lianliankan.web.live.live_game import Room, Services, in_background, open_game
from lianliankan.web.live.protocol import Error

__all__ = ["GONE", "Full", "Rooms"]

GONE = 4404
"""Why a connection is closed: there is no such game."""

_MOST_BEGUN = 256  # games that nobody has come to yet
_BEGUN_SECONDS = 10.0  # after which another program may have played in it

_Place = tuple[str, str]  # a player, and the id of a game


class Full(Exception):
    """No more connections, or no more games."""


class _Begun(NamedTuple):
    """A game that nobody has come to yet, and when it was begun."""

    kept: StoredGame
    when: float


class Rooms:
    """All live games: a room is opened for the first connection, and closed a while after the last.

    Every player has rooms of his own: who asks for another's game is in nobody's way.
    """

    def __init__(self, services: Services, *, most: int, most_connections: int) -> None:
        self._services = services
        self._most, self._most_connections = most, most_connections
        self._rooms: dict[_Place, asyncio.Future[Room]] = {}
        self._begun: OrderedDict[_Place, _Begun] = OrderedDict()
        self._leaving: dict[_Place, asyncio.TimerHandle] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def expect(self, player: str, kept: StoredGame) -> None:
        """Remember a game that was just begun: whoever wished for it will come, and it need not be read again."""
        self._begun[player, kept.id] = _Begun(kept, monotonic())
        if len(self._begun) > _MOST_BEGUN:
            self._begun.popitem(last=False)

    async def enter(self, player: str, id: str, connection: Connection) -> Room:
        """Join a player's game; raises NoSuchGame where it is none of his, DamagedGame, and Full."""
        place = player, id
        if place not in self._rooms and len(self._rooms) >= self._most:
            raise Full("there are too many games at once")
        room = await self._open(place)
        if len(room.connections) >= self._most_connections:
            raise Full("the game is open in too many windows")
        room.connections.add(connection)
        self._stay(place)
        return room

    def leave(self, room: Room, connection: Connection) -> None:
        """Leave a game; the last one to leave lets it close after a while, if nobody comes back."""
        room.connections.discard(connection)
        place = _place_of(room)
        is_open = place in self._rooms  # it is not where its game was removed, or the site closes
        if is_open and not room.connections and place not in self._leaving:
            loop = asyncio.get_running_loop()
            self._leaving[place] = loop.call_later(self._services.grace, lambda: in_background(self._close(room)))

    async def forget(self, player: str, id: str) -> None:
        """Tell everybody in a room that its game is gone, and close it."""
        place = player, id
        self._begun.pop(place, None)
        future = self._rooms.pop(place, None)
        self._stay(place)
        if future is not None:
            room = await future
            room.close()
            room.tell_all(Error("gone", "the game was removed"))
            for connection in list(room.connections):
                connection.end(GONE)

    def close(self) -> None:
        """Close all rooms; the games stand where they stood at their last commands."""
        for handle in self._leaving.values():
            handle.cancel()
        self._leaving.clear()
        for future in self._rooms.values():
            if future.done() and not future.cancelled() and future.exception() is None:
                future.result().close()
        self._rooms.clear()

    def _stay(self, place: _Place) -> None:
        leaving = self._leaving.pop(place, None)
        if leaving is not None:
            leaving.cancel()

    async def _open(self, place: _Place) -> Room:
        if place in self._rooms:
            return await asyncio.shield(self._rooms[place])
        future = self._rooms[place] = asyncio.get_running_loop().create_future()
        try:
            room = await self._opened(place)
        except BaseException as problem:
            self._rooms.pop(place, None)
            if isinstance(problem, Exception):
                future.set_exception(problem)
                future.exception()  # whoever else waits has it; if nobody does, that is no mistake
            else:
                future.cancel()
            raise
        future.set_result(room)
        return room

    async def _opened(self, place: _Place) -> Room:
        player, id = place
        begun = self._begun.pop(place, None)
        if begun and monotonic() - begun.when < _BEGUN_SECONDS and not begun.kept.game.options.tell_doomed:
            return Room(player, begun.kept, self._services, None)
        store, loop = self._services.store.of_player(player), asyncio.get_running_loop()
        kept, doomed = await loop.run_in_executor(self._services.thinkers, open_game, store, id)
        if kept.id != id:
            raise NoSuchGame(f"there is no game {id!r}")
        return Room(player, kept, self._services, doomed)

    async def _close(self, room: Room) -> None:
        place = _place_of(room)
        self._leaving.pop(place, None)
        await room.pause()
        if not room.connections:  # nobody came back meanwhile
            room.close()
            self._rooms.pop(place, None)


def _place_of(room: Room) -> _Place:
    return room.player, room.kept.id
