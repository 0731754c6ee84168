"""How far apart pictures are, for every kind of colour vision: the measure for tile sets and custom pictures.

The distance of two pictures of 24 by 24 pixels is the root mean square of the CIELAB differences (CIE 1976) of their
pixels, after each picture is transformed to a view and slightly blurred, as the eye does with small things. One picture
may first be shifted by a pixel in any direction, and the smallest distance counts, so that a shifted picture is still
the same picture. The measure knows nothing about drawings; it works on photographs just as well.

It is plain Python, which is also there in a browser. What makes it fast enough is that most pairs are never compared
pixel by pixel: the averages of parts of two pictures are never further apart than the pictures are.
"""

from array import array
from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, combinations, pairwise
from math import cbrt, dist, inf, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from lianliankan.errors import Error
from lianliankan.faces.drawn.distinctness.vision import MATRICES, VIEWS, Matrix, View

if TYPE_CHECKING:
    from typing_extensions import Buffer

SIZE: Final = 24
"""The side of the compared pictures in pixels: about the smallest size at which the page opens a board."""

MIN_DISTANCE: Final[dict[View, float]] = {
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

_INNER = SIZE - 2  # the side of what is compared: a shift moves the rest out of the picture
_SHIFTS = [(down, right) for down in (1, 0, 2) for right in (1, 0, 2)]  # the first one is none
_EDGES = (0, 6, 11, 17, _INNER)  # of the parts that are averaged
_KEPT = 240 * len(VIEWS)  # pictures in a view that are remembered: about 18 MB

_LINEAR = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (i / 255 for i in range(256))]
_RGB_TO_XYZ = (
    (0.4123908, 0.3575843, 0.1804808),
    (0.2126390, 0.7151687, 0.0721923),
    (0.0193308, 0.1191948, 0.9505322),
)
_TO_XYZ: Matrix = tuple((r / sum(row), g / sum(row), b / sum(row)) for row in _RGB_TO_XYZ for r, g, b in [row])
"""From linear sRGB; each row is divided by the white point D65, so that white is 1, 1, 1."""

Floats = Sequence[float]


class Pair(NamedTuple):
    """Two pictures by index, the earlier first, and their distance."""

    first: int
    second: int
    distance: float


def distances(
    pictures: Iterable["Buffer"], others: "Iterable[Buffer] | None" = None, *, view: View = "colour"
) -> list[list[float]]:
    """Return the distance of every picture to every other one, or to each of `others`.

    A picture is a buffer of 24 rows of 24 pixels of 3 bytes (red, green, blue), in sRGB.

    >>> black, white = bytes(24 * 24 * 3), bytes([255]) * (24 * 24 * 3)
    >>> [[round(apart) for apart in row] for row in distances([black, white, black])]
    [[0, 100, 0], [100, 0, 100], [0, 100, 0]]
    """
    mine = _see_all(pictures, view)
    theirs = mine if others is None else _see_all(others, view)
    return [[_distance(one, other, inf) for other in theirs] for one in mine]


def closest(pictures: Iterable["Buffer"], *, view: View = "colour", count: int = 1) -> list[Pair]:
    """List the closest pairs, the closest first.

    >>> greys = [bytes([grey]) * (24 * 24 * 3) for grey in (0, 90, 100)]
    >>> [(pair.first, pair.second) for pair in closest(greys, count=2)]
    [(1, 2), (0, 1)]
    """
    seen = _see_all(pictures, view)
    found: list[Pair] = []
    for first, second in combinations(range(len(seen)), 2):
        limit = found[count - 1].distance if len(found) >= count else inf
        apart = _distance(seen[first], seen[second], limit)
        if apart < limit:
            insort(found, Pair(first, second, apart), key=lambda pair: pair.distance)
    return found[:count]


def closest_by_view(pictures: Iterable["Buffer"]) -> dict[View, Pair]:
    """Return the closest pair in every view.

    >>> greys = [bytes([grey]) * (24 * 24 * 3) for grey in (0, 100)]
    >>> {round(pair.distance) for pair in closest_by_view(greys).values()}
    {42}
    """
    compared = list(pictures)
    if len(compared) < 2:
        raise Error("need at least two pictures to compare")
    return {view: closest(compared, view=view)[0] for view in VIEWS}


def find_close(pictures: Sequence["Buffer"], *, share: float = 1) -> Iterator[tuple[View, Pair] | None]:
    """Yield the pairs that are closer than a share of MIN_DISTANCE, each in the first view in which it is.

    Yields None now and then, so that the caller can do other things.

    >>> greys = [bytes([grey]) * (24 * 24 * 3) for grey in (0, 90, 100)]
    >>> [(view, pair[:2]) for view, pair in filter(None, find_close(greys))]
    [('colour', (1, 2))]
    """
    known: set[tuple[int, int]] = set()
    for view in VIEWS:
        limit, seen = share * MIN_DISTANCE[view], list[_Compared]()
        for second, picture in enumerate(pictures):
            other = _Compared(_see(_check(picture), view))
            for first, one in enumerate(seen):
                if (first, second) not in known and (apart := _distance(one, other, limit)) < limit:
                    known.add((first, second))
                    yield view, Pair(first, second, apart)
            seen.append(other)
            yield None


class _Seen(NamedTuple):
    """A picture in a view.

    - `lab`: the lightness and, if there are any, the colours of all its pixels.
    - `averages`: those of the parts of the picture, for every shift of it, weighted by the sizes of the parts.
    - `reach`: how far the averages of a shifted picture are at most from those of the picture itself.
    """

    lab: tuple[Floats, ...]
    averages: list[tuple[float, ...]]
    reach: float


class _Compared:
    """A picture while it is compared: what is compared of every shift of it is computed once, and takes much room."""

    def __init__(self, seen: _Seen) -> None:
        self.lab, self.averages, self.reach = seen
        self._windows: dict[int, tuple[float, ...]] = {}

    def window(self, shift: int) -> tuple[float, ...]:
        """Return what is compared of the shifted picture."""
        found = self._windows.get(shift)
        if found is None:
            down, right = _SHIFTS[shift]
            starts = range(SIZE * down + right, SIZE * (down + _INNER) + right, SIZE)
            found = tuple(value for part in self.lab for start in starts for value in part[start : start + _INNER])
            self._windows[shift] = found
        return found


def _distance(one: _Compared, other: _Compared, limit: float) -> float:
    """Return the distance of two pictures, or at least `limit` if it is not below it."""
    apart = dist(one.averages[0], other.averages[0])
    if apart - max(one.reach, other.reach) >= limit:
        return apart
    best = limit
    for still, moved in ((one, other), (other, one)):
        here = still.averages[0]
        for shift, there in enumerate(moved.averages):
            if dist(here, there) < best:
                best = min(best, dist(still.window(0), moved.window(shift)) / _INNER)
    return best


def _check(picture: "Buffer") -> bytes:
    found = bytes(picture)
    if len(found) != SIZE * SIZE * 3:
        raise Error(f"expected pictures of {SIZE} × {SIZE} pixels of 3 bytes, not of {len(found)} bytes")
    return found


def _see_all(pictures: Iterable["Buffer"], view: View) -> list[_Compared]:
    return [_Compared(_see(_check(picture), view)) for picture in pictures]


@lru_cache(_KEPT)
def _see(picture: bytes, view: View) -> _Seen:
    """Transform a picture to a view, blur it, and convert it to CIELAB."""
    linear = [_LINEAR[value] for value in picture]
    colours: list[Floats] = [linear[0::3], linear[1::3], linear[2::3]]
    if view != "colour":
        rows = MATRICES[view][:1] if view == "grey" else MATRICES[view]
        colours = [[0.0 if v < 0 else min(v, 1.0) for v in row] for row in _transform(colours, rows)]
    blurred = [_blur(colour) for colour in colours]
    xyz = blurred if view == "grey" else _transform(blurred, _TO_XYZ)
    roots = [[cbrt(v) if v > 0.008856451679 else v * 7.787037037 + 0.137931034 for v in part] for part in xyz]
    if view == "grey":
        lab: tuple[Floats, ...] = (array("d", [116 * y - 16 for y in roots[0]]),)
    else:
        x, y, z = roots
        lab = (
            array("d", [116 * v - 16 for v in y]),
            array("d", [500 * (u - v) for u, v in zip(x, y, strict=True)]),
            array("d", [200 * (v - w) for v, w in zip(y, z, strict=True)]),
        )
    averages = _averages(lab)
    return _Seen(lab, averages, max(dist(averages[0], moved) for moved in averages))


def _transform(colours: Sequence[Floats], matrix: Matrix) -> list[Floats]:
    red, green, blue = colours
    return [[a * r + b * g + c * v for r, g, v in zip(red, green, blue, strict=True)] for a, b, c in matrix]


def _blur(values: Floats) -> Floats:
    """Mix every pixel with its neighbours; at the border, with itself."""
    values = list(values)
    above, below = values[:SIZE] + values[:-SIZE], values[SIZE:] + values[-SIZE:]
    values = [(a + 2 * v + b) / 4 for a, v, b in zip(above, values, below, strict=True)]
    before, after = values[:1] + values[:-1], values[1:] + values[-1:]
    before[::SIZE], after[SIZE - 1 :: SIZE] = values[::SIZE], values[SIZE - 1 :: SIZE]
    return [(a + 2 * v + b) / 4 for a, v, b in zip(before, values, after, strict=True)]


def _averages(lab: Sequence[Floats]) -> list[tuple[float, ...]]:
    """Return the averages of the parts of a picture for every shift of it."""
    tables = [_sums(part) for part in lab]
    spans = list(pairwise(_EDGES))
    areas = [(top, low, left, end) for top, low in spans for left, end in spans]
    found = []
    for down, right in _SHIFTS:
        average: list[float] = []
        for table in tables:
            for top, low, left, end in areas:
                upper, lower = table[top + down], table[low + down]
                total = lower[end + right] - upper[end + right] - lower[left + right] + upper[left + right]
                average.append(total / (sqrt((low - top) * (end - left)) * _INNER))
        found.append(tuple(average))
    return found


def _sums(values: Floats) -> list[list[float]]:
    """Return the sums of everything above and left of each corner of a pixel."""
    table = [[0.0] * (SIZE + 1)]
    for start in range(0, SIZE * SIZE, SIZE):
        row = accumulate(values[start : start + SIZE], initial=0.0)
        table.append([above + here for above, here in zip(table[-1], row, strict=True)])
    return table
