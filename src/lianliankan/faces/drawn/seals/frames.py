"""The outlines of seals: squares and circles, gourds, roof tiles, leaves, vessels and fans."""

from collections.abc import Sequence
from math import cos, radians, sin
from typing import NamedTuple

from lianliankan.faces.drawn.seals.script import Box
from lianliankan.faces.drawn.svg_drawing import Point, fmt, polar, rounded, smooth


class SealFrame(NamedTuple):
    """An outline as path data, points on it where the stone may be chipped, and the box of the character."""

    outline: str
    edge: Sequence[Point]
    box: Box


def tablet(width: float, height: float, box: Box, corner: float = 5) -> SealFrame:
    """Return a rectangle around the centre, from its half width and half height.

    >>> tablet(31, 44, Box(-19, -31, 38, 62)).outline[:16]
    'M-31 -39Q-31 -44'
    """
    corners = [(-width, -height), (width, -height), (width, height), (-width, height)]
    return SealFrame(rounded(corners, corner), _sides(corners), box)


def bead(rx: float, ry: float, box: Box) -> SealFrame:
    """Return an oval around the centre.

    >>> bead(43, 43, Box(-25, -26, 50, 52)).outline
    'M-43 0a43 43 0 1 1 86 0a43 43 0 1 1 -86 0z'
    """
    half = f"a{fmt(rx)} {fmt(ry)} 0 1 1"
    outline = f"M{fmt(-rx)} 0{half} {fmt(2 * rx)} 0{half} {fmt(-2 * rx)} 0z"
    return SealFrame(outline, [(x * rx, y * ry) for x, y in _compass(8, 1)], box)


def _lobed(count: int, reach: float, swell: float, box: Box) -> SealFrame:
    """Return a flower: arcs between points on a circle that bulge outwards."""
    points = _compass(count, reach)
    arcs = "".join(f"A{fmt(swell)} {fmt(swell)} 0 0 1 {fmt(x)} {fmt(y)}" for x, y in points[1:] + points[:1])
    return SealFrame(f"M{fmt(points[0][0])} {fmt(points[0][1])}{arcs}z", points, box)


def _cut(corners: Sequence[Point], box: Box, corner: float = 4) -> SealFrame:
    """Return a polygon with slightly round corners."""
    return SealFrame(rounded(corners, corner), _sides(corners), box)


def _free(points: Sequence[Point], box: Box) -> SealFrame:
    """Return a smooth outline through points."""
    return SealFrame(smooth(points), points, box)


def _compass(count: int, reach: float) -> list[Point]:
    return [polar(360 * (i + 0.5) / count, reach) for i in range(count)]


def _sides(corners: Sequence[Point]) -> list[Point]:
    nexts = [*corners[1:], corners[0]]
    return [
        (x0 + (x1 - x0) * k, y0 + (y1 - y0) * k)
        for (x0, y0), (x1, y1) in zip(corners, nexts, strict=True)
        for k in (0.02, 0.4)
    ]


def _both(right: Sequence[Point]) -> list[Point]:
    """Return a symmetric outline from its right side, top to bottom; points on the axis occur once."""
    return [*right, *((-x, y) for x, y in reversed(right) if x)]


def _fan(outer: float, inner: float, half: float, pivot: float) -> str:
    x, y = outer * sin(radians(half)), outer * cos(radians(half))
    u, v = inner * sin(radians(half)), inner * cos(radians(half))
    words = f"M{-x:.1f} {pivot - y:.1f}A{outer} {outer} 0 0 1 {x:.1f} {pivot - y:.1f}L{u:.1f} {pivot - v:.1f}"
    return f"{words}A{inner} {inner} 0 0 0 {-u:.1f} {pivot - v:.1f}z"


FRAMES = {
    # plain ones
    "square": tablet(43, 43, Box(-29, -29, 58, 58)),
    "cushion": tablet(43, 43, Box(-36, -36, 72, 72), 14),
    "tall": tablet(31, 44, Box(-19, -31, 38, 62)),
    "wide": tablet(44, 33, Box(-31, -20, 62, 40)),
    "round": bead(43, 43, Box(-25, -26, 50, 52)),
    "egg": bead(34, 44, Box(-19, -29, 38, 58)),
    "eye": bead(45, 31, Box(-29, -18, 58, 36)),
    "diamond": SealFrame(
        "M-4 -44Q0 -47 4 -44Q28 -28 44 -4Q47 0 44 4Q28 28 4 44Q0 47 -4 44Q-28 28 -44 4Q-47 0 -44 -4Q-28 -28 -4 -44z",
        [(2, -45), (26, -26), (45, 2), (24, 28), (-2, 45), (-27, 25), (-45, -2), (-25, -27)],
        Box(-22, -23, 44, 46),
    ),
    "octagon": _cut(_both([(18, -44), (44, -18), (44, 18), (18, 44)]), Box(-26, -27, 52, 54)),
    "shell": _cut(_both([(0, -45), (41, -22), (41, 22), (0, 45)]), Box(-27, -28, 54, 56), 8),
    "cross": _cut(_both([(31, -44), (31, -31), (44, -31), (44, 31), (31, 31), (31, 44)]), Box(-28, -29, 56, 58), 2),
    # flowers
    "plum": _lobed(5, 36.5, 23.5, Box(-23, -23, 46, 48)),
    "begonia": _lobed(4, 38, 29, Box(-26, -26, 52, 52)),
    "mirror": _lobed(8, 40, 17.5, Box(-26, -27, 52, 54)),
    # things
    "leaf": SealFrame(
        "M0 -46C24 -30 36 -10 33 10C30 28 16 38 0 46C-16 38 -30 28 -33 10C-36 -10 -24 -30 0 -46z",
        [(0, -46), (33, 10), (-33, 10), (22, -26), (-20, 34)],
        Box(-18, -25, 36, 54),
    ),
    "frond": SealFrame(
        "M42 -43C45 -6 36 36 -4 38C-14 39 -22 36 -28 32L-39 44L-44 39L-33 28C-46 -2 -30 -38 42 -43z",
        [(42, -43), (36, 10), (-4, 38), (-34, 0), (0, -34)],
        Box(-21, -23, 45, 46),
    ),
    "peach": SealFrame(
        "M0 -40C10 -46 42 -42 43 -8C44 18 20 34 0 45C-20 34 -44 18 -43 -8C-42 -42 -10 -46 0 -40z",
        [(0, -40), (43, -8), (-43, -8), (20, 34), (-24, 31), (24, -42)],
        Box(-24, -24, 48, 44),
    ),
    "flame": SealFrame(
        "M4 -46C6 -30 38 -16 38 12C38 33 20 45 0 45C-20 45 -38 33 -38 12"
        "C-38 -4 -28 -12 -24 -24C-18 -18 -14 -16 -10 -18C-4 -24 0 -34 4 -46z",
        [(38, 12), (-38, 12), (0, 45), (-24, -24), (24, -22)],
        Box(-22, -13, 44, 46),
    ),
    "gourd": _free(
        _both([(0, -45), (16, -41), (24, -27), (15, -12), (28, -3), (36, 17), (26, 38), (0, 45)]), Box(-20, -33, 40, 66)
    ),
    "roof": SealFrame(
        "M-45 35A45 70 0 0 1 45 35z",
        [(-45, 35), (-34, -10), (0, -35), (34, -10), (45, 35), (10, 35)],
        Box(-28, -14, 56, 39),
    ),
    "boat": SealFrame(
        "M-45 -34C-45 8 -26 38 0 38C26 38 45 8 45 -34z",
        [(-45, -34), (-35, 10), (0, 38), (35, 10), (45, -34), (10, -34)],
        Box(-23, -26, 46, 50),
    ),
    "arch": SealFrame(
        "M-35 44V-8A35 36 0 0 1 35 -8V44z",
        [(-35, 44), (35, 44), (35, 0), (-35, -4), (0, -44), (-8, 44)],
        Box(-22, -26, 44, 58),
    ),
    "bell": SealFrame(
        "M-12 -45H12V-36C32 -34 32 -10 34 8C36 22 44 30 44 38Q0 50 -44 38C-44 30 -36 22 -34 8C-32 -10 -32 -34 -12 -36z",
        [(-44, 38), (44, 38), (34, 8), (-34, 8), (12, -45), (0, 44)],
        Box(-21, -24, 42, 56),
    ),
    "ding": SealFrame(
        "M-38 -45H-20V-37H20V-45H38V-37H44V-26H41C42 6 38 18 33 22L36 45H20L18 28H-18L-20 45H-36L-33 22"
        "C-38 18 -42 6 -41 -26H-44V-37H-38z",
        [(-44, -33), (44, -30), (36, 45), (-20, 45), (-38, -45), (40, 0)],
        Box(-24, -27, 48, 45),
    ),
    "vase": _free(
        _both([(18, -43), (14, -30), (35, -15), (41, 7), (31, 30), (20, 38), (25, 45)]), Box(-23, -22, 46, 53)
    ),
    "fan": SealFrame(
        _fan(84, 20, 32.5, 50),
        [(-45, -21), (45, -21), (0, -34), (11, 33), (-11, 33), (-28, 6)],
        Box(-28, -23, 56, 44),
    ),
    "stone": _free(
        [(-40, -24), (-20, -42), (12, -40), (36, -34), (44, -8), (38, 22), (24, 41), (-8, 43), (-34, 38), (-44, 10)],
        Box(-27, -27, 54, 54),
    ),
    "pebble": _free(
        [(-44, 4), (-34, -26), (-6, -36), (28, -33), (45, -6), (38, 24), (10, 36), (-26, 33)], Box(-29, -20, 58, 40)
    ),
}
