"""The results of the load test as a table."""

from collections.abc import Sequence

from lianliankan.bench.load import LoadResult

__all__ = ["format_page"]

_COLUMNS = (
    "players",
    "moves/s each",
    "move sent as",
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
    "reconnected",
    "lost",
)


def format_page(found: Sequence[LoadResult], *, markdown: bool) -> str:
    """Format the results, one line per run."""
    rows = [_COLUMNS, *map(_cells, found)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(_COLUMNS))]
    if markdown:
        lines = ["| " + " | ".join(row) + " |" for row in rows]
        marks = [":--" if name in ("move sent as", "killed") else "--:" for name in _COLUMNS]
        return "\n".join([lines[0], "|" + "|".join(marks) + "|", *lines[1:]])
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)


def _cells(result: LoadResult) -> tuple[str, ...]:
    return (
        f"{result.players:,}",
        f"{result.rate:g}",
        "two picks" if result.by == "pick" else "one command",
        f"{result.held:,}",
        f"{result.moves:,.0f}",
        f"{result.commands:,.0f}",
        f"{result.middle:.1f}",
        f"{result.late:.1f}",
        f"{result.latest:.0f}",
        str(result.errors),
        f"{result.finished:,}",
        f"{result.kilobytes:.0f}",
        f"{result.load:.0f}%",
        "yes" if result.killed else "no",
        f"{result.reconnects:,}",
        str(result.lost),
    )
