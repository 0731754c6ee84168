"""Find custom pictures that look alike, by the same measure as for the drawn tile sets."""

from collections.abc import Sequence

import numpy as np

from lianliankan.faces.custom.picture_worker import SimilarPair
from lianliankan.faces.custom.thumbnail import read_pixels
from lianliankan.faces.drawn.distinctness.measure import MIN_DISTANCE, SIZE, distances
from lianliankan.faces.drawn.distinctness.vision import VIEWS

__all__ = ["find_similar"]


def find_similar(thumbnails: Sequence[bytes]) -> list[SimilarPair]:
    """List the pairs of thumbnails that are closer than MIN_DISTANCE, the closest first.

    >>> from io import BytesIO
    >>> from PIL import Image
    >>> from lianliankan.faces.custom.thumbnail import make_thumbnail
    >>> def plain(colour):
    ...     file = BytesIO()
    ...     Image.new("RGB", (64, 64), colour).save(file, "PNG")
    ...     return make_thumbnail(file.getvalue())
    >>> [pair[:2] for pair in find_similar([plain("#c00"), plain("#00c"), plain("#c10")])]
    [(0, 2)]
    """
    if len(thumbnails) < 2:
        return []
    small = np.stack([read_pixels(thumbnail, SIZE) for thumbnail in thumbnails])
    found: dict[tuple[int, int], SimilarPair] = {}
    for view in VIEWS:
        apart = distances(small, view=view)
        for first, second in zip(*np.nonzero(np.triu(apart < MIN_DISTANCE[view], 1)), strict=True):
            pair = SimilarPair(int(first), int(second), float(apart[first, second]), view)
            found.setdefault(pair[:2], pair)
    return sorted(found.values(), key=lambda pair: (VIEWS.index(pair.view), pair.distance))
