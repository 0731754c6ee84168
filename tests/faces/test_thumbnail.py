"""What is in the square, what looks alike, and how own pictures stand on tiles."""

from io import BytesIO
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter

import lianliankan as llk
from lianliankan.errors import TooFewPictures
from lianliankan.faces.custom.crop import MIN_SHARE, best_window, saliency
from lianliankan.faces.custom.faces import CustomFaces, PictureSource, make_data_url
from lianliankan.faces.custom.similarity import find_similar
from lianliankan.faces.custom.thumbnail import _window, make_thumbnail
from lianliankan.faces.drawn.distinctness.measure import MIN_DISTANCE
from lianliankan.render import to_sprite, to_svg, to_terminal
from support.picture_files import opened, picture, scene, written

Box = tuple[int, int, int, int]


def ground(width: int, height: int, *, seed: int = 0, rough: float = 14) -> Image.Image:
    """A ground that is lighter above, and rough as grass or walls are."""
    chance = np.random.default_rng(seed)
    slope = np.linspace(190, 110, height)[:, None, None] * np.array([0.8, 1, 0.85])
    pixels = np.broadcast_to(slope, (height, width, 3)) + chance.normal(0, rough, (height, width, 1))
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(1.5))


def person(image: Image.Image, x: float, y: float, size: float, skin: str, shirt: str) -> Box:
    """Draw somebody whose head has its middle at a place, and give the box of the head."""
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((x - 1.5 * size, y + 1.1 * size, x + 1.5 * size, y + 6 * size), size * 0.8, fill=shirt)
    draw.ellipse((x - size, y - 1.3 * size, x + size, y + 0.5 * size), fill="#2b1d14")
    draw.ellipse((x - 0.85 * size, y - size, x + 0.85 * size, y + 1.1 * size), fill=skin)
    for side in (-0.35, 0.35):
        draw.ellipse((x + (side - 0.1) * size, y - 0.2 * size, x + (side + 0.1) * size, y), fill="#111")
    return round(x - size), round(y - 1.3 * size), round(x + size), round(y + 1.1 * size)


def holds(image: Image.Image, box: Box) -> bool:
    left, top, side = _window(image)
    assert 0 <= left <= image.width - side
    assert 0 <= top <= image.height - side
    assert side >= MIN_SHARE * min(image.size) - 6
    return left <= box[0] and top <= box[1] and box[2] <= left + side and box[3] <= top + side


# ---- What matters ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("middle", [(0.12, 0.5), (0.3, 0.3), (0.5, 0.5), (0.7, 0.7), (0.9, 0.4)])
@pytest.mark.parametrize(("width", "height"), [(900, 400), (400, 900), (640, 480)])
@pytest.mark.parametrize("colour", ["#e07b1a", "#1c2f8c", "#f7f2e0", "#101010"])
def test_a_thing_that_is_off_the_middle_is_in_the_square(
    middle: tuple[float, float], width: int, height: int, colour: str
) -> None:
    image = ground(width, height, seed=width)
    share = middle if width > height else (middle[1], middle[0])
    x, y, r = share[0] * width, share[1] * height, 0.11 * min(width, height)
    box = round(max(x - r, 0)), round(max(y - r, 0)), round(min(x + r, width)), round(min(y + r, height))
    ImageDraw.Draw(image).ellipse(box, fill=colour)
    assert holds(image, box)


@pytest.mark.parametrize("skin", ["#f1c7a5", "#d9a37c", "#9c6a45", "#5a3a28"])
@pytest.mark.parametrize("shirt", ["#27406f", "#a02a2a", "#eeeeee", "#1b1b1b"])
def test_heads_stay_in(skin: str, shirt: str) -> None:
    """In upright pictures, where most is cut off, and in wide ones where somebody stands at the side."""
    upright = ground(600, 1000, seed=1)
    assert holds(upright, person(upright, 290, 210, 85, skin, shirt))
    wide = ground(1000, 560, seed=2, rough=20)
    assert holds(wide, person(wide, 800, 190, 60, skin, shirt))


def test_a_plain_picture_is_cut_in_its_middle() -> None:
    left, top, side = _window(Image.new("RGB", (800, 400), "#888"))
    assert (side, top) == (400, 0)
    assert abs(left - 200) <= 12


def test_a_thing_on_a_plain_ground_is_looked_at_closely() -> None:
    image = Image.new("RGB", (700, 500), "white")
    ImageDraw.Draw(image).ellipse((120, 180, 240, 300), fill="#2050c0")
    found = _window(image)
    assert found.side < 400
    assert holds(image, (120, 180, 240, 300))


def test_squares_are_kept_whole() -> None:
    image = Image.new("RGB", (500, 500), "white")
    ImageDraw.Draw(image).ellipse((20, 20, 80, 80), fill="#c00")
    assert _window(image) == (0, 0, 500)


def test_maps_are_shares_of_one() -> None:
    for seed in range(3):
        matters = saliency(np.asarray(scene(90, 60, seed=seed)))
        assert matters.shape == (60, 90)
        assert matters.min() > 0
        assert matters.sum() == pytest.approx(1, abs=1e-4)
        left, top, side = best_window(matters)
        assert 0 <= left <= 90 - side
        assert 0 <= top <= 60 - side


# ---- How it is written -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_written_again_nothing_changes(seed: int) -> None:
    square = make_thumbnail(picture(seed=seed))
    assert make_thumbnail(square) == square


def test_even_noise_is_written() -> None:
    chance = np.random.default_rng(1)
    noise = Image.fromarray(chance.integers(0, 2, (192, 192, 3)).astype(np.uint8) * 255)
    square = make_thumbnail(written(noise))
    assert opened(square).size == (192, 192)
    assert len(square) < 100_000


# ---- What looks alike ------------------------------------------------------------------------------------------------


def test_the_same_picture_in_any_form_is_pointed_out() -> None:
    image = scene(400, 300, seed=5)
    squares = [
        make_thumbnail(picture(seed=1)),
        make_thumbnail(written(image)),
        make_thumbnail(picture(seed=2)),
        make_thumbnail(written(image, "JPEG", quality=60)),
        make_thumbnail(written(image.resize((800, 600)), "WEBP")),
        make_thumbnail(written(image.point(lambda value: min(value + 4, 255)))),
    ]
    found = find_similar(squares)
    assert {pair[:2] for pair in found} == {(a, b) for a in (1, 3, 4, 5) for b in (1, 3, 4, 5) if a < b}
    assert all(pair.distance < MIN_DISTANCE[pair.view] for pair in found)
    assert [pair.distance for pair in found] == sorted(pair.distance for pair in found)
    assert find_similar(squares[:1]) == find_similar([]) == []
    assert find_similar([squares[0], squares[0]])[0].distance < 0.1


def test_eyes_that_see_fewer_colours_count_too() -> None:
    """Red and green of the same light: far apart in colour, one and the same in grey."""
    plain = [make_thumbnail(written(Image.new("RGB", (64, 64), colour))) for colour in ("#c83c3c", "#3c7c3c")]
    ((_, _, distance, view),) = find_similar(plain)
    assert view != "colour"
    assert distance < MIN_DISTANCE[view]


# ---- On tiles --------------------------------------------------------------------------------------------------------


def own(count: int = 3) -> CustomFaces:
    squares = [make_thumbnail(picture(seed=seed, width=48, height=48)) for seed in range(count)]
    return CustomFaces("own_zoo", tuple(PictureSource(f"animal {n}", make_data_url(s)) for n, s in enumerate(squares)))


def test_a_board_with_own_pictures_needs_nothing_from_outside() -> None:
    board = llk.Board.parse("1 2 2 1 / 3 4 4 3")
    drawn = to_svg(board, faces=own())
    root = ElementTree.fromstring(drawn)
    images = [part for part in root.iter() if part.tag.endswith("image")]
    assert len(images) == 3  # once each, however many tiles show it
    for image in images:
        address = image.get("href") or ""
        assert address.startswith("data:image/jpeg;base64,")
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")
    assert to_svg(board, faces=own(), theme="dark") != drawn


def test_what_a_renderer_makes_of_it() -> None:
    """A tile shows its picture: the colours in its middle are those of the square."""
    resvg_py = pytest.importorskip("resvg_py")
    reds = [make_thumbnail(written(Image.new("RGB", (64, 64), colour))) for colour in ("#d01010", "#1010d0")]
    faces = CustomFaces("own_reds", tuple(PictureSource(str(n), make_data_url(s)) for n, s in enumerate(reds)))
    drawn = to_svg(llk.Board.parse("1 2 2 1"), faces=faces)
    image = Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=drawn)))).convert("RGB")
    scale = image.width / float(ElementTree.fromstring(drawn).get("width") or 1)
    colours = [image.getpixel((round((14 + 48 * col + 24) * scale), round((14 + 24) * scale))) for col in range(4)]
    assert [colour[0] > 150 for colour in colours if isinstance(colour, tuple)] == [True, False, False, True]


def test_kinds_beyond_the_pictures_have_drawn_faces() -> None:
    faces = own(2)
    shown = [faces.face(kind) for kind in range(1, 241)]
    assert len({face.glyph for face in shown}) == len({face.label for face in shown}) == 240
    assert len({str(face.picture) for face in shown}) == 240
    assert "<image" not in str(shown[2].picture)
    assert to_sprite(faces) is to_sprite(own(2))
    assert "2" in to_terminal(llk.Board.parse("1 2 2 1"), faces=faces)
    with pytest.raises(ValueError, match="positive"):
        faces.face(0)


def test_labels_may_be_anything_and_addresses_too() -> None:
    faces = CustomFaces(
        "own_x", (PictureSource('a"<&', 'x"onload="y'), PictureSource('a"<&', "b"), PictureSource("一万", "c"))
    )
    assert [faces.face(kind).label for kind in (1, 2)] == ['a"<& (1)', 'a"<& (2)']
    root = ElementTree.fromstring(to_sprite(faces, kinds=60))
    image = next(part for part in root.iter() if part.tag.endswith("image"))
    assert image.get("href") == 'x"onload="y'
    assert image.get("onload") is None


def test_one_picture_is_no_set() -> None:
    with pytest.raises(TooFewPictures, match="at least 2"):
        CustomFaces("own_x", (PictureSource("a", "b"),))
