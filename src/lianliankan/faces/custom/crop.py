"""Automatic cropping: estimate what matters in a picture, and find the square that contains most of it.

There is no learned model and no recognition. The subject usually stands in front of a background that reaches the
border of the picture, has edges, and is near the middle; people have the colour of skin, and in portraits their heads
are in the upper half. Each of these cues is a map of numbers; a summed-area table adds them up over every square. The
maps are small, and plain Python is fast enough for them, in a browser as well.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate, repeat
from math import dist, exp, hypot, sqrt
from typing import Final, NamedTuple, TypeVar

T = TypeVar("T")

MIN_SHARE: Final = 0.6
"""The smallest crop, as a share of the picture's shorter side."""

_SEARCH_SIDE = 64  # the shorter side of the reduced picture that is searched for what matters
_SHARES = (1.0, 0.88, 0.77, 0.68, MIN_SHARE)
_ENOUGH = 0.99  # a smaller square that keeps this share of what the largest contains is a close-up of the same subject
_INNER = 0.6  # the middle part of a square counts twice, which centres the subject
_AIR = 0.05  # headroom above the subject, as a share of the square
_BORDER_COLOURS = 48
_BLUR = 2  # pixels in every direction

Map = list[list[float]]
"""A number for every pixel, in rows."""

Colour = tuple[float, float, float]


class Window(NamedTuple):
    """A square in a picture: its upper left corner and its side."""

    left: int
    top: int
    side: int


def find_window(width: int, height: int, reduce: Callable[[int, int], bytes]) -> Window:
    """Return the square to crop a picture to; a picture that is square already is kept whole.

    `reduce` returns the picture in another width and height, as rows of pixels of 3 bytes (red, green, blue).

    >>> find_window(900, 300, lambda width, height: bytes(3 * width * height)).side
    300
    """
    if width == height:
        return Window(0, 0, width)
    scale = _SEARCH_SIDE / min(width, height)
    across, down = max(round(width * scale), 1), max(round(height * scale), 1)
    found = best_window(saliency(reduce(across, down), across))
    side = min(round(found.side / scale), width, height)
    return Window(min(round(found.left / scale), width - side), min(round(found.top / scale), height - side), side)


def saliency(pixels: bytes, width: int) -> Map:
    """Return how much each pixel of a small picture matters; the values add up to 1.

    >>> plain, spot = bytes(3 * 60), bytes(3 * 40) + bytes([255, 200, 0]) * 10 + bytes(3 * 10)
    >>> marked = saliency(plain * 10 + spot * 10 + plain * 20, 60)
    >>> round(sum(sum(row[35:55]) for row in marked[5:25]), 1) > 0.9
    True
    """
    shades = [value / 255 for value in pixels]
    colours = list(zip(shades[0::3], shades[1::3], shades[2::3], strict=True))
    lights = [0.299 * red + 0.587 * green + 0.114 * blue for red, green, blue in colours]
    # The differences of red and blue from the lightness hardly change in shadow, and tell more than the lightness.
    opponents = [
        (light, 1.5 * (red - light), 1.5 * (blue - light))
        for light, (red, _, blue) in zip(lights, colours, strict=True)
    ]
    cues = zip(_contrast(_rows(opponents, width)), _edges(_rows(lights, width)), _skin(colours), strict=True)
    parts = _blurred(_rows([sqrt(contrast) + 2 * edge + skin for contrast, edge, skin in cues], width))
    mean = sum(map(sum, parts)) / len(colours)
    # What is everywhere does not matter; a little of it remains, for pictures that contain nothing else.
    weighted = [
        [(max(value - mean, 0.0) + 1e-3) * prior for value, prior in zip(*rows, strict=True)]
        for rows in zip(parts, _prior(len(parts), width), strict=True)
    ]
    total = sum(map(sum, weighted))
    return [[value / total for value in row] for row in weighted]


def best_window(matters: Map) -> Window:
    """Return the square with most of what matters, smaller than the shorter side if that loses hardly anything.

    >>> row = [0.0] * 40 + [0.01] * 10 + [0.0] * 10
    >>> best_window([[0.0] * 60] * 5 + [row] * 10 + [[0.0] * 60] * 5)
    Window(left=39, top=3, side=12)
    """
    table = _table(matters)
    shorter = min(len(matters), len(matters[0]))
    best, most = Window(0, 0, shorter), 0.0
    for share in _SHARES:
        side = max(round(share * shorter), 1)
        sums = _sums(table, side)
        edge = round(side * (1 - _INNER) / 2)
        inner = _sums(table, side - 2 * edge)[edge:]
        # Heads are above bodies: what is cut off at the top weighs more, and so does missing headroom.
        air = round(side * _AIR)
        # Of equally good places, take the one in their middle.
        scores = [
            [
                round(whole + middle - 2 * table[top + air][-1], 6)
                for whole, middle in zip(row, inner[top][edge:], strict=False)
            ]
            for top, row in enumerate(sums)
        ]
        top, left = _middle_of_best(scores)
        held = sums[top][left]
        if share == 1.0:
            most = held
        elif held < _ENOUGH * most:
            break
        best = Window(left, top, side)
    return best


def _middle_of_best(scores: Map) -> tuple[int, int]:
    highest = max(map(max, scores))
    equals = [(top, left) for top, row in enumerate(scores) for left, value in enumerate(row) if value == highest]
    middle = [sum(part) / len(equals) for part in zip(*equals, strict=True)]
    return min(equals, key=lambda place: abs(place[0] - middle[0]) + abs(place[1] - middle[1]))


def _rows(values: Sequence[T], width: int) -> list[Sequence[T]]:
    return [values[start : start + width] for start in range(0, len(values), width)]


def _contrast(opponents: Sequence[Sequence[Colour]]) -> list[float]:
    """Return how far each colour is from those on the border."""
    rim = max(min(len(opponents), len(opponents[0])) // 24, 1)
    border = [
        *(colour for row in (*opponents[:rim], *opponents[-rim:]) for colour in row),
        *(colour for row in opponents for colour in row[:rim]),
        *(colour for row in opponents for colour in row[-rim:]),
    ]
    samples = border[:: max(len(border) // _BORDER_COLOURS, 1)]
    # The second nearest, so that a subject that just touches the border is not mistaken for background.
    return [sorted(map(dist, repeat(colour), samples))[1] for row in opponents for colour in row]


def _edges(lights: Sequence[Sequence[float]]) -> list[float]:
    """Return how steeply the lightness changes at each pixel."""
    across = [_slopes(row) for row in lights]
    down = zip(*map(_slopes, zip(*lights, strict=True)), strict=True)
    return [hypot(*pair) for rows in zip(across, down, strict=True) for pair in zip(*rows, strict=True)]


def _slopes(values: Sequence[float]) -> list[float]:
    if len(values) < 2:
        return [0.0] * len(values)
    inner = [(after - before) / 2 for before, after in zip(values, values[2:], strict=False)]
    return [values[1] - values[0], *inner, values[-1] - values[-2]]


def _skin(colours: Sequence[Colour]) -> list[float]:
    """Return how likely each pixel is skin: of any lightness, with a hue between red and yellow, not vivid."""
    found = []
    for red, green, blue in colours:
        blueness = 0.5 - 0.169 * red - 0.331 * green + 0.5 * blue
        redness = 0.5 + 0.5 * red - 0.419 * green - 0.081 * blue
        fits = exp(-(((blueness - 0.42) / 0.05) ** 2) - ((redness - 0.59) / 0.04) ** 2)
        found.append(fits if red > 0.2 else 0.0)
    return found


def _prior(height: int, width: int) -> Map:
    """Return weights that prefer the middle, and in portrait pictures what is above it."""
    middle = 0.5 if width >= height else 0.5 - 0.12 * min(height / width - 1, 1)
    rows = [exp(-4 * ((row + 0.5) / height - middle) ** 2) for row in range(height)]
    cols = [exp(-4 * ((col + 0.5) / width - 0.5) ** 2) for col in range(width)]
    return [[0.35 + row * col for col in cols] for row in rows]


def _blurred(values: Sequence[Sequence[float]]) -> Map:
    """Return the averages over a square around every pixel."""
    wide = [[*[row[0]] * _BLUR, *row, *[row[-1]] * _BLUR] for row in values]
    side = 2 * _BLUR + 1
    sums = _sums(_table([*[wide[0]] * _BLUR, *wide, *[wide[-1]] * _BLUR]), side)
    return [[value / side**2 for value in row] for row in sums]


def _table(values: Map) -> Map:
    """Return a summed-area table: the sum of everything above and left of each corner of a pixel."""
    table = [[0.0] * (len(values[0]) + 1)]
    for row in values:
        table.append([above + here for above, here in zip(table[-1], accumulate(row, initial=0.0), strict=True)])
    return table


def _sums(table: Map, side: int) -> Map:
    """Return the sums over every square of a side, from a summed-area table."""
    return [
        [d - b - c + a for a, b, c, d in zip(upper, upper[side:], lower, lower[side:], strict=False)]
        for upper, lower in zip(table, table[side:], strict=False)
    ]
