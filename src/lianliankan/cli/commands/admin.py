"""Commands for the operators of a site: admin migrate, check, backup, restore, move, players, races and forget."""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

import click

from lianliankan.cli.commands.games import location_option, report_damage
from lianliankan.cli.main import NO, YES, NegativeAnswer, llk
from lianliankan.cli.options import Whole, json_option, option
from lianliankan.cli.output import printable, write_json
from lianliankan.text import count, table

if TYPE_CHECKING:
    from lianliankan.store.database import Database, Location
    from lianliankan.store.race_results import RaceRow
    from lianliankan.store.rooms import RoomRow


@llk.group()
def admin() -> None:
    """Run a site: upgrade, back up and move its store, and look after its players."""


@admin.command()
@location_option
@option("--check", "only_check", is_flag=True, help="Change nothing; exit with 1 if the store needs an upgrade.")
def migrate(location: str | None, only_check: bool) -> int:
    """Bring a store to the version of this program, or create it.

    Several of these may run at once: one does the work, and the others wait.
    """
    from lianliankan.store.maintenance import find_version, open_database, upgrade_store
    from lianliankan.store.schema import VERSION

    with _one_line_errors():
        place = _place(location)
        if only_check:
            found = find_version(place)
            if found < VERSION:
                state = f"has version {found}" if found else "does not exist"
                click.echo(f"the store {state}; this program needs version {VERSION}")
                return NO
            open_database(place, create=False).close()  # raises StoreError if it is too new
            before = after = found
        else:
            before, after = upgrade_store(place)
    if before == after:
        click.echo(f"the store has version {after}, as this program needs")
    elif before:
        click.echo(f"the store was upgraded from version {before} to {after}")
    else:
        click.echo(f"a store of version {after} was created")
    return YES


@admin.command()
@location_option
def check(location: str | None) -> int:
    """Go through the whole store and list what is damaged."""
    from lianliankan.store.maintenance import list_damage

    with _opened(location) as database:
        return report_damage(list_damage(database))


@admin.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=FilePath, dir_okay=False))
@location_option
def backup(file: FilePath, location: str | None) -> int:
    """Copy the whole store to the new file FILE, also while games are played.

    The file is an SQLite store, whatever the engine, and has the key of the players' cookies in it.
    """
    from lianliankan.store.maintenance import write_backup

    with _opened(location) as database, _Progress() as progress:
        damaged = write_backup(database, file, report=progress.report)
    _warn(damaged)
    click.echo(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
    return YES


@admin.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=FilePath, dir_okay=False))
@location_option
def restore(file: FilePath, location: str | None) -> int:
    """Fill a store that is empty, or does not exist yet, from a backup."""
    from lianliankan.store.maintenance import restore_backup

    with _one_line_errors(), _Progress() as progress:
        counts, damaged = restore_backup(file, _place(location), report=progress.report)
    _warn(damaged)
    click.echo(f"restored {_sum_up(counts)}")
    return YES


@admin.command()
@click.argument("source", metavar="SOURCE")
@click.argument("target", metavar="TARGET")
def move(source: str, target: str) -> int:
    """Copy a store into one that is empty, or does not exist yet: from one engine to the other, or to another place.

    SOURCE and TARGET are folders or postgresql://…. Every table is compared before the copy counts; a failure leaves
    the target empty. Players keep their cookies. Stop the server first: what is played meanwhile is not in the copy.
    The source stays as it is.
    """
    from lianliankan.store.maintenance import copy_store, list_damage, open_database

    with _opened(source) as database, closing(open_database(target)) as copy, _Progress() as progress:
        counts = copy_store(database, copy, report=progress.report)
        damaged = list_damage(copy)
    _warn(damaged)
    click.echo(f"copied {_sum_up(counts)}")
    click.echo("start the server with the new store; remove the old one when you no longer need it")
    return YES


@admin.command()
@location_option
@option("--name", metavar="NAME", help="Only players whose names contain this.")
@option("--after", default="", metavar="ID", help="Only players whose ids come after this one: the next page.")
@option("--limit", type=Whole(1, 10_000), default=100, show_default=True, help="List at most N players.")
@json_option
def players(location: str | None, name: str | None, after: str, limit: int, as_json: bool) -> int:
    """List the players: those with games, and those with an account."""
    from lianliankan.store.players import list_players, search_players

    with _opened(location) as database:
        found = list_players(database, after, limit) if name is None else search_players(database, name, limit)
    if as_json:
        write_json([row._asdict() | {"seen": _stamp(row.seen).isoformat()} for row in found])
    elif found:
        cells = [
            (row.id, printable(row.name or ""), str(row.games), str(row.devices), _local(row.seen)) for row in found
        ]
        click.echo(table(("id", "name", "games", "devices", "last seen"), cells, markdown=False, left=(0, 1, 4)))
    else:
        click.echo("no players")
    return YES if found else NO


@admin.command()
@location_option
@option("--done", metavar="ID", help="Take a race off the list after its review.")
@option("--limit", type=Whole(1, 1_000), default=100, show_default=True, help="List at most N races.")
@json_option
def races(location: str | None, done: str | None, limit: int, as_json: bool) -> int:
    """List races with a player who was faster than people are, and the rooms that are open.

    The page shows a race at /race/replay/ID.
    """
    from lianliankan.store.race_results import RaceResults
    from lianliankan.store.rooms import Rooms

    with _opened(location) as database:
        results = RaceResults(database)
        if done is not None:
            if not results.set_reviewed(done):
                raise NegativeAnswer(f"there is no race {printable(done)!r} on the list")
            click.echo(f"race {done} is off the list")
            return YES
        flagged, rooms, total = results.to_review(limit), Rooms(database, "").list_all(), results.count()
    if as_json:
        listed = {"races": [_race_json(race) for race in flagged], "rooms": [_room_json(row) for row in rooms]}
        write_json(listed | {"total": total})
        return YES
    parts = f"{count(total, 'race')} in all", f"{count(len(flagged), 'race')} to look at"
    click.echo(f"{', '.join(parts)}, {count(len(rooms), 'room')} open")
    if flagged:
        heads = ("race", "format", "began", "player", "name", "mean pair", "fastest six")
        cells = [line for race in flagged for line in _race_lines(race)]
        click.echo("\n" + table(heads, cells, markdown=False, left=(0, 1, 2, 3, 4)))
    if rooms:
        cells = [_room_line(row) for row in rooms]
        columns = ("room", "format", "phase", "public", "people", "bots", "seats", "host", "last change")
        click.echo("\n" + table(columns, cells, markdown=False, left=(0, 1, 2, 3, 7, 8)))
    return YES


def _race_json(race: "RaceRow") -> dict[str, object]:
    too_fast = [
        {"seat": flag.seat + 1, "mean": flag.mean, "streak": flag.streak}
        | {key: getattr(race.result_of(flag.seat), key) for key in ("player", "name", "rank")}
        for flag in race.flags
    ]
    about = {"id": race.id, "format": race.format, "began": _stamp(race.began).isoformat()}
    return about | {"is_rated": race.is_rated, "too_fast": too_fast}


def _room_json(row: "RoomRow") -> dict[str, object]:
    return row._asdict() | {name: _stamp(getattr(row, name)).isoformat() for name in ("opened", "changed")}


def _race_lines(race: "RaceRow") -> list[tuple[str, ...]]:
    about = race.id, race.format, _local(race.began)
    found = [(flag, race.result_of(flag.seat)) for flag in race.flags]
    return [
        (*about, each.player or "", printable(each.name), f"{flag.mean:g} ms", f"{flag.streak:g} ms")
        for flag, each in found
    ]


def _room_line(row: "RoomRow") -> tuple[str, ...]:
    numbers = str(row.people), str(row.bots), str(row.seats)
    is_public = "yes" if row.is_public else "no"
    return row.code, row.format, row.phase, is_public, *numbers, printable(row.host), _local(row.changed)


@admin.command(context_settings={"ignore_unknown_options": True})  # an id may begin with a dash
@click.argument("player", metavar="PLAYER")
@location_option
@option("--yes", "is_sure", is_flag=True, help="Do not ask.")
def forget(player: str, location: str | None, is_sure: bool) -> int:
    """Delete everything of a player; this cannot be undone.

    PLAYER is an id in the list of players, or a whole name. Backups still have the player.
    """
    from lianliankan.store.players import Players, find_player

    with _opened(location) as database:
        found = find_player(database, player)
        if found is None:
            raise NegativeAnswer(f"there is no player {printable(player)!r}")
        who = f"{printable(found.name)} ({found.id})" if found.name else found.id
        if not is_sure:
            click.confirm(f"Delete {who}, with {count(found.games, 'game')}?", abort=True)
        games = Players(database).forget(found.id)
        Players(database).scrub()
    click.echo(f"deleted {who}, with {count(games, 'game')}")
    return YES


def _place(location: str | None) -> "Location":
    from lianliankan.store import data_folder

    return location or data_folder()


@contextmanager
def _one_line_errors() -> Iterator[None]:
    try:
        yield
    except ValueError as problem:
        raise click.ClickException(str(problem)) from None


@contextmanager
def _opened(location: str | None) -> "Iterator[Database]":
    """Open a store that exists; errors become one line."""
    from lianliankan.store.maintenance import open_database

    with _one_line_errors(), closing(open_database(_place(location), create=False)) as database:
        if not database.exists:
            raise click.ClickException(f"{database.name}: there is no store here")
        yield database


class _Progress:
    """Says on standard error how far something is: in one line that changes, or with one line for each step."""

    def __init__(self) -> None:
        self._is_screen = sys.stderr.isatty()
        self._step = ""
        self._width = 0

    def report(self, step: str, done: int, total: int) -> None:
        """Show the progress."""
        if self._is_screen:
            line = f"{step}: {done:,} of {total:,}"
            click.echo(f"\r{line.ljust(self._width)}", err=True, nl=False)
            self._width = len(line)
        elif step != self._step and total:
            click.echo(f"{step}: {total:,}", err=True)
        self._step = step

    def __enter__(self) -> "_Progress":
        return self

    def __exit__(self, *problem: object) -> None:
        if self._width:
            click.echo(f"\r{' ' * self._width}\r", err=True, nl=False)


def _warn(damaged: list[str]) -> None:
    for name in damaged:
        click.echo(f"llk: {printable(name)} is damaged, also in the copy", err=True)


def _sum_up(counts: dict[str, int]) -> str:
    rows = sum(counts.values())
    return f"{count(counts['games'], 'game')} with {count(counts['commands'], 'command')}, {count(rows, 'row')} in all"


def _stamp(microseconds: int) -> datetime:
    return datetime.fromtimestamp(microseconds / 1e6, UTC)


def _local(microseconds: int) -> str:
    return f"{_stamp(microseconds).astimezone():%Y-%m-%d %H:%M}"
