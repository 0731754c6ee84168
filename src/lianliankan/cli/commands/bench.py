"""Commands that measure."""

import click

from lianliankan.cli.input import Number, one_line_errors
from lianliankan.cli.main import NO, YES, llk
from lianliankan.cli.output import write_json

__all__ = ["bench", "bench_load", "bench_solve"]


@llk.group(invoke_without_command=True)
@click.option(
    "--boards", type=click.IntRange(1, 10_000), default=200, show_default=True, help="Boards per size and fill."
)
@click.option(
    "--rounds", type=click.IntRange(1, 1000), default=15, show_default=True, help="How often everything takes its turn."
)
@click.option("--size", "sizes", multiple=True, metavar="RxC", help="Only this size of 8x8, 8x18, 16x30, 30x60.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON, for machines.")
@click.option("--markdown", is_flag=True, help="Write the page that docs/speed.md is.")
@click.pass_context
def bench(
    context: click.Context, boards: int, rounds: int, sizes: tuple[str, ...], as_json: bool, markdown: bool
) -> int:
    """Measure speed, everything side by side in one run, and give a signature of the behaviour.

    With `solve`, measure the oracle instead; with `load`, the web server under thousands of players.
    """
    if context.invoked_subcommand:
        return YES
    from lianliankan.bench import speed
    from lianliankan.bench.speed_page import format_page

    known = {f"{rows}x{cols}": (rows, cols, kinds) for rows, cols, kinds in speed.SIZES}
    for size in sizes:
        if size not in known:
            raise click.ClickException(f"there is no size {size!r} to measure: {', '.join(known)} are")
    chosen = [known[size] for size in sizes] or list(known.values())
    figures = speed.measure(boards=boards, rounds=rounds, sizes=chosen)
    signature = speed.signature()
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
        click.echo(format_page(figures, signature, boards=boards, rounds=rounds, markdown=markdown))
    return YES


@bench.command(name="solve")
@click.option(
    "--share",
    type=Number(0, 100, min_open=True),
    default=1.0,
    show_default=True,
    help="Of the usual number of deals.",
)
@click.option("--seconds", type=Number(0), default=10.0, show_default=True, help="What one deal may take at most.")
@click.option(
    "--verify", is_flag=True, help="Check every proof of a loss too, which takes much longer than to find it."
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON lines, for machines.")
@click.option("--markdown", is_flag=True, help="Write the page that docs/solver-speed.md is.")
def bench_solve(share: float, seconds: float, verify: bool, as_json: bool, markdown: bool) -> int:
    """Measure the oracle: uniform deals decided, boards dealt, shuffled, advised, played by chance."""
    from lianliankan.bench import solver, solver_page

    spreads = solver.measure_solving(share=share, seconds=seconds, verified=verify)
    if as_json:
        for spread in spreads:
            write_json({"solve": spread.time._asdict()} | {k: v for k, v in spread._asdict().items() if k != "time"})
        for timing in solver.measure_games(share=share):
            write_json({"time": timing._asdict()})
        for looks in solver.compare_deals(share=share):
            write_json({"looks": looks._asdict()})
        return YES
    tables = (list(spreads), list(solver.measure_games(share=share)), list(solver.compare_deals(share=share)))
    click.echo(solver_page.format_page(*tables, seconds=seconds, markdown=markdown))
    return YES


@bench.command(name="load")
@click.option(
    "--players",
    type=click.IntRange(1, 60_000),
    multiple=True,
    metavar="N",
    help="How many play at once; several are measured one after the other. Left out, 2000.",
)
@click.option(
    "--rate", type=Number(0, 100, min_open=True), default=1.0, show_default=True, help="Moves a second of each."
)
@click.option("--seconds", type=Number(1, 3600), default=40.0, show_default=True, help="How long to play.")
@click.option(
    "--by",
    type=click.Choice(["pick", "play"]),
    default="pick",
    show_default=True,
    help="A move by two picks, as the page sends it, or by one command.",
)
@click.option("--kill", is_flag=True, help="Kill the server in the middle, start it again, and look for what is lost.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON lines, for machines.")
@click.option("--markdown", is_flag=True, help="Write the table that docs/web.md has.")
def bench_load(
    players: tuple[int, ...], rate: float, seconds: float, by: str, kill: bool, as_json: bool, markdown: bool
) -> int:
    """Measure the web server: simulated players on this machine play whole games against a process of its own.

    The answer is no where anything was lost or went wrong.
    """
    from lianliankan.bench import load
    from lianliankan.bench.load_page import format_page

    with one_line_errors("llk bench load"):
        found = [
            load.measure(players=count, rate=rate, seconds=seconds, by=by, kill=kill) for count in players or (2000,)
        ]
    if as_json:
        for figures in found:
            write_json(figures._asdict())
    else:
        click.echo(format_page(found, markdown=markdown))
    return NO if any(figures.errors or figures.lost for figures in found) else YES
