"""All live games: each is opened for its first connection, and closed some time after its last one."""

import asyncio
from contextlib import suppress

from lianliankan.store import StoredGame
from lianliankan.web.base.tasks import OpenOnce
from lianliankan.web.live.connection import AtCapacity, Connection
from lianliankan.web.live.live_game import LiveGame, Services, open_stored
from lianliankan.web.live.protocol import CLOSE_NO_GAME, ErrorMessage, FullState
from lianliankan.web.live.server_channel import Presence
from lianliankan.web.work.jobs import Requester

_MAX_GAMES = 20_000
_MAX_CONNECTIONS = 4  # of a game
_ANSWER_SECONDS = 1.5  # that other servers have to say that they have a game

_GameKey = tuple[str, str]  # a player and the id of a game


class LiveGames:
    """All live games, by player and id: a request for another player's game cannot interfere with it.

    Other servers of the store may have the same games; each is a copy of what the store has. A game without connections
    stays open for `idle_seconds`.
    """

    def __init__(self, services: Services, *, idle_seconds: float) -> None:
        self._services = services
        self._channel = services.channel
        self._idle_seconds = idle_seconds
        self._games: OpenOnce[_GameKey, LiveGame] = OpenOnce(services.tasks)
        self._by_id: dict[str, LiveGame] = {}
        self._asked: dict[str, asyncio.Event] = {}  # set when another server has clients of the game
        self._closing_timers: dict[_GameKey, asyncio.TimerHandle] = {}
        if self._channel is not None:
            self._channel.handlers |= {
                "moved": self.on_moved,
                "gone": self.on_gone,
                "who": self.on_asked,
                "here": self.on_present,
            }
            self._channel.on_connected.append(self.on_connected)

    def __len__(self) -> int:
        return len(self._games)

    def open_new(self, requester: Requester, stored: StoredGame) -> None:
        """Open a game that was just started: its client will connect soon, and it need not be read again."""
        key = requester.player, stored.id
        if len(self._games) < _MAX_GAMES:
            self._services.tasks.start(self._games.get(key, lambda: self._add(key, requester, stored)))

    async def join(self, player: str, id: str, connection: Connection) -> LiveGame:
        """Add a connection to a game of the player; raises NoSuchGame, DamagedGame or AtCapacity."""
        live_game = await self._open(Requester(connection.network, player), id)
        if len(live_game.connections) >= _MAX_CONNECTIONS:
            raise AtCapacity("the game is open in too many windows")
        live_game.connections.add(connection)
        self._keep_open((player, id))
        return live_game

    async def show(self, requester: Requester, id: str) -> FullState:
        """Return a game as its player will see it, who is about to join it; raises as `join` does."""
        return (await self._open(requester, id)).state()

    def find(self, player: str, id: str) -> StoredGame | None:
        """Return a game of the player if it is live."""
        live_game = self._games.find((player, id))
        return None if live_game is None else live_game.stored

    def leave(self, live_game: LiveGame, connection: Connection) -> None:
        """Remove a connection; after the last one, the game is closed unless a client comes back in time."""
        live_game.connections.discard(connection)
        if live_game.is_closed:
            self._forget(live_game)
        elif not live_game.connections and self._games.find(_game_key(live_game)) is live_game:
            self._close_later(live_game)

    async def remove(self, player: str, id: str) -> None:
        """Close a game that was removed, and tell its connections, here and on other servers."""
        if self._channel is not None:
            self._channel.say("gone", id)
        await self._remove(player, id)

    async def _remove(self, player: str, id: str) -> None:
        live_game = await self._games.pop((player, id))
        self._keep_open((player, id))
        if live_game is not None:
            self._forget(live_game)
            live_game.close()
            live_game.broadcast(ErrorMessage("gone", "the game was removed"))
            for connection in list(live_game.connections):
                connection.close(CLOSE_NO_GAME)

    def close(self) -> None:
        """Close all games; each stays as it was after its last command."""
        for timer in self._closing_timers.values():
            timer.cancel()
        self._closing_timers.clear()
        for live_game in self._games.clear():
            live_game.close()
        self._by_id.clear()

    # ---- What other servers of the store say -------------------------------------------------------------------------

    def on_moved(self, item: str) -> None:
        """Replay what another server has added to a game, or leave the game to it if no client is here."""
        id, _, number = item.partition(":")
        version, live_game = int(number), self._by_id.get(id)
        if live_game is None or live_game.stored.version >= version:
            return
        if live_game.connections:
            self._services.tasks.start(live_game.catch_up(version))
        else:
            live_game.close()
            self._forget(live_game)

    def on_gone(self, id: str) -> None:
        """Close a game that another server has removed."""
        if (live_game := self._by_id.get(id)) is not None:
            self._services.tasks.start(self._remove(live_game.player, id))

    def on_asked(self, id: str) -> None:
        """Tell another server about a game."""
        if self._channel is not None and (live_game := self._by_id.get(id)) is not None:
            self._channel.say("here", str(live_game.presence))

    def on_present(self, item: str) -> None:
        """Take over the clock of another server, and leave the game to it if it has clients."""
        presence = Presence.parse(item)
        live_game = self._by_id.get(presence.id)
        if live_game is not None and presence.at is not None:
            live_game.follow_clock(presence.at / 1000)
        if presence.has_clients and presence.id in self._asked:
            self._asked[presence.id].set()

    async def on_connected(self) -> None:
        """Check the open games for missed changes."""
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
                self.on_moved(f"{live_game.stored.id}:{version}")

    async def _is_elsewhere(self, id: str) -> bool:
        """Whether another server has clients of a game."""
        if self._channel is None:
            return False
        has_clients = self._asked[id] = asyncio.Event()
        self._channel.say("who", id)
        with suppress(TimeoutError):
            await asyncio.wait_for(has_clients.wait(), _ANSWER_SECONDS)
        self._asked.pop(id, None)
        return has_clients.is_set()

    # ---- Opening and closing -----------------------------------------------------------------------------------------

    async def _open(self, requester: Requester, id: str) -> LiveGame:
        """Open a game as the store has it: another server may have answered the connecting client before."""
        key = requester.player, id
        if key not in self._games and len(self._games) >= _MAX_GAMES:
            raise AtCapacity("too many games are open")
        while True:
            live_game = await self._games.get(key, lambda: self._load(key, requester))
            if self._channel is not None:
                await live_game.refresh()
            if not live_game.is_closed:
                return live_game

    async def _load(self, key: _GameKey, requester: Requester) -> LiveGame:
        stored = await open_stored(self._services, requester, key[1])
        if self._channel is not None:
            self._channel.say("who", key[1])  # the clock of a server that has the game is right
        return await self._add(key, requester, stored)

    async def _add(self, key: _GameKey, requester: Requester, stored: StoredGame) -> LiveGame:
        live_game = LiveGame(requester, stored, self._services)
        await live_game.judge()
        self._by_id[key[1]] = live_game
        self._close_later(live_game)
        return live_game

    def _close_later(self, live_game: LiveGame) -> None:
        """Close a game after some time without connections."""
        key = _game_key(live_game)
        self._keep_open(key)
        self._closing_timers[key] = self._services.tasks.start_later(
            self._idle_seconds, lambda: self._close_idle(live_game)
        )

    async def _close_idle(self, live_game: LiveGame) -> None:
        self._closing_timers.pop(_game_key(live_game), None)
        if live_game.runs_empty and not await self._is_elsewhere(live_game.stored.id):
            await live_game.pause_if_empty()
        if not live_game.connections:  # no client came back in the meantime
            live_game.close()
            self._forget(live_game)

    def _keep_open(self, key: _GameKey) -> None:
        timer = self._closing_timers.pop(key, None)
        if timer is not None:
            timer.cancel()

    def _forget(self, live_game: LiveGame) -> None:
        """Let the next connection open a game again."""
        key = _game_key(live_game)
        if self._games.discard(key, live_game):
            self._keep_open(key)
        if self._by_id.get(key[1]) is live_game:  # it may be another player's by now
            del self._by_id[key[1]]


def _game_key(live_game: LiveGame) -> _GameKey:
    return live_game.player, live_game.stored.id
