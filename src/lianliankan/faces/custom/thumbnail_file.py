"""The files of thumbnails: plain JPEGs of one size, without metadata."""

import re
from typing import Final

THUMBNAIL_SIDE: Final = 192
"""The side of a thumbnail in pixels: larger than the largest tiles."""

QUALITY: Final = 88
"""The quality of the JPEG, as libjpeg counts it."""

_MAX_BYTES = 100_000  # of a thumbnail; those of pure noise are smaller
_MAX_TABLES = 1_000  # bytes before the pixels; the usual tables are 623
_PIXELS = re.compile(rb"(?:[^\xff]|\xff\0)*\xff\xd9")  # encoded pixels contain no markers but that of the end
_START, _JFIF = b"\xff\xd8", b"\xff\xe0\0\x10JFIF\0"
_FRAME, _SCAN = 0xC0, 0xDA
_TABLES = (0xC4, 0xDB)  # of the codes, and of the quantisation
_PLAIN = re.compile(rb"\x08" + 2 * THUMBNAIL_SIDE.to_bytes(2) + rb"\x03.{9}", re.DOTALL)  # three channels


def is_thumbnail(data: bytes) -> bool:
    r"""Whether a file has only what a thumbnail needs, from any encoder, and so hides nothing.

    >>> is_thumbnail(b"GIF89a")
    False
    """
    return len(data) <= _MAX_BYTES and remove_metadata(data) == data


def remove_metadata(data: bytes) -> bytes | None:
    """Return a JPEG without what is not needed to decode it; None if it is not a plain one of a thumbnail's size.

    >>> print(remove_metadata(b"GIF89a"))
    None
    """
    kept, place, frames = [_START], len(_START), 0
    while data.startswith(_START) and len(data) > place + 4 and data[place] == 0xFF:
        marker, length = data[place + 1], int.from_bytes(data[place + 2 : place + 4])
        segment = data[place : place + 2 + length]
        place += len(segment)
        frames += marker == _FRAME and _PLAIN.fullmatch(segment[4:]) is not None
        if marker in (*_TABLES, _FRAME, _SCAN) or segment.startswith(_JFIF):
            kept.append(segment)
        if marker == _SCAN:
            is_plain = frames == 1 and sum(map(len, kept)) <= _MAX_TABLES and _PIXELS.fullmatch(data, place)
            return b"".join(kept) + data[place:] if is_plain else None
    return None
