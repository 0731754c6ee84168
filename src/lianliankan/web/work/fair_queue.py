"""A queue that is fair between networks, and between the players of each: the least served go first."""

from collections import deque
from collections.abc import Callable, Container
from heapq import heappop, heappush, heapreplace
from itertools import count
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

_FORGET_EVERY = 10_000  # items; then those who have rested long enough are forgotten


class Owner(NamedTuple):
    """Whose an item is: a player, who costs nothing to invent, and the network, which does."""

    network: str
    player: str


class FairQueue(Generic[T]):
    """Start-time fair queueing: networks take turns, weighted by the time that their items took; so do their players.

    A new or returning owner starts level with the one being served: waiting earns no credit, and a crowd that asks
    again and again, with however many players, delays another network by one item. If the queue is full, a network
    that has fewer items takes the place of the last of the network with the most, and `evict` is called with that
    item; so does a player among those of a network.

    >>> ann, bob = Owner("home", "ann"), Owner("home", "bob")
    >>> queue = FairQueue[str](limit=9, limit_per_owner=2)
    >>> [queue.put(*item) for item in ((ann, "a1"), (ann, "a2"), (ann, "a3"), (bob, "b1"))]
    [True, True, False, True]
    >>> first = queue.take()
    >>> queue.charge(ann, 5.0)
    >>> first, queue.take(), queue.take(), queue.take()
    ('a1', 'b1', 'a2', None)
    """

    def __init__(self, *, limit: int, limit_per_owner: int, evict: Callable[[T], None] = lambda _: None) -> None:
        self._limit, self._limit_per_owner, self._evict = limit, limit_per_owner, evict
        self._turns = _Turns()
        self._networks: dict[str, _Network[T]] = {}
        self._waiting: dict[str, _Network[T]] = {}  # those with any items
        self._length = self._charges = 0

    def __len__(self) -> int:
        return self._length

    def put(self, owner: Owner, item: T) -> bool:
        """Add an item; return False if there are too many, in all or of this owner."""
        waiting = self._waiting.get(owner.network)
        number = 0 if waiting is None else len(waiting.items.get(owner.player, ()))
        if number >= self._limit_per_owner or (self._length >= self._limit and not self._make_room(owner)):
            return False
        network = self._waiting[owner.network] = self._find(owner.network)
        if not network.items:
            self._turns.enter(owner.network)
        if owner.player not in network.items:
            network.turns.enter(owner.player)
            network.items[owner.player] = deque()
        network.items[owner.player].append(item)
        network.length += 1
        self._length += 1
        return True

    def take(self) -> T | None:
        """Remove and return the next item; None if there is none."""
        if not self._waiting:
            return None
        name = self._turns.next(self._waiting)
        network = self._waiting[name]
        player = network.turns.next(network.items)
        item = network.items[player].popleft()
        self._count_removed(Owner(name, player))
        return item

    def remove(self, owner: Owner, item: T) -> bool:
        """Remove an item that waits; return whether it was there."""
        network = self._waiting.get(owner.network)
        items = None if network is None else network.items.get(owner.player)
        if items is None or item not in items:
            return False
        items.remove(item)
        self._count_removed(owner)
        return True

    def charge(self, owner: Owner, seconds: float) -> None:
        """Count the time that an item of an owner took."""
        self._turns.charge(owner.network, seconds)
        self._find(owner.network).turns.charge(owner.player, seconds)
        self._charges += 1
        if self._charges % _FORGET_EVERY == 0:
            self._turns.forget_rested()
            self._networks = {name: each for name, each in self._networks.items() if name in self._turns}
            for network in self._networks.values():
                network.turns.forget_rested()

    def _find(self, network: str) -> "_Network[T]":
        return self._networks.setdefault(network, _Network())

    def _make_room(self, owner: Owner) -> bool:
        """Drop an item of the owner with the most, unless the new owner would then have more; return whether it did."""
        own = self._waiting.get(owner.network)
        name = max(self._waiting, key=lambda name: self._waiting[name].length)
        if (0 if own is None else own.length) + 1 < self._waiting[name].length:
            player = self._waiting[name].greediest
        elif own is not None:
            name, player = owner.network, own.greediest
            if len(own.items.get(owner.player, ())) + 1 >= len(own.items[player]):
                return False
        else:
            return False
        item = self._waiting[name].items[player].pop()
        self._count_removed(Owner(name, player))
        self._evict(item)
        return True

    def _count_removed(self, owner: Owner) -> None:
        network = self._waiting[owner.network]
        network.length -= 1
        self._length -= 1
        if not network.items[owner.player]:
            del network.items[owner.player]
        if not network.items:
            del self._waiting[owner.network]


class _Network(Generic[T]):
    """The players of a network; `items` has those who wait."""

    def __init__(self) -> None:
        self.items: dict[str, deque[T]] = {}
        self.turns = _Turns()
        self.length = 0

    @property
    def greediest(self) -> str:
        """The player with the most items; among several, the one who came last."""
        return max(reversed(self.items), key=lambda player: len(self.items[player]))


class _Turns:
    """Whose turn it is, in virtual time.

    That is the time of the owner being served. The first item of a new owner advances it too: otherwise an endless row
    of new owners would keep it where it is, and those who have used any time would never have another turn.
    """

    def __init__(self) -> None:
        self._used: dict[str, float] = {}  # when the next item of each may start
        self._heap: list[tuple[float, int, str]] = []  # one entry for each in `_entered`, perhaps too early
        self._entered: set[str] = set()
        self._new: set[str] = set()
        self._now, self._arrivals = 0.0, count()

    def __contains__(self, name: str) -> bool:
        return name in self._used

    def enter(self, name: str) -> None:
        """Let somebody take part who was not waiting."""
        if name not in self._used:
            self._new.add(name)
        self._used[name] = max(self._used.get(name, 0.0), self._now)
        if name not in self._entered:
            self._entered.add(name)
            heappush(self._heap, (self._used[name], next(self._arrivals), name))

    def next(self, waiting: Container[str]) -> str:
        """Return whose turn it is; at least one who has entered must be waiting."""
        while True:
            when, _, name = self._heap[0]
            if name not in waiting:
                heappop(self._heap)
                self._entered.remove(name)
                continue
            used = self._used[name]
            heapreplace(self._heap, (used, next(self._arrivals), name))  # behind those who are level
            if when >= used:  # otherwise the last item took time meanwhile
                self._now = max(self._now, when)
                return name

    def charge(self, name: str, seconds: float) -> None:
        """Count time that somebody used."""
        self._used[name] = self._used.get(name, self._now) + seconds
        if name in self._new:
            self._new.remove(name)
            self._now += seconds / max(len(self._entered), 1)

    def forget_rested(self) -> None:
        """Forget those who would start level with the others again."""
        self._used = {name: used for name, used in self._used.items() if used > self._now or name in self._entered}
        self._new &= self._used.keys()
