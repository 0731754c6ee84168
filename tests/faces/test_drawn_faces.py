"""Tile sets as faces: in a terminal, on a board, in a sprite, and repeated when they run out."""

import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

import lianliankan as llk
from lianliankan.faces.drawn.lap_frames import add_lap_frame
from lianliankan.faces.drawn.tile_set import TileSet
from lianliankan.faces.face import Face
from lianliankan.faces.registry import face_set
from lianliankan.faces.symbols import TilePicture
from lianliankan.faces.tile_set_faces import DrawnFaces
from lianliankan.render import SPRITE_KINDS, THEMES, Theme, to_sprite, to_svg, to_terminal
from support.drawn_stage import BODY, TINY

SVG = "{http://www.w3.org/2000/svg}"
tiny = DrawnFaces("tiny", lambda name: TINY)


def test_a_set_is_loaded_when_its_first_face_is_needed() -> None:
    loaded: list[str] = []

    def load(name: str) -> TileSet:
        loaded.append(name)
        return TINY

    faces = DrawnFaces("tiny", load)
    assert faces.name == "tiny"
    assert loaded == []
    assert [faces.face(kind).glyph for kind in range(1, 4)] == ["日", "盒", "条"]
    assert loaded == ["tiny"]


def test_drawing_boards_loads_no_drawings() -> None:
    code = (
        "import sys, lianliankan.render, lianliankan.faces.drawn as drawn;"
        "names = (*drawn.TILE_SET_NAMES, 'distinctness.measure');"
        "sys.exit(any(f'lianliankan.faces.drawn.{name}' in sys.modules for name in names))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_later_laps_have_numbers_as_glyphs_and_numbered_names() -> None:
    faces = [tiny.face(kind) for kind in range(1, 400)]
    assert [face.glyph for face in faces[2:5]] == ["条", "4", "5"]
    assert [face.label for face in faces[2:5]] == ["bar", "sun 2", "box 2"]
    assert [face.chinese for face in faces[2:5]] == ["横条", "太阳 2", "盒子 2"]
    assert len({face.picture.to_svg() for face in faces if isinstance(face.picture, TilePicture)}) == len(faces)
    assert "4  " in to_terminal(llk.Board.parse("1 4 4 1"), faces=tiny)
    with pytest.raises(ValueError, match="only lap 2 and later have a mark"):
        add_lap_frame("", 1)


@pytest.mark.parametrize("theme", THEMES)
def test_a_board_has_the_tiles_of_the_set_and_no_labels(theme: Theme) -> None:
    board = llk.Board.parse("1 2 3 4 / 1 # . _")
    picture = to_svg(board, board.link((0, 0), (1, 0)), faces=tiny, theme=theme)
    root = ElementTree.fromstring(picture)
    assert not list(root.iter(SVG + "text"))
    look, other = (BODY.light, BODY.dark) if theme == "light" else (BODY.dark, BODY.light)
    assert all(colour in picture for colour in (*look.face, *look.edge, look.rim))
    assert other.face[0] not in picture
    names = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(names) == len(set(names))
    assert {use.attrib["href"] for use in root.iter(SVG + "use")} <= {f"#{name}" for name in names}
    assert all(f'"#{name}"' in picture or f"(#{name})" in picture for name in names)


def test_one_board_can_have_symbols_and_full_pictures() -> None:
    class Mixed:
        name = "mixed"

        def face(self, kind: int) -> Face:
            return (tiny if kind % 2 else face_set("numbers")).face(kind)

    picture = to_svg(llk.Board.parse("1 2 3"), faces=Mixed())
    assert '<use href="#mixed-light-tile"/>' in picture
    assert len(re.findall(r'<use href="#mixed-light-tile[0-9a-f]{8}"/>', picture)) == 2
    assert '<symbol id="k2" viewBox="-16 -16 32 32"' in to_sprite(Mixed())


def test_a_sprite_describes_its_tiles_and_has_each_drawing_once() -> None:
    sprite = to_sprite(tiny)
    root = ElementTree.fromstring(sprite)
    assert {name: value for name, value in root.attrib.items() if name.startswith("data-")} == {
        "data-light": "#fffdf5 #f3ecdc #d9c9a3 #b09a6a #ffffff",
        "data-dark": "#e6dfcd #d6ccb4 #8f7f58 #6b5d3c #f2ecda",
        "data-round": "15",
        "data-depth": "8",
        "data-count": "3",
    }
    symbols = root.findall(SVG + "symbol")
    assert [symbol.attrib["id"] for symbol in symbols] == [f"k{kind}" for kind in range(1, SPRITE_KINDS + 1)]
    assert (symbols[3].attrib["data-name"], symbols[3].attrib["data-name-zh"]) == ("sun 2", "太阳 2")
    assert all(sprite.count(drawing.svg) == 1 for drawing in TINY.drawings)
    assert all(
        symbol.find(f".//{SVG}use[@href='#k{i % 3 + 1}']") is not None for i, symbol in enumerate(symbols) if i > 2
    )
    assert len({ElementTree.tostring(symbol).split(b">", 1)[1] for symbol in symbols}) == SPRITE_KINDS
