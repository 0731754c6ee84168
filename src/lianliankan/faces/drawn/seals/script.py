"""A notation for seal script: strokes on a grid of 12 by 12, and their conversion to path data.

A character is a list of strokes separated by `;`. A stroke is a list of points `x,y` joined by straight bars; a mark
before the points changes that:

    6,0 6,12            a bar
    ( 0,3 0,11 12,11    bars whose corners are round
    ~ 6,0 5,6 6,12      a curve through the points
    o 6,6 3,2           an oval: its centre, its half width and half height
    | 1,2 4,2           the stroke, and its mirror image about the axis x = 6
    @木 0,0 6,12        another character in a smaller box: its upper left corner, its width and height

A stroke that ends where it started is closed.
"""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from lianliankan.faces.drawn.svg_drawing import Point, rounded, smooth

GRID = 12
BEND = 13.0  # the maximum radius of a corner, in units of the picture


class Box(NamedTuple):
    """The place of a character in the picture, measured along the middle of its outer strokes."""

    left: float
    top: float
    width: float
    height: float


class Stroke(NamedTuple):
    """One stroke: "bar", "bent", "curve" or "oval", and its points on the grid."""

    way: str
    points: tuple[Point, ...]


WAYS = {"(": "bent", "~": "curve", "o": "oval"}


def parse_character(text: str, others: Mapping[str, str]) -> list[Stroke]:
    """Parse a character; `others` has the text of the characters that it refers to.

    >>> [stroke.points for stroke in parse_character("6,0 6,12; | 1,2 4,2", {})]
    [((6.0, 0.0), (6.0, 12.0)), ((1.0, 2.0), (4.0, 2.0)), ((11.0, 2.0), (8.0, 2.0))]
    """
    strokes: list[Stroke] = []
    for part in text.split(";"):
        words = part.split()
        marks = "".join(word for word in words if "," not in word)
        points = tuple(_point(word) for word in words if "," in word)
        if "@" in marks:
            corner, size = points
            found = [_placed(stroke, corner, size) for stroke in parse_character(others[marks[-1]], others)]
        else:
            found = [Stroke(next((way for mark, way in WAYS.items() if mark in marks), "bar"), points)]
        strokes += found
        if "|" in marks:
            strokes += [_mirrored(stroke) for stroke in found]
    return strokes


def write_strokes(strokes: list[Stroke], box: Box, *, rng: Random, shake: float = 0.35) -> str:
    """Return path data of strokes in a box, with small random deviations as if cut by hand.

    >>> write_strokes(parse_character("6,0 6,12", {}), Box(-30, -30, 60, 60), rng=Random(1), shake=0)
    'M0 -30L0 30'
    """

    def at(point: Point) -> Point:
        x = box.left + point[0] * box.width / GRID + rng.uniform(-shake, shake)
        y = box.top + point[1] * box.height / GRID + rng.uniform(-shake, shake)
        return round(x, 1), round(y, 1)

    return "".join(_data(stroke, [at(point) for point in stroke.points], box) for stroke in strokes)


def _data(stroke: Stroke, points: list[Point], box: Box) -> str:
    if stroke.way == "oval":
        (x, y), half = points[0], stroke.points[1]
        rx, ry = half[0] * box.width / GRID, half[1] * box.height / GRID
        return f"M{x - rx:.1f} {y:.1f}a{rx:.1f} {ry:.1f} 0 1 0 {2 * rx:.1f} 0a{rx:.1f} {ry:.1f} 0 1 0 {-2 * rx:.1f} 0z"
    closed = len(points) > 2 and stroke.points[0] == stroke.points[-1]
    if closed:
        points = points[:-1]
    if stroke.way == "curve":
        return smooth(points, closed=closed)
    return rounded(points, BEND if stroke.way == "bent" else 1, closed=closed)


def _point(word: str) -> Point:
    x, y = word.split(",")
    return float(x), float(y)


def _placed(stroke: Stroke, corner: Point, size: Point) -> Stroke:
    kx, ky = size[0] / GRID, size[1] / GRID
    if stroke.way == "oval":
        (x, y), (rx, ry) = stroke.points
        return Stroke("oval", ((corner[0] + x * kx, corner[1] + y * ky), (rx * kx, ry * ky)))
    return Stroke(stroke.way, tuple((corner[0] + x * kx, corner[1] + y * ky) for x, y in stroke.points))


def _mirrored(stroke: Stroke) -> Stroke:
    if stroke.way == "oval":
        (x, y), half = stroke.points
        return Stroke("oval", ((GRID - x, y), half))
    return Stroke(stroke.way, tuple((GRID - x, y) for x, y in stroke.points))
