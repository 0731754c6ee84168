"""Commands that measure."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypedDict, TypeVar

import click

from lianliankan.cli.input import one_line_errors
from lianliankan.cli.main import NO, YES, llk
from lianliankan.cli.names import LOAD_FORMAT
from lianliankan.cli.options import Number, Whole, json_option, option
from lianliankan.cli.output import write_json

if TYPE_CHECKING:
    from lianliankan.bench.load import LoadResult
    from lianliankan.bench.race_load import RaceLoadResult
    from lianliankan.race.items import Format as RaceFormat


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
@option("--race", is_flag=True, help="Measure races: rooms of six.")
@option(
    "--rooms",
    type=Whole(1, 10_000),
    multiple=True,
    metavar="N",
    help="Number of rooms with --race, 120 by default; repeatable, one run each.",
)
@option("--format", type=LOAD_FORMAT, default="sprint", show_default=True, help="The format of the races")
@option("--rate", type=Number(0, 100, min_open=True), help="Moves per second and player (default: 1, in races 1.5).")
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
    race: bool,
    rooms: tuple[int, ...],
    format: "RaceFormat",
    rate: float | None,
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

    With --race, players race in rooms of six, and the times are those until a pair is on the others' screens.
    """
    from lianliankan.bench import load, race_load

    if store not in ("sqlite", "postgresql") and not store.startswith(("postgresql://", "postgres://")):
        raise click.BadParameter(f"{store!r} is not sqlite, postgresql or postgresql://…", param_hint="--store")
    if store == "sqlite" and workers > 1:
        raise click.BadParameter("several workers need PostgreSQL; add --store postgresql", param_hint="--workers")
    if (race and players) or (rooms and not race):
        raise click.UsageError("--rooms is for --race, and --players for games")
    common: _LoadOptions = {"seconds": seconds, "kill": kill, "store": store, "workers": workers, "rounds": rounds}
    with one_line_errors("llk bench load"):
        if race:
            raced = race_load.compare_races(rooms or (120,), rate=rate or 1.5, format=format, **common)
            return _report(raced, race_load.race_load_table, as_json=as_json, markdown=markdown)
        played = load.compare(players or (2000,), rate=rate or 1, **common)
        return _report(played, load.load_table, as_json=as_json, markdown=markdown)


class _LoadOptions(TypedDict):
    seconds: float
    kill: bool
    store: str
    workers: int
    rounds: int


_Result = TypeVar("_Result", "LoadResult", "RaceLoadResult")


def _report(results: "Iterable[_Result]", tables: "Callable[..., str]", *, as_json: bool, markdown: bool) -> int:
    """Write results as they come, or tables at the end."""
    found = []
    for result in results:
        found.append(result)
        if as_json:
            write_json(result._asdict())
    if not as_json:
        click.echo(tables(found, markdown=markdown))
    return YES if all(result.is_clean for result in found) else NO
