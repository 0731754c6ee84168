"""Commands for the atlas: how many deals can be won."""

import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from lianliankan.cli.input import one_line_errors, read_text
from lianliankan.cli.main import NO, YES, llk
from lianliankan.cli.options import SEED, Whole, option
from lianliankan.text import format_duration

if TYPE_CHECKING:
    from lianliankan.atlas.local_pool import Pool
    from lianliankan.atlas.run import RunProgress

__all__ = ["atlas"]

_FOLDER = click.Path(path_type=Path)
_LINE_SECONDS, _TERMINAL_SECONDS = 30.0, 0.3  # between two reports of progress


@llk.group()
def atlas() -> None:
    """Decide many deals of many variants, and say which share of them can be won."""


@atlas.command(name="run")
@click.argument("spec", metavar="SPEC", type=click.Path())
@option("--into", type=_FOLDER, metavar="FOLDER", help="Where results are; by default a folder with the name of SPEC.")
@option("--workers", type=Whole(1, 4096), metavar="N", help="Processes on this machine; by default one per core.")
@option("--ray", metavar="ADDRESS", help="Work on a Ray cluster instead; auto for the one on this machine.")
@option("--quiet", is_flag=True, help="Show no progress.")
def run(spec: str, into: Path | None, workers: int | None, ray: str | None, quiet: bool) -> int:
    """Decide the deals that a file SPEC asks for and that are not decided yet.

    It can be stopped at any time and goes on where it was. The same deals have the same results on every machine: the
    budget is a number of nodes.
    """
    from lianliankan.atlas.run import run_atlas
    from lianliankan.atlas.spec import parse_spec

    if ray and workers:
        raise click.UsageError("--workers is for this machine, --ray for a cluster")
    text = read_text(spec)
    with one_line_errors(spec):
        parsed = parse_spec(text)
    folder = into or Path(Path(spec).stem if spec != "-" else "atlas")
    with one_line_errors("llk atlas run"):
        pool = _make_pool(ray, workers)
        show = _ProgressLine(quiet=quiet)
        try:
            end = run_atlas(parsed, folder, pool, show)
        except KeyboardInterrupt:
            show.end()
            click.echo(f"stopped; what is decided is in {folder}, and the same command goes on", err=True)
            raise
        finally:
            pool.close()
        show.end()
    click.echo(f"{end.deals:,} deals are decided; llk atlas report {folder} says which share can be won")
    return YES


def _make_pool(ray: str | None, workers: int | None) -> "Pool":
    if ray:
        from lianliankan.atlas.ray_pool import RayPool

        return RayPool(ray)
    from lianliankan.atlas.local_pool import LocalPool

    return LocalPool(workers)


class _ProgressLine:
    """Progress on standard error: one line that changes on a terminal, elsewhere a line now and then."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._is_terminal = sys.stderr.isatty()
        self._shown = -_LINE_SECONDS
        self._width = 0

    def __call__(self, progress: "RunProgress") -> None:
        every = _TERMINAL_SECONDS if self._is_terminal else _LINE_SECONDS
        if self._quiet or monotonic() < self._shown + every:
            return
        self._shown = monotonic()
        left = "" if progress.seconds_left is None else f", {format_duration(progress.seconds_left)} left"
        share = progress.done / progress.deals
        line = f"{progress.done:,} of {progress.deals:,} deals, {share:.1%}{left}: {progress.variant}"
        if self._is_terminal:
            click.echo("\r" + line.ljust(self._width), err=True, nl=False)
            self._width = len(line)
        else:
            click.echo(line, err=True)

    def end(self) -> None:
        """Leave the line."""
        if self._width:
            click.echo(err=True)


@atlas.command(name="merge")
@click.argument("folders", metavar="FOLDER…", type=_FOLDER, nargs=-1, required=True)
@option("--into", type=_FOLDER, metavar="FOLDER", required=True, help="A new folder for all results.")
def merge(folders: tuple[Path, ...], into: Path) -> int:
    """Join results from several folders or machines. Deals that are in several must agree."""
    from lianliankan.atlas.merge import merge_folders

    with one_line_errors("llk atlas merge"):
        merged = merge_folders(folders, into)
    for results in merged.values():
        click.echo(f"{results.known:,} deals of {results.variant}")
    return YES
