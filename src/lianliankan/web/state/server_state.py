"""The state of a running server: store, threads, live games and limits, opened and closed together."""

import asyncio
import logging
import math
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TypeVar

from lianliankan.errors import StoreError
from lianliankan.store import Location, Store
from lianliankan.web.base.metrics import NO_METRICS, ServerMetrics
from lianliankan.web.base.tasks import ServerTasks
from lianliankan.web.http.identity import OneTimeTokens, PlayerCookies, Sessions, load_cookie_key
from lianliankan.web.http.rate_limits import ConcurrencyLimiter, RateLimiter
from lianliankan.web.live.live_game import Services
from lianliankan.web.live.live_games import LiveGames
from lianliankan.web.live.server_channel import ServerChannel
from lianliankan.web.live.writer import Writer
from lianliankan.web.race.live_room import RoomServices
from lianliankan.web.race.live_rooms import LiveRooms
from lianliankan.web.state.after_games import Analyst, Ranker
from lianliankan.web.state.new_game import Dealer
from lianliankan.web.state.uploads import PictureClient, Uploads, WorkerPictureClient
from lianliankan.web.work.job_context import LaneName
from lianliankan.web.work.jobs import JobRunner
from lianliankan.web.work.pool import LANES, JobPool, LaneSettings

T = TypeVar("T")

log = logging.getLogger("lianliankan.web")

_SCRUB_SECONDS = 60.0  # for which the deletions of players gather: scrubbing the file stops the writer for a moment
_TEST_BYTES = 64 * 1024  # to see whether the disk has space: a little may fit although it is full


class Backend:
    """The backend of a server: threads, and processes for everything that may take long.

    `has_races`: whether there are rooms, for which others must be able to connect.
    """

    has_races = True

    def __init__(self, lanes: Mapping[LaneName, LaneSettings] = LANES) -> None:
        self._lanes = lanes

    def open_for_writing(self, store: Store) -> Store:
        """Open the store once more, so that reads do not wait for the disk."""
        return Store(store.location)

    def load_key(self, store: Store, *, renew: bool) -> bytes:
        """Return the key that is kept with the store."""
        return load_cookie_key(store, renew=renew)

    def make_jobs(self, store: Store, tasks: ServerTasks, metrics: ServerMetrics) -> JobRunner:
        """Return worker processes."""
        return JobPool(store.location, tasks, metrics, self._lanes)

    def make_pool(self, name: str, workers: int) -> Executor:
        """Return threads."""
        return ThreadPoolExecutor(max_workers=workers, thread_name_prefix=name)

    def make_picture_client(self) -> PictureClient:
        """Return a process for pictures, and a thread that waits for it."""
        return WorkerPictureClient(self.make_pool("image", 1))

    def start_writer(self, store: Store, tasks: ServerTasks) -> tuple[Writer, ServerChannel | None]:
        """Start the writer for the kind of store."""
        if store.folder is not None:
            return Writer(store, tasks), None
        name = secrets.token_hex(4)
        writer = Writer(store, tasks, server=name)

        async def speak(texts: Sequence[str]) -> None:  # not by the writer: heartbeats must not wait for slow writes
            await asyncio.to_thread(store.notify, texts)

        return writer, ServerChannel(str(store.location), name, speak, tasks)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """How a server is configured.

    - `store`: where games are stored: a folder or the URL of a PostgreSQL database; None for the user's data folder.
    - `names`: the host names of the server, besides localhost and plain addresses.
    - `secure`: whether cookies are sent over https only.
    - `accounts`: whether players may have a name, passkeys and more than one device.
    - `new_key`: replace the key that signs cookies, which makes all of them invalid.
    - `tokens`: the secrets that let the owner of the machine in as the terminal's player, each of them once.
    - `on_enter`: called when the owner has come in.
    - `entrance`: the address of the page for the owner; a query may wish for `mode`, `lang` and `faces`.
    - `runtime`: the folder with Python for browsers; None if there is none.
    - `metrics`: where measurements go.
    """

    store: Location | None = None
    names: frozenset[str] = frozenset()
    secure: bool = False
    accounts: bool = False
    new_key: bool = False
    tokens: frozenset[str] = frozenset()
    on_enter: Callable[[], object] = bool
    entrance: str = "/"
    runtime: Path | None = None
    metrics: ServerMetrics = NO_METRICS


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of a server; no option changes them, but tests and the server in a page have their own.

    - `rate_factor`: multiplies all rate limits of players.
    - `max_connections_per_player`: how many connections a player may have.
    - `new_players_per_address`: how many players may be new at once; a tenth of it per second from then on.
    - `idle_seconds`: how long a game or room without connections stays open.
    - `opinion_seconds`: how long a move waits for the solver's verdict on it; the answer may follow later.
    - `quick_seconds`: how long players of a quick match wait for others before bots come.
    """

    rate_factor: float = 1.0
    max_connections_per_player: int = 16
    new_players_per_address: int = 200
    idle_seconds: float = 30.0
    opinion_seconds: float = 0.2
    quick_seconds: float = 8.0


_USUAL_LIMITS = Limits()


class ServerState:
    """Everything the handlers need: opened by the constructor, at work between `start` and `close`.

    - `store`: for reading; `writer`: for writing. Handlers use `read` and `write`.
    - `tasks`: the tasks that no single request owns.
    - `cookies`, `sessions`: signs and reads the players' cookies; knows whether they are still valid.
    - `tokens`: lets the owner of the machine in.
    - `checking`: the last check of the database; `unready`: why the server was not ready then.
    - `rooms_cleaned`: when unused rooms were last removed, by the monotonic clock.
    - `live_games`: the games that clients are connected to.
    - `jobs`: the worker processes, for everything that may take long; `dealer`: deals boards with them.
    - `services`: what live games need; `analyst` and `ranker`: look at games when they are over.
    - `picture_client`: decodes and compares pictures.
    - `has_races`: whether there are rooms to race in.
    - `uploads`: the uploads in progress.
    - `player_connections`, `player_uploads`, `player_comparisons`, `player_exports`: how many of these a player may
      have at the same time.
    - `request_limiter`, `expensive_limiter`, `upload_limiter`, `picture_limiter`, `message_limiter`: how often a player
      may send requests (in general, those that take work, uploads, and requests for single pictures) and messages.
    - `new_player_limiter`, `attempt_limiter`: how many new players an address may bring, and how often it may try to
      sign in.
    """

    writer: Writer
    analyst: Analyst
    ranker: Ranker
    live_games: LiveGames
    live_rooms: LiveRooms
    services: Services

    def __init__(
        self,
        config: ServerConfig,
        backend: Backend | None = None,
        *,
        limits: Limits = _USUAL_LIMITS,
        now: Callable[[], float] = monotonic,
    ) -> None:
        """Open the store and the key; raises StoreError if the folder cannot be used.

        Without another `backend`, threads and processes do the work. `now` is the clock of games, limits and
        sessions, in seconds.
        """
        self.config = config
        self.limits = limits
        self.now = now
        self._backend = backend = backend or Backend()
        self.store = Store(config.store)
        self._writing = backend.open_for_writing(self.store)
        self.cookies = PlayerCookies(backend.load_key(self.store, renew=config.new_key), secure=config.secure)
        self.tokens = OneTimeTokens(config.tokens)
        self.checking: asyncio.Future[None] | None = None
        self.unready = ""
        self._scrubbing: asyncio.TimerHandle | None = None
        self._forgotten: list[str] = []
        self.rooms_cleaned = -math.inf
        self.tasks = ServerTasks()
        self.jobs = backend.make_jobs(self.store, self.tasks, config.metrics)
        self.dealer = Dealer(self.jobs, self.tasks)
        self.read_pool = backend.make_pool("read", 2)
        self._slow_pool = backend.make_pool("slow", 2)
        self.sessions = Sessions(self.store, self.cookies, self.read_pool, has_accounts=config.accounts, now=now)
        self.has_races = backend.has_races
        self.picture_client = backend.make_picture_client()
        self.uploads = Uploads(self.store.folder, self.picture_client)
        self._set_limits(limits)

    def _set_limits(self, limits: Limits) -> None:
        self.player_connections = ConcurrencyLimiter(limit=limits.max_connections_per_player)
        self.player_uploads = ConcurrencyLimiter(limit=1)
        self.player_comparisons = ConcurrencyLimiter(limit=1)
        self.player_exports = ConcurrencyLimiter(limit=1)

        def limiter(*, rate: float, burst: float) -> RateLimiter:
            return RateLimiter(rate=rate * limits.rate_factor, burst=burst * limits.rate_factor, now=self.now)

        self.attempt_limiter = limiter(rate=0.2, burst=30)
        self.request_limiter = limiter(rate=10, burst=60)
        self.expensive_limiter = limiter(rate=1, burst=40)
        self.message_limiter = limiter(rate=40, burst=80)
        # A page uploads file by file and shows all pictures of a set at once: both come in hundreds.
        self.upload_limiter = limiter(rate=5, burst=300)
        self.picture_limiter = limiter(rate=60, burst=1_000)
        new_players = limits.new_players_per_address
        self.new_player_limiter = RateLimiter(rate=new_players / 10, burst=new_players, now=self.now)

    def start(self) -> None:
        """Start the writer and the workers and open the live games, in the running event loop."""
        config = self.config
        self.writer, self._channel = self._backend.start_writer(self._writing, self.tasks)
        self.writer.metrics = config.metrics
        self.jobs.start()
        self.sessions.start(self.tasks)
        self.analyst = Analyst(self.jobs, self.tasks, self.write)
        self.ranker = Ranker(self.jobs, self.dealer, self.tasks, self.write)
        self.services = Services(
            store=self.store,
            writer=self.writer,
            jobs=self.jobs,
            tasks=self.tasks,
            on_end=self.ranker.on_end,
            now=self.now,
            opinion_seconds=self.limits.opinion_seconds,
            metrics=config.metrics,
            channel=self._channel,
        )
        self.live_games = LiveGames(self.services, idle_seconds=self.limits.idle_seconds)
        self._start_rooms()
        if self._channel is not None:
            self._channel.start()

    def _start_rooms(self) -> None:
        rooms, writing = self.store.rooms, self._writing.rooms
        services = RoomServices(
            store=rooms,
            writing=writing,
            writer=self.writer,
            jobs=self.jobs,
            read_pool=self.read_pool,
            tasks=self.tasks,
            channel=self._channel,
            quick_seconds=self.limits.quick_seconds,
        )
        self.live_rooms = LiveRooms(services, idle_seconds=self.limits.idle_seconds)
        self.live_rooms.start()

    async def read(self, call: Callable[..., T], *args: object) -> T:
        """Run a function that reads the store, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self.read_pool, call, *args)

    async def read_slowly(self, call: Callable[..., T], *args: object) -> T:
        """Run a function that may take long, in a thread; it does not delay `read`."""
        return await asyncio.get_running_loop().run_in_executor(self._slow_pool, call, *args)

    async def write(self, player: str, act: Callable[[Store], T]) -> T:
        """Run a function that writes, with a player's part of the store, by the writer."""
        return await self.writer.run(lambda: act(self._writing.of_player(player)))

    def scrub_soon(self, forgotten: str) -> None:
        """Scrub a forgotten player from the file, once for all deletions of the next minute.

        This also deletes what requests that had begun before wrote: other servers trust a cookie for a moment longer.
        """
        self._forgotten.append(forgotten)
        if self._scrubbing is None:
            self._scrubbing = self.tasks.start_later(_SCRUB_SECONDS, self._scrub)

    async def _scrub(self) -> None:
        self._scrubbing = None
        players = tuple(self._forgotten)
        try:
            await self.write("nobody", lambda store: store.players.scrub(players))
            del self._forgotten[: len(players)]
        except StoreError as problem:  # e.g. no space for a copy; tried again when the next player is forgotten
            log.warning("the store was not scrubbed", extra={"problem": str(problem)})

    def show_metrics(self) -> None:
        """Update the gauges of the metrics."""
        self.config.metrics.show(
            websockets=self.player_connections.total,
            live_games=len(self.live_games),
            writes_waiting=self.writer.waiting,
            jobs_waiting=self.jobs.waiting,
            jobs_running=self.jobs.running,
            live_rooms=len(self.live_rooms),
            races=self.live_rooms.races,
            ready_workers=not (self.writer.problem or self.unready),
        )

    async def try_writing(self) -> None:
        """Write a test value, to see whether the disk is still full; raises StoreError."""
        await self.write("nobody", lambda store: store.set_setting("test", "x" * _TEST_BYTES))

    async def close(self) -> None:
        """Close everything, after all pending writes are done."""
        self.live_games.close()
        self.live_rooms.close()
        self.jobs.close()
        if self._scrubbing is not None:
            self._scrubbing.cancel()
            await self._scrub()
        await self.writer.close()
        await self.tasks.close()
        for pool in (self._slow_pool, self.read_pool):
            pool.shutdown(wait=False, cancel_futures=True)
        self.picture_client.close()
        self.store.close()
        self._writing.close()
