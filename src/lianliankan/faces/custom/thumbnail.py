"""A picture as a tile shows it: a square around what matters, always of the same size, written the same way."""

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
"""The side of a square in pixels: larger than the largest tiles."""

_QUALITY = 88
_MAX_GENERATIONS = 400  # nearly all need fewer than 20, and none was seen that needed 100
_LOOKING_SIDE = 64  # the shorter side of the small picture in which what matters is looked for


def make_thumbnail(data: bytes, limits: PictureLimits = LIMITS) -> bytes:
    """Read a picture, cut it to a square around what matters, and write that as a JPEG without metadata.

    A picture that is square is kept whole: somebody has cut it. Raises PictureRefused as `decode_picture` does.

    >>> file = BytesIO()
    >>> Image.new("RGB", (300, 200), "#c33").save(file, "PNG")
    >>> square = make_thumbnail(file.getvalue())
    >>> Image.open(BytesIO(square)).size, make_thumbnail(square) == square
    ((192, 192), True)
    """
    image = decode_picture(data, limits)
    left, top, side = _window(image)
    # Cut first: what lies outside must not shine in at the edges.
    image = image.crop((left, top, left + side, top + side))
    if side != THUMBNAIL_SIDE:
        image = image.resize((THUMBNAIL_SIDE, THUMBNAIL_SIDE), Image.Resampling.LANCZOS)
    return _written(image)


def read_pixels(square: bytes, side: int) -> NDArray[np.uint8]:
    """Give a square's pixels at a small size, as an array of rows, columns and the colours red, green and blue.

    >>> read_pixels(_written(Image.new("RGB", (THUMBNAIL_SIDE, THUMBNAIL_SIDE), "#fff")), 24).shape
    (24, 24, 3)
    """
    with Image.open(BytesIO(square), formats=["JPEG"]) as image:
        return np.asarray(image.convert("RGB").resize((side, side), Image.Resampling.BOX))


def _window(image: Image.Image) -> Window:
    width, height = image.size
    if width == height:
        return Window(0, 0, width)
    scale = _LOOKING_SIDE / min(width, height)
    small = image.resize((max(round(width * scale), 1), max(round(height * scale), 1)), Image.Resampling.BOX)
    found = best_window(saliency(np.asarray(small)))
    side = min(round(found.side / scale), width, height)
    return Window(min(round(found.left / scale), width - side), min(round(found.top / scale), height - side), side)


def _written(image: Image.Image) -> bytes:
    """Write a square so that reading and writing it again changes nothing: what was exported comes back the same.

    JPEG rounds. Written again and again at the same quality, a picture comes to rest after a few times.
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
    # Without coarser colours: tiles are small, and a thin red line is often all that tells two of them apart.
    image.save(file, "JPEG", quality=_QUALITY, subsampling=0)
    return file.getvalue()
