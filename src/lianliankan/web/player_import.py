"""The games, settings and pictures of a zip, taken over one by one: replayed by the workers, stored by the writer."""

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import IO, TypeVar

from lianliankan.errors import NoRoom
from lianliankan.faces.custom.import_pictures import Thumbnail
from lianliankan.faces.custom.refusal import Refusal
from lianliankan.store import Store
from lianliankan.store.archive_import import (
    ARCHIVE_LIMITS,
    ImportReport,
    PictureImport,
    missing_settings,
)
from lianliankan.store.archive_reader import ArchivedGame, ArchivedPicture, PlayerArchive, RefusedFile
from lianliankan.store.imports import ImportOutcome, MovedGame
from lianliankan.web.import_check import verify_moved
from lianliankan.web.request_context import RequestContext
from lianliankan.web.routes_games import MAX_GAMES
from lianliankan.web.work.jobs import Busy, TooHard

T = TypeVar("T")

_TRIES = 30
_RETRY_SECONDS = 1.0  # while the workers have too much to do


async def import_player(context: RequestContext, file: IO[bytes]) -> ImportReport:
    """Take everything from a zip that the player does not have yet; raises BadArchive."""
    report = ImportReport()
    context.ensure_player()
    archive = await context.read_slowly(PlayerArchive, file)
    settings = await context.read(missing_settings, context.store, archive.settings)
    for name, value in settings.items():
        await context.write(partial(Store.set_setting, name=name, value=value))
        report.settings += 1
    await _import_games(context, archive, report)
    await _import_pictures(context, archive, report)
    return report


async def _import_games(context: RequestContext, archive: PlayerArchive, report: ImportReport) -> None:
    games = archive.games()
    while (game := await _take_next(context, games)) is not None:
        if isinstance(game, RefusedFile):
            report.refuse(*game)
            continue
        moved = await _verify(context, game)
        if isinstance(moved, str):
            report.refuse(game.name, moved)
            continue
        try:
            outcome, id = await context.write(partial(_add_game, moved))
        except NoRoom as problem:
            report.refuse(game.name, str(problem))
            return
        report.note(moved, outcome, id)


async def _import_pictures(context: RequestContext, archive: PlayerArchive, report: ImportReport) -> None:
    server = context.server
    taking = await context.write(lambda store: PictureImport(store, report))
    pictures = archive.pictures(ARCHIVE_LIMITS)
    while (picture := await _take_next(context, pictures)) is not None:
        if isinstance(picture, RefusedFile):
            report.refuse(*picture)
            continue
        files = taking.read(picture)
        result = await server.picture_desk.take_next(taking.importing, files)
        await context.write(partial(_add_picture, taking, picture, result))
    await context.write(lambda _: taking.finish())


def _add_game(moved: MovedGame, store: Store) -> tuple[ImportOutcome, str]:
    return store.imports.add(moved, max_games=MAX_GAMES)


def _add_picture(taking: PictureImport, item: ArchivedPicture, result: Thumbnail | Refusal | None, _: Store) -> None:
    taking.add(item, result)


async def _take_next(context: RequestContext, items: Iterator[T]) -> T | None:
    return await context.read_slowly(next, items, None)


async def _verify(context: RequestContext, game: ArchivedGame) -> MovedGame | str:
    for _ in range(_TRIES):
        try:
            return await context.do_job(verify_moved, game)
        except Busy:
            await asyncio.sleep(_RETRY_SECONDS)
        except TooHard as problem:
            return f"{problem}; import the file once more while the server is less busy"
    return "the server is busy; import the file once more"
