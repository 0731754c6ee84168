"""The colours and fills of the signs: stripes, checks, dots and halves cut to any outline without clip paths."""

from collections.abc import Sequence
from math import cos, floor, hypot, radians, sin
from typing import NamedTuple

from lianliankan.faces.drawn.svg_drawing import Point, dots, fmt, outline, path, polar


class Tone(NamedTuple):
    """A colour with a darker and a lighter tone."""

    main: str
    deep: str
    pale: str


# By lightness, from dark to light. Similar hues are far apart in lightness, so the hue is not needed.
PAPER = "#ffffff"
INK = Tone("#252c40", "#141a2c", "#5f6b8a")
NAVY = Tone("#24419a", "#172a6b", "#7590e6")
WINE = Tone("#8a1f4d", "#5f1034", "#d0739b")
FOREST = Tone("#0f6b4c", "#084a34", "#5cb892")
PURPLE = Tone("#7d4cc9", "#553096", "#bda4ee")
BROWN = Tone("#8b5a33", "#623c1f", "#cfa67d")
RED = Tone("#df432c", "#a92514", "#ff9c86")
BLUE = Tone("#0f7fd0", "#0a5896", "#86c9f5")
SLATE = Tone("#6b7890", "#4b566d", "#b3bdcf")
TEAL = Tone("#0aa08c", "#066f62", "#86e0d0")
ORANGE = Tone("#f58a07", "#c46200", "#ffc27a")
ROSE = Tone("#ee7fae", "#c64f87", "#ffc8dd")
SKY = Tone("#5dbcf0", "#2c8cc9", "#c0e7fb")
LIME = Tone("#9ccb3b", "#6c9a1b", "#d6ee9a")
GOLD = Tone("#f8c528", "#db960a", "#ffe588")


def hole(x: float, y: float, r: float) -> str:
    """Return path data that cuts a round hole into a path whose outline runs clockwise."""
    half = f"a{fmt(r)} {fmt(r)} 0 1 0"
    return f"M{fmt(x - r)} {fmt(y)}{half} {fmt(2 * r)} 0{half}{fmt(-2 * r)} 0z"


def round_outline(points: Sequence[Point], steps: int = 8) -> list[Point]:
    """Return many points of a smooth closed curve through a few (a Catmull-Rom spline), to be filled or cut.

    >>> len(round_outline([(0, -9), (9, 0), (0, 9), (-9, 0)], 5))
    20
    """
    count, many = len(points), []
    for i in range(count):
        p0, p1, p2, p3 = (points[(i + k) % count] for k in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            weights = (-t + 2 * t**2 - t**3, 2 - 5 * t**2 + 3 * t**3, t + 4 * t**2 - 3 * t**3, t**3 - t**2)
            many.append(
                (
                    sum(w * p[0] for w, p in zip(weights, (p0, p1, p2, p3), strict=True)) / 2,
                    sum(w * p[1] for w, p in zip(weights, (p0, p1, p2, p3), strict=True)) / 2,
                )
            )
    return many


def cut(points: Sequence[Point], turn: float, low: float, high: float) -> list[Point]:
    """Return the part of an outline between two parallel lines.

    `turn` is the direction (0 up, clockwise) in which `low` and `high` are measured from the middle.

    >>> cut([(-9, -9), (9, -9), (9, 9), (-9, 9)], 90, 0, 4)
    [(0.0, -9.0), (4.0, -9.0), (4.0, 9.0), (0.0, 9.0)]
    """
    ux, uy = sin(radians(turn)), -cos(radians(turn))
    upper = _beyond(list(points), ux, uy, low)
    kept = _beyond(upper, -ux, -uy, -high)
    return [(round(x, 1) + 0.0, round(y, 1) + 0.0) for x, y in kept]


def striped(points: Sequence[Point], fill: str, *, turn: float, wide: float, pitch: float, start: float = 0) -> str:
    """Draw the stripes of an outline: each `wide`, one every `pitch`, at right angles to `turn`."""
    low, high = _span(points, turn)
    first, last = floor((low - start) / pitch), floor((high - start) / pitch)
    stripes = (cut(points, turn, start + i * pitch, start + i * pitch + wide) for i in range(first, last + 1))
    return path("".join(outline(stripe) for stripe in stripes if len(stripe) > 2), fill)


def checked(points: Sequence[Point], fill: str, *, side: float, turn: float = 0) -> str:
    """Draw every second square of a checkerboard within an outline."""
    data = ""
    low, high = _span(points, turn)
    for row in range(floor(low / side), floor(high / side) + 1):
        strip = cut(points, turn, row * side, (row + 1) * side)
        if len(strip) < 3:
            continue
        left, right = _span(strip, turn + 90)
        for column in range(floor(left / side), floor(right / side) + 1):
            square = cut(strip, turn + 90, column * side, (column + 1) * side) if (row + column) % 2 else []
            data += outline(square) if len(square) > 2 else ""
    return path(data, fill)


def dotted(points: Sequence[Point], fill: str, *, pitch: float, r: float, edge: float, middle: Point = (0, 0)) -> str:
    """Draw dots in staggered rows within an outline, none nearer to it than `edge`."""
    grid = [
        (middle[0] + (column + row % 2 / 2) * pitch, middle[1] + row * pitch * 0.87)
        for row in range(-8, 9)
        for column in range(-8, 9)
    ]
    return dots([spot for spot in grid if _inside(spot, points) and _distance(spot, points) >= edge], r, fill)


def _span(points: Sequence[Point], turn: float) -> tuple[float, float]:
    ux, uy = polar(turn, 1)
    along = [x * ux + y * uy for x, y in points]
    return min(along), max(along)


def _beyond(points: list[Point], ux: float, uy: float, low: float) -> list[Point]:
    # the part of an outline beyond a line (Sutherland-Hodgman clipping)
    kept = []
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
        a, b = x1 * ux + y1 * uy - low, x2 * ux + y2 * uy - low
        if a >= 0:
            kept.append((x1, y1))
        if (a < 0) != (b < 0):
            t = a / (a - b)
            kept.append((x1 + t * (x2 - x1), y1 + t * (y2 - y1)))
    return kept


def _inside(spot: Point, points: Sequence[Point]) -> bool:
    x, y = spot
    crossings = 0
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            crossings += 1
    return crossings % 2 == 1


def _distance(spot: Point, points: Sequence[Point]) -> float:
    # the distance to the nearest side
    nearest = 99.0
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
        dx, dy = x2 - x1, y2 - y1
        t = min(max(((spot[0] - x1) * dx + (spot[1] - y1) * dy) / (dx * dx + dy * dy or 1), 0), 1)
        nearest = min(nearest, hypot(spot[0] - x1 - t * dx, spot[1] - y1 - t * dy))
    return nearest
