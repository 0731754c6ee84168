"""A queue that is fair among its owners: whoever has used least goes first."""

from collections import deque
from collections.abc import Hashable
from heapq import heappop, heappush
from itertools import count
from typing import Generic, TypeVar

__all__ = ["FairQueue"]

T = TypeVar("T")

_MAX_IDLE_OWNERS = 10_000


class FairQueue(Generic[T]):
    """Start-time fair queueing: owners take turns, weighted by the time that their items took.

    An owner who comes back, or is new, starts level with whoever is served now: rest earns no credit, and a crowd that
    asks again and again delays a newcomer by one item.

    >>> queue = FairQueue[str](limit=9, limit_per_owner=2)
    >>> [queue.put(*item) for item in (("ann", "a1"), ("ann", "a2"), ("ann", "a3"), ("bob", "b1"))]
    [True, True, False, True]
    >>> first = queue.take()
    >>> queue.charge("ann", 5.0)
    >>> first, queue.take(), queue.take(), queue.take()
    ('a1', 'b1', 'a2', None)
    """

    def __init__(self, *, limit: int, limit_per_owner: int) -> None:
        self._limit, self._limit_per_owner = limit, limit_per_owner
        self._items: dict[Hashable, deque[T]] = {}  # of owners with any
        self._used: dict[Hashable, float] = {}  # when an owner's next item may start, in virtual time
        self._heap: list[tuple[float, int, Hashable]] = []  # one entry for each owner in `_items`, perhaps too early
        self._now, self._arrivals, self._length = 0.0, count(), 0

    def __len__(self) -> int:
        return self._length

    def put(self, owner: Hashable, item: T) -> bool:
        """Add an item; return False if there are too many, in all or of this owner."""
        items = self._items.get(owner)
        if self._length >= self._limit or len(items or ()) >= self._limit_per_owner:
            return False
        if items is None:
            items = self._items[owner] = deque()
            self._used[owner] = max(self._used.get(owner, 0.0), self._now)
            heappush(self._heap, (self._used[owner], next(self._arrivals), owner))
        items.append(item)
        self._length += 1
        return True

    def take(self) -> T | None:
        """Remove and return the next item; None if there is none."""
        while self._heap:
            when, _, owner = heappop(self._heap)
            items = self._items.get(owner)
            if not items:
                self._items.pop(owner, None)
            elif when < self._used[owner]:  # its last item took time meanwhile
                heappush(self._heap, (self._used[owner], next(self._arrivals), owner))
            else:
                self._now = max(self._now, when)
                item = items.popleft()
                self._length -= 1
                if items:
                    heappush(self._heap, (when, next(self._arrivals), owner))
                else:
                    del self._items[owner]
                return item
        return None

    def remove(self, owner: Hashable, item: T) -> bool:
        """Remove an item that waits; return whether it was there."""
        items = self._items.get(owner)
        if items is None or item not in items:
            return False
        items.remove(item)
        self._length -= 1
        return True

    def charge(self, owner: Hashable, seconds: float) -> None:
        """Count the time that an item of an owner took."""
        self._used[owner] = max(self._used.get(owner, 0.0), self._now) + seconds
        if len(self._used) > _MAX_IDLE_OWNERS + len(self._items):
            self._used = {owner: used for owner, used in self._used.items() if used > self._now or owner in self._items}
