"""The sizes of pictures that are decoded: not too large, not too small, not too thin."""

from collections.abc import Mapping
from typing import Final, Literal

from lianliankan.faces.custom.limits import MEGA
from lianliankan.faces.custom.refusal import PictureRefused

PictureFormat = Literal["PNG", "JPEG", "progressive JPEG", "WebP", "GIF"]

MAX_PIXELS: Final[Mapping[PictureFormat, int]] = {
    "PNG": 24 * MEGA,
    "GIF": 24 * MEGA,
    "WebP": 12_500_000,  # the decoder holds four copies
    "progressive JPEG": 24 * MEGA,  # held in memory as a whole while it is decoded
    "JPEG": 100 * MEGA,  # reduced while it is decoded
}
"""The maximum number of pixels of a picture."""

MIN_SIDE: Final = 24
"""The minimum of a picture's shorter side in pixels: the size of a small tile."""

MAX_ASPECT_RATIO: Final = 8
"""The maximum ratio of the longer side to the shorter side."""

MAX_SCANS: Final = 40
"""The maximum number of scans of a JPEG; about 10 are common, and each passes over all pixels again."""


def check_size(
    format: PictureFormat, width: int, height: int, *, max_pixels: Mapping[PictureFormat, int] = MAX_PIXELS
) -> None:
    """Refuse a picture if decoding it would cost too much, or if its shape does not suit a tile.

    >>> check_size("PNG", 640, 20)
    Traceback (most recent call last):
        ...
    lianliankan.faces.custom.refusal.PictureRefused: 640 × 20 pixels; each side needs at least 24
    """
    size, limit = f"{width} × {height} pixels", max_pixels[format]
    if width * height > limit:
        raise PictureRefused("pixels", f"{size}; a {format} may have at most {limit / MEGA:g} million")
    if min(width, height) < MIN_SIDE:
        raise PictureRefused("small", f"{size}; each side needs at least {MIN_SIDE}")
    if max(width, height) > MAX_ASPECT_RATIO * min(width, height):
        raise PictureRefused("thin", f"{size}; one side may be at most {MAX_ASPECT_RATIO} times as long as the other")


def check_scans(data: bytes) -> None:
    """Refuse a JPEG of too many scans."""
    if data.count(b"\xff\xda") > MAX_SCANS:
        raise PictureRefused("broken", f"unsupported JPEG: more than {MAX_SCANS} scans")
