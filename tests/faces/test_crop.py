"""Cropping: the subject of a picture is in the square, wherever it is."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter

from lianliankan.faces.custom.crop import MIN_SHARE, Window, best_window, find_window, saliency
from support.picture_files import scene

Box = tuple[int, int, int, int]


def background(width: int, height: int, *, seed: int = 0, rough: float = 14) -> Image.Image:
    """Return a background that is lighter above and rough, like grass or a wall."""
    rng = np.random.default_rng(seed)
    slope = np.linspace(190, 110, height)[:, None, None] * np.array([0.8, 1, 0.85])
    pixels = np.broadcast_to(slope, (height, width, 3)) + rng.normal(0, rough, (height, width, 1))
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(1.5))


def person(image: Image.Image, x: float, y: float, size: float, skin: str, shirt: str) -> Box:
    """Draw a person with the centre of the head at x, y, and return the box of the head."""
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((x - 1.5 * size, y + 1.1 * size, x + 1.5 * size, y + 6 * size), size * 0.8, fill=shirt)
    draw.ellipse((x - size, y - 1.3 * size, x + size, y + 0.5 * size), fill="#2b1d14")
    draw.ellipse((x - 0.85 * size, y - size, x + 0.85 * size, y + 1.1 * size), fill=skin)
    for side in (-0.35, 0.35):
        draw.ellipse((x + (side - 0.1) * size, y - 0.2 * size, x + (side + 0.1) * size, y), fill="#111")
    return round(x - size), round(y - 1.3 * size), round(x + size), round(y + 1.1 * size)


def window(image: Image.Image) -> Window:
    return find_window(*image.size, lambda *size: image.resize(size, Image.Resampling.BOX).tobytes())


def holds(image: Image.Image, box: Box) -> bool:
    left, top, side = window(image)
    assert 0 <= left <= image.width - side
    assert 0 <= top <= image.height - side
    assert side >= MIN_SHARE * min(image.size) - 6
    return left <= box[0] and top <= box[1] and box[2] <= left + side and box[3] <= top + side


MIDDLES = [(0.12, 0.5), (0.3, 0.3), (0.5, 0.5), (0.7, 0.7), (0.9, 0.4)]
SIZES = [(900, 400), (400, 900), (640, 480)]
COLOURS = ["#e07b1a", "#1c2f8c", "#f7f2e0", "#101010"]


def in_tiers(*lists: list[Any]) -> list[Any]:
    """Return all combinations: of four, one is in the usual tier, in which every value occurs."""
    places = list(product(*map(enumerate, lists)))
    return [
        pytest.param(*(value for _, value in place), marks=pytest.mark.full if sum(at for at, _ in place) % 4 else ())
        for place in places
    ]


@pytest.mark.parametrize(("middle", "size", "colour"), in_tiers(MIDDLES, SIZES, COLOURS))
def test_an_off_centre_object_is_in_the_square(middle: tuple[float, float], size: tuple[int, int], colour: str) -> None:
    width, height = size
    image = background(width, height, seed=width)
    share = middle if width > height else (middle[1], middle[0])
    x, y, r = share[0] * width, share[1] * height, 0.11 * min(width, height)
    box = round(max(x - r, 0)), round(max(y - r, 0)), round(min(x + r, width)), round(min(y + r, height))
    ImageDraw.Draw(image).ellipse(box, fill=colour)
    assert holds(image, box)


SKINS = ["#f1c7a5", "#d9a37c", "#9c6a45", "#5a3a28"]
SHIRTS = ["#27406f", "#a02a2a", "#eeeeee", "#1b1b1b"]


@pytest.mark.parametrize(("skin", "shirt"), in_tiers(SKINS, SHIRTS))
def test_heads_are_in_the_square(skin: str, shirt: str) -> None:
    """In portrait pictures, where most is cut off, and in wide ones with a person at the side."""
    upright = background(600, 1000, seed=1)
    assert holds(upright, person(upright, 290, 210, 85, skin, shirt))
    wide = background(1000, 560, seed=2, rough=20)
    assert holds(wide, person(wide, 800, 190, 60, skin, shirt))


def test_a_plain_picture_is_cropped_to_its_middle() -> None:
    left, top, side = window(Image.new("RGB", (800, 400), "#888"))
    assert (side, top) == (400, 0)
    assert abs(left - 200) <= 12


def test_an_object_on_a_plain_background_gets_a_close_up() -> None:
    image = Image.new("RGB", (700, 500), "white")
    ImageDraw.Draw(image).ellipse((120, 180, 240, 300), fill="#2050c0")
    found = window(image)
    assert found.side < 400
    assert holds(image, (120, 180, 240, 300))


def test_square_pictures_are_kept_whole() -> None:
    image = Image.new("RGB", (500, 500), "white")
    ImageDraw.Draw(image).ellipse((20, 20, 80, 80), fill="#c00")
    assert window(image) == (0, 0, 500)


def test_saliency_adds_up_to_one() -> None:
    for seed in range(3):
        matters = saliency(scene(90, 60, seed=seed).tobytes(), 90)
        assert np.array(matters).shape == (60, 90)
        assert np.min(matters) > 0
        assert np.sum(matters) == pytest.approx(1)
        left, top, side = best_window(matters)
        assert 0 <= left <= 90 - side
        assert 0 <= top <= 60 - side
