"""How many connections there may be, from one address and in all, and how much their clients may leave unread."""

import asyncio
import logging
from typing import Protocol

from lianliankan.web.rate_limits import FairShare, TokenBucket
from lianliankan.web.trusted_proxies import TrustedProxies

log = logging.getLogger("lianliankan.web")

_MAX_CONNECTIONS = 10_000
_RESERVED_FILES = 100  # for the database, the workers and uploads
_MAX_WAITING, _MAX_WAITING_PER_ADDRESS = 2_000, 250
_MAX_UNREAD = 64_000_000  # bytes
_LOG_SECONDS = 10.0
_NO_PROXIES = TrustedProxies()


class Waiting(Protocol):
    """A connection that waits for a request."""

    _address: str

    def give_way(self) -> None:
        """Close the connection: others need its place."""


class Connections:
    """All connections of a server.

    No address may have more than are free, so there is always room for another one. Connections that wait for a
    request, new or between two, are few; of too many, the one that has waited longest is closed. `unread` counts the
    bytes that clients have not read. `rate_factor` multiplies rate limits. A connection of one of the `proxies` counts
    for the client whose request it carries.
    """

    def __init__(self, limit: int, rate_factor: float = 1.0, proxies: TrustedProxies = _NO_PROXIES) -> None:
        self.rate_factor, self.proxies = rate_factor, proxies
        self._open = FairShare(limit)
        self._waiting: dict[Waiting, None] = {}
        self._waiting_of: dict[str, dict[Waiting, None]] = {}
        self._log_bucket = TokenBucket(rate=1 / _LOG_SECONDS, burst=1)
        self.unread = FairShare(_MAX_UNREAD)

    def add(self, address: str) -> bool:
        """Count a connection; return False if it must be refused."""
        if self._open.add(address, 1):
            return True
        if self._log_bucket.take():
            log.warning("too many connections", extra={"address": address, "open": self._open.total})
        return False

    def remove(self, address: str) -> None:
        """Count one fewer."""
        self._open.remove(address, 1)

    def begin_waiting(self, connection: Waiting) -> None:
        """Let a connection wait for a request, in place of the longest waiting one if there are too many."""
        of_address = self._waiting_of.setdefault(connection._address, {})
        self._waiting[connection] = of_address[connection] = None
        if len(of_address) > _MAX_WAITING_PER_ADDRESS:
            self._close_first(of_address)
        elif len(self._waiting) > _MAX_WAITING:
            self._close_first(self._waiting)

    def end_waiting(self, connection: Waiting) -> None:
        """Note that a request has begun, or the connection ended."""
        if connection not in self._waiting:
            return
        del self._waiting[connection]
        of_address = self._waiting_of[connection._address]
        del of_address[connection]
        if not of_address:
            del self._waiting_of[connection._address]

    def _close_first(self, waiting: dict[Waiting, None]) -> None:
        connection = next(iter(waiting))
        self.end_waiting(connection)
        connection.give_way()


def max_connections() -> int:
    """Return how many connections the system's limit of open files leaves room for."""
    try:
        import resource

        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    except ImportError:  # Windows
        return _MAX_CONNECTIONS
    if files == resource.RLIM_INFINITY:
        return _MAX_CONNECTIONS
    return max(_RESERVED_FILES, min(_MAX_CONNECTIONS, files - _RESERVED_FILES))


def peer_host(transport: asyncio.BaseTransport) -> str:
    """Return the address at the other end of a connection; empty if it has none."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""
