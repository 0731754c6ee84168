"""The header of an image file, parsed before any decoder sees the file: its format, and the cost of decoding it.

Decoders do whatever a file demands, at any cost. So this module walks through a file up to its first pixels, in a few
steps and without allocating memory, and refuses anything unusual.
"""

from typing import Literal, NamedTuple

from lianliankan.faces.custom.jpeg import read_frame
from lianliankan.faces.custom.refusal import PictureRefused

__all__ = ["HEAD_BYTES", "Coding", "Header", "detect_format", "read_header"]

ImageFormat = Literal["PNG", "JPEG", "WEBP", "GIF"]
Coding = Literal["PNG", "JPEG", "JPEG in scans", "WEBP", "GIF"]
"""How the pixels are encoded; a JPEG in scans must be held in memory as a whole while it is decoded."""

HEAD_BYTES = 64
"""The number of bytes at the start of a file that `detect_format` needs."""

_MAX_BLOCKS = 20_000  # before the pixels of a GIF
_KINDS: tuple[tuple[bytes, ImageFormat], ...] = (
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF8", "GIF"),
)
_OTHERS = (
    *((b"II*\0", "TIFF"), (b"MM\0*", "TIFF"), (b"BM", "BMP"), (b"%PDF", "PDF"), (b"8BPS", "Photoshop")),
    *((b"\0\0\1\0", "an icon"), (b"<svg", "SVG"), (b"<?xml", "XML or SVG"), (b"<!doc", "HTML"), (b"<html", "HTML")),
)
_ISO_MEDIA = {b"heic": "HEIC", b"heix": "HEIC", b"mif1": "HEIC", b"avif": "AVIF"}


class Header(NamedTuple):
    """What the start of a file declares.

    - `format`: which decoder it is for.
    - `coding`: how its pixels are encoded.
    - `width`, `height`: its size in pixels.
    """

    format: ImageFormat
    coding: Coding
    width: int
    height: int


def detect_format(head: bytes) -> ImageFormat:
    """Say by its first bytes what picture a file is, whatever its name; raises PictureRefused for other types.

    >>> detect_format(b"GIF89a")
    'GIF'
    >>> detect_format(b"<svg xmlns=")
    Traceback (most recent call last):
        ...
    lianliankan.faces.custom.refusal.PictureRefused: this is SVG; expected PNG, JPEG, WebP or GIF
    """
    if not head:
        raise PictureRefused("empty", "the file is empty")
    for start, kind in _KINDS:
        if head.startswith(start):
            return kind
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "WEBP"
    if head[4:8] == b"ftyp" and head[8:12] in _ISO_MEDIA:
        found = f"this is {_ISO_MEDIA[head[8:12]]}"
    else:
        text = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
        names = (name for start, name in _OTHERS if head.startswith(start) or text.startswith(start))
        found = next((f"this is {name}" for name in names), "this is not a picture")
    raise PictureRefused("type", f"{found}; expected PNG, JPEG, WebP or GIF")


def read_header(data: bytes) -> Header:
    """Parse the header of a picture; raises PictureRefused if the file is not a picture or an unusual one.

    >>> read_header(b"GIF89a" + bytes.fromhex("4001 c800 00 00 00") + b"," + bytes.fromhex("0000 0000 4001 c800 00 08"))
    Header(format='GIF', coding='GIF', width=320, height=200)
    """
    kind = detect_format(data[:HEAD_BYTES])
    try:
        coding, width, height = _READERS[kind](data)
    except IndexError:
        raise PictureRefused("broken", "the file is truncated") from None
    if not (width and height):
        raise PictureRefused("broken", "the picture has no pixels")
    return Header(kind, coding, width, height)


def _number(data: bytes, place: int, length: int, order: Literal["big", "little"]) -> int:
    """Read a number; raises IndexError if the file ends before it does."""
    if place + length > len(data):
        raise IndexError
    return int.from_bytes(data[place : place + length], order)


def _png(data: bytes) -> tuple[Coding, int, int]:
    if data[12:16] != b"IHDR":
        raise PictureRefused("broken", "this PNG does not start with its size")
    return "PNG", _number(data, 16, 4, "big"), _number(data, 20, 4, "big")


def _webp(data: bytes) -> tuple[Coding, int, int]:
    match data[12:16]:
        case b"VP8X":
            return "WEBP", 1 + _number(data, 24, 3, "little"), 1 + _number(data, 27, 3, "little")
        case b"VP8L":
            sides = _number(data, 21, 4, "little")
            return "WEBP", 1 + (sides & 0x3FFF), 1 + (sides >> 14 & 0x3FFF)
        case b"VP8 ":
            return "WEBP", _number(data, 26, 2, "little") & 0x3FFF, _number(data, 28, 2, "little") & 0x3FFF
    raise PictureRefused("broken", "this WebP does not start with its size")


def _gif(data: bytes) -> tuple[Coding, int, int]:
    """Read the size of a GIF: that of its canvas, or of its first frame if that is larger."""
    width, height = _number(data, 6, 2, "little"), _number(data, 8, 2, "little")
    place, is_inside = (
        13 + _colours(data[10]),
        False,
    )  # whether inside an extension, a list of blocks that ends with an empty one
    for _ in range(_MAX_BLOCKS):
        if is_inside:
            is_inside = data[place] > 0
            place += 1 + data[place]
        elif data[place] == 0x21:
            place, is_inside = place + 2, True
        elif data[place] == 0x2C:  # the first frame
            left, top, wide, high = (_number(data, place + 1 + 2 * side, 2, "little") for side in range(4))
            return "GIF", max(width, left + wide), max(height, top + high)
        else:
            break
    raise PictureRefused("broken", "this GIF has no first frame")


def _colours(flags: int) -> int:
    """Return the length of the colour table that the flags announce."""
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


def _jpeg(data: bytes) -> tuple[Coding, int, int]:
    found = read_frame(data)
    return "JPEG in scans" if found.is_in_scans else "JPEG", found.width, found.height


_READERS = {"PNG": _png, "JPEG": _jpeg, "WEBP": _webp, "GIF": _gif}
