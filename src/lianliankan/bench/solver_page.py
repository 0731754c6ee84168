"""What was measured of the oracle, as text or as the page docs/solver-speed.md."""

import os
from collections.abc import Iterable

from lianliankan.bench.solver import BoardStatistics, SolveResult, Timing
from lianliankan.text import table

__all__ = ["format_page"]


def format_page(
    spreads: Iterable[SolveResult],
    timings: Iterable[Timing],
    looks: Iterable[BoardStatistics],
    *,
    seconds: float,
    markdown: bool,
) -> str:
    """Write all tables."""
    solved = [
        (
            spread.time.title,
            str(spread.time.number),
            f"{100 * spread.winnable / spread.time.number:.1f}%",
            str(spread.undecided),
            _ms(spread.time.middle),
            _ms(spread.time.p99),
            _ms(spread.time.most),
            _proof(spread),
        )
        for spread in spreads
    ]
    played = [
        (each.title, str(each.number), _ms(each.average), _ms(each.middle), _ms(each.p99), _ms(each.most))
        for each in timings
    ]
    alike = [
        (
            each.title,
            str(each.number),
            f"{each.moves[0]:.2f} ± {each.moves[1]:.2f}",
            f"{each.neighbours[0]:.2f} ± {each.neighbours[1]:.2f}",
        )
        for each in looks
    ]
    parts = [
        _intro(seconds, markdown=markdown),
        table(
            ("deals", "number", "winnable", "undecided", "median", "p99", "most", "verified"), solved, markdown=markdown
        ),
        "Milliseconds for what a game asks, boards of 8 × 18 cells and 36 kinds:",
        table(("what", "times", "mean", "median", "p99", "most"), played, markdown=markdown),
        "What deals look like, 8 × 18 cells and 36 kinds: means with their standard errors.",
        table(("boards", "number", "first moves", "equal neighbours"), alike, markdown=markdown),
    ]
    return "\n\n".join(part for part in parts if part)


def _intro(seconds: float, *, markdown: bool) -> str:
    cores = os.cpu_count()
    if not markdown:
        return (
            f"Uniform deals numbered from 1, on one of {cores} cores; milliseconds, at most {seconds:g} seconds each."
        )
    return (
        "# How fast the oracle is\n\n"
        f"Written by `llk bench solve --verify --markdown` on one core of a machine with {cores}. Deals are those of "
        "`llk.scatter` with the numbers 1 … n: uniform, winnable or not; rings are used unless a rule says otherwise. "
        f"Times are milliseconds of `llk.solve` with at most {seconds:g} seconds each, one after the other; the least "
        "of three where that is under 50 milliseconds. Every win was replayed; every loss where tiles stay was checked "
        "by `llk.verify`, which shares no code with the search."
    )


def _proof(spread: SolveResult) -> str:
    wins = f"{spread.wins_replayed} wins"
    return f"{wins}, {spread.losses_verified} of {spread.losses} losses" if spread.losses_verified else wins


def _ms(value: float) -> str:
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 10 else f"{value:.0f}"
