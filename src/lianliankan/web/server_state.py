"""The state of a running server: store, threads, live games and limits, opened and closed together."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from lianliankan.faces.custom.picture_worker import PictureWorker
from lianliankan.store import Store, data_folder
from lianliankan.web.identity import OneTimeTokens, PlayerCookies, load_cookie_key
from lianliankan.web.live.group_commit import GroupWriter
from lianliankan.web.live.live_game import Services
from lianliankan.web.live.live_games import LiveGames
from lianliankan.web.rate_limits import ConcurrencyLimiter, RateLimiter
from lianliankan.web.uploads import Uploads

__all__ = ["ServerConfig", "ServerState"]

_MAX_QUICK_DEALS, _MAX_SLOW_DEALS = 4000, 32  # boards being dealt or waiting for it


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """How a server is configured.

    - `folder`: where games are stored; None for the user's data folder.
    - `names`: the host names of the server, besides localhost and plain addresses.
    - `secure`: whether cookies are sent over https only.
    - `new_key`: replace the key that signs cookies, which makes all of them invalid.
    - `tokens`: the secrets that let the owner of the machine in as the terminal's player, each of them once.
    - `on_enter`: called when the owner has come in.
    - `entrance`: the address of the page for the owner; a query may wish for `mode`, `lang` and `faces`.
    - `idle_seconds`: how long a game without connections stays open before it is paused and closed.
    - `max_games`: how many games may be live.
    - `max_connections_per_game`, `max_connections_per_player`: how many connections each may have.
    - `new_players_per_address`: how many players may be new at once; a tenth of it per second from then on.
    - `rate_factor`: multiplies all rate limits of players.
    """

    folder: Path | None = None
    names: frozenset[str] = frozenset()
    secure: bool = False
    new_key: bool = False
    tokens: frozenset[str] = frozenset()
    on_enter: Callable[[], object] = bool
    entrance: str = "/"
    idle_seconds: float = 30.0
    max_games: int = 20_000
    max_connections_per_game: int = 4
    max_connections_per_player: int = 16
    new_players_per_address: int = 200
    rate_factor: float = 1.0


class ServerState:
    """Everything the handlers need: opened by the constructor, at work between `start` and `close`.

    - `store`: for reading. Writes go through `writer`, whose jobs use `store_for_writing`.
    - `cookies`, `tokens`: signs and reads the players' cookies; lets the owner of the machine in.
    - `live_games`: the games that clients are connected to.
    - `solver_pool`, `read_pool`, `deal_pool`, `slow_pool`: threads for work with the solver, for lists, for quick
      deals, and for work that may take seconds; they are separate so that expensive requests hold up no others.
    - `picture_worker`, `image_pool`: the process that decodes pictures, and its queue: one thread that waits for it.
    - `uploads`: the uploads in progress.
    - `quick_deals`, `slow_deals`: how many boards may be dealt at the same time.
    - `player_connections`, `player_deals`, `player_uploads`, `player_comparisons`: how many of these a player may have
      at the same time.
    - `request_limiter`, `expensive_limiter`, `upload_limiter`, `picture_limiter`, `message_limiter`: how often a player
      may send requests (in general, those that take work, uploads, and requests for single pictures) and messages.
    - `new_player_limiter`: how many new players an address may bring.
    """

    writer: GroupWriter
    live_games: LiveGames

    def __init__(self, config: ServerConfig) -> None:
        """Open the store and the key; raises StoreError if the folder cannot be used."""
        self.config = config
        folder = data_folder() if config.folder is None else config.folder
        self.store = Store(folder)
        self._writing = Store(folder)  # the writer's own connection, so that reads do not wait for the disk
        self.cookies = PlayerCookies(load_cookie_key(self.store, renew=config.new_key), secure=config.secure)
        self.tokens = OneTimeTokens(config.tokens)
        self._open_pools()
        self.picture_worker = PictureWorker()
        self.uploads = Uploads(self.store.path.parent, self.image_pool, self.picture_worker)
        self._set_limits(config)

    def _open_pools(self) -> None:
        # The solver releases the interpreter lock, so there is a thread for every processor, and a few more so that
        # one long search does not hold up the others.
        self.solver_pool = ThreadPoolExecutor(max_workers=(os.cpu_count() or 2) + 2, thread_name_prefix="solver")
        self.read_pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="read")
        self.deal_pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="deal")
        self.slow_pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="slow")
        self.image_pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="image")

    def _set_limits(self, config: ServerConfig) -> None:
        self.quick_deals, self.slow_deals = asyncio.Semaphore(_MAX_QUICK_DEALS), asyncio.Semaphore(_MAX_SLOW_DEALS)
        self.player_connections = ConcurrencyLimiter(limit=config.max_connections_per_player)
        self.player_deals = ConcurrencyLimiter(limit=2)
        self.player_uploads = ConcurrencyLimiter(limit=1)
        self.player_comparisons = ConcurrencyLimiter(limit=1)

        def limiter(*, rate: float, burst: float) -> RateLimiter:
            return RateLimiter(rate=rate * config.rate_factor, burst=burst * config.rate_factor)

        self.request_limiter = limiter(rate=10, burst=60)
        self.expensive_limiter = limiter(rate=1, burst=40)
        self.message_limiter = limiter(rate=40, burst=80)
        # A page uploads file by file and shows all pictures of a set at once: both come in hundreds.
        self.upload_limiter = limiter(rate=5, burst=300)
        self.picture_limiter = limiter(rate=60, burst=1_000)
        new_players = config.new_players_per_address
        self.new_player_limiter = RateLimiter(rate=new_players / 10, burst=new_players)

    def start(self) -> None:
        """Start the writer and open the live games, in the running event loop."""
        config = self.config
        self.writer = GroupWriter(self._writing)
        services = Services(self.store, self.writer, self.solver_pool, config.idle_seconds)
        self.live_games = LiveGames(
            services, max_games=config.max_games, max_connections_per_game=config.max_connections_per_game
        )

    def store_for_writing(self, player: str) -> Store:
        """Return a player's part of the store for a job of the writer."""
        return self._writing.of_player(player)

    async def close(self) -> None:
        """Close everything, after all pending writes are done."""
        self.live_games.close()
        await self.writer.close()
        for pool in (self.image_pool, self.deal_pool, self.slow_pool, self.solver_pool, self.read_pool):
            pool.shutdown(wait=False, cancel_futures=True)
        self.picture_worker.close()
        self.store.close()
        self._writing.close()
