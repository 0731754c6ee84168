"""Who works when: in the order of arrival, but no player and no network with more than a share of the workers."""

import asyncio
from collections import Counter
from dataclasses import dataclass

from lianliankan.web.base.tasks import ServerClosing
from lianliankan.web.work.jobs import Busy, Owner


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLimits:
    """Limits of turns.

    - `workers`: how many jobs may run; at most half of them of one network, rounded up, and one of a player.
    - `patience`: how long a job may wait for its turn, in seconds.
    - `player_places`, `network_places`: how many jobs of one player, and of one network, may wait or run.
    """

    workers: int
    patience: float = 20.0
    player_places: int = 5
    network_places: int = 4_000


class Turns:
    """Turns to do a job.

    A job whose player or network has its share waits, and later ones of others go first. So a network that asks
    without end leaves workers to others, and a player leaves the rest of its network's share to the network.
    """

    def __init__(self, limits: TurnLimits) -> None:
        self._limits = limits
        self._network_share = (limits.workers + 1) // 2
        self._waiting: dict[asyncio.Future[None], Owner] = {}  # in the order of arrival; none of them could run now
        self._places: Counter[Owner | str] = Counter()  # of players and of networks: what waits or runs
        self._running: Counter[Owner | str] = Counter()
        self.running, self.is_closed = 0, False

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return len(self._waiting)

    async def take(self, owner: Owner) -> None:
        """Wait for a turn; it lasts until `release`. Raises Busy, and ServerClosing."""
        if self.is_closed:
            raise ServerClosing("the server is closing")
        limits = self._limits
        if self._places[owner] >= limits.player_places or self._places[owner.network] >= limits.network_places:
            raise Busy("too much work is waiting")
        _add(self._places, owner, 1)
        if self._may_run(owner):
            self._begin(owner)
        else:
            await self._wait(owner)

    def release(self, owner: Owner) -> None:
        """End a turn."""
        self.running -= 1
        _add(self._running, owner, -1)
        _add(self._places, owner, -1)
        for turn, other in self._waiting.items():
            if self._may_run(other) and not turn.done():
                del self._waiting[turn]
                self._begin(other)
                turn.set_result(None)
                return

    def close(self) -> None:
        """Let nobody work any more; those who wait get ServerClosing."""
        self.is_closed = True
        for turn in self._waiting:
            if not turn.done():
                turn.set_exception(ServerClosing("the server is closing"))

    def _may_run(self, owner: Owner) -> bool:
        has_share = self._running[owner] or self._running[owner.network] >= self._network_share
        return self.running < self._limits.workers and not has_share

    def _begin(self, owner: Owner) -> None:
        self.running += 1
        _add(self._running, owner, 1)

    async def _wait(self, owner: Owner) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting[turn] = owner
        try:
            async with asyncio.timeout(self._limits.patience):
                await turn
        except BaseException as problem:
            if self._waiting.pop(turn, None) is None:
                self.release(owner)  # the turn came at the same moment
            else:
                _add(self._places, owner, -1)
            if isinstance(problem, TimeoutError):
                raise Busy("the turn did not come in time") from None
            raise


def _add(counts: Counter[Owner | str], owner: Owner, number: int) -> None:
    for key in (owner, owner.network):
        counts[key] += number
        if not counts[key]:
            del counts[key]
