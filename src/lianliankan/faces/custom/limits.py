"""How much is taken at once: bytes, pixels, files and seconds."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from lianliankan.faces.custom.header import Coding

__all__ = ["LIMITS", "MEGA", "MIN_PICTURES", "PictureLimits"]

MEGA: Final = 1_000_000

MIN_PICTURES: Final = 2
"""How many pictures a set must have."""

_PIXELS: Mapping[Coding, int] = MappingProxyType(
    {
        "JPEG": 100 * MEGA,  # is made smaller while it is decoded, and takes little memory
        "JPEG in scans": 24 * MEGA,
        "PNG": 24 * MEGA,
        "GIF": 24 * MEGA,
        "WEBP": 12_500_000,  # the decoder holds four copies of it
    }
)


class PictureLimits(NamedTuple):
    """How much is taken at once.

    - `file_bytes`: of a picture.
    - `zip_bytes`: of a zip, as it is.
    - `pixels`: of a picture, by how it is written: so many that to decode it takes at most 240 MB.
    - `files`: that are looked at, in folders and zips too.
    - `pictures`: that are kept.
    - `seconds`: to work; what is left then is refused.
    """

    file_bytes: int = 20 * MEGA
    zip_bytes: int = 1_000 * MEGA
    pixels: Mapping[Coding, int] = _PIXELS
    files: int = 1_000
    pictures: int = 240
    seconds: float = 300.0


LIMITS: Final = PictureLimits()
"""What the command line takes; a server takes less."""
