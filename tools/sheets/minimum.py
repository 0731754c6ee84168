"""Whether all faces can be told apart, in both themes and in every lap; and a digest of all that this depends on."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np

from lianliankan.faces.drawn import TILE_SET_NAMES, TileSet, lap_frames, load_tile_set, tile_body
from lianliankan.faces.drawn.distinctness import measure, vision
from lianliankan.faces.drawn.distinctness.measure import MIN_DISTANCE, closest_by_view, find_close
from lianliankan.faces.drawn.lap_frames import add_lap_frame
from lianliankan.faces.drawn.tile_body import THEMES, Theme
from lianliankan.render import SPRITE_KINDS
from sheets import contact_sheet, raster
from sheets.contact_sheet import PictureArray, rasterise_tiles

# What measures, and what is drawn around the drawings.
_CODE = (measure, vision, lap_frames, tile_body, contact_sheet, raster)


def digest() -> str:
    """Return a digest of the drawings and of the code that draws and measures them."""
    faces = [
        (tiles.name, tiles.body, face[:2], face.svg)
        for tiles in map(load_tile_set, TILE_SET_NAMES)
        for face in tiles.drawings
    ]
    code = [Path(module.__file__ or "").read_text(encoding="utf-8") for module in _CODE]
    return sha256(repr((faces, code)).encode()).hexdigest()[:32]


def all_faults(tiles: TileSet) -> Iterator[str]:
    """Yield the faces of a set that are too close to one another."""
    for theme in THEMES:
        yield from _faults_of_theme(tiles, theme)
    yield from _faults_of_laps(tiles)


def _faults_of_theme(tiles: TileSet, theme: Theme) -> Iterator[str]:
    """Yield what is too close in a theme."""
    for view, pair in closest_by_view(_lap(tiles, 1, theme)).items():
        if pair.distance < MIN_DISTANCE[view]:
            yield f"{tiles.name}, {theme}, {view}: {_names(tiles, *pair[:2])} are {pair.distance:.1f} apart"


def _faults_of_laps(tiles: TileSet) -> Iterator[str]:
    """Yield what is too close in two laps: their frames must be visible, and must not hide what distinguishes faces.

    Within a sprite, the number in the badge helps as well, so three quarters of the minimum are enough.
    """
    count = len(tiles.drawings)
    for _, pair in filter(None, find_close([*_lap(tiles, 1), *_lap(tiles, 2)])):
        yield f"{tiles.name}, laps 1 and 2: {_names(tiles, pair.first % count, pair.second % count)}"
    laps = np.stack([_lap(tiles, lap) for lap in range(1, 1 - -SPRITE_KINDS // count)], axis=1)
    for drawing, pictures in zip(tiles.drawings, laps, strict=True):
        if any(find_close(list(pictures), share=0.75)):
            yield f"{tiles.name}: laps of {drawing.name}"


@cache
def _lap(tiles: TileSet, lap: int, theme: Theme = "light") -> PictureArray:
    """Return all tiles of a set in a lap as small pictures."""
    drawings = [drawing.svg if lap == 1 else add_lap_frame(drawing.svg, lap) for drawing in tiles.drawings]
    return rasterise_tiles(drawings, tiles.body, theme=theme)


def _names(tiles: TileSet, first: int, second: int) -> str:
    return f"{tiles.drawings[first].name} – {tiles.drawings[second].name}"
