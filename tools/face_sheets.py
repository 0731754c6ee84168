"""Measure how distinguishable the faces of the tile sets are, and draw contact sheets: `make sheets`."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from lianliankan.faces.drawn import TILE_SET_NAMES, TileSet, load_tile_set
from lianliankan.faces.drawn.distinctness.measure import MIN_DISTANCE, Pair, closest_by_view
from lianliankan.faces.drawn.distinctness.vision import VIEWS, View
from lianliankan.faces.drawn.tile_body import Theme
from sheets.contact_sheet import SIZES, Sheet, comparison_sheet, contact_sheet, rasterise_tiles
from sheets.minimum import all_faults, digest
from sheets.raster import to_small_png

Measured = tuple[TileSet, dict[View, Pair]]

SETS = click.Choice(TILE_SET_NAMES)
picture = click.Path(path_type=Path, dir_okay=False, writable=True)
theme_option = click.option(
    "--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True, help="The theme of the tiles."
)


@click.group()
def main() -> None:
    """Measure and draw the faces of the tile sets."""


@main.command()
@click.argument("names", metavar="[SET]…", type=SETS, nargs=-1)
@click.option("--closest", type=picture, metavar="OUT", help="Draw the closest pairs in every view to this PNG or SVG.")
@theme_option
@click.option(
    "--markdown", is_flag=True, help="Write the page docs/faces-measured.md, after measuring both themes and all laps."
)
def measure(names: tuple[str, ...], closest: Path | None, theme: Theme, markdown: bool) -> None:
    """Measure how far apart the two most similar faces of each set are; exit with 1 if that is too close."""
    measured = [
        (tiles, closest_by_view(rasterise_tiles([face.svg for face in tiles.drawings], tiles.body, theme=theme)))
        for tiles in map(load_tile_set, names or TILE_SET_NAMES)
    ]
    if closest:
        pairs = [(tiles, {view: pair[:2] for view, pair in views.items()}) for tiles, views in measured]
        write_picture(closest, comparison_sheet(pairs, theme=theme))
    click.echo("\n".join((page_lines if markdown else table_lines)(measured)))
    is_close = any(pair.distance < MIN_DISTANCE[view] for _, views in measured for view, pair in views.items())
    if markdown:
        is_close = False
        for fault in (fault for tiles, _ in measured for fault in all_faults(tiles)):
            is_close = True
            click.echo(fault, err=True)
        if not is_close:
            click.echo(f"\n<!-- measured: {digest()} -->")
    if is_close:
        raise click.exceptions.Exit(1)


@main.command()
@click.argument("name", metavar="SET", type=SETS)
@click.option("--out", type=picture, required=True, metavar="OUT", help="The PNG or SVG to write.")
@click.option(
    "--size", "sizes", type=click.IntRange(16, 256), multiple=True, default=SIZES, show_default=True, help="In pixels."
)
@theme_option
@click.option("--view", type=click.Choice(VIEWS), default="colour", show_default=True, help="The vision to simulate.")
def sheet(name: str, out: Path, sizes: tuple[int, ...], theme: Theme, view: View) -> None:
    """Draw all faces of a set as a contact sheet."""
    write_picture(out, contact_sheet(load_tile_set(name), sizes=sizes, theme=theme, view=view))


def table_lines(measured: Sequence[Measured]) -> Iterator[str]:
    """Return the measurements as a table, one line per view of each set."""
    yield f"{'set':<9} {'view':<13} found   min  closest pair"
    for one, views in measured:
        for view, pair in views.items():
            low = "  too close" if pair.distance < MIN_DISTANCE[view] else ""
            numbers = f"{pair.distance:5.1f} {MIN_DISTANCE[view]:5.1f}"
            yield f"{one.name:<9} {view:<13} {numbers}  {pair_names(one, pair)}{low}"


def page_lines(measured: Sequence[Measured]) -> Iterator[str]:
    """Return the measurements as a documentation page, one line per set."""
    yield "# How distinguishable the faces are"
    yield ""
    yield (
        "Written by `make sheets`; [faces.md](faces.md) explains the numbers. "
        "For each set, the two most similar faces in the light theme and the distance between them; "
        "a test makes sure that the dark theme reaches the minimum too:"
    )
    yield ""
    yield f"| set | {' | '.join(VIEWS)} |"
    yield "|---" * (1 + len(VIEWS)) + "|"
    for one, views in measured:
        cells = (f"{pair.distance:.1f}<br>{pair_names(one, pair)}" for pair in views.values())
        yield f"| {one.name} | {' | '.join(cells)} |"
    yield f"| minimum | {' | '.join(f'{MIN_DISTANCE[view]:.1f}' for view in VIEWS)} |"
    yield ""
    yield "The same pairs in each view, one row per set and one column per view:"
    yield ""
    yield "![The closest pairs](pictures/faces-closest.png)"


def pair_names(tiles: TileSet, pair: Pair) -> str:
    return f"{tiles.drawings[pair.first].name} – {tiles.drawings[pair.second].name}"


def write_picture(file: Path, drawn: Sheet) -> None:
    if file.suffix == ".svg":
        file.write_text(drawn.svg + "\n", encoding="utf-8")
    else:
        file.write_bytes(to_small_png(drawn.svg, drawn.width))


if __name__ == "__main__":
    main()
