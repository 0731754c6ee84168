"""The stats command: what the stored games say about their player."""

from pathlib import Path as FilePath
from time import monotonic
from typing import TYPE_CHECKING

import click

from lianliankan.cli.commands.games import open_store, store_option
from lianliankan.cli.main import NO, YES, llk
from lianliankan.cli.options import json_option
from lianliankan.cli.output import write_json
from lianliankan.text import format_duration

if TYPE_CHECKING:
    from lianliankan.store import Store
    from lianliankan.store.statistics import AchievementState, ModeStatistics, Statistics

_SECONDS = 10.0  # for games that are not analysed yet; the next call goes on

_MISTAKES = {
    "partner": "wrong partner: another pair of the same kind would have kept it winnable",
    "early": "too early: every pair of that kind lost the board",
    "unclear": "a losing pair, for reasons that are too hard to tell",
    "unknown": "too hard for the solver",
}


@llk.command()
@store_option
@json_option
def stats(data: FilePath | None, as_json: bool) -> int:
    """Show games, win rates, streaks, times, scores, mistakes and achievements."""
    import msgspec

    from lianliankan.game.start import today

    with open_store(data) as store:
        _analyse_missing(store)
        found = store.statistics(today())
    if as_json:
        write_json(msgspec.to_builtins(found))
    else:
        _print(found)
    return YES if found.games else NO


def _analyse_missing(store: "Store") -> None:
    """Look at games that have not been analysed, the latest first, for as long as a player may wait."""
    from lianliankan.deadline import give_up_at
    from lianliankan.errors import DamagedGame, StoreError
    from lianliankan.game.analysis import UNKNOWN, analyse

    end = monotonic() + _SECONDS
    for summary in [summary for summary, analysis in reversed(store.finished()) if analysis is None]:
        found = None
        try:
            with give_up_at(end):
                found = analyse(store.open(summary.id).game)
        except DamagedGame:
            found = UNKNOWN
        if found is None:
            return
        try:
            store.save_analysis(summary.id, found)
        except StoreError:
            return  # it cannot be written; the rest can still be shown


def _print(found: "Statistics") -> None:
    if not found.games:
        click.echo("no finished games yet")
        return
    _print_lines(
        ("games", f"{found.games}, {found.won} won ({_percent(found.won, found.games)})"),
        ("winning streak", f"{found.streak}, longest {found.longest_streak}"),
        ("daily streak", f"{found.daily_streak}, longest {found.longest_daily_streak}, {found.days_won} days won"),
        ("time", format_duration(found.seconds)),
        ("best combo", f"{found.best_combo} pairs"),
        ("hints used", f"{found.hints}, {found.hintless} games won without one"),
    )
    click.echo()
    _print_modes(found.modes)
    _print_mistakes(found)
    click.echo(f"\nachievements (wins count on boards of at least {2 * found.min_pairs} tiles)")
    _print_lines(*(_achievement(state) for state in found.achievements))
    if found.pending:
        click.echo(f"\n{found.pending} games have not been analysed yet; the next call goes on")


def _print_lines(*lines: tuple[str, str]) -> None:
    width = max(len(name) for name, _ in lines)
    for name, text in lines:
        click.echo(f"{name.ljust(width)}  {text}")


def _print_modes(modes: "list[ModeStatistics]") -> None:
    head = ("mode", "size", "games", "won", "best time", "median time", "best score", "median score")
    rows = [head, *map(_mode_cells, modes)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    for row in rows:
        cells = [
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo("  ".join(cells).rstrip())


def _mode_cells(group: "ModeStatistics") -> tuple[str, ...]:
    times = [
        "-" if seconds is None else format_duration(seconds) for seconds in (group.best_seconds, group.median_seconds)
    ]
    scores = ["-" if score is None else f"{score:.0f}" for score in (group.best_score, group.median_score)]
    return group.mode, group.size, str(group.games), _percent(group.won, group.games), *times, *scores


def _print_mistakes(found: "Statistics") -> None:
    mistakes = found.mistakes
    counts = {name: getattr(mistakes, name) for name in _MISTAKES}
    if not sum(counts.values()):
        return
    click.echo("\nfirst mistakes")
    for name, number in sorted(counts.items(), key=lambda item: -item[1]):
        if number:
            click.echo(f"{number:>5}  {_MISTAKES[name]}")
    click.echo(
        f"{mistakes.opening} in the first third, {mistakes.middle} in the middle, {mistakes.end} in the last third"
    )


def _achievement(state: "AchievementState") -> tuple[str, str]:
    from lianliankan.texts import Texts

    texts = Texts("en")
    text = texts(f"achievement {state.name} about", goal=state.goal)
    progress = f"{state.reached.astimezone():%Y-%m-%d}" if state.reached else f"{state.progress} of {state.goal}"
    return texts(f"achievement {state.name}"), f"{progress:<10}  {text}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f}%" if whole else "-"
