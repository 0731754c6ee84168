"""Commands that measure."""

import click

from lianliankan.cli.output import write_json
from lianliankan.cli.root import YES, llk

__all__ = ["bench"]


@llk.command()
@click.option(
    "--boards", type=click.IntRange(1, 10_000), default=200, show_default=True, help="Boards per size and fill."
)
@click.option(
    "--rounds", type=click.IntRange(1, 1000), default=15, show_default=True, help="How often everything takes its turn."
)
@click.option("--size", "sizes", multiple=True, metavar="RxC", help="Only this size of 8x8, 8x18, 16x30, 30x60.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON, for machines.")
@click.option("--markdown", is_flag=True, help="Write the page that docs/speed.md is.")
def bench(boards: int, rounds: int, sizes: tuple[str, ...], as_json: bool, markdown: bool) -> int:
    """Measure speed, everything side by side in one run, and give a signature of the behaviour."""
    from lianliankan.bench import measure as benches
    from lianliankan.bench.page import page

    known = {f"{rows}x{cols}": (rows, cols, kinds) for rows, cols, kinds in benches.SIZES}
    for size in sizes:
        if size not in known:
            raise click.ClickException(f"there is no size {size!r} to measure: {', '.join(known)} are")
    chosen = [known[size] for size in sizes] or list(known.values())
    figures = benches.measure(boards=boards, rounds=rounds, sizes=chosen)
    signature = benches.signature()
    if as_json:
        lines = [
            {
                "rows": f.rows,
                "cols": f.cols,
                "fill": f.fill,
                "work": f.work.key,
                "least_ns": f.least,
                "median_ns": f.middle,
            }
            for f in figures
        ]
        write_json({"signature": signature, "figures": lines})
    else:
        click.echo(page(figures, signature, boards=boards, rounds=rounds, markdown=markdown))
    return YES
