"""Work on finished games: the workers analyse them, and verify those that count for the rankings."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import DamagedGame, NoDeal, NoSuchGame, StoreError
from lianliankan.game.analysis import UNKNOWN, GameAnalysis
from lianliankan.game.modes import FIXED_BOARDS, daily, level, true_mode
from lianliankan.store import Store, StoredGame
from lianliankan.store.best_lists import BestList
from lianliankan.store.rankings import Candidate
from lianliankan.web.base.tasks import ServerClosing, ServerTasks
from lianliankan.web.state.new_game import Dealer
from lianliankan.web.work.game_jobs import analyse_game, verify_ranked
from lianliankan.web.work.jobs import NO_LIMIT, Busy, JobRunner, Requester, TooHard

T = TypeVar("T")


class Write(Protocol):
    """Runs a function that writes, with a player's part of the store."""

    async def __call__(self, player: str, act: Callable[[Store], T]) -> T:
        """Run it, and return its result."""


class Analyst:
    """Has the games of players analysed, in a task for each player, and stores the results."""

    def __init__(self, jobs: JobRunner, tasks: ServerTasks, write: Write) -> None:
        self._jobs = jobs
        self._tasks = tasks
        self._write = write
        self._players: set[str] = set()  # players with games that are being analysed

    def start(self, requester: Requester, ids: Sequence[str]) -> None:
        """Analyse games of a player, unless some are being analysed already."""
        if ids and requester.player not in self._players:
            self._players.add(requester.player)
            self._tasks.start(self._analyse(requester, ids))

    async def save(self, player: str, id: str, analysis: GameAnalysis) -> bool:
        """Store an analysis and return whether that worked; if not, it is found again when it is needed."""
        try:
            await self._write(player, lambda store: store.save_analysis(id, analysis))
        except (NoSuchGame, StoreError):
            return False
        return True

    async def _analyse(self, requester: Requester, ids: Sequence[str]) -> None:
        try:
            for id in ids:
                if not await self._analyse_one(requester, id):
                    return  # the next request goes on
        finally:
            self._players.discard(requester.player)

    async def _analyse_one(self, requester: Requester, id: str) -> bool:
        """Analyse a game; return whether to go on with the next."""
        try:
            found = await self._jobs.run(requester, analyse_game, requester.player, id)
        except DamagedGame:
            found = UNKNOWN
        except (NoSuchGame, TooHard):  # a game that was too hard on a busy machine is tried again at another request
            return True
        except (Busy, StoreError):
            return False
        return await self.save(requester.player, id, found)


# ---- Rankings --------------------------------------------------------------------------------------------------------


_MAX_REFUSED = 10_000


class Ranker:
    """Has games verified, and keeps the results of those that count.

    Verifying a game twice does no harm, so nothing has to be remembered: what a server did not get to is found again
    when its player comes back or looks at the ranking.
    """

    def __init__(self, jobs: JobRunner, dealer: Dealer, tasks: ServerTasks, write: Write) -> None:
        self._jobs = jobs
        self._dealer = dealer
        self._tasks = tasks
        self._write = write
        self._refused: OrderedDict[str, None] = OrderedDict()  # games that do not count; they are not replayed again
        self._ranking: set[str] = set()  # games that are being verified

    async def rank(self, requester: Requester, candidates: Sequence[Candidate]) -> None:
        """Verify games of a player until one counts; raises Busy and StoreError."""
        for candidate in candidates:
            if candidate.game not in self._refused and await self._rank(requester, candidate):
                return

    def rank_later(self, requester: Requester, candidates: Sequence[Candidate]) -> None:
        """Verify games of a player in the background."""
        for candidate in candidates:
            id = candidate.game
            if id not in self._refused and id not in self._ranking:
                self._ranking.add(id)
                self._tasks.start(self._rank_quietly(requester, candidate))

    def on_end(self, requester: Requester, stored: StoredGame) -> None:
        """Verify a game of a day or level that has just ended; the owner of the machine has no rankings."""
        options, mode = stored.game.options, true_mode(stored.game)
        if requester.player and mode in FIXED_BOARDS:
            self._refused.pop(stored.id, None)  # after a restart it is another game
            self.rank_later(requester, [Candidate(stored.id, BestList(mode, options.level, options.day))])

    async def _rank_quietly(self, requester: Requester, candidate: Candidate) -> None:
        try:
            await self._rank(requester, candidate)
        except (Busy, StoreError, ServerClosing):
            pass  # the next visit goes on
        finally:
            self._ranking.discard(candidate.game)

    async def _rank(self, requester: Requester, candidate: Candidate) -> bool:
        id = candidate.game
        try:
            deal = _fixed_deal(candidate.best_list)
            try:
                dealt = None if deal is None else (deal, await self._dealer.deal_fixed(deal))
            except NoDeal:
                return False  # there was no time; the next visit goes on
            result = await self._jobs.run(requester, verify_ranked, requester.player, id, dealt, seconds=NO_LIMIT)
            counts = result is not None and await self._write(
                requester.player, lambda store: store.rankings.save(id, result)
            )
        except (DamagedGame, NoDeal, NoSuchGame):
            counts = False
        except TooHard:
            return False  # the next visit goes on
        if not counts:
            self._refused[id] = None
            if len(self._refused) > _MAX_REFUSED:
                self._refused.popitem(last=False)
        return counts


def _fixed_deal(best_list: BestList) -> Deal | None:
    """Return the deal of a day or a level."""
    if best_list.day is not None:
        return daily(best_list.day).deal
    return None if best_list.level is None else level(best_list.level).deal
