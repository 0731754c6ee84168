"""Commands for the atlas: how many deals can be won."""

import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click
import msgspec

from lianliankan.cli.input import one_line_errors, read_text
from lianliankan.cli.main import NO, YES, llk
from lianliankan.cli.names import GRAVITY, LANGUAGE
from lianliankan.cli.options import SEED, Whole, option
from lianliankan.text import format_duration

if TYPE_CHECKING:
    from lianliankan.atlas.pools import Pool
    from lianliankan.atlas.run import RunProgress
    from lianliankan.texts import Language

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
    decided = "1 deal is" if end.deals == 1 else f"{end.deals:,} deals are"
    click.echo(f"{decided} decided; llk atlas report {folder} says which share can be won")
    return YES


def _make_pool(ray: str | None, workers: int | None) -> "Pool":
    if ray:
        from lianliankan.atlas.pools import RayPool

        return RayPool(ray)
    from lianliankan.atlas.pools import LocalPool

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
    from lianliankan.atlas.results import merge_folders

    with one_line_errors("llk atlas merge"):
        merged = merge_folders(folders, into)
    for results in merged.values():
        click.echo(f"{results.known:,} deals of {results.variant}")
    return YES


@atlas.command(name="report")
@click.argument("places", metavar="PLACE…", type=_FOLDER, nargs=-1, required=True)
@option("--markdown", is_flag=True, help="Write the table as Markdown.")
@option("--digests", is_flag=True, help="Write the digests of the verdicts instead.")
@option("--csv", "csv_file", type=_FOLDER, metavar="FILE", help="Write all numbers as CSV.")
@option("--summary", type=_FOLDER, metavar="FILE", help="Write a summary with a digest per chunk, to publish.")
@option("--plots", type=_FOLDER, metavar="FOLDER", help="Write plots as SVG.")
@option("--lang", type=LANGUAGE, default="en", show_default=True, help="The language of tables and plots.")
def report(
    places: tuple[Path, ...],
    markdown: bool,
    digests: bool,
    csv_file: Path | None,
    summary: Path | None,
    plots: Path | None,
    lang: "Language",
) -> int:
    """Say which share of deals can be won; PLACE is a folder of results or a summary.

    The interval has a confidence of 95%, and undecided deals count on both sides. The answer is no if the independent
    checker has found a verdict wrong.
    """
    from lianliankan.atlas.plots import draw_plots
    from lianliankan.atlas.report import AtlasLabels, digest_table, report_rows, report_table, to_csv
    from lianliankan.atlas.summary import AtlasSummary, read_summaries

    with one_line_errors("llk atlas report"):
        summaries = read_summaries(places)
    labels = AtlasLabels(lang)
    if summary:
        summary.write_text(AtlasSummary(summaries).to_json(), encoding="utf-8")
    if csv_file:
        csv_file.write_text(to_csv(report_rows(summaries)), encoding="utf-8")
    if plots:
        plots.mkdir(parents=True, exist_ok=True)
        for name, picture in draw_plots(summaries, labels).items():
            (plots / f"{name}.svg").write_text(picture, encoding="utf-8")
    make_table = digest_table if digests else report_table
    click.echo(make_table(summaries, labels, markdown=markdown))
    failed = [f"{each.variant}: deal {number}" for each in summaries for number in each.failed]
    for wrong in failed:
        click.echo(f"the independent checker does not confirm the verdict on {wrong}", err=True)
    return NO if failed else YES


@atlas.command(name="verify")
@click.argument("places", metavar="PLACE…", type=_FOLDER, nargs=-1, required=True)
@option("--chunks", type=Whole(1), default=3, show_default=True, help="How many chunks to compute again.")
@option("--seed", type=SEED, default=1, show_default=True, help="Which ones.")
def verify(places: tuple[Path, ...], chunks: int, seed: int) -> int:
    """Compute some chunks again and compare their digests; PLACE is a folder of results or a summary."""
    from lianliankan.atlas.summary import check_chunks, read_summaries

    wrong = False
    with one_line_errors("llk atlas verify"):
        for check in check_chunks(read_summaries(places), count=chunks, seed=seed):
            effort = "" if check.same_effort else ", but other nodes: this is another solver"
            said = f"the same verdicts{effort}" if check.same_verdicts else "OTHER VERDICTS"
            click.echo(f"{check.variant}, deals {check.first}–{check.first + check.deals - 1}: {said}")
            wrong |= not check.same_verdicts
    return NO if wrong else YES


@atlas.command(name="exact")
@click.argument("sizes", metavar="ROWSxCOLS…", nargs=-1, required=True)
@option("--rules", "rules_texts", multiple=True, metavar="RULES", help="Rules, e.g. 'gravity=down'; repeatable.")
@option("--gravity", "gravities", type=GRAVITY, multiple=True, help="A gravity; repeatable")
@option(
    "--all", "all_rules", is_flag=True, help="Every combination of gravity, ring, neighbours and 0 to 3 or any turns."
)
@option("--markdown", is_flag=True, help="Write the table as Markdown.")
@option("--json", "as_json", is_flag=True, help="Write JSON lines.")
@option("--lang", type=LANGUAGE, default="en", show_default=True, help="The language of the table.")
def exact(
    sizes: tuple[str, ...],
    rules_texts: tuple[str, ...],
    gravities: tuple[str, ...],
    all_rules: bool,
    markdown: bool,
    as_json: bool,
    lang: "Language",
) -> int:
    """Count all boards of small sizes, up to renaming kinds: winnable, stuck at once, or lost although there are moves.

    A size is ROWSxCOLS, or a number of cells for all sizes that have as many.
    Twelve cells have 150,349 boards, which take about ten seconds; fourteen have 4.4 million.
    """
    from lianliankan.atlas.exact import EVERY_RULE, count_all
    from lianliankan.atlas.report import AtlasLabels, exact_table
    from lianliankan.board.rules import Rules

    with one_line_errors("llk atlas exact"):
        chosen = [Rules.parse(text) for text in rules_texts] + [Rules.parse(f"gravity={name}") for name in gravities]
        if all_rules:
            chosen += EVERY_RULE
        shapes = [shape for size in sizes for shape in _parse_shapes(size)]
        counts = count_all((*shape, rules) for rules in chosen or [Rules()] for shape in shapes)
        if as_json:
            for count in counts:
                click.echo(msgspec.json.encode(count).decode())
        else:
            click.echo(exact_table(list(counts), AtlasLabels(lang), markdown=markdown))
    return YES


def _parse_shapes(text: str) -> list[tuple[int, int]]:
    from lianliankan.atlas.exact import MAX_CELLS
    from lianliankan.dealing.deal_spec import parse_size

    if not text.isdigit():
        rows, cols = parse_size(text)
        shapes = [(rows, cols)]
    else:
        cells = int(text[:9])
        shapes = [(rows, cells // rows) for rows in range(1, min(cells, MAX_CELLS) + 1) if cells % rows == 0]
    if not shapes or any(not 2 <= rows * cols <= MAX_CELLS or rows * cols % 2 for rows, cols in shapes):
        raise click.ClickException(f"{text}: expected an even number of cells from 2 to {MAX_CELLS}, e.g. 3x4 or 12")
    return shapes
