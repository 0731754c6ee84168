"""Measure the server under load: simulated players on this machine play against separate processes.

PYTHONPATH=tools python -m load games --players 2000 --store postgresql --workers 2 --kill
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import click

from lianliankan.race.items import Format
from load.games import LoadResult, load_table, measure
from load.page import write_page
from load.racers import LOAD_FORMATS
from load.races import RaceLoadResult, measure_races, race_load_table

Result = TypeVar("Result", LoadResult, RaceLoadResult)
Command = Callable[..., None]


@click.group(context_settings={"show_default": True})
def main() -> None:
    """Measure the server under load; the exit code is 1 if anything was lost, done twice or went wrong."""


def common_options(command: Command) -> Command:
    """Add the options that both tests share."""
    for option in (
        click.option("--rounds", default=1, help="How often to repeat all runs."),
        click.option("--kill", is_flag=True, help="Kill a worker halfway, and look up every answer afterwards."),
        click.option("--workers", default=1, help="Processes that serve players."),
        click.option(
            "--store", default="sqlite", help="sqlite, postgresql for a private cluster, or a database's URL."
        ),
        click.option("--seconds", default=40.0, help="Duration of a run."),
    ):
        command = option(command)
    return command


@main.command()
@click.option("--players", multiple=True, default=(2000,), help="How many play; repeatable, one run each.")
@click.option("--rate", default=1.0, help="Moves per second and player.")
@common_options
def games(
    players: Sequence[int], rate: float, seconds: float, store: str, workers: int, kill: bool, rounds: int
) -> None:
    """Simulate players of whole games. Workers on PostgreSQL are measured beside one worker on SQLite, in turn."""
    results = [
        measure(players=count, rate=rate, seconds=seconds, kill=kill, store=kind, workers=number)
        for count, kind, number in runs(players, store, workers, rounds)
    ]
    report(results, load_table)


@main.command()
@click.option("--rooms", multiple=True, default=(120,), help="How many rooms of six; repeatable, one run each.")
@click.option("--format", type=click.Choice(LOAD_FORMATS), default="sprint", help="The format of the races.")
@click.option("--rate", default=1.5, help="Pairs per second and player.")
@common_options
def races(
    rooms: Sequence[int],
    format: Format,
    rate: float,
    seconds: float,
    store: str,
    workers: int,
    kill: bool,
    rounds: int,
) -> None:
    """Simulate races in rooms of six; a time lasts until a pair is on the others' screens."""
    results = [
        measure_races(rooms=count, rate=rate, seconds=seconds, kill=kill, store=kind, workers=number, format=format)
        for count, kind, number in runs(rooms, store, workers, rounds)
    ]
    report(results, race_load_table)


@main.command()
@click.option("--races", "only_races", is_flag=True, help="Measure races only, and keep the rest of the page.")
def page(*, only_races: bool) -> None:
    """Measure and write docs/load.md."""
    write_page(only_races=only_races)


def runs(numbers: Sequence[int], store: str, workers: int, rounds: int) -> Iterator[tuple[int, str, int]]:
    """Yield the number, the store and the workers of each run, beside one worker on SQLite."""
    kinds = dict.fromkeys((("sqlite", 1), (store, workers)))
    for _ in range(rounds):
        for number in numbers:
            for kind, count in kinds:
                yield number, kind, count


def report(results: Sequence[Result], make_table: Callable[[Sequence[Result]], str]) -> None:
    click.echo(make_table(results))
    sys.exit(0 if all(result.is_clean for result in results) else 1)


if __name__ == "__main__":
    main()
