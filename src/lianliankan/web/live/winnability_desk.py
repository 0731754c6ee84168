"""Whether a game can still be won: answered while it goes on, once for all connections that ask."""

from collections.abc import Callable, Container
from contextlib import suppress

import msgspec

from lianliankan.game.game import Game
from lianliankan.game.history import LostSince
from lianliankan.game.questions import BlameQuestion
from lianliankan.solver.solve import Blame
from lianliankan.solver.verdict import Budget
from lianliankan.web.live.background import run_in_background
from lianliankan.web.live.connection import Connection
from lianliankan.web.live.protocol import Winnability, encode_text
from lianliankan.web.live.writer import ServerClosing
from lianliankan.web.work.game_jobs import answer_question
from lianliankan.web.work.jobs import Busy, JobRunner, Owner, TooHard

_BUDGET = Budget(nodes=200_000, seconds=2.0)


class WinnabilityDesk:
    """Answers the connections of one game.

    A connection that asks again before the answer gets one answer, to its last question.
    """

    def __init__(
        self, owner: Owner, jobs: JobRunner, game: Callable[[], Game], connections: Container[Connection]
    ) -> None:
        """Take whose turn it is, the workers, what returns the game as it is on the disk, and who is still there."""
        self._owner, self._jobs, self._game, self._connections = owner, jobs, game, connections
        self._waiting: dict[Connection, int] = {}
        self._is_answering = False
        self._last: Winnability | None = None

    def ask(self, n: int, connection: Connection) -> None:
        """Answer a connection when the answer is found."""
        self._waiting[connection] = n
        if not self._is_answering:
            self._is_answering = True
            run_in_background(self._answer_waiting())

    def forget(self) -> None:
        """Forget the last answer: the game was read anew."""
        self._last = None

    def close(self) -> None:
        """Answer nobody any more."""
        self._waiting.clear()

    async def _answer_waiting(self) -> None:
        """Answer the waiting connections, and those that ask meanwhile."""
        try:
            while self._waiting:
                await self._answer_those_waiting()
        finally:
            self._is_answering = False

    async def _answer_those_waiting(self) -> None:
        """Answer those that wait now, but for those that have asked again when the answer is found."""
        asked = self._take_waiting()
        if not asked:
            return
        found = self._known() or await self._find()
        for connection, n in asked.items():
            if connection not in self._waiting:
                connection.push(encode_text(msgspec.structs.replace(found, n=n)))

    async def _find(self) -> Winnability:
        """Have the solver look at the game as it is now."""
        game, blame = self._game(), None
        version, question = game.version, BlameQuestion(game.lines[-1], _BUDGET)
        try:
            with suppress(TooHard):
                blame = await self._jobs.run(self._owner, answer_question, question, lane="short")
        except (Busy, ServerClosing):
            return Winnability(0, version, None, None)
        self._last = (self._known() if blame is None else None) or _to_winnability(version, blame)
        return self._last

    def _take_waiting(self) -> dict[Connection, int]:
        """Return the connections that wait for an answer and their numbers, leaving out those that have gone."""
        waiting = {connection: n for connection, n in self._waiting.items() if connection in self._connections}
        self._waiting.clear()
        return waiting

    def _known(self) -> Winnability | None:
        """Return whether the game can be won, if that is known."""
        game, last = self._game(), self._last
        if game.is_over or game.winnable or game.lost_since is not None:
            return Winnability(0, game.version, game.winnable, game.lost_since)
        return last if last is not None and last.version == game.version else None


def _to_winnability(version: int, blame: object) -> Winnability:
    """Return what the solver found; undecided if it found nothing."""
    if not isinstance(blame, Blame):
        return Winnability(0, version, None, None)
    lost = None if blame.winnable is not False else LostSince(blame.lost_after, blame.move)
    return Winnability(0, version, blame.winnable, lost)
