"""All live games: each is opened for its first connection, and closed some time after the last has left."""

import asyncio
from collections import OrderedDict
from time import monotonic
from typing import NamedTuple

from lianliankan.store import StoredGame
from lianliankan.web.live.background import run_in_background
from lianliankan.web.live.connection import Connection
from lianliankan.web.live.live_game import LiveGame
from lianliankan.web.live.protocol import CLOSE_NO_GAME, ErrorMessage
from lianliankan.web.live.services import Services, open_stored
from lianliankan.web.live.worker_channel import Presence
from lianliankan.web.work.jobs import Owner

_MAX_NEW_GAMES = 256  # games without a connection yet
_NEW_SECONDS = 10.0  # afterwards, another program may have played the game
_ANSWER_SECONDS = 1.5  # that other servers have to say that they have a game

_GameKey = tuple[str, str]  # a player and the id of a game


class AtCapacity(Exception):
    """Too many connections, or too many games."""


class _NewGame(NamedTuple):
    """A game without a connection yet: its player, and when it was started."""

    player: str
    stored: StoredGame
    when: float


class LiveGames:
    """All live games, by player and id: a request for another player's game cannot interfere with it.

    Other servers of the store may have the same games; each is a copy of what the store has.
    """

    def __init__(self, services: Services, *, max_games: int, max_connections_per_game: int) -> None:
        self._services, self._channel = services, services.channel
        self._max_games, self._max_connections_per_game = max_games, max_connections_per_game
        self._games: dict[_GameKey, asyncio.Future[LiveGame]] = {}
        self._by_id: dict[str, LiveGame] = {}
        self._heard: dict[str, int] = {}  # the last announced versions of games that are being opened
        self._asked: dict[str, asyncio.Future[None]] = {}  # resolved when another server has clients of the game
        self._new_games: OrderedDict[str, _NewGame] = OrderedDict()
        self._closing_timers: dict[_GameKey, asyncio.TimerHandle] = {}
        if self._channel is not None:
            self._channel.start(self)

    def __len__(self) -> int:
        return len(self._games)

    def remember_new(self, player: str, stored: StoredGame) -> None:
        """Remember a game that was just started: its client will connect soon, and it need not be read again."""
        self._new_games[stored.id] = _NewGame(player, stored, monotonic())
        if len(self._new_games) > _MAX_NEW_GAMES:
            self._new_games.popitem(last=False)

    async def join(self, player: str, id: str, connection: Connection) -> LiveGame:
        """Add a connection to a game of the player; raises NoSuchGame, DamagedGame or AtCapacity."""
        key = player, id
        if key not in self._games and len(self._games) >= self._max_games:
            raise AtCapacity("too many games are open")
        live_game = await self._open_current(key, Owner(connection.network, player))
        if len(live_game.connections) >= self._max_connections_per_game:
            raise AtCapacity("the game is open in too many windows")
        live_game.connections.add(connection)
        self._keep_open(key)
        return live_game

    def find(self, player: str, id: str) -> StoredGame | None:
        """Return a game of the player if it is live."""
        live_game = self._by_id.get(id)
        is_open = live_game is not None and live_game.player == player and not live_game.is_closed
        return live_game.stored if live_game is not None and is_open else None

    def leave(self, live_game: LiveGame, connection: Connection) -> None:
        """Remove a connection; after the last one, the game is closed unless a client comes back in time."""
        live_game.connections.discard(connection)
        key = _game_key(live_game)
        if self._has(live_game) and not live_game.connections and key not in self._closing_timers:
            loop = asyncio.get_running_loop()
            self._closing_timers[key] = loop.call_later(
                self._services.idle_seconds, lambda: run_in_background(self._close(live_game))
            )

    async def remove(self, player: str, id: str) -> None:
        """Close a game that was removed, and tell its connections, here and on other servers."""
        if self._channel is not None:
            self._channel.say_gone(id)
        await self._remove(player, id)

    async def _remove(self, player: str, id: str) -> None:
        key = player, id
        self._new_games.pop(id, None)
        future = self._games.pop(key, None)
        self._keep_open(key)
        if future is not None:
            live_game = await future
            self._by_id.pop(id, None)
            live_game.close()
            live_game.broadcast(ErrorMessage("gone", "the game was removed"))
            for connection in list(live_game.connections):
                connection.close(CLOSE_NO_GAME)

    def close(self) -> None:
        """Close all games; each stays as it was after its last command."""
        for timer in self._closing_timers.values():
            timer.cancel()
        self._closing_timers.clear()
        for live_game in self._by_id.values():
            live_game.close()
        self._games.clear()
        self._by_id.clear()

    # ---- What other servers of the store say -------------------------------------------------------------------------

    def on_moved(self, id: str, version: int) -> None:
        """Replay what another server has added to a game."""
        self._new_games.pop(id, None)
        if id in self._heard:
            self._heard[id] = max(version, self._heard[id])
        live_game = self._by_id.get(id)
        if live_game is not None and live_game.stored.version < version:
            run_in_background(live_game.catch_up(version))

    def on_gone(self, id: str) -> None:
        """Close a game that another server has removed."""
        self._new_games.pop(id, None)
        if (live_game := self._by_id.get(id)) is not None:
            run_in_background(self._remove(live_game.player, id))

    def on_asked(self, id: str) -> None:
        """Tell another server about a game."""
        if self._channel is not None and (live_game := self._by_id.get(id)) is not None:
            self._channel.say_present(live_game.presence)

    def on_present(self, presence: Presence) -> None:
        """Take over the clock of another server, and leave the game to it if nobody is here."""
        live_game = self._by_id.get(presence.id)
        if live_game is not None and presence.at is not None:
            live_game.follow_clock(presence.at / 1000)
        asked = self._asked.get(presence.id)
        if presence.has_clients and asked is not None and not asked.done():
            asked.set_result(None)

    async def on_connected(self) -> None:
        """Find out what was not heard."""
        live_games = list(self._by_id.values())
        if not live_games:
            return
        store = self._services.store
        versions = await asyncio.to_thread(store.versions, [live_game.stored.id for live_game in live_games])
        for live_game in live_games:
            version = versions.get(live_game.stored.id)
            if version is None:
                self.on_gone(live_game.stored.id)
            else:
                self.on_moved(live_game.stored.id, version)

    async def _is_elsewhere(self, id: str) -> bool:
        """Whether another server has clients of a game."""
        if self._channel is None:
            return False
        asked = self._asked[id] = asyncio.get_running_loop().create_future()
        self._channel.ask(id)
        await asyncio.wait([asked], timeout=_ANSWER_SECONDS)
        self._asked.pop(id, None)
        return asked.done()

    # ---- Opening and closing -----------------------------------------------------------------------------------------

    def _keep_open(self, key: _GameKey) -> None:
        timer = self._closing_timers.pop(key, None)
        if timer is not None:
            timer.cancel()

    async def _open_current(self, key: _GameKey, owner: Owner) -> LiveGame:
        """Open a game as the store has it: another server may have answered the client that comes here now."""
        while True:
            is_known = key in self._games or key[1] in self._new_games
            live_game = await self._open(key, owner)
            if self._channel is None or not is_known:
                return live_game
            await live_game.refresh()
            if not live_game.is_closed:
                return live_game

    async def _open(self, key: _GameKey, owner: Owner) -> LiveGame:
        while (opening := self._games.get(key)) is not None:
            if not opening.done():
                await asyncio.wait([opening])
            if opening.cancelled():  # the client that opened it has gone
                continue
            live_game = opening.result()
            if not live_game.is_closed:
                return live_game
            if self._games.get(key) is opening:  # it was abandoned
                self._forget(live_game)
        future = self._games[key] = asyncio.get_running_loop().create_future()
        self._heard.setdefault(key[1], 0)
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
        finally:
            version = self._heard.pop(key[1], 0)
        future.set_result(live_game)
        if self._games.get(key) is future:  # otherwise it was removed meanwhile
            self._by_id[key[1]] = live_game
            self.on_moved(key[1], version)
        return live_game

    async def _load(self, key: _GameKey, owner: Owner) -> LiveGame:
        new_game = self._new_games.pop(key[1], None)
        if new_game and new_game.player == key[0] and monotonic() - new_game.when < _NEW_SECONDS:
            stored = new_game.stored
        else:
            stored = await open_stored(self._services, owner, key[1])
            if self._channel is not None:
                self._channel.ask(key[1])  # the clock of a server that has it is right
        live_game = LiveGame(owner, stored, self._services)
        await live_game.judge()
        return live_game

    async def _close(self, live_game: LiveGame) -> None:
        self._closing_timers.pop(_game_key(live_game), None)
        if live_game.runs_empty and not await self._is_elsewhere(live_game.stored.id):
            await live_game.pause_if_empty()
        if not live_game.connections:  # no client came back in the meantime
            live_game.close()
            self._forget(live_game)

    def _has(self, live_game: LiveGame) -> bool:
        """Whether a game was not removed, and the server is not closing."""
        opened = self._games.get(_game_key(live_game))
        return opened is not None and opened.done() and not opened.cancelled() and opened.result() is live_game

    def _forget(self, live_game: LiveGame) -> None:
        """Let the next connection open a game anew."""
        key = _game_key(live_game)
        if self._has(live_game):
            del self._games[key]
            self._keep_open(key)
        if self._by_id.get(live_game.stored.id) is live_game:  # it may be another player's by now
            del self._by_id[live_game.stored.id]


def _game_key(live_game: LiveGame) -> _GameKey:
    return live_game.player, live_game.stored.id
