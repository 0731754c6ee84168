"""Which own pictures look alike: by the measure that holds the line for the drawn tile sets."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from lianliankan.faces.custom.thumbnail import pixels_of
from lianliankan.faces.drawn.distinctness.measure import LINE, SIZE, distances
from lianliankan.faces.drawn.distinctness.vision import VIEWS, View

__all__ = ["Alike", "look_alikes"]


class Alike(NamedTuple):
    """Two pictures that are easily taken for each other.

    - `first`, `second`: their places; to leave the second out is the usual thing to do.
    - `distance`: how far apart they are, for the eyes of `view`, which is in colour where they are too close for all.
    """

    first: int
    second: int
    distance: float
    view: View


def look_alikes(squares: Sequence[bytes]) -> list[Alike]:
    """List the pairs of squares that are below the line of the measure, the closest first.

    >>> from io import BytesIO
    >>> from PIL import Image
    >>> from lianliankan.faces.custom.thumbnail import squared
    >>> def plain(colour):
    ...     file = BytesIO()
    ...     Image.new("RGB", (64, 64), colour).save(file, "PNG")
    ...     return squared(file.getvalue())
    >>> [pair[:2] for pair in look_alikes([plain("#c00"), plain("#00c"), plain("#c10")])]
    [(0, 2)]
    """
    if len(squares) < 2:
        return []
    small = np.stack([pixels_of(square, SIZE) for square in squares])
    found: dict[tuple[int, int], Alike] = {}
    for view in VIEWS:
        apart = distances(small, view=view)
        for first, second in zip(*np.nonzero(np.triu(apart < LINE[view], 1)), strict=True):
            pair = Alike(int(first), int(second), float(apart[first, second]), view)
            found.setdefault(pair[:2], pair)
    return sorted(found.values(), key=lambda pair: (VIEWS.index(pair.view), pair.distance))
