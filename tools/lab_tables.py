"""Commands that measure for the algorithm lab: the growth of finders, and the open questions."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, TypeVar

import click

from lianliankan.cli.commands.bench import bench
from lianliankan.cli.input import one_line_errors, read_text
from lianliankan.cli.main import YES
from lianliankan.cli.output import write

if TYPE_CHECKING:
    from lianliankan.lab.labels import Language
    from studies.tables import ResultTable

__all__ = ["bench_lab"]

Command = TypeVar("Command", bound=Callable[..., object])


def _writes(command: Command) -> Command:
    """Add the options that all these commands share."""
    command = click.option("--markdown", is_flag=True, help="Write the table as Markdown.")(command)
    return click.option(
        "--into",
        "pages",
        multiple=True,
        metavar="PAGE",
        help="Put the table into a page, between the markers with its name; repeatable.",
    )(command)


def _put(name: str, text: str, pages: tuple[str, ...]) -> None:
    """Put a text into pages, or print it if there are none."""
    from studies.tables import replace_section

    for page in pages:
        with one_line_errors(page):
            write(page, replace_section(read_text(page), name, text).removesuffix("\n"))
    if not pages:
        click.echo(text)


@bench.group(name="lab")
def bench_lab() -> None:
    """Measure for the algorithm lab: how the cost of finders grows, and the open questions."""


@bench_lab.command(name="promises")
@_writes
def bench_promises(markdown: bool, pages: tuple[str, ...]) -> int:
    """Print what every finder promises and, otherwise, the smallest board on which it fails."""
    from lianliankan.lab.finders import FINDERS
    from studies.promise_table import to_markdown

    table = to_markdown(FINDERS.values())
    _put("promises", table if markdown or pages else table.replace("`", ""), pages)
    return YES


@bench_lab.command(name="growth")
@_writes
@click.option("--questions", type=click.IntRange(2), default=24, show_default=True, help="Pairs per board size.")
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True, help="Rounds of timing.")
@click.option("--save", type=click.Path(path_type=FilePath), metavar="FILE", help="Save the measurements as JSON.")
@click.option(
    "--from",
    "kept",
    type=click.Path(path_type=FilePath, exists=True),
    metavar="FILE",
    help="Use saved measurements instead of measuring.",
)
@click.option("--plots", type=click.Path(path_type=FilePath), metavar="DIR", help="Write plots to this folder.")
@click.option("--lang", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="Language of the plots.")
def bench_growth(
    markdown: bool,
    pages: tuple[str, ...],
    questions: int,
    rounds: int,
    save: FilePath | None,
    kept: FilePath | None,
    plots: FilePath | None,
    lang: "Language",
) -> int:
    """Measure the cost of every finder while boards grow from 8 × 8 to 60 × 60 cells."""
    from studies import growth

    found = growth.read(kept) if kept else list(growth.measure(questions=questions, rounds=rounds))
    if save:
        growth.save(found, save)
    if plots:
        names = dict.fromkeys(each.finder for each in found if each.finder != growth.COMPILED)
        write(str(plots / "growth.svg"), growth.plot_growth(found, language=lang))
        for name in names:
            write(str(plots / f"growth-{name}.svg"), growth.plot_growth(found, name, language=lang))
    _put("growth", growth.format_growth(found, markdown=markdown or bool(pages)), pages)
    return YES


_STUDIES = {  # the name, the module of the lab and its function, and what the command does
    "flaws": ("published_flaws", "count_flaws", "Count how often the published finders are wrong."),
    "links": (
        "link_upkeep",
        "measure_link_upkeep",
        "Measure updating all links after a removal, compared with computing them again.",
    ),
    "hashing": (
        "hashing",
        "measure_hashing",
        "Measure the hash of a position after a move, from scratch and by two XORs.",
    ),
    "collisions": ("hashing", "count_collisions", "Count hash collisions for hashes of several lengths."),
    "counting": ("tile_counting", "measure_counting", "Measure three ways to count the remaining tiles."),
    "deadlock": ("deadlock", "measure_deadlock", "Measure four ways to detect a stuck position."),
}


def _measures(name: str, module: str, function: str, about: str) -> None:
    """Add the command that prints one table; its module is loaded when it is called."""

    @bench_lab.command(name=name, help=about)
    @_writes
    def command(markdown: bool, pages: tuple[str, ...]) -> int:
        table: ResultTable = getattr(import_module(f"studies.{module}"), function)()
        _put(name, table.to_text(markdown=markdown or bool(pages)), pages)
        return YES


for _name, _where in _STUDIES.items():
    _measures(_name, *_where)
