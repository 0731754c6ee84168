"""The games, settings and pictures of a zip, taken over one by one: replayed by the workers, stored by the writer."""

import asyncio
from dataclasses import dataclass
from typing import IO, Any

from lianliankan.errors import TooLarge
from lianliankan.game.game import Game
from lianliankan.game.start import MAX_SIDE
from lianliankan.store.archive_import import (
    ArchivedGame,
    DecodeStep,
    ImportReport,
    ImportStep,
    VerifyStep,
    WriteStep,
    import_steps,
    verify_game,
)
from lianliankan.store.imports import MovedGame
from lianliankan.web.board_limits import MAX_CELLS, MAX_KINDS
from lianliankan.web.live.protocol import MAX_COMMANDS
from lianliankan.web.request_context import RequestContext
from lianliankan.web.routes_games import MAX_GAMES
from lianliankan.web.work.fair_lane import Busy, TooHard
from lianliankan.web.work.jobs import JobContext, LaneName

_TRIES = 30
_RETRY_SECONDS = 1.0  # while the workers have too much to do


@dataclass(frozen=True, slots=True)
class ImportJob:
    """A game of a zip, verified by replaying it; or why it is refused."""

    game: ArchivedGame
    lanes: tuple[LaneName, ...] = ("quick", "share", "deal")

    def run(self, context: JobContext) -> MovedGame | str:
        """Replay the game."""
        return verify_game(self.game, _check_size)


def _check_size(game: Game) -> None:
    board = game.first_board
    if max(board.rows, board.cols) > MAX_SIDE or board.rows * board.cols > MAX_CELLS:
        raise TooLarge(f"boards on the web are limited to {MAX_SIDE} rows or columns and {MAX_CELLS} cells")
    if max(board.kinds, default=0) > MAX_KINDS:
        raise TooLarge(f"there are no faces for kinds above {MAX_KINDS}")
    if len(game.entries) > MAX_COMMANDS:
        raise TooLarge(f"games on the web are limited to {MAX_COMMANDS} commands")


async def import_player(context: RequestContext, file: IO[bytes]) -> ImportReport:
    """Take everything from a zip that the player does not have yet; raises BadArchive."""
    context.ensure_player()
    steps = import_steps(file, max_games=MAX_GAMES)
    answer: Any = None
    while True:
        try:
            step = steps.send(answer)
        except StopIteration as end:
            report: ImportReport = end.value
            return report
        answer = await _do(context, step)


async def _do(context: RequestContext, step: ImportStep) -> Any:  # noqa: ANN401  # what it is depends on the step
    if isinstance(step, VerifyStep):
        return await _verify(context, step.game)
    if isinstance(step, DecodeStep):
        return await context.server.picture_desk.take_next(step.run, step.files)
    if isinstance(step, WriteStep):
        return await context.write(step.act)
    return await context.read_slowly(step.act, context.store)


async def _verify(context: RequestContext, game: ArchivedGame) -> MovedGame | str:
    for _ in range(_TRIES):
        try:
            return await context.do_job(ImportJob(game))
        except Busy:
            await asyncio.sleep(_RETRY_SECONDS)
        except TooHard as problem:
            return f"{problem}; import the file once more while the server is less busy"
    return "the server is busy; import the file once more"
