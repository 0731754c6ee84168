"""The speed of the solver, as text or as the page docs/solver-speed.md."""

import os
from collections.abc import Iterable

from lianliankan.bench.solver import BoardStatistics, SolveResult, Timing
from lianliankan.text import table

__all__ = ["format_page"]


def format_page(
    results: Iterable[SolveResult],
    timings: Iterable[Timing],
    statistics: Iterable[BoardStatistics],
    *,
    seconds: float,
    markdown: bool,
) -> str:
    """Format all tables."""
    solved = [
        (
            result.time.title,
            str(result.time.number),
            f"{100 * result.winnable / result.time.number:.1f}%",
            str(result.undecided),
            _ms(result.time.middle),
            _ms(result.time.p99),
            _ms(result.time.most),
            _proof(result),
        )
        for result in results
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
        for each in statistics
    ]
    parts = [
        _intro(seconds, markdown=markdown),
        table(
            ("deals", "number", "winnable", "undecided", "median", "p99", "max", "verified"), solved, markdown=markdown
        ),
        "What a game asks of the solver, in milliseconds, on boards of 8 × 18 cells and 36 kinds:",
        table(("what", "number", "mean", "median", "p99", "max"), played, markdown=markdown),
        "Statistics of deals of 8 × 18 cells and 36 kinds: means with standard errors.",
        table(("boards", "number", "first moves", "equal neighbours"), alike, markdown=markdown),
    ]
    return "\n\n".join(part for part in parts if part)


def _intro(seconds: float, *, markdown: bool) -> str:
    cores = os.cpu_count()
    if not markdown:
        return (
            f"Uniform deals with seeds from 1, on one of {cores} cores; milliseconds, at most {seconds:g} seconds each."
        )
    return (
        "# How fast the solver is\n\n"
        f"Written by `llk bench solve --verify --markdown` on one core of a machine with {cores}. Deals are those of "
        "`llk.scatter` with seeds 1 to n: uniform, winnable or not. Paths may use the ring unless a rule says "
        f"otherwise. Times are milliseconds of `llk.solve`, limited to {seconds:g} seconds each, one after another; "
        "the best of three if it is under 50 milliseconds. Every win was replayed; every loss without gravity was "
        "checked by `llk.verify`, which shares no code with the search."
    )


def _proof(result: SolveResult) -> str:
    wins = f"{result.wins_replayed} wins"
    return f"{wins}, {result.losses_verified} of {result.losses} losses" if result.losses_verified else wins


def _ms(value: float) -> str:
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 10 else f"{value:.0f}"
