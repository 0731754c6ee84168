"""What the load test has found, as a table."""

from collections.abc import Sequence

from lianliankan.bench.load import LoadResult

__all__ = ["format_page"]

_COLUMNS = (
    "players",
    "moves/s each",
    "a move is",
    "connections",
    "moves/s",
    "commands/s",
    "p50 ms",
    "p99 ms",
    "max ms",
    "errors",
    "games finished",
    "KB/player",
    "server CPU",
    "killed",
    "came back",
    "lost",
)


def format_page(found: Sequence[LoadResult], *, markdown: bool) -> str:
    """Write a table of what was found, a line for every run."""
    rows = [_COLUMNS, *map(_cells, found)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(_COLUMNS))]
    if markdown:
        lines = ["| " + " | ".join(row) + " |" for row in rows]
        marks = [":--" if name in ("a move is", "killed") else "--:" for name in _COLUMNS]
        return "\n".join([lines[0], "|" + "|".join(marks) + "|", *lines[1:]])
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)


def _cells(figures: LoadResult) -> tuple[str, ...]:
    return (
        f"{figures.players:,}",
        f"{figures.rate:g}",
        "two picks" if figures.by == "pick" else "one command",
        f"{figures.held:,}",
        f"{figures.moves:,.0f}",
        f"{figures.commands:,.0f}",
        f"{figures.middle:.1f}",
        f"{figures.late:.1f}",
        f"{figures.latest:.0f}",
        str(figures.errors),
        f"{figures.finished:,}",
        f"{figures.kilobytes:.0f}",
        f"{figures.load:.0f}%",
        "yes" if figures.killed else "no",
        f"{figures.reconnects:,}",
        str(figures.lost),
    )
