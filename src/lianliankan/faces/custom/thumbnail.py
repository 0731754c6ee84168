"""Thumbnails, the pictures that tiles show: squares around what matters, all of one size and encoding."""

import re
from functools import cache
from io import BytesIO
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from lianliankan.faces.custom.crop import Window, best_window, saliency
from lianliankan.faces.custom.decode import decode_picture

__all__ = ["THUMBNAIL_SIDE", "make_thumbnail", "read_pixels"]

THUMBNAIL_SIDE: Final = 192
"""The side of a thumbnail in pixels: larger than the largest tiles."""

_QUALITY = 88
_MAX_BYTES = 100_000  # of a thumbnail; those of pure noise are smaller
_SCAN_HEADER = 14  # bytes of a JPEG
_PIXELS = re.compile(rb"(?:[^\xff]|\xff\0)*\xff\xd9")  # encoded pixels contain no markers but that of the end
_SEARCH_SIDE = 64  # the shorter side of the reduced picture that is searched for what matters


def make_thumbnail(data: bytes) -> bytes:
    """Decode a picture, crop it to a square around what matters, and encode that as a JPEG without metadata.

    A square picture is kept whole: it has been cropped already. A thumbnail is returned as it is, so that an exported
    set comes back unchanged. Raises PictureRefused as `decode_picture` does.

    >>> file = BytesIO()
    >>> Image.new("RGB", (300, 200), "#c33").save(file, "PNG")
    >>> thumbnail = make_thumbnail(file.getvalue())
    >>> Image.open(BytesIO(thumbnail)).size, make_thumbnail(thumbnail) == thumbnail
    ((192, 192), True)
    """
    image = decode_picture(data)
    if _is_thumbnail(data):
        return data
    left, top, side = _window(image)
    # Crop first: what lies outside must not bleed in at the edges.
    image = image.crop((left, top, left + side, top + side))
    if side != THUMBNAIL_SIDE:
        image = image.resize((THUMBNAIL_SIDE, THUMBNAIL_SIDE), Image.Resampling.LANCZOS)
    return _encode(image)


def read_pixels(thumbnail: bytes, side: int) -> NDArray[np.uint8]:
    """Return a thumbnail's pixels at a small size, as an array of rows, columns and channels (red, green, blue).

    >>> read_pixels(_encode(Image.new("RGB", (THUMBNAIL_SIDE, THUMBNAIL_SIDE), "#fff")), 24).shape
    (24, 24, 3)
    """
    with Image.open(BytesIO(thumbnail), formats=["JPEG"]) as image:
        return np.asarray(image.convert("RGB").resize((side, side), Image.Resampling.BOX))


def _window(image: Image.Image) -> Window:
    width, height = image.size
    if width == height:
        return Window(0, 0, width)
    scale = _SEARCH_SIDE / min(width, height)
    small = image.resize((max(round(width * scale), 1), max(round(height * scale), 1)), Image.Resampling.BOX)
    found = best_window(saliency(np.asarray(small)))
    side = min(round(found.side / scale), width, height)
    return Window(min(round(found.left / scale), width - side), min(round(found.top / scale), height - side), side)


def _encode(image: Image.Image) -> bytes:
    file = BytesIO()
    # No chroma subsampling: on small tiles a thin red line may be the only difference between two pictures.
    image.save(file, "JPEG", quality=_QUALITY, subsampling=0)
    return file.getvalue()


@cache
def _header() -> bytes:
    """Return the bytes that all thumbnails start with: everything before the encoded pixels."""
    blank = _encode(Image.new("RGB", (THUMBNAIL_SIDE, THUMBNAIL_SIDE)))
    return blank[: blank.rindex(b"\xff\xda") + _SCAN_HEADER]


def _is_thumbnail(data: bytes) -> bool:
    """Whether a file consists of the header of thumbnails and of pixels, and so hides nothing."""
    return len(data) <= _MAX_BYTES and data.startswith(_header()) and bool(_PIXELS.fullmatch(data, len(_header())))
