"""The tile sets: enough drawings, unique names and signs, only plain shapes, and nothing beyond the tile."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from lianliankan.faces.drawn import TILE_SET_NAMES, load_tile_set
from lianliankan.faces.drawn.tile_body import THEMES, select_style
from lianliankan.render import SPRITE_KINDS, to_sprite
from lianliankan.text_width import display_width
from lianliankan.texts import read_texts
from sheets.raster import to_pixels

every_set = pytest.mark.parametrize("name", TILE_SET_NAMES)
SHAPES = {"path", "circle", "ellipse", "rect", "g"}
PAINTS = {"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity"}
PLACES = {"transform", "d", "cx", "cy", "r", "rx", "ry", "x", "y", "width", "height"}
COLOUR = re.compile(r"#[0-9a-f]{3}([0-9a-f]{3})?")


def test_sets_are_found_by_name() -> None:
    with pytest.raises(ValueError, match="unknown tile set 'runes' \\(choose from mahjong, "):
        load_tile_set("runes")


@every_set
def test_a_set_has_enough_drawings_with_unique_names_and_signs(name: str) -> None:
    tiles = load_tile_set(name)
    assert tiles.name == name
    assert f"faces {name}" in read_texts("en", "page")
    assert f"faces {name}" in read_texts("zh", "terminal")
    assert len(tiles.drawings) >= 42
    for field in ("name", "chinese", "sign", "svg"):
        values = [getattr(drawing, field) for drawing in tiles.drawings]
        assert len(set(values)) == len(values), field
    for drawing in tiles.drawings:
        assert drawing.name == drawing.name.lower().strip(), drawing.name
        assert 2 <= display_width(drawing.sign) <= 3, drawing.name


@every_set
def test_drawings_consist_of_plain_shapes(name: str) -> None:
    """No ids, fonts, gradients or filters, so that pictures can be combined, and hundreds of them draw fast."""
    for drawing in load_tile_set(name).drawings:
        root = ElementTree.fromstring(f"<g>{drawing.svg}</g>")
        assert {element.tag for element in root.iter()} <= SHAPES, drawing.name
        assert {word for element in root.iter() for word in element.attrib} <= PAINTS | PLACES, drawing.name
        assert len(drawing.svg) <= 3500, drawing.name


@every_set
def test_drawings_stay_on_their_tile(name: str) -> None:
    drawings = load_tile_set(name).drawings
    cells = "".join(f'<g transform="translate({120 * i} 0)">{drawing.svg}</g>' for i, drawing in enumerate(drawings))
    box = f'viewBox="-60 -60 {120 * len(drawings)} 120"'
    ground = f'<rect x="-60" y="-60" width="{120 * len(drawings)}" height="120" fill="#f0f"/>'
    found = to_pixels(f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{ground}{cells}</svg>', 120 * len(drawings))
    drawn = (found != np.array([255, 0, 255])).any(axis=2).reshape(120, len(drawings), 120).swapaxes(0, 1)
    drawn[:, 13:107, 13:107] = False  # one pixel is for smooth edges
    assert [drawings[i].name for i in np.flatnonzero(drawn.any(axis=(1, 2)))] == []


@every_set
def test_bodies_have_plain_colours_for_both_themes(name: str) -> None:
    body = load_tile_set(name).body
    for theme in THEMES:
        face, edge, rim = select_style(body, theme)
        assert all(COLOUR.fullmatch(colour) for colour in (*face, *edge, rim))
    assert 0 <= body.round <= 30
    assert 0 < body.depth <= 16


@every_set
def test_a_sprite_is_small(name: str) -> None:
    """A page loads it before it shows the first board, so each drawing occurs once, whatever the number of kinds."""
    sprite = to_sprite(name)
    assert sprite.count("<symbol ") == SPRITE_KINDS
    assert len(sprite) < sum(len(drawing.svg) for drawing in load_tile_set(name).drawings) + 300 * SPRITE_KINDS
