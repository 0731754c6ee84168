"""Automatic cropping: estimate what matters in a picture, and find the square that contains most of it.

There is no learned model and no recognition. The subject usually stands in front of a background that reaches the
border of the picture, has edges, and is near the middle; people have the colour of skin, and in portraits their heads
are in the upper half. Each of these cues is a map of numbers; a summed-area table adds them up over every square.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["MIN_SHARE", "Window", "best_window", "saliency"]

Map = NDArray[np.floating]

MIN_SHARE: Final = 0.6
"""The smallest crop, as a share of the picture's shorter side."""

_SHARES = (1.0, 0.88, 0.77, 0.68, MIN_SHARE)
_ENOUGH = 0.99  # a smaller square that keeps this share of what the largest contains is a close-up of the same subject
_INNER = 0.6  # the middle part of a square counts twice, which centres the subject
_AIR = 0.05  # headroom above the subject, as a share of the square
_BORDER_COLOURS = 48


class Window(NamedTuple):
    """A square in a picture: its upper left corner and its side."""

    left: int
    top: int
    side: int


def saliency(pixels: NDArray[np.uint8]) -> Map:
    """Return how much each pixel of a small picture matters; the values add up to 1.

    >>> picture = np.zeros((40, 60, 3), np.uint8)
    >>> picture[10:20, 40:50] = 255, 200, 0
    >>> marked = saliency(picture)
    >>> round(float(marked[5:25, 35:55].sum()), 1) > 0.9
    True
    """
    colours = pixels / np.float32(255)
    light = colours @ np.array([0.299, 0.587, 0.114], np.float32)
    # The differences of red and blue from the lightness hardly change in shadow, and tell more than the lightness.
    red, blue = (1.5 * (colours[..., part] - light) for part in (0, 2))
    opponents = np.stack([light, red, blue], axis=2)
    parts = _blurred(np.sqrt(_contrast(opponents)) + 2 * _edges(light) + _skin(colours), 2)
    # What is everywhere does not matter; a little of it remains, for pictures that contain nothing else.
    weighted = (np.maximum(parts - parts.mean(), 0) + 1e-3) * _prior(*light.shape)
    return np.asarray(weighted / weighted.sum())


def best_window(matters: Map) -> Window:
    """Return the square with most of what matters, smaller than the shorter side if that loses hardly anything.

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
        # Heads are above bodies: what is cut off at the top weighs more, and so does missing headroom.
        air = round(side * _AIR)
        above = 2 * table[air : air + sums.shape[0], -1:]
        # Of equally good places, take the one in their middle.
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
    """Return how far each colour is from those on the border."""
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
    # The second nearest, so that a subject that just touches the border is not mistaken for background.
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
    """Return how likely each pixel is skin: of any lightness, with a hue between red and yellow, not vivid."""
    red, green, blue = (colours[..., part] for part in range(3))
    blueness = 0.5 - 0.169 * red - 0.331 * green + 0.5 * blue
    redness = 0.5 + 0.5 * red - 0.419 * green - 0.081 * blue
    fits = np.exp(-(((blueness - 0.42) / 0.05) ** 2) - ((redness - 0.59) / 0.04) ** 2)
    return np.asarray(fits * (red > 0.2), np.float32)


def _prior(height: int, width: int) -> Map:
    """Return weights that prefer the middle, and in portrait pictures what is above it."""
    middle = 0.5 if width >= height else 0.5 - 0.12 * min(height / width - 1, 1)
    rows = (np.arange(height, dtype=np.float32) + 0.5) / height - middle
    cols = (np.arange(width, dtype=np.float32) + 0.5) / width - 0.5
    return np.asarray(0.35 + np.exp(-4 * (rows[:, None] ** 2 + cols[None, :] ** 2)), np.float32)


def _blurred(values: Map, radius: int) -> Map:
    """Return the averages over a square around every pixel."""
    side = 2 * radius + 1
    padded = np.pad(values, radius, mode="edge").astype(np.float64)
    table = np.pad(padded.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    return np.asarray(_sums(table, side) / side**2, np.float32)


def _sums(table: NDArray[np.float64], side: int) -> NDArray[np.float64]:
    """Return the sums over every square of a side, from a summed-area table."""
    return np.asarray(table[side:, side:] - table[:-side, side:] - table[side:, :-side] + table[:-side, :-side])
