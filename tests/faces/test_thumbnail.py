"""Thumbnails: that of a thumbnail is itself, and similar ones are found."""

import numpy as np
import pytest
from PIL import Image

from lianliankan.faces.custom.thumbnail import compare_thumbnails, make_thumbnail
from lianliankan.faces.custom.thumbnail_file import is_thumbnail, remove_metadata
from lianliankan.faces.drawn.distinctness.measure import MIN_DISTANCE
from support.picture_files import MARKER, encode, exif, open_thumbnail, picture, scene, segment


@pytest.mark.parametrize("seed", range(8))
def test_a_thumbnail_is_its_own_thumbnail(seed: int) -> None:
    thumbnail = make_thumbnail(picture(seed=seed))
    assert make_thumbnail(thumbnail) == thumbnail
    assert is_thumbnail(thumbnail)


def test_what_a_browser_encodes_is_taken_as_it_is() -> None:
    image = open_thumbnail(make_thumbnail(picture()))
    tables, notes = {"subsampling": 2, "optimize": True}, {"comment": MARKER, "exif": exif(1)}
    written = encode(image, "JPEG", quality=88, **tables, **notes)
    thumbnail = remove_metadata(written)
    assert thumbnail == remove_metadata(encode(image, "JPEG", quality=88, **tables))
    assert thumbnail is not None
    assert MARKER in written
    assert MARKER not in thumbnail
    assert make_thumbnail(thumbnail) == thumbnail
    for other in (image.resize((180, 180)), image.convert("L")):
        assert remove_metadata(encode(other, "JPEG")) is None
    assert remove_metadata(encode(image, "JPEG", progressive=True)) is None


def test_what_only_starts_like_a_thumbnail_is_encoded_again() -> None:
    """Nothing but pixels remains of a file that somebody made from a thumbnail."""
    thumbnail = make_thumbnail(picture())
    note = segment(0xFE, MARKER)
    for hiding in (
        thumbnail + MARKER,
        thumbnail + MARKER + thumbnail[-2:],
        thumbnail[:2] + note + thumbnail[2:],
        thumbnail[:-2] + note + thumbnail[-2:],
        thumbnail[:-2] + MARKER * 5_000 + thumbnail[-2:],
    ):
        assert MARKER in hiding
        assert MARKER not in make_thumbnail(hiding)


def test_noise_can_be_encoded() -> None:
    rng = np.random.default_rng(1)
    noise = Image.fromarray(rng.integers(0, 2, (192, 192, 3)).astype(np.uint8) * 255)
    thumbnail = make_thumbnail(encode(noise))
    assert open_thumbnail(thumbnail).size == (192, 192)
    assert len(thumbnail) < 100_000


def test_the_same_picture_is_found_in_any_format() -> None:
    image = scene(400, 300, seed=5)
    thumbnails = [
        make_thumbnail(picture(seed=1)),
        make_thumbnail(encode(image)),
        make_thumbnail(picture(seed=2)),
        make_thumbnail(encode(image, "JPEG", quality=60)),
        make_thumbnail(encode(image.resize((800, 600)), "WEBP")),
        make_thumbnail(encode(image.point(lambda value: min(value + 4, 255)))),
    ]
    found = compare_thumbnails(thumbnails)
    assert {pair[:2] for pair in found} == {(a, b) for a in (1, 3, 4, 5) for b in (1, 3, 4, 5) if a < b}
    assert all(pair.distance < MIN_DISTANCE[pair.view] for pair in found)
    assert [pair.distance for pair in found] == sorted(pair.distance for pair in found)
    assert compare_thumbnails(thumbnails[:1]) == compare_thumbnails([]) == []
    assert compare_thumbnails([thumbnails[0], thumbnails[0]])[0].distance < 0.1


def test_colour_blind_views_count_as_well() -> None:
    """Red and green of the same lightness: far apart in colour, identical in grey."""
    plain = [make_thumbnail(encode(Image.new("RGB", (64, 64), colour))) for colour in ("#c83c3c", "#3c7c3c")]
    ((_, _, distance, view),) = compare_thumbnails(plain)
    assert view != "colour"
    assert distance < MIN_DISTANCE[view]
