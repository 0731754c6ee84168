"""Commands for the faces on tiles: list sets, measure how distinguishable they are, draw contact sheets."""

from collections.abc import Iterator, Sequence
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

import click

from lianliankan.cli.main import NO, YES, llk
from lianliankan.cli.output import write, write_json
from lianliankan.faces.drawn.distinctness.vision import VIEWS, View

if TYPE_CHECKING:
    from lianliankan.faces.drawn import TileSet
    from sheets.contact_sheet import Sheet
    from lianliankan.faces.drawn.distinctness.measure import Pair
    from lianliankan.faces.drawn.tile_body import Theme

    _Measured = tuple[TileSet, dict[View, Pair]]

__all__ = ["faces", "faces_measure", "faces_sheet"]

_theme_option = click.option(
    "--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True, help="The theme of the tiles."
)


@llk.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.pass_context
def faces(context: click.Context, as_json: bool) -> int:
    """List, measure and draw the faces on tiles."""
    if context.invoked_subcommand:
        return YES
    from lianliankan.faces.drawn import TILE_SET_NAMES, load_tile_set
    from lianliankan.faces.registry import FACE_SETS

    drawn = [load_tile_set(name) for name in TILE_SET_NAMES]
    written = [name for name in FACE_SETS if name not in TILE_SET_NAMES]
    if as_json:
        about = [
            {"name": one.name, "title": one.title, "chinese": one.chinese, "faces": [d.name for d in one.drawings]}
            for one in drawn
        ]
        write_json({"drawn": about, "written": written})
        return YES
    for one in drawn:
        click.echo(f"{one.name:<9} {len(one.drawings)} faces  {one.title}, {one.chinese}")
    click.echo(f"text faces: {', '.join(written)}")
    return YES


@faces.command(name="measure")
@click.argument("names", metavar="[SET]…", nargs=-1)
@click.option("--closest", metavar="OUT", help="Draw the closest pairs in every view to this PNG or SVG.")
@_theme_option
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.option("--markdown", is_flag=True, help="Write the page docs/faces-measured.md.")
def faces_measure(names: tuple[str, ...], closest: str | None, theme: "Theme", as_json: bool, markdown: bool) -> int:
    """Measure the distance between the two most similar faces of each set.

    It is measured in colour, in grey, and for each type of colour blindness. The answer is no if a set is below the
    minimum that docs/faces.md explains.
    """
    from lianliankan.faces.drawn import TILE_SET_NAMES
    from sheets.contact_sheet import comparison_sheet, rasterise_tiles
    from lianliankan.faces.drawn.distinctness.measure import MIN_DISTANCE, closest_by_view

    chosen = [_find_tile_set(name) for name in names or TILE_SET_NAMES]
    if closest is not None:
        _check_picture_name(closest)
    measured = [
        (one, closest_by_view(rasterise_tiles([face.svg for face in one.drawings], one.body, theme=theme)))
        for one in chosen
    ]
    if closest is not None:
        pairs = [(one, {view: (pair.first, pair.second) for view, pair in views.items()}) for one, views in measured]
        _write_picture(closest, comparison_sheet(pairs, theme=theme))
    if as_json:
        write_json({one.name: _measured_json(one, views) for one, views in measured})
    else:
        click.echo("\n".join((_page_lines if markdown else _table_lines)(measured)))
    too_close = any(pair.distance < MIN_DISTANCE[view] for _, views in measured for view, pair in views.items())
    return NO if too_close else YES


@faces.command(name="sheet")
@click.argument("name", metavar="SET")
@click.option("--out", required=True, metavar="OUT", help="The PNG or SVG to write.")
@click.option("--size", "sizes", default="96,48,24", show_default=True, metavar="N,…", help="Tile sizes in pixels.")
@_theme_option
@click.option(
    "--view", type=click.Choice(VIEWS), default="colour", show_default=True, help="The colour vision to simulate."
)
@click.option("--grey", is_flag=True, help="The same as --view grey.")
def faces_sheet(name: str, out: str, sizes: str, theme: "Theme", view: View, grey: bool) -> int:
    """Draw all faces of a set as a contact sheet."""
    from sheets.contact_sheet import contact_sheet

    tiles = _find_tile_set(name)
    _check_picture_name(out)
    sides = _parse_sides(sizes)
    _write_picture(out, contact_sheet(tiles, sizes=sides, theme=theme, view="grey" if grey else view))
    return YES


def _find_tile_set(name: str) -> "TileSet":
    from lianliankan.faces.drawn import TILE_SET_NAMES, load_tile_set

    if name not in TILE_SET_NAMES:
        raise click.ClickException(f"unknown tile set {name!r} (choose from {', '.join(TILE_SET_NAMES)})")
    return load_tile_set(name)


def _parse_sides(text: str) -> list[int]:
    """Parse the tile sizes."""
    try:
        sides = [int(side) for side in text.split(",")]
    except ValueError:
        raise click.ClickException(f"--size must be numbers separated by commas, e.g. 96,48,24, not {text!r}") from None
    if not all(16 <= side <= 256 for side in sides):
        raise click.ClickException(f"tile sizes must be from 16 to 256 pixels, not {text}")
    return sides


def _table_lines(measured: Sequence["_Measured"]) -> Iterator[str]:
    """Return the measurements as a table, one line per view of each set."""
    from lianliankan.faces.drawn.distinctness.measure import MIN_DISTANCE

    yield f"{'set':<9} {'view':<13} found   min  closest pair"
    for one, views in measured:
        for view, pair in views.items():
            low = "  too close" if pair.distance < MIN_DISTANCE[view] else ""
            yield f"{one.name:<9} {view:<13} {pair.distance:5.1f} {MIN_DISTANCE[view]:5.1f}  {_names(one, pair)}{low}"


def _page_lines(measured: Sequence["_Measured"]) -> Iterator[str]:
    """Return the measurements as a documentation page, one line per set."""
    from lianliankan.faces.drawn.distinctness.measure import MIN_DISTANCE

    yield "# How distinguishable the faces are"
    yield ""
    yield (
        "Written by `make sheets`; [faces.md](faces.md) explains the numbers. "
        "For each set, the two most similar faces and the distance between them:"
    )
    yield ""
    yield f"| set | {' | '.join(VIEWS)} |"
    yield "|---" * (1 + len(VIEWS)) + "|"
    for one, views in measured:
        cells = (f"{pair.distance:.1f}<br>{_names(one, pair)}" for pair in views.values())
        yield f"| {one.name} | {' | '.join(cells)} |"
    yield f"| minimum | {' | '.join(f'{MIN_DISTANCE[view]:.1f}' for view in VIEWS)} |"
    yield ""
    yield "The same pairs in each view, one row per set and one column per view:"
    yield ""
    yield "![The closest pairs](pictures/faces-closest.png)"


def _names(tiles: "TileSet", pair: "Pair") -> str:
    return f"{tiles.drawings[pair.first].name} – {tiles.drawings[pair.second].name}"


def _measured_json(tiles: "TileSet", views: dict[View, "Pair"]) -> dict[str, object]:
    """Return the measurements of a set for JSON; kinds count from 1."""
    return {
        view: {
            "distance": round(distance, 2),
            "kinds": [first + 1, second + 1],
            "names": [tiles.drawings[first].name, tiles.drawings[second].name],
        }
        for view, (first, second, distance) in views.items()
    }


def _check_picture_name(name: str) -> None:
    """Reject a bad picture name before any work is done."""
    if FilePath(name).suffix.lower() not in (".png", ".svg"):
        raise click.ClickException(f"the picture must be a .png or .svg file, not {name!r}")


def _write_picture(name: str, sheet: "Sheet") -> None:
    from sheets.raster import to_small_png

    if name.lower().endswith(".svg"):
        write(name, sheet.svg)
        return
    try:
        FilePath(name).write_bytes(to_small_png(sheet.svg, sheet.width))
    except OSError as problem:
        raise click.ClickException(f"{name}: {problem.strerror or problem}") from None
