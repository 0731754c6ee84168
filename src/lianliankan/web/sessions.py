"""Who is signed in: cookies are checked against the store, and connections end when their device is signed out."""

import asyncio
import math
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from time import time_ns
from typing import NamedTuple, Protocol

from starlette.requests import HTTPConnection

from lianliankan.errors import StoreError
from lianliankan.store import Store
from lianliankan.store.players import ENDED_SECONDS
from lianliankan.web.identity import PlayerCookies, PlayerSession
from lianliankan.web.live.tasks import ServerTasks

TRUSTED_SECONDS = 4.0
"""How long a cookie is not looked up again; another server may sign its device out meanwhile."""

_POLL_SECONDS = 3.0  # between two looks at the devices that other servers have signed out
_MAX_TRUSTED = 20_000
_STALE_SECONDS = 600  # a list of devices need not be more exact


class CheckedCookie(NamedTuple):
    """What a request's cookie says.

    - `session`: whose browser it is, if the cookie is valid.
    - `seen`: when the store last noted that its device was used (microseconds since 1970); 0 for anonymous players.
    - `is_ended`: whether it was valid once, and its device has been signed out.
    """

    session: PlayerSession | None
    seen: int = 0
    is_ended: bool = False

    @property
    def is_stale(self) -> bool:
        """Whether the store should note that the device was used."""
        return 0 < self.seen < time_ns() // 1000 - _STALE_SECONDS * 1_000_000


class _Abortable(Protocol):
    def abort(self) -> None: ...


class Sessions:
    """Checks cookies, and ends the connections of devices that are signed out, here or by another server.

    Without accounts, a cookie that names no device is valid by its signature alone.
    """

    def __init__(
        self,
        store: Store,
        cookies: PlayerCookies,
        pool: Executor,
        *,
        has_accounts: bool,
        now: Callable[[], float],
    ) -> None:
        self._players, self._cookies, self._pool = store.players, cookies, pool
        self._has_accounts, self._now = has_accounts, now
        self._trusted: OrderedDict[PlayerSession, tuple[float, int]] = OrderedDict()
        self._connections: dict[str, set[_Abortable]] = {}
        self._known_ended: set[str] = set()
        self._polled = now()

    def start(self, tasks: ServerTasks) -> None:
        """Begin to look for devices that other servers sign out, in the running event loop."""
        if self._has_accounts:
            tasks.start(self._poll())

    async def identify(self, connection: HTTPConnection) -> CheckedCookie:
        """Return whose request or connection it is."""
        session = self._cookies.read(connection)
        if session is None or session.player == "" or not (self._has_accounts or session.device != session.player):
            return CheckedCookie(session)
        until, seen = self._trusted.get(session, (-math.inf, 0))
        if self._now() < until:
            return CheckedCookie(session, seen)
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._pool, self._players.last_seen, *session)
        if found is None:
            return CheckedCookie(None, is_ended=True)
        self._trusted[session] = self._now() + TRUSTED_SECONDS, found
        self._trusted.move_to_end(session)
        if len(self._trusted) > _MAX_TRUSTED:
            self._trusted.popitem(last=False)
        return CheckedCookie(session, found)

    @contextmanager
    def connected(self, session: PlayerSession, connection: _Abortable) -> Iterator[None]:
        """Keep a connection in mind: it is aborted when its device is signed out."""
        device = self._connections.setdefault(session.device, set())
        device.add(connection)
        try:
            yield
        finally:
            device.discard(connection)
            if not device and self._connections.get(session.device) is device:
                del self._connections[session.device]

    def end(self, devices: Iterable[str]) -> None:
        """End the connections of devices; if their pages come back, their cookies are looked up again."""
        ended = set(devices)
        for session in [session for session in self._trusted if session.device in ended]:
            del self._trusted[session]
        for device in ended:
            for connection in tuple(self._connections.get(device, ())):
                connection.abort()

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(_POLL_SECONDS)
            with suppress(StoreError):  # the store says so where it matters
                await self._end_elsewhere()

    async def _end_elsewhere(self) -> None:
        start = self._now()
        found = await asyncio.get_running_loop().run_in_executor(self._pool, self._players.ended)
        new, self._known_ended = found - self._known_ended, found
        here = {*self._connections, *(session.device for session in self._trusted)}
        if start - self._polled > ENDED_SECONDS - _POLL_SECONDS:  # frozen, or without a database: some may be missed
            self.end(here)
        elif new:
            self.end(device for device in here if self._players.ended_hash(device) in new)
        self._polled = start
