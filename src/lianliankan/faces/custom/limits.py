"""The limits of one import: bytes, files and seconds."""

from typing import Final, NamedTuple

MEGA: Final = 1_000_000

MIN_PICTURES: Final = 2
"""The minimum number of pictures in a set."""


class PictureLimits(NamedTuple):
    """The limits of one import.

    - `file_bytes`: the size of a picture file.
    - `zip_bytes`: the size of a zip file.
    - `files`: the number of files, including those in folders and zips.
    - `pictures`: the number of imported pictures.
    - `seconds`: the working time, after which the remaining files are refused.
    """

    file_bytes: int = 20 * MEGA
    zip_bytes: int = 1_000 * MEGA
    files: int = 1_000
    pictures: int = 240
    seconds: float = 300.0


LIMITS: Final = PictureLimits()
"""The limits of the command line; a server sets lower ones."""
