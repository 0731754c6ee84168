"""The running server: its store and its threads, its rooms and its limits, opened and closed together."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from lianliankan.store import Store, data_folder
from lianliankan.web.identity import PlayerCookies, load_cookie_key
from lianliankan.web.live.group_commit import GroupWriter
from lianliankan.web.live.live_game import Services
from lianliankan.web.live.live_games import LiveGames
from lianliankan.web.rate_limits import ConcurrencyLimiter, RateLimiter

__all__ = ["ServerConfig", "ServerState"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """How a site is set up.

    - `folder`: where games are kept; None for the one that the system has for such things.
    - `names`: the names it is reached by, beside localhost and plain addresses.
    - `secure`: whether cookies go over https only.
    - `token`: the secret that lets whoever owns the machine in as the player whom the terminal knows; None for nobody.
    - `idle_seconds`: how many seconds a game waits for somebody to come back before it pauses.
    - `max_games`: live games; `max_connections_per_game`, `max_connections_per_player`: connections of each.
    - `new_players_per_address`: how many may come from one address at once; a tenth of it every second from then on.
    - `rate_factor`: how many times as much as usual a player may ask for.
    """

    folder: Path | None = None
    names: frozenset[str] = frozenset()
    secure: bool = False
    token: str | None = None
    idle_seconds: float = 30.0
    max_games: int = 20_000
    max_connections_per_game: int = 4
    max_connections_per_player: int = 16
    new_players_per_address: int = 200
    rate_factor: float = 1.0


class ServerState:
    """All that handlers need: opened when it is made, at work between `start` and `close`.

    - `store`: for reading; what is written goes through `writer`, and `store_for_writing` is for its jobs.
    - `cookies`: whose cookies are true.
    - `live_games`: the live games.
    - `solver_pool`, `read_pool`, `deal_pool`, `slow_pool`: threads for what asks the solver, for lists, for usual
      boards, and for what may take seconds, so that nobody waits long for one who asks for much.
    - `image_pool`: one thread for what decodes pictures, in turn, whoever's they are. What a thread needed most memory
      for stays with it, and that is much.
    - `connections`, `dealing`: what every player has open.
    - `asks`, `works`, `messages`: how much every player may ask for, of anything and of what takes work, and say over
      WebSockets; `newcomers`: how many new players may come from an address.
    """

    writer: GroupWriter
    live_games: LiveGames

    def __init__(self, config: ServerConfig) -> None:
        """Open the store and the key; raises StoreError where the folder cannot be used."""
        self.config = config
        folder = data_folder() if config.folder is None else config.folder
        self.store = Store(folder)
        self._writing = Store(folder)  # the writer's own: who reads does not wait for the disk
        self.cookies = PlayerCookies(load_cookie_key(folder), secure=config.secure)
        # The solver lets go of the interpreter, so as many as there are processors do work; a few more keep one long
        # thought from holding up the others.
        self.solver_pool = ThreadPoolExecutor(max_workers=(os.cpu_count() or 2) + 2, thread_name_prefix="thinker")
        self.read_pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="reader")
        self.deal_pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="dealer")
        self.slow_pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="tinker")
        self.image_pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="cutter")
        self.player_connections = ConcurrencyLimiter(limit=config.max_connections_per_player)
        self.player_deals = ConcurrencyLimiter(limit=2)
        self.request_limiter = RateLimiter(rate=10 * config.rate_factor, burst=60 * config.rate_factor)
        self.expensive_limiter = RateLimiter(rate=1 * config.rate_factor, burst=40 * config.rate_factor)
        self.message_limiter = RateLimiter(rate=40 * config.rate_factor, burst=80 * config.rate_factor)
        self.new_player_limiter = RateLimiter(
            rate=config.new_players_per_address / 10, burst=config.new_players_per_address
        )

    def start(self) -> None:
        """Begin to work, in the loop that serves the server."""
        self.writer = GroupWriter(self._writing)
        services = Services(self.store, self.writer, self.solver_pool, self.config.idle_seconds)
        config = self.config
        self.live_games = LiveGames(
            services, max_games=config.max_games, max_connections_per_game=config.max_connections_per_game
        )

    def store_for_writing(self, player: str) -> Store:
        """Give a player's store for a job of the writer."""
        return self._writing.of_player(player)

    async def close(self) -> None:
        """Close everything; what was asked to be written is."""
        self.live_games.close()
        await self.writer.close()
        for pool in (self.image_pool, self.deal_pool, self.slow_pool, self.solver_pool, self.read_pool):
            pool.shutdown(wait=False, cancel_futures=True)
        self.store.close()
        self._writing.close()
