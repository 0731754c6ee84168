"""Measure for the pages of the algorithm lab: how the cost of finders grows, and the open questions; `make lab`."""

from collections.abc import Callable
from pathlib import Path

import click

from lianliankan.lab.finders import FINDERS
from lianliankan.lab.labels import Language
from studies import growth
from studies.deadlock import measure_deadlock
from studies.finder_code import code_to_markdown
from studies.hashing import count_collisions, measure_hashing
from studies.link_upkeep import measure_link_upkeep
from studies.promise_table import to_markdown
from studies.published_flaws import count_flaws
from studies.tables import ResultTable, replace_section
from studies.tile_counting import measure_counting

TABLES: dict[str, Callable[[], ResultTable]] = {
    "flaws": count_flaws,
    "links": measure_link_upkeep,
    "hashing": measure_hashing,
    "collisions": count_collisions,
    "counting": measure_counting,
    "deadlock": measure_deadlock,
}

existing = click.Path(path_type=Path, exists=True)
into_option = click.option("--into", "pages", type=existing, multiple=True, help="Put it into a page; repeatable.")


@click.group()
def main() -> None:
    """Print a table, or put it into pages between the markers with its name."""


@main.command()
@click.argument("names", type=click.Choice([*TABLES, "promises"]), nargs=-1, required=True)
@into_option
def table(names: tuple[str, ...], pages: tuple[Path, ...]) -> None:
    """Measure and print tables by name."""
    for name in names:
        made = to_markdown(FINDERS.values()) if name == "promises" else TABLES[name]().to_text(markdown=bool(pages))
        put(name, made, pages)


@main.command()
@into_option
def code(pages: tuple[Path, ...]) -> None:
    """Print the code of every finder."""
    for finder in FINDERS.values():
        put(f"code-{finder.name}", code_to_markdown(finder), pages)


@main.command(name="growth")
@into_option
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True, help="Rounds of timing.")
@click.option("--save", type=click.Path(path_type=Path), help="Save the measurements as JSON.")
@click.option("--from", "kept", type=existing, help="Use saved measurements instead of measuring.")
@click.option("--plots", type=existing, help="Write plots to this folder.")
@click.option("--lang", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="Language of the plots.")
def growth_table(
    pages: tuple[Path, ...], rounds: int, save: Path | None, kept: Path | None, plots: Path | None, lang: Language
) -> None:
    """Measure the cost of every finder while boards grow from 8 × 8 to 60 × 60 cells."""
    found = growth.read(kept) if kept else list(growth.measure(rounds=rounds))
    if save:
        growth.save(found, save)
    if plots:
        for name in (None, *dict.fromkeys(each.finder for each in found if each.finder != growth.COMPILED)):
            file = plots / (f"growth-{name}.svg" if name else "growth.svg")
            file.write_text(growth.plot_growth(found, name, language=lang) + "\n", encoding="utf-8")
    put("growth", growth.format_growth(found, markdown=bool(pages)), pages)


def put(name: str, text: str, pages: tuple[Path, ...]) -> None:
    """Put a text into pages, or print it if there are none."""
    for page in pages:
        try:
            page.write_text(replace_section(page.read_text(encoding="utf-8"), name, text), encoding="utf-8")
        except ValueError as problem:
            raise click.ClickException(f"{page}: {problem}") from None
    if not pages:
        click.echo(text)


if __name__ == "__main__":
    main()
