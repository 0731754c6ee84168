"""Commands for stored games: games, and games save, load, export, import, remove, best, check and backup."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lianliankan.cli.commands.records import read_game
from lianliankan.cli.main import NO, YES, llk
from lianliankan.cli.names import MODE
from lianliankan.cli.options import Whole, json_option, option
from lianliankan.cli.output import check_new_file, printable, write, write_json
from lianliankan.cli.search_limits import SearchLimits
from lianliankan.errors import ParseError
from lianliankan.text import count, format_duration

if TYPE_CHECKING:
    from lianliankan.store import Store, Summary
    from lianliankan.store.best_lists import BestList

Command = TypeVar("Command", bound=Callable[..., object])

_MIN_ID_START = 4  # letters, to remove a game


def store_option(command: Command) -> Command:
    """Add the option of a command that uses the store."""
    return click.option(
        "--data",
        metavar="DIR",
        type=click.Path(path_type=FilePath, file_okay=False),
        help="The folder of the store (default: the system's folder for application data).",
    )(command)


def location_option(command: Command) -> Command:
    """Add the option of a command for operators, whose store may be a folder or a database."""
    return click.option(
        *("--store", "--data", "location"),
        metavar="DIR|URL",
        envvar="LLK_STORE",
        show_envvar=True,
        help="The store: a folder, or postgresql://… (default: the system's folder for application data).",
    )(command)


def _limit_option(default: int) -> Callable[[Command], Command]:
    text = "List at most N games."
    return option("--limit", type=Whole(1), default=default, show_default=True, help=text)


@contextmanager
def open_store(data: FilePath | None, *, create: bool = False) -> Iterator["Store"]:
    """Open the store that the option of `store_option` names; errors become one line.

    Only a command that stores something creates it; for the others, a store that does not exist is empty.
    """
    from lianliankan.store import Store

    try:
        with Store(data, create=create) as store:
            yield store
    except ValueError as problem:
        raise click.ClickException(str(problem)) from None


@llk.group(invoke_without_command=True)
@store_option
@option("--mode", type=MODE, help="Only games of this mode")
@click.option("--over/--running", default=None, help="Only finished, or only unfinished games (default: both).")
@_limit_option(100)
@json_option
@click.pass_context
def games(
    context: click.Context, data: FilePath | None, mode: str | None, over: bool | None, limit: int, as_json: bool
) -> int:
    """List the stored games, most recent first."""
    context.obj = data
    if context.invoked_subcommand is not None:
        return YES
    with open_store(data) as store:
        found = store.games(over=over, mode=mode, limit=limit)
    if as_json:
        write_json([_summary_json(game) for game in found])
    else:
        _print_table(found)
    return YES if found else NO


@games.command()
@click.argument("id")
@click.argument("file", default="-", metavar="[FILE]")
@store_option
@click.pass_obj
def save(outer: FilePath | None, id: str, file: str, data: FilePath | None) -> int:
    """Write the record of a game, for `llk replay`.

    ID is the game's id in the list, or the start of it. FILE is a new file; without it, or with -, the record
    goes to standard output.
    """
    from lianliankan.records.record import to_record

    with open_store(data or outer) as store:
        game = store.open(id).game
    check_new_file(file)
    write(file, to_record(game).rstrip("\n"))
    return YES


@games.command()
@click.argument("file", metavar="FILE")
@store_option
@click.pass_obj
def load(outer: FilePath | None, file: str, data: FilePath | None) -> int:
    """Store the game of a record, and print its id.

    FILE is a record from `llk games save` (- for standard input), or the share text of a game.
    """
    with SearchLimits(None, None).reading():
        game = read_game(file)
    with open_store(data or outer, create=True) as store:
        stored = store.begin(game)
    click.echo(stored.id)
    return YES


@games.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=FilePath, dir_okay=False))
@store_option
@click.pass_obj
def export(outer: FilePath | None, file: FilePath, data: FilePath | None) -> int:
    """Write all games, settings and custom pictures to the new zip FILE, for `llk games import` or the page."""
    from lianliankan.store.archive import write_archive

    check_new_file(str(file))
    with open_store(data or outer) as store:
        try:
            with file.open("xb") as target:
                number, problems = write_archive(store, target)
        except OSError as problem:
            raise click.ClickException(f"{file}: {problem.strerror or problem}") from None
    for line in problems:
        click.echo(f"llk: {printable(line.rstrip())}", err=True)
    click.echo(f"{file}: {count(number, 'game')}")
    return YES


@games.command(name="import")
@click.argument("file", metavar="FILE", type=click.Path(path_type=FilePath, dir_okay=False, exists=True))
@store_option
@click.pass_obj
def import_(outer: FilePath | None, file: FilePath, data: FilePath | None) -> int:
    """Take games, settings and custom pictures from the zip FILE, of `llk games export` or of the page.

    Every game is replayed, and left out if that shows a mistake. What is here already stays as it is, so importing a
    file twice changes nothing.
    """
    from lianliankan.faces.custom.picture_worker import PictureWorker
    from lianliankan.store.archive_import import import_archive

    with open_store(data or outer, create=True) as store, PictureWorker() as worker, file.open("rb") as source:
        report = import_archive(store, source, worker)
    for name, reason in report.refused:
        click.echo(f"llk: {printable(name)}: {printable(reason)}", err=True)
    if report.more_refused:
        click.echo(f"llk: and {report.more_refused} more", err=True)
    games = report.games
    click.echo(
        f"{count(games['new'], 'game')} imported, {games['continued']} continued, {games['known']} here already"
        + (f", {games['apart']} played on in both places: left as they are here" if games["apart"] else "")
    )
    if report.sets["new"] or report.sets["known"]:
        sets = count(report.sets["new"], "set")
        click.echo(f"{sets} of pictures imported, {report.sets['known']} here already")
    if report.settings:
        click.echo(f"{count(report.settings, 'setting')} imported")
    return NO if report.refused else YES


@games.command()
@click.argument("id")
@store_option
@click.pass_obj
def remove(outer: FilePath | None, id: str, data: FilePath | None) -> int:
    """Delete a game; this cannot be undone.

    ID is the game's id in the list, or at least its first 4 letters.
    """
    with open_store(data or outer) as store:
        found = store.find(id)
        if found != id.strip().lower() and len(id.strip()) < _MIN_ID_START:
            raise click.ClickException(f"type the whole id, or at least its first {_MIN_ID_START} letters: {found}")
        store.remove(found)
    click.echo(f"removed game {found}")
    return YES


@games.command()
@click.argument("mode", required=False, type=MODE)
@click.argument("size", required=False)
@store_option
@_limit_option(10)
@json_option
@click.pass_obj
def best(
    outer: FilePath | None, mode: str | None, size: str | None, data: FilePath | None, limit: int, as_json: bool
) -> int:
    """List the best games: of every level, day, kind of board, and board that was played repeatedly.

    MODE and SIZE (e.g. 8x18) restrict the lists.
    """
    from lianliankan.dealing.deal_spec import parse_size

    if size is not None:
        try:
            size = "{}x{}".format(*parse_size(size))
        except ParseError as problem:
            raise click.ClickException(problem.problem) from None
    with open_store(data or outer) as store:
        wanted = [each for each in store.best_lists() if mode in (None, each.mode) and size in (None, each.size)]
        found = [(each, bests) for each in wanted if (bests := store.best_games(each, limit))]
    if as_json:
        games = {game.id: game for _, bests in found for game in bests}  # a game may be in two lists
        write_json([_summary_json(game) for game in games.values()])
        return YES if found else NO
    for number, (each, bests) in enumerate(found):
        click.echo(("\n" if number else "") + _list_title(each))
        _print_table(bests)
    if not found:
        click.echo("no wins yet")
    return YES if found else NO


@games.command()
@store_option
@click.pass_obj
def check(outer: FilePath | None, data: FilePath | None) -> int:
    """Go through the whole store and list what is damaged."""
    with open_store(data or outer) as store:
        if not store.path.exists():
            raise click.ClickException(f"{store.path}: there is no store here")
        return report_damage(store.check())


def report_damage(damaged: Sequence[str]) -> int:
    """Print what is damaged in a store, and return the exit code."""
    for name in damaged or ["nothing is damaged"]:
        click.echo(printable(name))
    return NO if damaged else YES


@games.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=FilePath, dir_okay=False))
@store_option
@click.pass_obj
def backup(outer: FilePath | None, file: FilePath, data: FilePath | None) -> int:
    """Copy the whole store to the new file FILE, also while games are played.

    A plain copy of the file may lack the last games, or all of them: they can still be in the log beside it.
    """
    with open_store(data or outer) as store:
        damaged = store.backup(file)
    for name in damaged:
        click.echo(f"llk: {printable(name)} is damaged, also in the copy", err=True)
    click.echo(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
    return YES


def _list_title(best_list: "BestList") -> str:
    """Name a list: its mode, and its level, day, board or kind of board."""
    level = None if best_list.level is None else f"level {best_list.level}"
    what = level or best_list.day or best_list.deal or best_list.kind or f"{best_list.size}, shared board"
    return printable(f"{best_list.mode}, {what}")


def _print_table(games: Sequence["Summary"]) -> None:
    """Print games as a table."""
    if not games:
        click.echo("no games")
        return
    rows = [("id", "mode", "size", "state", "score", "time", "when"), *map(_cells, games)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [
            cell.rjust(width) if name in ("score", "time") else cell.ljust(width)
            for name, cell, width in zip(rows[0], row, widths, strict=True)
        ]
        click.echo("  ".join(cells).rstrip())


def _cells(game: "Summary") -> tuple[str, ...]:
    mode = printable(f"{game.mode} {game.level or game.day or ''}".rstrip())
    state = f"{game.state} {'*' * game.stars}".rstrip()
    when = f"{game.changed.astimezone():%Y-%m-%d %H:%M}"
    return game.id, mode, game.size, state, str(game.score), format_duration(game.seconds), when


def _summary_json(game: "Summary") -> dict[str, Any]:
    """Return a game for JSON."""
    from lianliankan.store.summary import SUMMARY_FIELDS

    about = {name: getattr(game, name) for name in SUMMARY_FIELDS}
    return about | {name: about[name].isoformat() for name in ("begun", "changed")}
