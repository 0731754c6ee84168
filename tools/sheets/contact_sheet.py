"""Tiles side by side: contact sheets and closest pairs for people to look at, and small pictures to measure."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lianliankan.faces.drawn.distinctness.measure import SIZE
from lianliankan.faces.drawn.distinctness.vision import MATRICES, VIEWS, View
from lianliankan.faces.drawn.svg_drawing import fmt, rect
from lianliankan.faces.drawn.tile_body import Theme, draw_body, place_on_body
from lianliankan.faces.drawn.tile_set import Body, TileSet
from sheets.raster import to_pixels

PictureArray = NDArray[np.uint8]
"""Pictures of one size, as an array of pictures, rows, columns and channels (red, green, blue)."""

SIZES = (96, 48, 24)
"""The default sizes of the tiles on a contact sheet, in pixels."""

_TABLES: dict[Theme, str] = {"light": "#7fb8a5", "dark": "#16241f"}
_ROWS = 3  # of the largest tiles; smaller tiles fill the same width


class Sheet(NamedTuple):
    """An SVG and its width in pixels."""

    svg: str
    width: int


def contact_sheet(
    tiles: TileSet, *, sizes: Sequence[int] = SIZES, theme: Theme = "light", view: View = "colour"
) -> Sheet:
    """Draw all tiles of a set, in several sizes one below the other, as a view sees them.

    >>> from lianliankan.faces.drawn import load_tile_set
    >>> contact_sheet(load_tile_set("mahjong"), sizes=[24]).width
    381
    """
    gaps = {size: max(size // 12, 3) for size in sizes}
    largest = max(sizes)
    width = -(-len(tiles.drawings) // _ROWS) * (largest + gaps[largest]) + gaps[largest]
    placed, top = [], 0
    for size in sizes:
        pace = size + gaps[size]
        columns = (width - gaps[size]) // pace
        for place in range(len(tiles.drawings)):
            row, column = divmod(place, columns)
            placed.append(_put(f"f{place}", gaps[size] + column * pace, top + gaps[size] + row * pace, size))
        top += (len(tiles.drawings) - 1) // columns * pace + pace + gaps[size]
    parts = [
        _view_filter(view),
        _defined(tiles, theme),
        f'<g filter="url(#{view})">{rect(0, 0, width, top, _TABLES[theme])}{"".join(placed)}</g>',
    ]
    return Sheet(_svg(width, top, parts), width)


def comparison_sheet(
    pairs: Sequence[tuple[TileSet, dict[View, tuple[int, int]]]], *, theme: Theme = "light", size: int = 72
) -> Sheet:
    """Draw two faces of each set for every view, large and small: one row per set, one column per view."""
    gap, little = size // 6, 24
    wide, high = 2 * size + 3 * gap, size + little + 3 * gap
    width, height = wide * len(VIEWS), high * len(pairs)
    parts = [_view_filter(view) for view in VIEWS]
    for row, (tiles, found) in enumerate(pairs):
        parts.append(_defined(tiles, theme, prefix=f"s{row}-"))
        for column, view in enumerate(VIEWS):
            x, y = column * wide, row * high
            drawn = [rect(x, y, wide, high, _TABLES[theme])]
            for i, place in enumerate(found[view]):
                drawn.append(_put(f"s{row}-f{place}", x + gap + i * (size + gap), y + gap, size))
                drawn.append(
                    _put(f"s{row}-f{place}", x + wide // 2 - little - 2 + i * (little + 4), y + size + 2 * gap, little)
                )
            names = " – ".join(tiles.drawings[place].name for place in found[view])
            parts.append(f'<g filter="url(#{view})"><title>{tiles.name}, {view}: {names}</title>{"".join(drawn)}</g>')
    return Sheet(_svg(width, height, parts), width)


def rasterise_tiles(pictures: Iterable[str], body: Body, *, theme: Theme = "light") -> PictureArray:
    """Draw pictures on their tiles as pixels, at the size at which they are measured.

    >>> from lianliankan.faces.drawn.svg_drawing import circle
    >>> from lianliankan.faces.drawn.tile_set import TileStyle
    >>> look = TileStyle(("#fff", "#eee"), ("#bbb", "#999"), "#fff")
    >>> rasterise_tiles([circle(0, 0, 40, "#c00")], Body(look, look)).shape
    (1, 24, 24, 3)
    """
    drawn = [
        f'<g transform="translate({100 * i} 0)"><use href="#tile"/>{place_on_body(body, picture)}</g>'
        for i, picture in enumerate(pictures)
    ]
    width = 100 * len(drawn)
    parts = [f"<defs>{draw_body(body, theme, 'tile')}</defs>", rect(0, 0, width, 100, _TABLES[theme]), *drawn]
    found = to_pixels(_svg(width, 100, parts), SIZE * len(drawn))
    return found.reshape(SIZE, len(drawn), SIZE, 3).swapaxes(0, 1)


def _view_filter(view: View) -> str:
    """Return an SVG filter, with the name of the view as its id, that shows a picture in that view.

    >>> _view_filter("grey")[:51]
    '<filter id="grey" x="0" y="0" width="1" height="1">'
    """
    numbers = " ".join(f"{' '.join(map(str, row))} 0 0" for row in MATRICES[view])
    return (  # filters work in linear RGB by default
        f'<filter id="{view}" x="0" y="0" width="1" height="1"><feColorMatrix values="{numbers} 0 0 0 1 0"/></filter>'
    )


def _defined(tiles: TileSet, theme: Theme, prefix: str = "") -> str:
    """Define every tile of a set once, in a box of 100, to be used in several sizes."""
    faces = "".join(
        f'<g id="{prefix}f{i}"><use href="#{prefix}tile"/>{place_on_body(tiles.body, drawing.svg)}</g>'
        for i, drawing in enumerate(tiles.drawings)
    )
    return f"<defs>{draw_body(tiles.body, theme, prefix + 'tile')}{faces}</defs>"


def _put(name: str, x: float, y: float, size: int) -> str:
    return f'<use href="#{name}" transform="translate({fmt(x)} {fmt(y)})scale({size / 100})"/>'


def _svg(width: int, height: int, parts: Iterable[str]) -> str:
    box = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{"".join(parts)}</svg>'
