"""Thumbnails, the pictures that tiles show: squares around what matters, all of one size and encoding."""

from io import BytesIO
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from lianliankan.faces.custom.crop import Window, best_window, saliency
from lianliankan.faces.custom.decode import decode_picture
from lianliankan.faces.custom.limits import LIMITS, PictureLimits

__all__ = ["THUMBNAIL_SIDE", "make_thumbnail", "read_pixels"]

THUMBNAIL_SIDE: Final = 192
"""The side of a thumbnail in pixels: larger than the largest tiles."""

_QUALITY = 88
_MAX_GENERATIONS = 400  # nearly all need fewer than 20; none is known to need 100
_SEARCH_SIDE = 64  # the shorter side of the reduced picture that is searched for what matters


def make_thumbnail(data: bytes, limits: PictureLimits = LIMITS) -> bytes:
    """Decode a picture, crop it to a square around what matters, and encode that as a JPEG without metadata.

    A square picture is kept whole: it has been cropped already. Raises PictureRefused as `decode_picture` does.

    >>> file = BytesIO()
    >>> Image.new("RGB", (300, 200), "#c33").save(file, "PNG")
    >>> thumbnail = make_thumbnail(file.getvalue())
    >>> Image.open(BytesIO(thumbnail)).size, make_thumbnail(thumbnail) == thumbnail
    ((192, 192), True)
    """
    image = decode_picture(data, limits)
    left, top, side = _window(image)
    # Crop first: what lies outside must not bleed in at the edges.
    image = image.crop((left, top, left + side, top + side))
    if side != THUMBNAIL_SIDE:
        image = image.resize((THUMBNAIL_SIDE, THUMBNAIL_SIDE), Image.Resampling.LANCZOS)
    return _encode_stable(image)


def read_pixels(thumbnail: bytes, side: int) -> NDArray[np.uint8]:
    """Return a thumbnail's pixels at a small size, as an array of rows, columns and channels (red, green, blue).

    >>> read_pixels(_encode_stable(Image.new("RGB", (THUMBNAIL_SIDE, THUMBNAIL_SIDE), "#fff")), 24).shape
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


def _encode_stable(image: Image.Image) -> bytes:
    """Encode a square so that decoding and encoding it again changes nothing: an exported set comes back unchanged.

    JPEG is lossy, but encoding a picture repeatedly at one quality soon reaches a fixed point.
    """
    found, before = _jpeg(image), b""
    for _ in range(_MAX_GENERATIONS):
        if found == before:
            break
        with Image.open(BytesIO(found), formats=["JPEG"]) as again:
            before, found = found, _jpeg(again)
    return found


def _jpeg(image: Image.Image) -> bytes:
    file = BytesIO()
    # No chroma subsampling: on small tiles a thin red line may be the only difference between two pictures.
    image.save(file, "JPEG", quality=_QUALITY, subsampling=0)
    return file.getvalue()
