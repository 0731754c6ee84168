"""The background of transparent pictures, chosen so that they can be seen."""

from operator import mul
from typing import Final

PAPER: Final = (255, 255, 255)
SLATE: Final = (52, 58, 70)

_LIGHT = 200  # of 255; lighter pictures would not be visible on white


def choose_background(pixels: bytes) -> tuple[int, int, int]:
    """Return the colour to lay a picture on, given its pixels of 4 bytes (red, green, blue, opacity).

    >>> choose_background(bytes([250, 250, 250, 255, 0, 0, 0, 0]))
    (52, 58, 70)
    """
    seen = pixels[3::4]
    opacity = sum(seen)
    lights = (sum(map(mul, pixels[part::4], seen)) for part in range(3))
    is_light = sum(lights) > 3 * _LIGHT * max(opacity, 1)
    return SLATE if is_light and opacity < 255 * len(seen) else PAPER
