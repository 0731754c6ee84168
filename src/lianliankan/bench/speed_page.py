"""The measurements of a run as tables, for the terminal and for docs/speed.md."""

import os
import sys

from lianliankan.bench.speed import FILLS, WORKS, Measurement, Work
from lianliankan.dealing.deal import scatter

__all__ = ["format_page"]

_INTRODUCTION = """\
# How fast it is

Written by `llk bench --markdown`: everything side by side in one run, on {boards} distinct boards per size and fill, \
on one of {cores} cores of a shared machine. Times are nanoseconds, the best of {rounds} rounds; the four numbers are \
for boards with {fills} of the tiles left. The ratio says how many times as long it takes as the line it is compared \
with, at the four fills. *Kernel* is the C++ code itself as installed (portable x86-64, no `-march=native`); *Python* \
is the same work called from Python, including calls and objects.
"""


def format_page(measurements: list[Measurement], signature: str, *, boards: int, rounds: int, markdown: bool) -> str:
    """Format all measurements, one table per size."""
    fills = ", ".join(f"{fill}%" for fill in FILLS)
    parts = []
    if markdown:
        parts.append(_INTRODUCTION.format(boards=boards, rounds=rounds, cores=os.cpu_count(), fills=fills))
    for rows, cols in dict.fromkeys((measurement.rows, measurement.cols) for measurement in measurements):
        of_size = {(f.work, f.fill): f.minimum for f in measurements if (f.rows, f.cols) == (rows, cols)}
        title = f"{rows} × {cols}"
        bytes_each = sys.getsizeof(scatter(rows, cols, kinds=rows * cols // 4, seed=1))
        note = f"One position takes {bytes_each:,} bytes."
        lines = [["by", "work", "ns at " + " / ".join(map(str, FILLS)) + "%", "ratio"]]
        lines += [_line(work, of_size) for work in WORKS]
        parts.append(
            f"## {title}\n\n{_as_markdown(lines)}\n\n{note}\n" if markdown else f"{title}\n{_as_text(lines)}\n{note}\n"
        )
    parts.append(f"{'Signature' if markdown else 'signature'}: {signature}")
    return "\n".join(parts)


def _line(work: Work, times: dict[tuple[Work, int], float]) -> list[str]:
    own = [times[work, fill] for fill in FILLS]
    against = next((other for other in WORKS if other.key == work.against), None)
    ratios = (
        [time / times[against, fill] if times[against, fill] else 0.0 for time, fill in zip(own, FILLS, strict=True)]
        if against
        else []
    )
    return [work.by, work.title, " / ".join(map(_number, own)), " / ".join(map(_ratio, ratios))]


def _number(nanoseconds: float) -> str:
    if not nanoseconds:
        return "–"  # no such board could be made
    return f"{nanoseconds:.1f}" if nanoseconds < 100 else f"{nanoseconds:,.0f}"


def _ratio(times: float) -> str:
    if not times:
        return "–"
    return f"{times:.1f}" if times < 10 else f"{times:,.0f}"


def _as_markdown(lines: list[list[str]]) -> str:
    head, *body = [f"| {' | '.join(line)} |" for line in lines]
    return "\n".join([head, "|---|---|---:|---:|", *body])


def _as_text(lines: list[list[str]]) -> str:
    widths = [max(len(line[i]) for line in lines) for i in range(4)]
    return "\n".join(
        f"  {by:<{widths[0]}}  {work:<{widths[1]}}  {times:>{widths[2]}}  {ratios:>{widths[3]}}".rstrip()
        for by, work, times, ratios in lines
    )
