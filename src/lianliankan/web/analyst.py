"""Analyses of finished games, found by the workers one after the other while players do something else."""

from collections.abc import Awaitable, Callable, Sequence

from lianliankan.errors import DamagedGame, NoSuchGame, StoreError
from lianliankan.game.analysis import UNKNOWN, GameAnalysis
from lianliankan.store import Store
from lianliankan.web.live.tasks import ServerTasks
from lianliankan.web.work.game_jobs import analyse_game
from lianliankan.web.work.jobs import Busy, JobRunner, Owner, TooHard

Write = Callable[[str, Callable[[Store], None]], Awaitable[None]]


class Analyst:
    """Has the games of players analysed, in a task for each player, and stores what is found."""

    def __init__(self, jobs: JobRunner, tasks: ServerTasks, write: Write) -> None:
        self._jobs, self._tasks, self._write = jobs, tasks, write
        self._players: set[str] = set()  # whose games are being analysed

    def start(self, owner: Owner, ids: Sequence[str]) -> None:
        """Analyse games of an owner's player, unless some are being analysed already."""
        if ids and owner.player not in self._players:
            self._players.add(owner.player)
            self._tasks.start(self._analyse(owner, ids))

    async def save(self, player: str, id: str, analysis: GameAnalysis) -> bool:
        """Store an analysis and return whether that worked; if not, it is found again when it is needed."""
        try:
            await self._write(player, lambda store: store.save_analysis(id, analysis))
        except (NoSuchGame, StoreError):
            return False
        return True

    async def _analyse(self, owner: Owner, ids: Sequence[str]) -> None:
        try:
            for id in ids:
                if not await self._analyse_one(owner, id):
                    return  # the next request goes on
        finally:
            self._players.discard(owner.player)

    async def _analyse_one(self, owner: Owner, id: str) -> bool:
        """Analyse a game; return whether there is any point in going on."""
        try:
            found = await self._jobs.run(owner, analyse_game, owner.player, id)
        except DamagedGame:
            found = UNKNOWN
        except (NoSuchGame, TooHard):  # what was too hard on a busy machine is tried again at another request
            return True
        except (Busy, StoreError):
            return False
        return await self.save(owner.player, id, found)
