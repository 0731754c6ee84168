"""Run races of bots in every format and gravity and check every promise: python -m race_simulation [--races N].

With --duels, bots of neighbouring strengths sprint against each other instead.
"""

import statistics
import sys
import time
from collections import Counter

import click

from lianliankan.race.items import offered_items
from lianliankan.race.seat import BOT_LEVELS
from lianliankan.race.settings import FORMATS, RACE_GRAVITIES, RaceSettings
from race_simulation.invariants import Watcher, check_end
from race_simulation.simulate import run, start


@click.command()
@click.option("--races", default=20, show_default=True, help="How many for each format and gravity.")
@click.option("--seed", default=1, show_default=True, help="The number of the first race.")
@click.option("--chaos", default=0.05, show_default=True, help="How likely something unusual follows an action.")
@click.option("--rows", type=int, help="Of the boards; by default as usual in the format.")
@click.option("--cols", type=int, help="Of the boards; by default as usual in the format.")
@click.option("--duels", is_flag=True, help="Only compare the strengths.")
def main(races: int, seed: int, chaos: float, rows: int | None, cols: int | None, duels: bool) -> None:
    """Run races and report what happened in them."""
    if duels:
        _compare_strengths(races, seed)
        return
    counts, begun, done = Counter[str](), time.monotonic(), 0
    for name in FORMATS:
        for gravity in RACE_GRAVITIES:
            for number in range(seed, seed + races):
                has_items = bool(offered_items(name))
                settings = RaceSettings(format=name, gravity=gravity, items=has_items, rows=rows, cols=cols)
                levels = [1 + (number + seat) % BOT_LEVELS for seat in range(2 + number % 5)]
                race = start(settings, levels, number)
                watcher = Watcher(race)
                try:
                    check_end(run(race, number, watcher, chaos=chaos), watcher)
                except BaseException:
                    click.echo(f"failed: {name} {gravity} seed {number}", err=True)
                    raise
                counts += watcher.counts
                done += 1
            click.echo(f"{done} races, {time.monotonic() - begun:.0f} s: {name} {gravity}")
    for event, count in sorted(counts.items()):
        click.echo(f"{count:9,} {event}")


def _compare_strengths(races: int, seed: int) -> None:
    """Let each strength sprint against the next lower one, and print how often it wins and how long it takes."""
    seconds: dict[int, list[float]] = {level: [] for level in range(1, BOT_LEVELS + 1)}
    for level in range(2, BOT_LEVELS + 1):
        wins = 0
        for number in range(seed, seed + races):
            seats = (level, level - 1) if number % 2 else (level - 1, level)
            race = run(start(RaceSettings(idle=0, limit=0, after_first=0), seats, number), number)
            wins += race.seats[race.standings[0].seat].racer.bot == level
            for standing in race.standings:
                if standing.finished_at is not None:
                    seconds[race.seats[standing.seat].racer.bot].append(standing.finished_at / 1000)
        click.echo(f"strength {level} beats {level - 1} in {wins / races:.0%} of {races} sprints")
    for level, times in seconds.items():
        low, *_, high = statistics.quantiles(times, n=10)
        click.echo(f"strength {level}: {statistics.median(times):.0f} s, 8 of 10 from {low:.0f} to {high:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
