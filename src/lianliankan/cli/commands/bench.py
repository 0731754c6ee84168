"""Commands that measure."""

import click

from lianliankan.cli.input import one_line_errors
from lianliankan.cli.main import NO, YES, llk
from lianliankan.cli.options import Number, Whole, json_option, option
from lianliankan.cli.output import write_json

__all__ = ["bench", "bench_load", "bench_solve"]


@llk.group(invoke_without_command=True)
@option("--boards", type=Whole(1, 10_000), default=200, show_default=True, help="Boards per size and fill.")
@option("--rounds", type=Whole(1, 1000), default=15, show_default=True, help="Rounds of timing.")
@option("--size", "sizes", multiple=True, metavar="ROWSxCOLS", help="Only 8x8, 8x18, 16x30 or 30x60; repeatable.")
@json_option
@click.pass_context
def bench(context: click.Context, boards: int, rounds: int, sizes: tuple[str, ...], as_json: bool) -> int:
    """Measure speed side by side, and print a signature of the behaviour.

    `solve` measures the solver instead, `load` the web server under thousands of players.
    """
    if context.invoked_subcommand:
        return YES
    from lianliankan.bench import speed
    from lianliankan.bench.tables import speed_tables

    known = {f"{rows}x{cols}": (rows, cols, kinds) for rows, cols, kinds in speed.SIZES}
    for size in sizes:
        if size not in known:
            raise click.ClickException(f"unknown size {size!r} (choose from {', '.join(known)})")
    chosen = [known[size] for size in sizes] or list(known.values())
    measurements = speed.measure(boards=boards, rounds=rounds, sizes=chosen)
    signature = speed.signature()
    if as_json:
        lines = [
            {
                "rows": f.rows,
                "cols": f.cols,
                "fill": f.fill,
                "work": f.work.key,
                "least_ns": f.minimum,
                "median_ns": f.median,
            }
            for f in measurements
        ]
        write_json({"signature": signature, "figures": lines})
    else:
        click.echo(speed_tables(measurements, signature, markdown=False))
    return YES


@bench.command(name="solve")
@option(
    "--share",
    type=Number(0, 100, min_open=True),
    default=1,
    show_default=True,
    help="Share of the usual number of deals.",
)
@option("--seconds", type=Number(0), default=10, show_default=True, metavar="S", help="Time limit per deal.")
@option("--verify", is_flag=True, help="Also verify every proof of a loss, which takes much longer than finding it.")
@option("--json", "as_json", is_flag=True, help="Write JSON lines.")
def bench_solve(share: float, seconds: float, verify: bool, as_json: bool) -> int:
    """Measure the solver: solving uniform deals, dealing, shuffling, advice and random playouts."""
    from lianliankan.bench import solver
    from lianliankan.bench.tables import solver_tables

    results = solver.measure_solving(share=share, seconds=seconds, verified=verify)
    if as_json:
        for result in results:
            write_json({"solve": result.time._asdict()} | {k: v for k, v in result._asdict().items() if k != "time"})
        for timing in solver.measure_games(share=share):
            write_json({"time": timing._asdict()})
        for statistics in solver.compare_deals(share=share):
            write_json({"looks": statistics._asdict()})
        return YES
    tables = results, solver.measure_games(share=share), solver.compare_deals(share=share)
    click.echo(f"Uniform deals with seeds from 1; milliseconds on one core, at most {seconds:g} s each.\n")
    click.echo(solver_tables(*tables, markdown=False))
    return YES


@bench.command(name="load")
@option(
    "--players",
    type=Whole(1, 60_000),
    multiple=True,
    metavar="N",
    help="Number of concurrent players, 2000 by default; repeatable, one run each.",
)
@option("--rate", type=Number(0, 100, min_open=True), default=1, show_default=True, help="Moves per second and player.")
@option("--seconds", type=Number(1, 3600), default=40, show_default=True, metavar="S", help="Duration of a run.")
@option(
    "--store",
    default="sqlite",
    show_default=True,
    metavar="STORE",
    help="sqlite, postgresql for a private cluster, or the URL of an empty PostgreSQL database.",
)
@option("--workers", type=Whole(1, 64), default=1, show_default=True, help="Processes that serve players.")
@option("--kill", is_flag=True, help="Kill a worker halfway, and check for lost commands.")
@option("--rounds", type=Whole(1, 100), default=1, show_default=True, help="How often to repeat all runs.")
@option("--json", "as_json", is_flag=True, help="Write JSON lines.")
@option("--markdown", is_flag=True, help="Write Markdown tables.")
def bench_load(
    players: tuple[int, ...],
    rate: float,
    seconds: float,
    store: str,
    workers: int,
    kill: bool,
    rounds: int,
    as_json: bool,
    markdown: bool,
) -> int:
    """Measure the web server: simulated players on this machine play whole games against separate processes.

    Workers on PostgreSQL are measured beside one worker on SQLite, in turn. The answer is no if anything was lost, done
    twice or went wrong.
    """
    from lianliankan.bench import load

    if store not in ("sqlite", "postgresql") and not store.startswith(("postgresql://", "postgres://")):
        raise click.BadParameter(f"{store!r} is not sqlite, postgresql or postgresql://…", param_hint="--store")
    if store == "sqlite" and workers > 1:
        raise click.BadParameter("several workers need PostgreSQL; add --store postgresql", param_hint="--workers")
    counts = players or (2000,)
    found = []
    with one_line_errors("llk bench load"):
        for result in load.compare(
            counts, rate=rate, seconds=seconds, kill=kill, store=store, workers=workers, rounds=rounds
        ):
            found.append(result)
            if as_json:
                write_json(result._asdict())
    if not as_json:
        click.echo(load.load_table(found, markdown=markdown))
    return YES if all(result.is_clean for result in found) else NO
