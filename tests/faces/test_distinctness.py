"""The measure: what it notices, what it tolerates, and the minimum that every set exceeds."""

from io import BytesIO

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from lianliankan.faces.drawn.distinctness.measure import (
    MIN_DISTANCE,
    SIZE,
    closest,
    closest_by_view,
    find_close,
)
from lianliankan.faces.drawn.distinctness.measure import distances as list_distances
from lianliankan.faces.drawn.distinctness.vision import MATRICES, VIEWS, View
from sheets.contact_sheet import PictureArray, comparison_sheet, contact_sheet, rasterise_tiles
from sheets.minimum import all_faults, digest
from sheets.raster import to_pixels
from support.drawn_stage import BODY, TINY
from support.paths import DOCS


def distances(
    pictures: PictureArray, others: PictureArray | None = None, *, view: View = "colour"
) -> NDArray[np.float64]:
    return np.array(list_distances(pictures, others, view=view))


def plain(*colours: tuple[int, int, int]) -> PictureArray:
    return np.stack([np.full((SIZE, SIZE, 3), colour, np.uint8) for colour in colours])


def photograph(seed: int) -> NDArray[np.uint8]:
    """Return something like a photograph: soft patches of light and dark in many sizes."""
    rng, found = np.random.default_rng(seed), np.zeros((96, 96, 3))
    for cells in (3, 6, 12, 24):
        patch = Image.fromarray(rng.integers(0, 256, (cells, cells, 3), dtype=np.uint8))
        found += np.asarray(patch.resize((96, 96), Image.Resampling.BICUBIC)) / cells
    bright: NDArray[np.uint8] = (found / found.max() * 255).astype(np.uint8)
    return bright


def reduced(*pictures: NDArray[np.uint8]) -> PictureArray:
    resized = [Image.fromarray(picture).resize((SIZE, SIZE), Image.Resampling.BOX) for picture in pictures]
    return np.stack([np.asarray(picture) for picture in resized])


# ---- What it notices -------------------------------------------------------------------------------------------------


def test_differences_of_plain_colours_are_those_of_cielab() -> None:
    """Known values: red is L 53.24 a 80.09 b 67.20, blue L 32.30 a 79.19 b -107.86."""
    apart = distances(plain((255, 0, 0), (0, 0, 255), (255, 255, 255)))
    assert apart[0, 1] == pytest.approx(np.hypot(53.24 - 32.30, np.hypot(80.09 - 79.19, 67.20 + 107.86)), abs=0.05)
    assert apart[2, 0] == pytest.approx(np.hypot(100 - 53.24, np.hypot(80.09, 67.20)), abs=0.05)


@pytest.mark.parametrize("view", ["protanopia", "deuteranopia", "tritanopia"])
def test_a_look_alike_in_one_view_is_noticed(view: View) -> None:
    """Two faces that differ only in what this view hardly shows are too close in it, and far apart in colour."""
    unseen = np.linalg.svd(np.array(MATRICES[view])).Vh[-1]
    colours = []
    for way in (-1, 1):
        linear = np.clip(0.35 + way * 0.2 * unseen / np.abs(unseen).max(), 0, 1)
        colours.append("#" + "".join(f"{round(255 * (1.055 * v ** (1 / 2.4) - 0.055)):02x}" for v in linear))
    planted = [TINY.drawings[0].svg.replace("#e33", colour) for colour in colours]
    pictures = rasterise_tiles([*planted, *(drawing.svg for drawing in TINY.drawings)], BODY)
    found = closest_by_view(pictures)
    assert (found[view].first, found[view].second) == (0, 1)
    assert found[view].distance < MIN_DISTANCE[view]
    assert found["colour"].distance > 2 * MIN_DISTANCE["colour"]


def test_a_look_alike_in_grey_is_noticed() -> None:
    red, green = plain((220, 30, 30), (15, 128, 15))
    assert distances(np.stack([red, green]), view="grey")[0, 1] < 1
    assert distances(np.stack([red, green]))[0, 1] > 80


def test_the_closest_come_first() -> None:
    greys = plain((0, 0, 0), (120, 120, 120), (130, 130, 130), (255, 255, 255))
    found = closest(greys, count=9)
    assert [(pair.first, pair.second) for pair in found][:1] == [(1, 2)]
    assert len(found) == 6
    assert [pair.distance for pair in found] == sorted(pair.distance for pair in found)


@pytest.mark.parametrize("contrast", [0.1, 0.3, 1.0])
def test_pairs_that_are_not_compared_pixel_by_pixel_are_far_apart(contrast: float) -> None:
    """What is found early, by averages, agrees with the measure as it is defined, pixel by pixel."""
    pictures = [np.asarray(128 + (photograph(seed) - 128.0) * contrast, np.uint8) for seed in range(12)]
    small = reduced(*pictures)
    found = {(view, pair[:2]) for view, pair in filter(None, find_close(list(small)))}
    wanted: set[tuple[View, tuple[int, int]]] = set()
    for view in VIEWS:
        apart = distances(small, view=view)
        assert apart[np.triu_indices(12, 1)].min() == pytest.approx(closest(small, view=view)[0].distance)
        known = {pair for _, pair in wanted}
        for first, second in zip(*np.nonzero(np.triu(apart < MIN_DISTANCE[view], 1)), strict=True):
            if (int(first), int(second)) not in known:
                wanted.add((view, (int(first), int(second))))
    assert found == wanted


# ---- What it tolerates -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("view", VIEWS)
def test_a_picture_shifted_by_a_pixel_is_the_same(view: View) -> None:
    one, other = reduced(photograph(1), photograph(2))
    moved = np.stack([np.roll(one, shift, axis=(0, 1)) for shift in ((1, 0), (0, -1), (1, 1), (3, 3))])
    apart = distances(one[None], moved, view=view)[0]
    assert (apart[:3] < 2).all()  # only the blur at the border, where other pixels moved in
    assert apart[3] > apart[:3].max() * 2
    assert distances(one[None], other[None], view=view)[0, 0] > 10


def test_photographs_saved_again_are_the_same_and_others_are_not() -> None:
    first, second = photograph(3), photograph(4)
    saved = BytesIO()
    Image.fromarray(first).save(saved, "JPEG", quality=40)
    again = np.asarray(Image.open(saved).convert("RGB"))
    cut = np.asarray(Image.fromarray(first[2:, 2:]).resize((96, 96)))
    lighter = np.clip(first * 1.04 + 3, 0, 255).astype(np.uint8)
    apart = distances(reduced(first), reduced(again, cut, lighter, second))[0]
    assert (apart[:3] < MIN_DISTANCE["colour"] / 2).all()
    assert apart[3] > MIN_DISTANCE["colour"]


# ---- How it is called ------------------------------------------------------------------------------------------------


def test_distances_are_the_same_both_ways() -> None:
    pictures = reduced(*(photograph(seed) for seed in range(7)))
    apart = distances(pictures)
    assert (apart == apart.T).all()
    assert np.diag(apart).max() < 1e-4
    np.testing.assert_allclose(distances(pictures[:3], pictures[3:]), apart[:3, 3:], atol=1e-6)
    np.testing.assert_allclose(distances(pictures[3:], pictures[:3]), apart[3:, :3], atol=1e-6)


def test_other_pictures_are_refused() -> None:
    for wrong in (24 * 24 * 4, 24 * 3, 48 * 48 * 3):
        with pytest.raises(ValueError, match="expected pictures of 24 × 24 pixels of 3 bytes"):
            list_distances([bytes(wrong)])
    with pytest.raises(ValueError, match="at least two pictures"):
        closest_by_view(plain((1, 2, 3)))


def test_sheets_show_what_the_measure_sees() -> None:
    """The SVG filter and the matrix of a view agree; the filter has only 256 levels of light."""

    def tiles(view: View) -> PictureArray:
        sheet = contact_sheet(TINY, sizes=[SIZE], view=view)
        shown = to_pixels(sheet.svg, sheet.width)[3:, 3 : 3 + SIZE]
        return np.stack([shown[top : top + SIZE] for top in (0, SIZE + 3)])

    for view in VIEWS:
        apart = distances(tiles("colour"), view=view)[0, 1]
        assert distances(tiles(view))[0, 1] == pytest.approx(apart, rel=0.03)


def test_comparison_sheets_have_a_row_per_set_and_a_column_per_view() -> None:
    sheet = comparison_sheet([(TINY, dict.fromkeys(VIEWS, (0, 1))), (TINY, dict.fromkeys(VIEWS, (1, 2)))])
    assert sheet.svg.count("<title>tiny, grey: box – bar</title>") == 1
    assert sheet.svg.count("<title>") == 2 * len(VIEWS)
    assert to_pixels(sheet.svg, sheet.width).shape[1] == sheet.width


# ---- The minimum distance --------------------------------------------------------------------------------------------


def test_the_drawings_are_those_that_were_measured() -> None:
    """`make sheets` measures them all, in both themes and every lap, and so does a full test of that tool."""
    page = (DOCS / "faces-measured.md").read_text(encoding="utf-8")
    assert page.endswith(f"\n<!-- measured: {digest()} -->\n"), "run: make sheets"


def test_faces_that_are_too_close_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a theme, and between two laps; here everything is too close."""
    for view in VIEWS:
        monkeypatch.setitem(MIN_DISTANCE, view, 999.0)
    told = list(all_faults(TINY))
    names = " – ".join(drawing.name for drawing in TINY.drawings[:2])
    assert [line for line in told if line.startswith("tiny, dark, grey: ")]
    assert f"tiny, laps 1 and 2: {names}" in told
    assert f"tiny: laps of {TINY.drawings[0].name}" in told
