"""All live games: each is opened for its first connection, and closed some time after the last has left."""

import asyncio
from collections import OrderedDict
from time import monotonic
from typing import NamedTuple

from lianliankan.store import StoredGame
from lianliankan.web.live.connection import Connection
from lianliankan.web.live.live_game import LiveGame, run_in_background
from lianliankan.web.live.protocol import CLOSE_NO_GAME, ErrorMessage
from lianliankan.web.live.services import Services, open_stored
from lianliankan.web.work.fair_queue import Owner

__all__ = ["AtCapacity", "LiveGames"]

_MAX_NEW_GAMES = 256  # games without a connection yet
_NEW_SECONDS = 10.0  # afterwards, another program may have played the game

_GameKey = tuple[str, str]  # a player and the id of a game


class AtCapacity(Exception):
    """Too many connections, or too many games."""


class _NewGame(NamedTuple):
    """A game without a connection yet, and when it was started."""

    stored: StoredGame
    when: float


class LiveGames:
    """All live games, by player and id: a request for another player's game cannot interfere with it."""

    def __init__(self, services: Services, *, max_games: int, max_connections_per_game: int) -> None:
        self._services = services
        self._max_games, self._max_connections_per_game = max_games, max_connections_per_game
        self._games: dict[_GameKey, asyncio.Future[LiveGame]] = {}
        self._new_games: OrderedDict[_GameKey, _NewGame] = OrderedDict()
        self._closing_timers: dict[_GameKey, asyncio.TimerHandle] = {}

    def __len__(self) -> int:
        return len(self._games)

    def remember_new(self, player: str, stored: StoredGame) -> None:
        """Remember a game that was just started: its client will connect soon, and it need not be read again."""
        self._new_games[player, stored.id] = _NewGame(stored, monotonic())
        if len(self._new_games) > _MAX_NEW_GAMES:
            self._new_games.popitem(last=False)

    async def join(self, player: str, id: str, connection: Connection) -> LiveGame:
        """Add a connection to a game of the player; raises NoSuchGame, DamagedGame or AtCapacity."""
        key = player, id
        if key not in self._games and len(self._games) >= self._max_games:
            raise AtCapacity("too many games are open")
        live_game = await self._open(key, Owner(connection.network, player))
        if len(live_game.connections) >= self._max_connections_per_game:
            raise AtCapacity("the game is open in too many windows")
        live_game.connections.add(connection)
        self._keep_open(key)
        return live_game

    def find(self, player: str, id: str) -> StoredGame | None:
        """Return a game of the player if it is live."""
        future = self._games.get((player, id))
        is_open = future is not None and future.done() and not future.cancelled() and future.exception() is None
        return future.result().stored if future is not None and is_open else None

    def leave(self, live_game: LiveGame, connection: Connection) -> None:
        """Remove a connection; after the last one, the game is closed unless a client comes back in time."""
        live_game.connections.discard(connection)
        key = _game_key(live_game)
        is_open = key in self._games  # False if the game was removed, or the server is closing
        if is_open and not live_game.connections and key not in self._closing_timers:
            loop = asyncio.get_running_loop()
            self._closing_timers[key] = loop.call_later(
                self._services.idle_seconds, lambda: run_in_background(self._close(live_game))
            )

    async def remove(self, player: str, id: str) -> None:
        """Close a game that was removed, and tell its connections."""
        key = player, id
        self._new_games.pop(key, None)
        future = self._games.pop(key, None)
        self._keep_open(key)
        if future is not None:
            live_game = await future
            live_game.close()
            live_game.broadcast(ErrorMessage("gone", "the game was removed"))
            for connection in list(live_game.connections):
                connection.close(CLOSE_NO_GAME)

    def close(self) -> None:
        """Close all games; each stays as it was after its last command."""
        for timer in self._closing_timers.values():
            timer.cancel()
        self._closing_timers.clear()
        for future in self._games.values():
            if future.done() and not future.cancelled() and future.exception() is None:
                future.result().close()
        self._games.clear()

    def _keep_open(self, key: _GameKey) -> None:
        timer = self._closing_timers.pop(key, None)
        if timer is not None:
            timer.cancel()

    async def _open(self, key: _GameKey, owner: Owner) -> LiveGame:
        while (opening := self._games.get(key)) is not None:
            if not opening.done():
                await asyncio.wait([opening])
            if not opening.cancelled():  # otherwise the client that opened it has gone
                return opening.result()
        future = self._games[key] = asyncio.get_running_loop().create_future()
        try:
            live_game = await self._load(key, owner)
        except BaseException as problem:
            self._games.pop(key, None)
            if isinstance(problem, Exception):
                future.set_exception(problem)
                future.exception()  # marks it as retrieved, in case nothing else waits for it
            else:
                future.cancel()
            raise
        future.set_result(live_game)
        return live_game

    async def _load(self, key: _GameKey, owner: Owner) -> LiveGame:
        new_game = self._new_games.pop(key, None)
        if new_game and monotonic() - new_game.when < _NEW_SECONDS:
            stored = new_game.stored
        else:
            stored = await open_stored(self._services, owner, key[1])
        live_game = LiveGame(owner, stored, self._services)
        await live_game.judge()
        return live_game

    async def _close(self, live_game: LiveGame) -> None:
        key = _game_key(live_game)
        self._closing_timers.pop(key, None)
        await live_game.pause_if_empty()
        if not live_game.connections:  # no client came back in the meantime
            live_game.close()
            self._games.pop(key, None)


def _game_key(live_game: LiveGame) -> _GameKey:
    return live_game.player, live_game.stored.id
