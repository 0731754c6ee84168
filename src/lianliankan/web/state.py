"""The running site: its store and its threads, its rooms and its limits, opened and closed together."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from lianliankan.store import Store, data_folder
from lianliankan.web.identity import Players, cookie_key
from lianliankan.web.live.group_commit import Writer
from lianliankan.web.live.live_game import Services
from lianliankan.web.live.live_games import Rooms
from lianliankan.web.rate_limits import Buckets, Counts

__all__ = ["Setup", "Site"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """How a site is set up.

    - `folder`: where games are kept; None for the one that the system has for such things.
    - `names`: the names it is reached by, beside localhost and plain addresses.
    - `secure`: whether cookies go over https only.
    - `token`: the secret that lets whoever owns the machine in as the player whom the terminal knows; None for nobody.
    - `grace`: how many seconds a game waits for somebody to come back before it pauses.
    - `most_rooms`, `most_connections`, `most_of_player`: live games, connections of a game, and of a player.
    - `new_players`: how many may come from one address at once; a tenth of it every second from then on.
    - `patience`: how many times as much as usual a player may ask for.
    """

    folder: Path | None = None
    names: frozenset[str] = frozenset()
    secure: bool = False
    token: str | None = None
    grace: float = 30.0
    most_rooms: int = 20_000
    most_connections: int = 4
    most_of_player: int = 16
    new_players: int = 200
    patience: float = 1.0


class Site:
    """All that handlers need: opened when it is made, at work between `start` and `close`.

    - `store`: for reading; what is written goes through `writer`, and `store_for_writing` is for its jobs.
    - `players`: whose cookies are true.
    - `rooms`: the live games.
    - `thinkers`, `readers`, `dealers`, `tinkers`: threads for what asks the solver, for lists, for usual boards, and
      for what may take seconds, so that nobody waits long for one who asks for much.
    - `cutter`: one thread for what decodes pictures, in turn, whoever's they are. What a thread needed most memory
      for stays with it, and that is much.
    - `connections`, `dealing`: what every player has open.
    - `asks`, `works`, `messages`: how much every player may ask for, of anything and of what takes work, and say over
      WebSockets; `newcomers`: how many new players may come from an address.
    """

    writer: Writer
    rooms: Rooms

    def __init__(self, setup: Setup) -> None:
        """Open the store and the key; raises StoreError where the folder cannot be used."""
        self.setup = setup
        folder = data_folder() if setup.folder is None else setup.folder
        self.store = Store(folder)
        self._writing = Store(folder)  # the writer's own: who reads does not wait for the disk
        self.players = Players(cookie_key(folder), secure=setup.secure)
        # The solver lets go of the interpreter, so as many as there are processors do work; a few more keep one long
        # thought from holding up the others.
        self.thinkers = ThreadPoolExecutor(max_workers=(os.cpu_count() or 2) + 2, thread_name_prefix="thinker")
        self.readers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="reader")
        self.dealers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="dealer")
        self.tinkers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="tinker")
        self.cutter = ThreadPoolExecutor(max_workers=1, thread_name_prefix="cutter")
        self.connections = Counts(most=setup.most_of_player)
        self.dealing = Counts(most=2)
        self.asks = Buckets(rate=10 * setup.patience, burst=60 * setup.patience)
        self.works = Buckets(rate=1 * setup.patience, burst=40 * setup.patience)
        self.messages = Buckets(rate=40 * setup.patience, burst=80 * setup.patience)
        self.newcomers = Buckets(rate=setup.new_players / 10, burst=setup.new_players)

    def start(self) -> None:
        """Begin to work, in the loop that serves the site."""
        self.writer = Writer(self._writing)
        services = Services(self.store, self.writer, self.thinkers, self.setup.grace)
        setup = self.setup
        self.rooms = Rooms(services, most=setup.most_rooms, most_connections=setup.most_connections)

    def store_for_writing(self, player: str) -> Store:
        """Give a player's store for a job of the writer."""
        return self._writing.of_player(player)

    async def close(self) -> None:
        """Close everything; what was asked to be written is."""
        self.rooms.close()
        await self.writer.close()
        for pool in (self.cutter, self.dealers, self.tinkers, self.thinkers, self.readers):
            pool.shutdown(wait=False, cancel_futures=True)
        self.store.close()
        self._writing.close()
