"""How much anybody may ask for: buckets of tokens that fill with time, and counts of what is open."""

from collections import OrderedDict
from collections.abc import Hashable
from time import monotonic

__all__ = ["Bucket", "Buckets", "Counts"]


class Bucket:
    """So many at once, and so many a second from then on.

    >>> bucket = Bucket(rate=1, burst=2)
    >>> [bucket.take(now=0), bucket.take(now=0), bucket.take(now=0.5), bucket.take(now=1.5)]
    [True, True, False, True]
    """

    __slots__ = ("_burst", "_rate", "_tokens", "_when")

    def __init__(self, *, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._tokens = float(burst)
        self._when: float | None = None

    def take(self, *, now: float | None = None) -> bool:
        """Take one, if there is one."""
        now = monotonic() if now is None else now
        if self._when is not None:
            self._tokens = min(self._burst, self._tokens + (now - self._when) * self._rate)
        self._when = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """A bucket for each of many; those that nobody has asked for longest are forgotten.

    >>> buckets = Buckets(rate=1, burst=1)
    >>> buckets.take("ann"), buckets.take("ann"), buckets.take("bob")
    (True, False, True)
    """

    def __init__(self, *, rate: float, burst: float, most: int = 20_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, who: Hashable) -> bool:
        """Take one from somebody's bucket, if there is one."""
        return self.of(who).take()

    def of(self, who: Hashable) -> Bucket:
        """Give somebody's bucket."""
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(rate=self._rate, burst=self._burst)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(who)
        return bucket


class Counts:
    """How many things each of many has open, up to a number.

    >>> counts = Counts(most=1)
    >>> counts.add("ann"), counts.add("ann"), counts.remove("ann"), counts.add("ann")
    (True, False, None, True)
    """

    def __init__(self, *, most: int) -> None:
        self._most = most
        self._counts: dict[Hashable, int] = {}

    def add(self, who: Hashable) -> bool:
        """Count one more, if there may be one more."""
        number = self._counts.get(who, 0)
        if number >= self._most:
            return False
        self._counts[who] = number + 1
        return True

    def remove(self, who: Hashable) -> None:
        """Count one less."""
        number = self._counts[who] - 1
        if number:
            self._counts[who] = number
        else:
            del self._counts[who]
