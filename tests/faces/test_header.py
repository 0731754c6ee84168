"""The format and size of pictures, read from their headers for browsers: what Pillow reads, or a refusal."""

import random
from io import BytesIO

import pytest
from PIL import Image

from lianliankan.faces.custom.file_type import HEAD_BYTES, check_type
from lianliankan.faces.custom.header import PictureHeader, read_header
from lianliankan.faces.custom.picture_size import PictureFormat, check_size
from lianliankan.faces.custom.refusal import PictureRefused
from lianliankan.web.local.browser_pictures import BROWSER_MAX_PIXELS
from support.picture_bombs import BOMBS, two_sizes_gif
from support.picture_files import FORMATS, encode, exif, picture, scene, segment


@pytest.mark.parametrize("size", [(320, 240), (24, 190), (255, 256), (1000, 700)])
def test_the_size_is_that_which_pillow_reads(size: tuple[int, int]) -> None:
    width, height = size
    see_through = scene(width, height).convert("RGBA")
    see_through.putalpha(100)
    files: dict[PictureFormat, list[bytes]] = {
        "PNG": [encode(scene(width, height, mode=mode)) for mode in ("RGB", "L", "RGBA", "P")],
        "JPEG": [
            picture("JPEG", width=width, height=height, exif=exif(6)),
            encode(scene(width, height, mode="CMYK"), "JPEG"),
            encode(scene(width, height), "JPEG", comment=b"x" * 60_000),
        ],
        "progressive JPEG": [picture("JPEG", width=width, height=height, progressive=True)],
        "WebP": [
            picture("WEBP", width=width, height=height),
            picture("WEBP", width=width, height=height, lossless=True),
            encode(see_through, "WEBP"),
            encode(scene(width, height), "WEBP", save_all=True, append_images=[scene(width, height, seed=1)]),
            picture("WEBP", width=width, height=height, exif=exif(6)),
        ],
        "GIF": [
            picture("GIF", width=width, height=height, comment=b"x" * 20_000),
            encode(scene(width, height), "GIF", save_all=True, append_images=[scene(width, height, seed=1)], loop=0),
        ],
    }
    for format, found in files.items():
        for data in found:
            assert read_header(data) == PictureHeader(format, width, height), Image.open(BytesIO(data)).info
    assert read_header(files["progressive JPEG"][0]).media_type == "image/jpeg"
    assert read_header(files["WebP"][0]).media_type == "image/webp"


def test_a_frame_larger_than_its_screen_counts() -> None:
    small = two_sizes_gif()
    place = small.index(b",\0\0\0\0\x28\x23")  # a frame of 9,000 pixels, moved to be the first one
    first = read_header(small[:13] + small[13 : 13 + 3 * 2 ** ((small[10] & 7) + 1)] + small[place:])
    assert first == ("GIF", 9_000, 9_000)


def test_bombs_are_refused_by_their_headers_or_left_to_the_decoder() -> None:
    codes = {}
    for name in ("pixels", "jpeg", "jpeg comments"):
        data = BOMBS[name][0]()
        try:
            check_size(*read_header(data), max_pixels=BROWSER_MAX_PIXELS)
        except PictureRefused as problem:
            codes[name] = problem.code
    assert codes == {"pixels": "pixels", "jpeg": "pixels", "jpeg comments": "broken"}


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xd8\xff\xd9",
        b"\xff\xd8\xff\xda" + bytes(100),
        b"\xff\xd8\xff\xe0\0\0" + bytes(100),
        b"\xff\xd8" + segment(0xE0, bytes(14)) + b"x" * 100,
        b"\xff\xd8" + b"\xff" * 100_000,
        b"GIF89a" + bytes(7),
        b"GIF89a" + bytes(7) + b"!\xff" + b"\1x" * 100_000,
        b"\x89PNG\r\n\x1a\n" + bytes(100),
        b"RIFF\0\0\0\0WEBPVP8 " + bytes(100),
        b"RIFF\0\0\0\0WEBPICCP" + bytes(100),
        b"RIFF\0\0\0\0WEBPVP8X",
    ],
)
def test_files_without_a_size_are_broken(data: bytes) -> None:
    check_type(data[:HEAD_BYTES])
    with pytest.raises(PictureRefused) as refused:
        read_header(data)
    assert refused.value.code == "broken"


def test_damaged_headers_give_a_size_or_a_refusal() -> None:
    chance = random.Random(7)
    files = [picture(kind, seed=1) for kind in FORMATS]
    refused = 0
    for _ in range(4_000):
        data = bytearray(chance.choice(files)[: chance.randrange(12, 900)])
        for _ in range(chance.randrange(1, 12)):
            data[chance.randrange(4, len(data))] = chance.choice((0, 1, 0x21, 0x2C, 0xC0, 0xFF, chance.randrange(256)))
        try:
            header = read_header(bytes(data))
        except PictureRefused as problem:
            assert problem.code == "broken"
            refused += 1
        else:
            assert header.width >= 0
            assert header.height >= 0
    assert 0 < refused < 4_000
