"""What a game asks the solver, answered by worker processes for as long as its player waits."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any, TypeVar

from lianliankan.game.game import Game
from lianliankan.game.questions import (
    Answers,
    BlameQuestion,
    HintQuestion,
    MissQuestion,
    SolverQuestion,
    Unanswered,
    WinnableQuestion,
)
from lianliankan.solver.solve import Blame
from lianliankan.web.live.connection import Connection
from lianliankan.web.live.services import Services
from lianliankan.web.work.game_jobs import answer_question
from lianliankan.web.work.jobs import Busy, Owner, TooHard, unless_first

T = TypeVar("T")

_MAX_TILES_IN_LOOP = 200  # on boards with more tiles, finding a near miss would block the event loop


class AskerGone(Exception):
    """The client has gone before its command was done; it was not."""


class SolverDesk:
    """Answers the questions of one game.

    - `is_unsure`: whether it did not wait for what the solver thinks of the last position.
    """

    def __init__(self, owner: Owner, services: Services) -> None:
        self._owner, self._services = owner, services
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
        self._opinions_until = monotonic() + self._services.opinion_seconds
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
            case MissQuestion():
                return await self._find_opinion(question, None)
            case WinnableQuestion():
                return await self._find_opinion(question, None)
            case BlameQuestion():
                return await self._find_opinion(question, Blame(None, None, None, None))
            case HintQuestion(board):
                try:
                    return await self._find_answer(question, asker)
                except TooHard:
                    return board.moves()[0], None
            case _:
                return await self._find_answer(question, asker)

    async def _find_answer(self, question: SolverQuestion[Any], asker: Connection | None) -> object:
        """Return the answer to a question, unless the client that waits for it goes away."""
        asking = self._services.jobs.run(self._owner, answer_question, question, lane="short")
        return await (asking if asker is None else unless_first(asking, asker.until_gone(), AskerGone()))

    async def _find_opinion(self, question: SolverQuestion[Any], unknown: object) -> object:
        """Return the answer to a question that a move need not wait for: soon, or not at all."""
        left = max(self._opinions_until - monotonic(), 0)
        asking = self._services.jobs.run(self._owner, answer_question, question, lane="short", seconds=left)
        try:
            async with asyncio.timeout(left):
                return await asking
        except (TimeoutError, Busy, TooHard):
            self.is_unsure = not isinstance(question, MissQuestion)
            return unknown
