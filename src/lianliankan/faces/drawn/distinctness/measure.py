"""How far apart pictures are, for every kind of colour vision: the measure for tile sets and custom pictures.

The distance of two pictures of 24 by 24 pixels is the root mean square of the CIELAB differences (CIE 1976) of their
pixels, after each picture is transformed to a view and slightly blurred, as the eye does with small things. One picture
may first be shifted by a pixel in any direction, and the smallest distance counts, so that a shifted picture is still
the same picture. The measure knows nothing about drawings; it works on photographs just as well.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lianliankan.errors import Error
from lianliankan.faces.drawn.distinctness.vision import MATRICES, VIEWS, View

__all__ = ["MIN_DISTANCE", "SIZE", "Pair", "PictureArray", "closest", "closest_by_view", "distances"]

PictureArray = NDArray[np.uint8]
"""Pictures of one size in sRGB, as an array of pictures, rows, columns and channels (red, green, blue)."""

SIZE = 24
"""The side of the compared pictures in pixels: about the smallest size at which the page opens a board."""

MIN_DISTANCE: dict[View, float] = {
    "colour": 8.0,
    "grey": 6.0,
    "protanopia": 7.5,
    "deuteranopia": 7.5,
    "tritanopia": 7.5,
}
"""The minimum distance of two faces of a set in each view, found by looking at the closest pairs side by side.

Pairs below it, such as a pale lemon and a pale star fruit in grey at 5.6, needed a second look, and were redrawn. Grey
has the lowest minimum because only lightness is left there.
"""

_TO_XYZ = np.array(  # from linear sRGB; each row is divided by the white point D65, so that white is 1, 1, 1
    [
        [0.4123908, 0.3575843, 0.1804808],
        [0.2126390, 0.7151687, 0.0721923],
        [0.0193308, 0.1191948, 0.9505322],
    ]
)
_TO_XYZ /= _TO_XYZ.sum(axis=1, keepdims=True)


class Pair(NamedTuple):
    """Two pictures by index, the earlier first, and their distance."""

    first: int
    second: int
    distance: float


def distances(
    pictures: PictureArray, others: PictureArray | None = None, *, view: View = "colour"
) -> NDArray[np.float64]:
    """Return the distance of every picture to every other one, or to each of `others`.

    >>> black, white = np.zeros((24, 24, 3), np.uint8), np.full((24, 24, 3), 255, np.uint8)
    >>> distances(np.stack([black, white, black])).round().tolist()
    [[0.0, 100.0, 0.0], [100.0, 0.0, 100.0], [0.0, 100.0, 0.0]]
    """
    mine = _lab(pictures, view)
    if others is None:
        found = _one_way(mine, mine)
        return np.minimum(found, found.T)
    theirs = _lab(others, view)
    return np.minimum(_one_way(mine, theirs), _one_way(theirs, mine).T)


def closest(pictures: PictureArray, *, view: View = "colour", count: int = 1) -> list[Pair]:
    """List the closest pairs, the closest first.

    >>> greys = np.stack([np.full((24, 24, 3), grey, np.uint8) for grey in (0, 90, 100)])
    >>> [(pair.first, pair.second) for pair in closest(greys, count=2)]
    [(1, 2), (0, 1)]
    """
    first, second = np.triu_indices(len(pictures), 1)
    apart = distances(pictures, view=view)[first, second]
    order = np.argsort(apart, kind="stable")[:count]
    return [Pair(int(first[i]), int(second[i]), float(apart[i])) for i in order]


def closest_by_view(pictures: PictureArray) -> dict[View, Pair]:
    """Return the closest pair in every view.

    >>> greys = np.stack([np.full((24, 24, 3), grey, np.uint8) for grey in (0, 100)])
    >>> {round(pair.distance) for pair in closest_by_view(greys).values()}
    {42}
    """
    if len(pictures) < 2:
        raise Error("need at least two pictures to compare")
    return {view: closest(pictures, view=view)[0] for view in VIEWS}


def _one_way(still: NDArray[np.float64], moved: NDArray[np.float64]) -> NDArray[np.float64]:
    """Compare the inner pixels of some pictures with those of others, each shifted by at most a pixel."""
    inner = SIZE - 2
    a = still[:, 1:-1, 1:-1].reshape(len(still), -1)
    windows = [moved[:, down : down + inner, right : right + inner] for down in range(3) for right in range(3)]
    b = np.concatenate(windows).reshape(len(windows) * len(moved), -1)
    # |a - b|² by the binomial formula: one matrix product for all pairs and all shifts.
    squares = (a * a).sum(axis=1)[:, None] + (b * b).sum(axis=1) - 2 * a @ b.T
    best = squares.reshape(len(still), len(windows), len(moved)).min(axis=1)
    apart: NDArray[np.float64] = np.sqrt(np.maximum(best, 0) / inner**2)
    return apart


def _lab(pictures: PictureArray, view: View) -> NDArray[np.float64]:
    """Transform pictures to a view, blur them, and return their pixels in CIELAB."""
    if pictures.ndim != 4 or pictures.shape[1:] != (SIZE, SIZE, 3) or pictures.dtype != np.uint8:
        raise Error(
            f"expected pictures as bytes of shape (count, {SIZE}, {SIZE}, 3), not {pictures.dtype} of {pictures.shape}"
        )
    values = np.arange(256) / 255
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)[pictures]
    seen = np.clip(linear @ np.array(MATRICES[view]).T, 0, 1)
    for axis in (1, 2):
        wide = np.pad(seen, [(1, 1) if i == axis else (0, 0) for i in range(4)], mode="edge")
        before, here, after = (np.take(wide, range(i, i + SIZE), axis=axis) for i in range(3))
        seen = (before + 2 * here + after) / 4
    xyz = seen @ _TO_XYZ.T
    root = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz * (29 / 6) ** 2 / 3 + 4 / 29)
    x, y, z = np.moveaxis(root, -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)
