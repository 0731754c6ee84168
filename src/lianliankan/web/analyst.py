"""Analyses of finished games, found by the workers one after the other while players do something else."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from lianliankan.errors import DamagedGame, NoSuchGame, StoreError
from lianliankan.game.analysis import UNKNOWN, GameAnalysis
from lianliankan.store import Store
from lianliankan.web.live.writer import Writer
from lianliankan.web.work.game_jobs import analyse_game
from lianliankan.web.work.jobs import Busy, JobRunner, Owner, TooHard


class Analyst:
    """Has the games of players analysed, in a task for each player, and stores what is found."""

    def __init__(self, jobs: JobRunner, writer: Writer, store_for_writing: Callable[[str], Store]) -> None:
        self._jobs, self._writer, self._store_for_writing = jobs, writer, store_for_writing
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def start(self, owner: Owner, ids: Sequence[str]) -> None:
        """Analyse games of an owner's player, unless some are being analysed already."""
        if ids and owner.player not in self._tasks:
            task = asyncio.get_running_loop().create_task(self._analyse(owner, ids))
            self._tasks[owner.player] = task
            task.add_done_callback(lambda _: self._tasks.pop(owner.player, None))

    async def save(self, player: str, id: str, analysis: GameAnalysis) -> bool:
        """Store an analysis and return whether that worked; if not, it is found again when it is needed."""
        try:
            await self._writer.run(lambda: self._store_for_writing(player).save_analysis(id, analysis))
        except (NoSuchGame, StoreError):
            return False
        return True

    def close(self) -> None:
        """Stop."""
        for task in self._tasks.values():
            task.cancel()

    async def _analyse(self, owner: Owner, ids: Sequence[str]) -> None:
        for id in ids:
            try:
                found = await self._find(owner, id)
            except DamagedGame:
                found = UNKNOWN
            except NoSuchGame:
                continue
            except (Busy, StoreError):
                return  # the next request goes on
            if not await self.save(owner.player, id, found):
                return

    async def _find(self, owner: Owner, id: str) -> GameAnalysis:
        for is_solved in (True, False):  # hints and combos can be counted without the solver
            with suppress(TooHard):
                return await self._jobs.run(owner, analyse_game, owner.player, id, is_solved)
        return UNKNOWN
