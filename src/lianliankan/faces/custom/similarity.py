"""Find custom pictures that look alike, by the same measure as for the drawn tile sets."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lianliankan.faces.drawn.distinctness.measure import find_close
from lianliankan.faces.drawn.distinctness.vision import VIEWS, View


class SimilarPair(NamedTuple):
    """Two pictures that are easily mistaken for each other.

    - `first`, `second`: their indexes; usually the second is the one to leave out.
    - `distance`, `view`: how far apart they are, and for which eyes; "colour" if they are too close for everyone.
    """

    first: int
    second: int
    distance: float
    view: View


def find_similar(pictures: Sequence[bytes]) -> Iterator[SimilarPair | None]:
    """Yield the pairs of small pictures that look alike, and now and then None, so that the caller can do other things.

    Pictures have the size that is compared, with 3 bytes (red, green, blue) for a pixel.

    >>> plain = [bytes(colour) * (24 * 24) for colour in ((200, 0, 0), (0, 0, 200), (200, 10, 0))]
    >>> [pair[:2] for pair in find_similar(plain) if pair]
    [(0, 2)]
    """
    for found in find_close(pictures):
        if found is None:
            yield None
        else:
            view, pair = found
            yield SimilarPair(*pair, view)


def sort_pairs(pairs: Sequence[SimilarPair]) -> list[SimilarPair]:
    """Sort pairs: those that are alike in colour first, and then the closest."""
    return sorted(pairs, key=lambda pair: (VIEWS.index(pair.view), pair.distance))
