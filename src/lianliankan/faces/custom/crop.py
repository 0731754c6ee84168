"""What matters in a picture, guessed from its pixels, and the square that has most of it.

Nothing is learned and nothing is recognised. Things tend to stand before a ground that reaches the border of the
picture, to have edges, and to be near the middle; people are the colour of skin, and in upright pictures their heads
are in the upper half. Each of these is a map of numbers; their sum is added up over every square at once.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["MIN_SHARE", "Window", "best_window", "saliency"]

Map = NDArray[np.floating]

MIN_SHARE: Final = 0.6
"""A square is never cut to less than this share of the picture's shorter side."""

_SHARES = (1.0, 0.88, 0.77, 0.68, MIN_SHARE)
_ENOUGH = 0.99  # of what the largest square has: a smaller one that keeps so much is a closer look at the same
_INNER = 0.6  # what lies in this part of a square, around its middle, counts twice: it draws the subject there
_AIR = 0.05  # of a square, above what matters
_BORDER_COLOURS = 48


class Window(NamedTuple):
    """A square in a picture: its left upper corner and its side."""

    left: int
    top: int
    side: int


def saliency(pixels: NDArray[np.uint8]) -> Map:
    """Map how much every pixel of a small picture matters; all together they are 1.

    >>> picture = np.zeros((40, 60, 3), np.uint8)
    >>> picture[10:20, 40:50] = 255, 200, 0
    >>> marked = saliency(picture)
    >>> round(float(marked[5:25, 35:55].sum()), 1) > 0.9
    True
    """
    colours = pixels / np.float32(255)
    light = colours @ np.array([0.299, 0.587, 0.114], np.float32)
    # How much red and blue differ from the light stays about the same in shadow, and says more than the light.
    red, blue = (1.5 * (colours[..., part] - light) for part in (0, 2))
    opponents = np.stack([light, red, blue], axis=2)
    parts = _blurred(np.sqrt(_contrast(opponents)) + 2 * _edges(light) + _skin(colours), 2)
    # What is everywhere does not matter; a little of it stays, for pictures that have nothing else.
    weighted = (np.maximum(parts - parts.mean(), 0) + 1e-3) * _prior(*light.shape)
    return np.asarray(weighted / weighted.sum())


def best_window(matters: Map) -> Window:
    """Find the square with most of what matters; closer than the shorter side where hardly anything is lost by that.

    >>> matters = np.zeros((20, 60), np.float32)
    >>> matters[5:15, 40:50] = 0.01
    >>> best_window(matters)
    Window(left=39, top=3, side=12)
    """
    table = np.pad(matters.astype(np.float64).cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    shorter = min(matters.shape)
    best, most = Window(0, 0, shorter), 0.0
    for share in _SHARES:
        side = max(round(share * shorter), 1)
        sums = _sums(table, side)
        edge = round(side * (1 - _INNER) / 2)
        inner = _sums(table, side - 2 * edge)[edge : edge + sums.shape[0], edge : edge + sums.shape[1]]
        # Heads are above bodies: what is lost there weighs more, and so does what has no air above it.
        air = round(side * _AIR)
        above = 2 * table[air : air + sums.shape[0], -1:]
        # Of places that are equally good, the one in the middle of them.
        scores = np.round(sums + inner - above, 6)
        equals = np.argwhere(scores == scores.max())
        top, left = equals[np.abs(equals - equals.mean(axis=0)).sum(axis=1).argmin()].tolist()
        held = float(sums[top, left])
        if share == 1.0:
            most = held
        elif held < _ENOUGH * most:
            break
        best = Window(left, top, side)
    return best


def _contrast(opponents: Map) -> Map:
    """Tell how far each colour is from all that are on the border."""
    height, width, _ = opponents.shape
    rim = max(min(height, width) // 24, 1)
    border = np.concatenate(
        [
            opponents[:rim].reshape(-1, 3),
            opponents[-rim:].reshape(-1, 3),
            opponents[:, :rim].reshape(-1, 3),
            opponents[:, -rim:].reshape(-1, 3),
        ]
    )
    samples = border[:: max(len(border) // _BORDER_COLOURS, 1)]
    nearest = np.full((height, width), np.inf, np.float32)
    # The second nearest, so that a subject which just touches the border is not taken for the ground.
    second = nearest.copy()
    for colour in samples:
        distance = np.sqrt(((opponents - colour) ** 2).sum(axis=2))
        second = np.minimum(second, np.maximum(nearest, distance))
        nearest = np.minimum(nearest, distance)
    return second


def _edges(light: Map) -> Map:
    down, right = np.gradient(light)
    return np.asarray(np.hypot(down, right), np.float32)


def _skin(colours: Map) -> Map:
    """Tell what may be skin: of any lightness it has about the same hue, between red and yellow, and is not vivid."""
    red, green, blue = (colours[..., part] for part in range(3))
    blueness = 0.5 - 0.169 * red - 0.331 * green + 0.5 * blue
    redness = 0.5 + 0.5 * red - 0.419 * green - 0.081 * blue
    fits = np.exp(-(((blueness - 0.42) / 0.05) ** 2) - ((redness - 0.59) / 0.04) ** 2)
    return np.asarray(fits * (red > 0.2), np.float32)


def _prior(height: int, width: int) -> Map:
    """Prefer the middle, and in an upright picture what is above it."""
    middle = 0.5 if width >= height else 0.5 - 0.12 * min(height / width - 1, 1)
    rows = (np.arange(height, dtype=np.float32) + 0.5) / height - middle
    cols = (np.arange(width, dtype=np.float32) + 0.5) / width - 0.5
    return np.asarray(0.35 + np.exp(-4 * (rows[:, None] ** 2 + cols[None, :] ** 2)), np.float32)


def _blurred(values: Map, radius: int) -> Map:
    """Average over squares around every pixel."""
    side = 2 * radius + 1
    padded = np.pad(values, radius, mode="edge").astype(np.float64)
    table = np.pad(padded.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    return np.asarray(_sums(table, side) / side**2, np.float32)


def _sums(table: NDArray[np.float64], side: int) -> NDArray[np.float64]:
    """Add up every square of a side, by the table of sums of all that is above and to the left."""
    return np.asarray(table[side:, side:] - table[:-side, side:] - table[side:, :-side] + table[:-side, :-side])
