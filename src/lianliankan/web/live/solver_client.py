"""Questions of live games to the solver: answered by worker processes, while the game waits or goes on."""

import asyncio
from collections.abc import Callable, Container
from time import monotonic
from typing import Any, TypeVar

import msgspec

from lianliankan.game.game import Game
from lianliankan.game.history import LostSince
from lianliankan.game.questions import (
    Answers,
    BlameQuestion,
    HintAnswer,
    HintQuestion,
    MissQuestion,
    SolverQuestion,
    Unanswered,
    WinnableQuestion,
)
from lianliankan.solver.solve import Blame
from lianliankan.solver.verdict import Budget
from lianliankan.web.base.page_data import encode_text
from lianliankan.web.base.tasks import ServerClosing, ServerTasks
from lianliankan.web.live.connection import Connection
from lianliankan.web.live.protocol import Winnability
from lianliankan.web.work.game_jobs import answer_question
from lianliankan.web.work.jobs import NO_LIMIT, Busy, JobRunner, Requester, TooHard, unless_first

T = TypeVar("T")

_MAX_TILES_IN_LOOP = 200  # on boards with more tiles, finding a near miss would block the event loop
_BUDGET = Budget(nodes=200_000, seconds=2.0)


class AskerGone(Exception):
    """The client left before its command was done, and the command was dropped."""


class SolverClient:
    """Answers the questions of one game.

    - `is_unsure`: whether it did not wait for what the solver thinks of the last position.
    """

    def __init__(self, requester: Requester, jobs: JobRunner, opinion_seconds: float) -> None:
        self._requester = requester
        self._jobs = jobs
        self._opinion_seconds = opinion_seconds
        self._answers = Answers()
        self._opinions_until = 0.0
        self.is_unsure = False

    def serve(self, game: Game) -> None:
        """Answer the questions of a game, and of its copies, from now on."""
        game.ask_with(self._answers.look_up)

    async def run(self, attempt: Callable[[], T], asker: Connection | None = None) -> T:
        """Run a function again and again until all its questions are answered, and return its result.

        Nearly always it has none, and nothing is waited for. Raises Busy, TooHard, and AskerGone.
        """
        self.is_unsure = False
        self._opinions_until = monotonic() + self._opinion_seconds
        try:
            while True:
                try:
                    return attempt()
                except Unanswered as missing:
                    self._answers.add(missing.question, await self._answer(missing.question, asker))
        finally:
            self._answers.clear()

    async def _answer(self, question: SolverQuestion[Any], asker: Connection | None) -> object:
        match question:
            case MissQuestion(board) if board.tile_count <= _MAX_TILES_IN_LOOP:
                return question.answer()
            case MissQuestion() | WinnableQuestion():
                return await self._find_opinion(question, None)
            case BlameQuestion():
                return await self._find_opinion(question, Blame(None, None, None, None))
            case HintQuestion(board):
                try:
                    return await self._find_answer(question, asker)
                except TooHard:
                    return HintAnswer(board.moves()[0], None, timed_out=True)
            case _:
                return await self._find_answer(question, asker, NO_LIMIT)

    async def _find_answer(
        self, question: SolverQuestion[Any], asker: Connection | None, seconds: float | None = None
    ) -> object:
        """Return the answer to a question, unless the waiting client leaves."""
        asking = self._jobs.run(self._requester, answer_question, question, lane="short", seconds=seconds)
        return await (asking if asker is None else unless_first(asking, asker.until_gone(), AskerGone()))

    async def _find_opinion(self, question: SolverQuestion[Any], unknown: object) -> object:
        """Return the answer to a question that a move does not wait for: soon, or not at all."""
        left = max(self._opinions_until - monotonic(), 0)
        asking = self._jobs.run(self._requester, answer_question, question, lane="short", seconds=left)
        try:
            async with asyncio.timeout(left):
                return await asking
        except (TimeoutError, Busy, TooHard):
            self.is_unsure = not isinstance(question, MissQuestion)
            return unknown


class WinnableClient:
    """Tells the connections of one game whether it can still be won, while it goes on.

    A connection that asks again before the answer gets one answer, to its last question.
    """

    def __init__(
        self,
        requester: Requester,
        jobs: JobRunner,
        tasks: ServerTasks,
        *,
        game: Callable[[], Game],
        connections: Container[Connection],
    ) -> None:
        """Take what returns the game as it is on the disk, and the connections that are still there."""
        self._requester = requester
        self._jobs = jobs
        self._tasks = tasks
        self._game = game
        self._connections = connections
        self._waiting: dict[Connection, int] = {}
        self._is_answering = False
        self._last: Winnability | None = None

    def ask(self, n: int, connection: Connection) -> None:
        """Answer a connection when the answer is found."""
        self._waiting[connection] = n
        if not self._is_answering:
            self._is_answering = True
            self._tasks.start(self._answer_waiting())

    def forget(self) -> None:
        """Forget the last answer: the game was read again."""
        self._last = None

    def close(self) -> None:
        """Stop answering."""
        self._waiting.clear()

    async def _answer_waiting(self) -> None:
        """Answer the waiting connections, and those that ask meanwhile, about the latest position."""
        try:
            while any(connection in self._connections for connection in self._waiting):
                found = await self._find()
                if found.version == self._game().version:
                    for connection, n in self._waiting.items():
                        connection.push(encode_text(msgspec.structs.replace(found, n=n)))
                    self._waiting.clear()
        finally:
            self._is_answering = False
            self._waiting.clear()

    async def _find(self) -> Winnability:
        """Find out whether the game can be won as it is now; undecided if there is no time for it."""
        game = self._game()
        if game.is_over or game.winnable or game.lost_since is not None:
            return Winnability(0, game.version, game.winnable, game.lost_since)
        if self._last is None or self._last.version != game.version:
            found = Winnability(0, game.version, None, None)
            try:
                question = BlameQuestion(game.lines[-1], _BUDGET)
                # Not in the lane of hints and shuffles: there, a player has one turn at a time.
                blame = await self._jobs.run(self._requester, answer_question, question, lane="long")
            except (Busy, ServerClosing):
                return found
            except TooHard:
                blame = Blame(None, None, None, None, timed_out=True)
            self._last = _to_winnability(game.version, blame)
        return self._last


def _to_winnability(version: int, blame: Blame) -> Winnability:
    """Return what the solver found."""
    lost = None if blame.winnable is not False else LostSince(blame.lost_after, blame.move)
    return Winnability(0, version, blame.winnable, lost, blame.timed_out)
