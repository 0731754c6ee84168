"""Run races of bots in every format and gravity and check every promise: python -m race_simulation [--races N].

With --duels, bots of neighbouring strengths sprint against each other instead; with --proofs, it is measured how long
attacks take to prove.
"""

import statistics
import sys
import time
from collections import Counter

import click

import lianliankan as llk
from lianliankan.race.items import offered_items
from lianliankan.race.seat import BOT_LEVELS
from lianliankan.race.settings import FORMATS, RACE_GRAVITIES, RaceSettings
from lianliankan.text import percent, table
from race_simulation.invariants import Watcher, check_end
from race_simulation.proofs import measure_proofs
from race_simulation.simulate import run, start


@click.command()
@click.option("--races", default=20, show_default=True, help="How many for each format and gravity.")
@click.option("--seed", default=1, show_default=True, help="The number of the first race.")
@click.option("--chaos", default=0.05, show_default=True, help="How likely something unusual follows an action.")
@click.option("--rows", type=int, help="Of the boards; by default as usual in the format.")
@click.option("--cols", type=int, help="Of the boards; by default as usual in the format.")
@click.option("--duels", is_flag=True, help="Only compare the strengths.")
@click.option("--proofs", is_flag=True, help="Only measure proofs under every gravity.")
def main(races: int, seed: int, chaos: float, rows: int | None, cols: int | None, duels: bool, proofs: bool) -> None:
    """Run races and report what happened in them."""
    if duels:
        _compare_strengths(races, seed)
        return
    if proofs:
        _measure_proofs(races, rows or 8, cols or 14)
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


def _measure_proofs(boards: int, rows: int, cols: int) -> None:
    """Print how long attacks take to prove under each gravity, and how many are milder than asked."""
    head = ("gravity", "proofs", "median ms", "p99 ms", "most ms", "milder", "nothing")
    lines = []
    for gravity in llk.GRAVITIES:
        found = measure_proofs(gravity, rows=rows, cols=cols, boards=boards)
        times = (f"{each:.1f}" for each in (found.middle, found.late, found.most))
        shares = (percent(found.milder), percent(found.nothing))
        lines.append((gravity, f"{found.proofs:,}", *times, *shares))
        click.echo(gravity, err=True)
    click.echo(table(head, lines, markdown=True))


if __name__ == "__main__":
    sys.exit(main())
