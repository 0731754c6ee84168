"""Commands that measure."""

import click

from lianliankan.cli.main import YES, llk
from lianliankan.cli.options import Number, Whole, json_option, option
from lianliankan.cli.output import write_json


@llk.group(invoke_without_command=True)
@option("--boards", type=Whole(1, 10_000), default=200, show_default=True, help="Boards per size and fill.")
@option("--rounds", type=Whole(1, 1000), default=15, show_default=True, help="Rounds of timing.")
@option("--size", "sizes", multiple=True, metavar="ROWSxCOLS", help="Only 8x8, 8x18, 16x30 or 30x60; repeatable.")
@json_option
@click.pass_context
def bench(context: click.Context, boards: int, rounds: int, sizes: tuple[str, ...], as_json: bool) -> int:
    """Measure speed side by side, and print a signature of the behaviour.

    `solve` measures the solver instead.
    """
    if context.invoked_subcommand:
        return YES
    from lianliankan.bench import speed

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
        click.echo(speed.speed_tables(measurements, signature, markdown=False))
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
    click.echo(solver.solver_tables(*tables, markdown=False))
    return YES
