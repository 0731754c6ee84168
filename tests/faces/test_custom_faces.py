"""Custom pictures on tiles: self-contained SVG, drawn faces beyond the last picture, safe labels."""

from functools import cache
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

import lianliankan as llk
from lianliankan.errors import TooFewPictures
from lianliankan.faces.custom.faces import CustomFaces, PictureSource, make_data_url
from lianliankan.faces.custom.thumbnail import make_thumbnail
from lianliankan.render import to_sprite, to_svg, to_terminal
from support.picture_files import encode, picture


@cache
def custom_faces(count: int = 3) -> CustomFaces:
    thumbnails = [make_thumbnail(picture(seed=seed, width=48, height=48)) for seed in range(count)]
    return CustomFaces(
        "own_zoo", tuple(PictureSource(f"animal {n}", make_data_url(s)) for n, s in enumerate(thumbnails))
    )


def test_a_board_with_custom_pictures_is_self_contained() -> None:
    board = llk.Board.parse("1 2 2 1 / 3 4 4 3")
    drawn = to_svg(board, faces=custom_faces())
    root = ElementTree.fromstring(drawn)
    images = [part for part in root.iter() if part.tag.endswith("image")]
    assert len(images) == 3  # each once, however many tiles show it
    for image in images:
        address = image.get("href") or ""
        assert address.startswith("data:image/jpeg;base64,")
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")
    assert to_svg(board, faces=custom_faces(), theme="dark") != drawn


def test_tiles_show_their_pictures() -> None:
    """The colour in the middle of a tile is that of its picture."""
    resvg_py = pytest.importorskip("resvg_py")
    reds = [make_thumbnail(encode(Image.new("RGB", (64, 64), colour))) for colour in ("#d01010", "#1010d0")]
    faces = CustomFaces("own_reds", tuple(PictureSource(str(n), make_data_url(s)) for n, s in enumerate(reds)))
    drawn = to_svg(llk.Board.parse("1 2 2 1"), faces=faces)
    image = Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=drawn)))).convert("RGB")
    scale = image.width / float(ElementTree.fromstring(drawn).get("width") or 1)
    colours = [image.getpixel((round((14 + 48 * col + 24) * scale), round((14 + 24) * scale))) for col in range(4)]
    assert [colour[0] > 150 for colour in colours if isinstance(colour, tuple)] == [True, False, False, True]


def test_kinds_beyond_the_pictures_have_drawn_faces() -> None:
    faces = custom_faces(2)
    shown = [faces.face(kind) for kind in range(1, 241)]
    assert len({face.glyph for face in shown}) == len({face.label for face in shown}) == 240
    assert len({str(face.picture) for face in shown}) == 240
    assert "<image" not in str(shown[2].picture)
    assert to_sprite(faces) is to_sprite(custom_faces(2))
    assert "2" in to_terminal(llk.Board.parse("1 2 2 1"), faces=faces)
    with pytest.raises(ValueError, match="positive"):
        faces.face(0)


def test_any_label_and_address_is_escaped() -> None:
    faces = CustomFaces(
        "own_x", (PictureSource('a"<&', 'x"onload="y'), PictureSource('a"<&', "b"), PictureSource("一万", "c"))
    )
    assert [faces.face(kind).label for kind in (1, 2)] == ['a"<& (1)', 'a"<& (2)']
    root = ElementTree.fromstring(to_sprite(faces, kinds=60))
    image = next(part for part in root.iter() if part.tag.endswith("image"))
    assert image.get("href") == 'x"onload="y'
    assert image.get("onload") is None


def test_a_set_needs_two_pictures() -> None:
    with pytest.raises(TooFewPictures, match="at least 2"):
        CustomFaces("own_x", (PictureSource("a", "b"),))
