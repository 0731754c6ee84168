"""The games, settings and pictures of a zip, taken over one by one: replayed by the workers, stored by the writer."""

import asyncio
from typing import IO, Any

from lianliankan.store.archive_import import (
    ArchivedGame,
    DecodeStep,
    ImportReport,
    ImportStep,
    VerifyStep,
    WriteStep,
    import_steps,
)
from lianliankan.store.imports import MovedGame
from lianliankan.web.import_check import verify_moved
from lianliankan.web.request_context import RequestContext
from lianliankan.web.routes_games import MAX_GAMES
from lianliankan.web.work.jobs import Busy, TooHard

_TRIES = 30
_RETRY_SECONDS = 1.0  # while the workers have too much to do


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
            return await context.do_job(verify_moved, game)
        except Busy:
            await asyncio.sleep(_RETRY_SECONDS)
        except TooHard as problem:
            return f"{problem}; import the file once more while the server is less busy"
    return "the server is busy; import the file once more"
