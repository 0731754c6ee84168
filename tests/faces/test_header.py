"""Image headers: they declare what the decoders find, and refuse the rest before any decoder sees it."""

import struct
from io import BytesIO

import pytest
from PIL import Image

from lianliankan.faces.custom.header import read_header
from lianliankan.faces.custom.import_pictures import Thumbnail, import_file
from lianliankan.faces.custom.refusal import PictureRefused
from lianliankan.faces.custom.thumbnail import make_thumbnail
from support.picture_files import FORMATS, HTML, SVG, encode, exif, picture, png, scene, segment


@pytest.mark.parametrize("kind", FORMATS)
def test_headers_declare_what_the_decoders_find(kind: str) -> None:
    for width, height in ((24, 24), (100, 31), (257, 256), (1000, 400)):
        header = read_header(picture(kind, width=width, height=height))
        assert (header.format, header.width, header.height) == (kind, width, height)
    assert read_header(picture("JPEG", progressive=True)).coding == "JPEG in scans"
    assert read_header(picture("WEBP", lossless=True)).width == 320
    assert read_header(encode(scene(mode="RGBA"), "WEBP", exif=exif())).height == 240


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        (b"", "empty", "the file is empty"),
        (b"\0", "type", "not a picture"),
        (b"hello", "type", "not a picture"),
        (SVG, "type", "SVG"),
        (b'\xef\xbb\xbf\n <?xml version="1.0"?>' + SVG, "type", "SVG"),
        (HTML, "type", "HTML"),
        (b"  <HTML><body>", "type", "HTML"),
        (encode(Image.new("RGB", (64, 64)), "BMP"), "type", "BMP"),
        (encode(Image.new("RGB", (64, 64)), "TIFF"), "type", "TIFF"),
        (encode(Image.new("RGB", (64, 64)), "ICO"), "type", "icon"),
        (encode(Image.new("RGB", (64, 64)), "PPM"), "type", "not a picture"),
        (b"%PDF-1.7", "type", "PDF"),
        (b"8BPS\0\1", "type", "Photoshop"),
        (b"\0\0\0\x18ftypheic", "type", "HEIC"),
        (b"\0\0\0\x18ftypavif", "type", "AVIF"),
        (b"%!PS-Adobe", "type", "not a picture"),
        (png(60_000, 60_000), "pixels", "60000 × 60000 pixels; a PNG may have at most 24 million"),
        (png(2**31 - 1, 2**31 - 1), "pixels", "may have"),
        (png(0, 100), "broken", "no pixels"),
        (png(23, 100), "small", "each side needs at least 24"),
        (png(100, 1000), "thin", "8 times as long"),
        (b"\x89PNG\r\n\x1a\n", "broken", "does not start with its size"),
        (b"GIF89a", "broken", "truncated"),
        (b"GIF89a" + b"\xff" * 7, "broken", "truncated"),
        (b"GIF89a\x40\0\x40\0\0\0\0;", "broken", "no first frame"),
        (b"GIF89a\x40\0\x40\0\0\0\0" + b"!\xfe\1x\0" * 30_000, "broken", "no first frame"),
        (b"GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\xff\xff\xff\xff\0\x08", "pixels", "65535 × 65535"),
        (b"RIFF\0\0\0\0WEBP", "broken", "does not start with its size"),
        (b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff", "pixels", "16777216 × 16777216"),
        (b"RIFF\0\0\0\0WEBPVP8L\x0a\0\0\0\x2f\xff\xff\xff\x0f", "pixels", "16384 × 16384"),
        (b"\xff\xd8\xff", "broken", "truncated"),
        (b"\xff\xd8" + b"\xff" * 5_000_000, "broken", "no pixels"),
        (b"\xff\xd8\xff" + b"\0" * 5_000_000, "broken", "no pixels"),
        (b"\xff\xd8" + segment(0xFE, b"x") * 100_000, "broken", "no pixels"),
    ],
)
def test_bad_files_are_refused_by_their_header(
    data: bytes, code: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the name of the file, and before any decoder sees it."""
    monkeypatch.setattr("lianliankan.faces.custom.decode._FILES", {})
    (found,) = import_file("panda.png", BytesIO(data))
    assert not isinstance(found, Thumbnail)
    assert (found.label, found.code) == ("panda", code)
    assert words in found.words


def frame(marker: int, width: int, height: int, *, bits: int = 8, colours: int = 3) -> bytes:
    return segment(marker, struct.pack(">BHHB", bits, height, width, colours) + b"\1\x11\0" * colours)


@pytest.mark.parametrize(
    ("parts", "code", "words"),
    [
        ((frame(0xC0, 60_000, 60_000),), "pixels", "a JPEG may have at most 100 million"),
        ((frame(0xC2, 6_000, 6_000),), "pixels", "a progressive JPEG may have at most 24 million"),
        (
            (frame(0xC0, 6_000, 6_000, colours=4),),
            "pixels",
            "may have at most 24 million",
        ),  # in scans although not progressive
        ((frame(0xC3, 64, 64),), "broken", "lossless"),
        ((frame(0xC9, 64, 64),), "broken", "arithmetic"),
        ((frame(0xC0, 64, 64, bits=12),), "broken", "more than 8 bits"),
        ((frame(0xC0, 64, 64), frame(0xC0, 64, 64)), "broken", "two pictures"),
        ((), "broken", "no pixels"),
    ],
)
def test_unsupported_jpegs_are_refused(parts: tuple[bytes, ...], code: str, words: str) -> None:
    scan = segment(0xDA, b"\3\1\0\2\0\3\0\0\x3f\0")
    with pytest.raises(PictureRefused, match=words) as refused:
        make_thumbnail(b"\xff\xd8" + b"".join(parts) + scan + b"\0" * 100)
    assert refused.value.code == code
