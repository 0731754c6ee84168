"""Limits: token buckets for rates, and counts for concurrent uses."""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Hashable
from time import monotonic

from starlette.requests import HTTPConnection


class TokenBucket:
    """Allows a burst, and a steady rate from then on.

    >>> bucket = TokenBucket(rate=1, burst=2, now=iter([0, 0, 0, 0.5, 1.5]).__next__)
    >>> [bucket.take() for _ in range(4)]
    [True, True, False, True]
    """

    __slots__ = ("_burst", "_now", "_rate", "_tokens", "_when")

    def __init__(self, *, rate: float, burst: float, now: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._tokens = float(burst)
        self._when = now()

    @property
    def is_empty(self) -> bool:
        """Whether there is no token now."""
        return not self.take(0) or self._tokens < 1

    def take(self, tokens: float = 1) -> bool:
        """Take tokens; return whether there were enough."""
        now = self._now()
        self._tokens = min(self._burst, self._tokens + (now - self._when) * self._rate)
        self._when = now
        if self._tokens < tokens:
            return False
        self._tokens -= tokens
        return True


class RateLimiter:
    """A token bucket for each key; beyond `limit` keys, the least recently used are forgotten.

    >>> buckets = RateLimiter(rate=1, burst=1)
    >>> buckets.take("ann"), buckets.take("ann"), buckets.take("bob")
    (True, False, True)
    """

    def __init__(self, *, rate: float, burst: float, limit: int = 20_000, now: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._limit = limit
        self._now = now
        self._buckets: OrderedDict[Hashable, TokenBucket] = OrderedDict()

    def take(self, key: Hashable) -> bool:
        """Take a token from the bucket of a key; return whether there was one."""
        return self.bucket(key).take()

    def bucket(self, key: Hashable) -> TokenBucket:
        """Return the bucket of a key."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(rate=self._rate, burst=self._burst, now=self._now)
            if len(self._buckets) > self._limit:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket


class ConcurrencyLimiter:
    """Counts the concurrent uses of each key, up to a limit.

    >>> counts = ConcurrencyLimiter(limit=1)
    >>> counts.add("ann"), counts.add("ann"), counts.remove("ann"), counts.add("ann")
    (True, False, None, True)
    """

    def __init__(self, *, limit: int) -> None:
        self._limit = limit
        self._counts: dict[Hashable, int] = {}

    @property
    def total(self) -> int:
        """The number of uses in all."""
        return sum(self._counts.values())

    def add(self, key: Hashable) -> bool:
        """Count one more; return False if the limit is reached."""
        number = self._counts.get(key, 0)
        if number >= self._limit:
            return False
        self._counts[key] = number + 1
        return True

    def remove(self, key: Hashable) -> None:
        """Count one fewer."""
        number = self._counts[key] - 1
        if number:
            self._counts[key] = number
        else:
            del self._counts[key]


class FairQuota:
    """An amount shared by all keys: a key that has as much as is still free gets no more, so some is left for others.

    >>> quota = FairQuota(10)
    >>> [quota.add("ann", 1) for _ in range(6)], quota.add("bob", 3), quota.add("cat", 1), quota.total
    ([True, True, True, True, True, False], True, True, 9)
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._amounts: dict[Hashable, int] = {}
        self.total = 0

    def add(self, key: Hashable, amount: int) -> bool:
        """Take an amount; return False if the key has too much already."""
        held = self._amounts.get(key, 0)
        if held >= self._limit - self.total:
            return False
        self._amounts[key] = held + amount
        self.total += amount
        return True

    def remove(self, key: Hashable, amount: int) -> None:
        """Give an amount back."""
        self.total -= amount
        self._amounts[key] -= amount
        if not self._amounts[key]:
            del self._amounts[key]


def network_of(host: str) -> str:
    """Return the network of an address: an address of IPv4 itself, of IPv6 a /64, since one client has all of it.

    >>> network_of("192.0.2.7"), network_of("2001:db8::7"), network_of("fe80::7%eth0")
    ('192.0.2.7', '2001:db8::/64', 'fe80::/64')
    """
    try:
        address = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    return str(address.ipv4_mapped or ipaddress.IPv6Network((address, 64), strict=False))


def client_network(connection: HTTPConnection) -> str:
    """Return the network that a request or WebSocket comes from; empty if the server does not know."""
    return "" if connection.client is None else network_of(connection.client.host)
