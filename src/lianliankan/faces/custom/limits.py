"""The limits of one import: bytes, pixels, files and seconds."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from lianliankan.faces.custom.header import Coding

__all__ = ["LIMITS", "MEGA", "MIN_PICTURES", "PictureLimits"]

MEGA: Final = 1_000_000

MIN_PICTURES: Final = 2
"""The minimum number of pictures in a set."""

_PIXELS: Mapping[Coding, int] = MappingProxyType(
    {
        "JPEG": 100 * MEGA,  # reduced while it is decoded, so it needs little memory
        "JPEG in scans": 24 * MEGA,
        "PNG": 24 * MEGA,
        "GIF": 24 * MEGA,
        "WEBP": 12_500_000,  # the decoder holds four copies
    }
)


class PictureLimits(NamedTuple):
    """The limits of one import.

    - `file_bytes`: the size of a picture file.
    - `zip_bytes`: the size of a zip file.
    - `pixels`: the pixels of a picture, by encoding, chosen so that decoding needs at most 240 MB.
    - `files`: the number of files, including those in folders and zips.
    - `pictures`: the number of imported pictures.
    - `seconds`: the working time, after which the remaining files are refused.
    """

    file_bytes: int = 20 * MEGA
    zip_bytes: int = 1_000 * MEGA
    pixels: Mapping[Coding, int] = _PIXELS
    files: int = 1_000
    pictures: int = 240
    seconds: float = 300.0


LIMITS: Final = PictureLimits()
"""The limits of the command line; a server sets lower ones."""
