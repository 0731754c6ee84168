"""What was measured as tables, for the terminal and for the pages of the docs."""

import sys
from collections.abc import Iterable, Iterator, Sequence

from lianliankan.bench.solver import BoardStatistics, SolveResult, Timing
from lianliankan.bench.speed import FILLS, WORKS, Measurement, Work
from lianliankan.dealing.deal import scatter
from lianliankan.text import count, table


def speed_tables(measurements: Sequence[Measurement], signature: str, *, markdown: bool) -> str:
    """Format the measurements of the kernel, one table per size, and the signature."""
    parts = []
    for rows, cols in dict.fromkeys((each.rows, each.cols) for each in measurements):
        times = {
            (each.work, each.fill): each.minimum for each in measurements if (each.rows, each.cols) == (rows, cols)
        }
        head = ("by", "work", f"ns at {' / '.join(map(str, FILLS))}%", "ratio")
        parts += [
            f"{'## ' if markdown else ''}{rows} × {cols}",
            table(head, [_speed_line(work, times) for work in WORKS], markdown=markdown, left=(0, 1)),
            f"One position takes {sys.getsizeof(scatter(rows, cols, kinds=rows * cols // 4, seed=1)):,} bytes.",
        ]
    return "\n\n".join([*parts, f"{'Signature' if markdown else 'signature'}: {signature}"])


def _speed_line(work: Work, times: dict[tuple[Work, int], float]) -> tuple[str, ...]:
    own = [times[work, fill] for fill in FILLS]
    against = [times[other, fill] for other in WORKS if other.key == work.against for fill in FILLS]
    ratios = [time / other if other else 0.0 for time, other in zip(own, against, strict=False)]
    return work.by, work.title, _short(own, 100), _short(ratios, 10)


def _short(values: Sequence[float], limit: int) -> str:
    """Format numbers, with a decimal below the limit; 0 means that no such board could be made."""
    return " / ".join("–" if not each else f"{each:.1f}" if each < limit else f"{each:,.0f}" for each in values)


def solver_tables(
    results: Iterable[SolveResult],
    timings: Iterable[Timing],
    statistics: Iterable[BoardStatistics],
    *,
    markdown: bool,
) -> str:
    """Format the measurements of the solver: solved deals, what a game asks of it, and statistics of deals."""
    solved = [
        (
            result.time.title,
            str(result.time.number),
            f"{100 * result.winnable / result.time.number:.1f}%",
            str(result.undecided),
            *_ms(result.time.middle, result.time.p99, result.time.most),
            _proof(result),
        )
        for result in results
    ]
    played = [(each.title, str(each.number), *_ms(each.average, each.middle, each.p99, each.most)) for each in timings]
    alike = [
        (each.title, str(each.number), *(f"{mean:.2f} ± {error:.2f}" for mean, error in (each.moves, each.neighbours)))
        for each in statistics
    ]
    head = ("deals", "number", "winnable", "undecided", "median", "p99", "max", "verified")
    parts = [
        table(head, solved, markdown=markdown),
        "What a game asks of the solver, in milliseconds, on boards of 8 × 18 cells and 36 kinds:",
        table(("what", "number", "mean", "median", "p99", "max"), played, markdown=markdown),
        "Statistics of deals of 8 × 18 cells and 36 kinds: means with standard errors.",
        table(("boards", "number", "first moves", "equal neighbours"), alike, markdown=markdown),
    ]
    return "\n\n".join(part for part in parts if part)


def _proof(result: SolveResult) -> str:
    wins = count(result.wins_replayed, "win")
    return f"{wins}, {result.losses_verified} of {result.losses} losses" if result.losses_verified else wins


def _ms(*values: float) -> Iterator[str]:
    return (f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 10 else f"{value:.0f}" for value in values)
